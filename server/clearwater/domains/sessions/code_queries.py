"""All SQL of mailed codes."""

import uuid
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.service import Client
from clearwater.domains.sessions.models import OneTimeCode


async def close_codes(session: AsyncSession, client_id: uuid.UUID, purpose: str, *, now: datetime) -> None:
    await session.execute(
        update(OneTimeCode)
        .where(
            OneTimeCode.client_id == client_id,
            OneTimeCode.purpose == purpose,
            OneTimeCode.used_at.is_(None),
        )
        .values(used_at=now)
    )


async def list_sent(
    session: AsyncSession, client_id: uuid.UUID, purpose: str, *, since: datetime
) -> list[tuple[datetime, str | None]]:
    """When codes were made and who asked for them; there are a few dozen an hour at most."""
    answer = await session.execute(
        select(OneTimeCode.created_at, OneTimeCode.asked_from).where(
            OneTimeCode.client_id == client_id,
            OneTimeCode.purpose == purpose,
            OneTimeCode.created_at > since,
        )
    )
    return [(created_at, asked_from) for created_at, asked_from in answer.all()]


async def take_try(
    session: AsyncSession, client_id: uuid.UUID, purpose: str, *, now: datetime
) -> OneTimeCode | None:
    """Take one of the tries that the open code has left; None when there is none."""
    return await session.scalar(
        update(OneTimeCode)
        .where(
            OneTimeCode.client_id == client_id,
            OneTimeCode.purpose == purpose,
            OneTimeCode.used_at.is_(None),
            OneTimeCode.expires_at > now,
            OneTimeCode.attempts_left > 0,
        )
        .values(attempts_left=OneTimeCode.attempts_left - 1)
        .returning(OneTimeCode)
    )


async def take_try_of(session: AsyncSession, code_id: uuid.UUID, *, now: datetime) -> bool:
    """Take one of the tries that this code has left; False when there is none."""
    taken = await session.scalar(
        update(OneTimeCode)
        .where(
            OneTimeCode.id == code_id,
            OneTimeCode.used_at.is_(None),
            OneTimeCode.expires_at > now,
            OneTimeCode.attempts_left > 0,
        )
        .values(attempts_left=OneTimeCode.attempts_left - 1)
        .returning(OneTimeCode.id)
    )
    return taken is not None


async def find_by_link(
    session: AsyncSession, site_id: uuid.UUID, purpose: str, link_hash: bytes
) -> OneTimeCode | None:
    return await session.scalar(
        select(OneTimeCode)
        .join(Client, Client.id == OneTimeCode.client_id)
        .where(Client.site_id == site_id, OneTimeCode.purpose == purpose, OneTimeCode.link_hash == link_hash)
    )


async def use_code(session: AsyncSession, code_id: uuid.UUID, *, now: datetime) -> OneTimeCode | None:
    """Use a code up; None when somebody was faster."""
    return await session.scalar(
        update(OneTimeCode)
        .where(OneTimeCode.id == code_id, OneTimeCode.used_at.is_(None))
        .values(used_at=now)
        .returning(OneTimeCode)
    )


async def purge_codes(session: AsyncSession, *, before: datetime) -> None:
    await session.execute(delete(OneTimeCode).where(OneTimeCode.created_at < before))
