"""Known devices: browsers that a client has signed in with, identified by an HttpOnly cookie."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sessions import queries
from clearwater.kit.secrets import hash_token, new_token
from clearwater.kit.visitor import Visitor

DEVICE_COOKIE = "device"
KNOWN_FOR = timedelta(days=180)
# Used for the lookup when there is no such client, so that it takes the same time.
NOBODY = uuid.UUID(int=0)


@dataclass(frozen=True)
class SeenDevice:
    """A device that has just signed in; programs keep no cookies and get none."""

    token: str | None
    is_new: bool


async def find_known(
    session: AsyncSession, visitor: Visitor, client_id: uuid.UUID | None
) -> uuid.UUID | None:
    """The client's known device of this request, if any."""
    shown = visitor.cookies.get(DEVICE_COOKIE)
    if shown is None:
        return None
    return await queries.find_device(session, client_id or NOBODY, hash_token(shown))


async def register_device(
    session: AsyncSession, visitor: Visitor, client_id: uuid.UUID, *, now: datetime
) -> SeenDevice:
    """Store this device under a new token, so that a planted cookie is worthless."""
    name = visitor.device
    if not visitor.is_browser:
        return SeenDevice(None, await queries.is_new_program(session, client_id, name, visitor.ip))
    token, shown = new_token(), visitor.cookies.get(DEVICE_COOKIE)
    # Other clients of this browser stay known on it.
    owners = await queries.move_devices(session, hash_token(shown), hash_token(token)) if shown else set()
    await queries.upsert_device(session, client_id, hash_token(token), name, now=now)
    return SeenDevice(token, client_id not in owners and await queries.has_signed_in(session, client_id))
