"""All SQL of files."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.files.models import File


async def find_file(session: AsyncSession, file_id: uuid.UUID) -> File | None:
    return await session.get(File, file_id)


async def find_own_file(
    session: AsyncSession, client_id: uuid.UUID, file_id: uuid.UUID, kinds: Sequence[str]
) -> File | None:
    """The client's file of one of these kinds, locked so that it cannot be removed concurrently."""
    return await session.scalar(
        select(File)
        .where(File.id == file_id, File.client_id == client_id, File.kind.in_(kinds))
        .with_for_update()
    )


async def lock_staff_file(session: AsyncSession, file_id: uuid.UUID, kind: str) -> File | None:
    """A file that staff have uploaded, locked so that it cannot be removed concurrently."""
    return await session.scalar(
        select(File).where(File.id == file_id, File.client_id.is_(None), File.kind == kind).with_for_update()
    )


@dataclass(frozen=True)
class Holdings:
    """Number and bytes of a client's files, in total and unused."""

    files: int
    bytes: int
    unused_files: int
    unused_bytes: int


async def sum_holdings(session: AsyncSession, client_id: uuid.UUID) -> Holdings:
    unused = File.used_at.is_(None)
    found = await session.execute(
        select(
            func.count(),
            func.coalesce(func.sum(File.size), 0),
            func.count().filter(unused),
            func.coalesce(func.sum(File.size).filter(unused), 0),
        ).where(File.client_id == client_id)
    )
    return Holdings(*map(int, found.one()))


async def lock_holdings(session: AsyncSession, client_id: uuid.UUID) -> None:
    """Serialise uploads of this client until the transaction ends."""
    lock = func.pg_advisory_xact_lock(func.hashtextextended(f"files:{client_id}", 0))
    await session.execute(select(lock))


async def mark_unused(session: AsyncSession, client_id: uuid.UUID, file_id: uuid.UUID) -> None:
    await session.execute(
        update(File).where(File.id == file_id, File.client_id == client_id).values(used_at=None)
    )


async def delete_unused(session: AsyncSession, *, made_before: datetime, limit: int) -> Sequence[uuid.UUID]:
    """Delete rows of unused files; skips rows that are locked because they are being claimed."""
    unused = (
        select(File.id)
        .where(File.used_at.is_(None), File.created_at < made_before)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    deleted = await session.scalars(delete(File).where(File.id.in_(unused)).returning(File.id))
    return deleted.all()


async def lock_next_files(
    session: AsyncSession, kinds: Sequence[str], *, after: uuid.UUID, limit: int
) -> Sequence[uuid.UUID]:
    """The next files of some kinds in the order of their ids, locked against removal."""
    found = await session.scalars(
        select(File.id)
        .where(File.kind.in_(kinds), File.id > after)
        .order_by(File.id)
        .limit(limit)
        .with_for_update()
    )
    return found.all()
