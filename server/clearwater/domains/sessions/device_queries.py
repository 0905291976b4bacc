"""All SQL of known devices."""

import uuid
from datetime import datetime

from sqlalchemy import Select, delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sessions.models import KnownDevice, LoginEvent
from clearwater.kit.ids import new_id

MAX_DEVICES = 50


async def find_device(session: AsyncSession, client_id: uuid.UUID, token_hash: bytes) -> uuid.UUID | None:
    return await session.scalar(
        select(KnownDevice.id).where(KnownDevice.client_id == client_id, KnownDevice.token_hash == token_hash)
    )


async def move_devices(session: AsyncSession, old_hash: bytes, new_hash: bytes) -> set[uuid.UUID]:
    """Give a browser another token; the answer is the clients who are known on it."""
    moved = await session.scalars(
        update(KnownDevice)
        .where(KnownDevice.token_hash == old_hash)
        .values(token_hash=new_hash)
        .returning(KnownDevice.client_id)
    )
    return set(moved.all())


async def upsert_device(
    session: AsyncSession, client_id: uuid.UUID, token_hash: bytes, name: str, *, now: datetime
) -> None:
    statement = insert(KnownDevice).values(
        id=new_id(), client_id=client_id, token_hash=token_hash, name=name, created_at=now, last_seen_at=now
    )
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[KnownDevice.client_id, KnownDevice.token_hash],
            set_={"name": name, "last_seen_at": now},
        )
    )
    stale = (
        select(KnownDevice.id)
        .where(KnownDevice.client_id == client_id)
        .order_by(KnownDevice.last_seen_at.desc(), KnownDevice.id.desc())
        .offset(MAX_DEVICES)
    )
    await session.execute(delete(KnownDevice).where(KnownDevice.id.in_(stale)))


async def delete_devices(session: AsyncSession, client_id: uuid.UUID) -> None:
    await session.execute(delete(KnownDevice).where(KnownDevice.client_id == client_id))


async def has_signed_in(session: AsyncSession, client_id: uuid.UUID) -> bool:
    return await session.scalar(_successes(client_id).limit(1)) is not None


async def is_new_program(session: AsyncSession, client_id: uuid.UUID, name: str, ip: str) -> bool:
    """Whether a client who has signed in before never did so with this program from this address."""
    here = _successes(client_id).where(LoginEvent.device == name, LoginEvent.ip == ip)
    if await session.scalar(here.limit(1)) is not None:
        return False
    return await has_signed_in(session, client_id)


def _successes(client_id: uuid.UUID) -> Select[uuid.UUID]:
    return select(LoginEvent.id).where(LoginEvent.client_id == client_id, LoginEvent.outcome == "success")


async def purge_devices(session: AsyncSession, *, before: datetime) -> None:
    await session.execute(delete(KnownDevice).where(KnownDevice.last_seen_at < before))
