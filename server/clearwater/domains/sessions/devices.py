"""Devices that a client has signed in with: a cookie that no script reads tells them apart."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sessions import queries
from clearwater.kit.secrets import hash_token, new_token
from clearwater.kit.visitor import Visitor

DEVICE_COOKIE = "device"
KNOWN_FOR = timedelta(days=180)
# Whom a cookie is looked up for when there is no such client, so that this takes as long.
NOBODY = uuid.UUID(int=0)


@dataclass(frozen=True)
class SeenDevice:
    """A device that has just signed in; programs keep no cookies and get none."""

    token: str | None
    is_new: bool


async def find_known(
    session: AsyncSession, visitor: Visitor, client_id: uuid.UUID | None
) -> uuid.UUID | None:
    """The known device of this client that the request comes from."""
    shown = visitor.cookies.get(DEVICE_COOKIE)
    if shown is None:
        return None
    return await queries.find_device(session, client_id or NOBODY, hash_token(shown))


async def remember(
    session: AsyncSession, visitor: Visitor, client_id: uuid.UUID, *, now: datetime
) -> SeenDevice:
    """Know this device from now on, under a fresh token: one that somebody put there is worth nothing."""
    name = visitor.device
    if not visitor.is_browser:
        return SeenDevice(None, await queries.is_new_program(session, client_id, name, visitor.ip))
    token, shown = new_token(), visitor.cookies.get(DEVICE_COOKIE)
    # Whoever else signs in with this browser is still known on it.
    owners = await queries.move_devices(session, hash_token(shown), hash_token(token)) if shown else set()
    await queries.upsert_device(session, client_id, hash_token(token), name, now=now)
    return SeenDevice(token, client_id not in owners and await queries.has_signed_in(session, client_id))
