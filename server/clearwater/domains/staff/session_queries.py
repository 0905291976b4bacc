"""All SQL of sessions, passkeys and enrolment links of staff."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff.models import (
    EnrolmentLink,
    StaffMember,
    StaffPasskey,
    StaffSession,
)


async def find_signed_in(
    session: AsyncSession, token_hash: bytes, *, now: datetime
) -> tuple[StaffMember, StaffSession, bool] | None:
    """The operator and session of a token, and whether the operator has passkeys."""
    has_passkeys = exists().where(StaffPasskey.staff_id == StaffMember.id)
    found = await session.execute(
        select(StaffMember, StaffSession, has_passkeys)
        .join(StaffSession, StaffSession.staff_id == StaffMember.id)
        .where(StaffSession.token_hash == token_hash, StaffSession.expires_at > now, StaffMember.is_active)
    )
    row = found.one_or_none()
    return None if row is None else (row[0], row[1], row[2])


async def mark_seen(session: AsyncSession, session_id: uuid.UUID, *, now: datetime) -> None:
    await session.execute(update(StaffSession).where(StaffSession.id == session_id).values(last_seen_at=now))


async def set_stepped_up(session: AsyncSession, session_id: uuid.UUID, *, until: datetime) -> None:
    await session.execute(
        update(StaffSession).where(StaffSession.id == session_id).values(stepped_up_until=until)
    )


async def has_browser(session: AsyncSession, staff_id: uuid.UUID, sid_hash: bytes, *, now: datetime) -> bool:
    """Whether an open session of this person has this browser cookie."""
    statement = select(
        exists().where(
            StaffSession.staff_id == staff_id,
            StaffSession.sid_hash == sid_hash,
            StaffSession.expires_at > now,
        )
    )
    return bool(await session.scalar(statement))


async def list_sessions(
    session: AsyncSession, staff_id: uuid.UUID, *, seen_after: datetime, now: datetime
) -> Sequence[StaffSession]:
    answer = await session.scalars(
        select(StaffSession)
        .where(
            StaffSession.staff_id == staff_id,
            StaffSession.expires_at > now,
            StaffSession.last_seen_at > seen_after,
        )
        .order_by(StaffSession.created_at.desc(), StaffSession.id)
        .limit(100)
    )
    return answer.all()


async def end_session(session: AsyncSession, session_id: uuid.UUID) -> None:
    await session.execute(delete(StaffSession).where(StaffSession.id == session_id))


async def end_sessions(session: AsyncSession, staff_id: uuid.UUID, *, but: uuid.UUID | None = None) -> None:
    statement = delete(StaffSession).where(StaffSession.staff_id == staff_id)
    await session.execute(statement if but is None else statement.where(StaffSession.id != but))


async def purge_sessions(session: AsyncSession, *, now: datetime, seen_before: datetime) -> None:
    await session.execute(
        delete(StaffSession).where(
            (StaffSession.expires_at <= now) | (StaffSession.last_seen_at <= seen_before)
        )
    )


async def list_passkeys(session: AsyncSession, staff_id: uuid.UUID) -> Sequence[StaffPasskey]:
    """All passkeys of a person; few, so not paged."""
    answer = await session.scalars(
        select(StaffPasskey).where(StaffPasskey.staff_id == staff_id).order_by(StaffPasskey.id.desc())
    )
    return answer.all()


async def count_passkeys(session: AsyncSession, staff_id: uuid.UUID) -> int:
    counted = await session.scalar(
        select(func.count()).select_from(StaffPasskey).where(StaffPasskey.staff_id == staff_id)
    )
    return counted or 0


async def lock_passkey(session: AsyncSession, credential_id: bytes) -> StaffPasskey | None:
    return await session.scalar(
        select(StaffPasskey).where(StaffPasskey.credential_id == credential_id).with_for_update()
    )


async def delete_passkey(session: AsyncSession, staff_id: uuid.UUID, passkey_id: uuid.UUID) -> bool:
    deleted = await session.scalar(
        delete(StaffPasskey)
        .where(StaffPasskey.staff_id == staff_id, StaffPasskey.id == passkey_id)
        .returning(StaffPasskey.id)
    )
    return deleted is not None


async def delete_passkeys(session: AsyncSession, staff_id: uuid.UUID) -> None:
    await session.execute(delete(StaffPasskey).where(StaffPasskey.staff_id == staff_id))


async def delete_link(session: AsyncSession, staff_id: uuid.UUID) -> None:
    await session.execute(delete(EnrolmentLink).where(EnrolmentLink.staff_id == staff_id))


async def find_link(
    session: AsyncSession, token_hash: bytes, *, now: datetime
) -> tuple[EnrolmentLink, StaffMember] | None:
    """A valid link and its account."""
    found = await session.execute(
        select(EnrolmentLink, StaffMember)
        .join(StaffMember, StaffMember.id == EnrolmentLink.staff_id)
        .where(EnrolmentLink.token_hash == token_hash, EnrolmentLink.expires_at > now, StaffMember.is_active)
    )
    row = found.one_or_none()
    return None if row is None else (row[0], row[1])


async def take_link(
    session: AsyncSession, token_hash: bytes, *, now: datetime
) -> tuple[uuid.UUID, uuid.UUID] | None:
    """Use a link up: returns its account and creator; None if already used."""
    taken = await session.execute(
        delete(EnrolmentLink)
        .where(EnrolmentLink.token_hash == token_hash, EnrolmentLink.expires_at > now)
        .returning(EnrolmentLink.staff_id, EnrolmentLink.made_by_id)
    )
    row = taken.one_or_none()
    return None if row is None else (row[0], row[1])
