"""All SQL of staff: accounts and their sessions and passkeys, proposals, and the audit log."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, and_, delete, exists, func, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff.models import (
    AuditEntry,
    EnrolmentLink,
    StaffMember,
    StaffPasskey,
    StaffProposal,
    StaffSession,
)
from clearwater.kit.keyset import Keyset
from clearwater.kit.outbox import Mail

AUDIT_LOCK = 0x61756474  # Arbitrary constant: the advisory lock for appending to the audit log.
CHUNK_ROWS = 500

STAFF_ORDER = Keyset[StaffMember]((StaffMember.created_at, StaffMember.id))
AUDIT_ORDER = Keyset[AuditEntry]((AuditEntry.seq,))
PROPOSALS_NEWEST_FIRST = Keyset[StaffProposal]((StaffProposal.proposed_at, StaffProposal.id))
MAIL_ORDER = Keyset[Mail]((Mail.created_at, Mail.id))

IS_SENT = Mail.sent_at.is_not(None)
IS_GIVEN_UP = and_(Mail.sent_at.is_(None), Mail.next_attempt_at.is_(None))
IS_FAILING = and_(Mail.sent_at.is_(None), Mail.next_attempt_at.is_not(None), Mail.attempts > 0)
IS_WAITING = and_(Mail.sent_at.is_(None), Mail.next_attempt_at.is_not(None), Mail.attempts == 0)
MAIL_STATUSES = {"sent": IS_SENT, "given_up": IS_GIVEN_UP, "failing": IS_FAILING, "waiting": IS_WAITING}


_ACTIVE_ADMINS = (
    select(StaffMember).where(StaffMember.role == "admin", StaffMember.is_active).order_by(StaffMember.id)
)


async def find_by_login(session: AsyncSession, login: str) -> StaffMember | None:
    return await session.scalar(select(StaffMember).where(StaffMember.login == login))


async def insert_member(session: AsyncSession, member: StaffMember) -> bool:
    """Insert a member; of two concurrent inserts with the same login one succeeds."""
    if await find_by_login(session, member.login) is not None:
        return False
    session.add(member)
    try:
        await session.flush()
    except IntegrityError:
        return False
    return True


async def list_members(session: AsyncSession) -> Sequence[StaffMember]:
    return (await session.scalars(select(StaffMember).order_by(StaffMember.login))).all()


async def find_logins(session: AsyncSession, staff_ids: set[uuid.UUID]) -> dict[uuid.UUID, str]:
    found = await session.execute(
        select(StaffMember.id, StaffMember.login).where(StaffMember.id.in_(staff_ids))
    )
    return {row[0]: row[1] for row in found}


async def get_member(session: AsyncSession, staff_id: uuid.UUID) -> StaffMember:
    return await session.get_one(StaffMember, staff_id)


async def find_member(session: AsyncSession, staff_id: uuid.UUID) -> StaffMember | None:
    return await session.get(StaffMember, staff_id)


async def lock_member(session: AsyncSession, staff_id: uuid.UUID) -> StaffMember | None:
    return await session.scalar(select(StaffMember).where(StaffMember.id == staff_id).with_for_update())


async def list_active_admins(session: AsyncSession) -> Sequence[StaffMember]:
    return (await session.scalars(_ACTIVE_ADMINS)).all()


async def lock_active_admins(session: AsyncSession) -> Sequence[StaffMember]:
    """Lock all active admins, because two of them could be removed concurrently."""
    return (await session.scalars(_ACTIVE_ADMINS.with_for_update())).all()


def select_staff() -> Select[StaffMember]:
    return select(StaffMember)


async def take_step(session: AsyncSession, staff_id: uuid.UUID, step: int) -> bool:
    """Mark a TOTP step as used; of two concurrent requests with one code one succeeds."""
    taken = await session.scalar(
        update(StaffMember)
        .where(
            StaffMember.id == staff_id,
            StaffMember.is_active,
            or_(StaffMember.totp_last_step.is_(None), StaffMember.totp_last_step < step),
        )
        .values(totp_last_step=step)
        .returning(StaffMember.id)
    )
    return taken is not None


async def lock_last_entry(session: AsyncSession) -> AuditEntry | None:
    """The newest entry; locks the log against appends until the transaction ends."""
    await session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": AUDIT_LOCK})
    return await find_last_entry(session)


async def find_last_entry(session: AsyncSession) -> AuditEntry | None:
    return await session.scalar(select(AuditEntry).order_by(AuditEntry.seq.desc()).limit(1))


async def list_entries_after(session: AsyncSession, seq: int) -> Sequence[AuditEntry]:
    """The next entries, oldest first, read from the database and not from the session."""
    answer = await session.scalars(
        select(AuditEntry)
        .where(AuditEntry.seq > seq)
        .order_by(AuditEntry.seq)
        .limit(CHUNK_ROWS)
        .execution_options(populate_existing=True)
    )
    return answer.all()


def select_entries(
    *,
    act: str | None = None,
    staff: str | None = None,
    subject: str | None = None,
    client_id: uuid.UUID | None = None,
) -> Select[AuditEntry]:
    statement = select(AuditEntry)
    if act is not None:
        statement = statement.where(AuditEntry.act == act)
    if staff is not None:
        statement = statement.where(AuditEntry.staff_login == staff)
    if subject is not None:
        statement = statement.where(AuditEntry.subject == subject)
    if client_id is not None:
        statement = statement.where(AuditEntry.detail["client_id"].as_string() == str(client_id))
    return statement


def select_emails(*, recipient: str | None = None, status: str | None = None) -> Select[Mail]:
    statement = select(Mail)
    if recipient is not None:
        statement = statement.where(Mail.recipient == recipient)
    if status is not None:
        statement = statement.where(MAIL_STATUSES[status])
    return statement


async def find_mail(session: AsyncSession, mail_id: uuid.UUID) -> Mail | None:
    return await session.get(Mail, mail_id)


async def lock_mail(session: AsyncSession, mail_id: uuid.UUID) -> Mail | None:
    return await session.scalar(select(Mail).where(Mail.id == mail_id).with_for_update())


async def count_emails(session: AsyncSession) -> tuple[int, int]:
    """The number of queued emails, and of those that have failed at least once."""
    answer = await session.execute(
        select(
            func.count().filter(or_(IS_WAITING, IS_FAILING)),
            func.count().filter(or_(IS_FAILING, IS_GIVEN_UP)),
        ).where(Mail.sent_at.is_(None))
    )
    waiting, failing = answer.one()
    return waiting, failing


def select_proposals(*, status: str | None) -> Select[StaffProposal]:
    statement: Select[StaffProposal] = select(StaffProposal)
    return statement if status is None else statement.where(StaffProposal.status == status)


async def find_enrolment_proposer(session: AsyncSession, staff_id: uuid.UUID) -> uuid.UUID | None:
    """Who proposed that this person enrols, the first time or again; None for the command line."""
    statement = (
        select(StaffProposal.proposed_by_id)
        .where(
            StaffProposal.staff_id == staff_id,
            StaffProposal.status == "approved",
            StaffProposal.kind.in_(("create", "reset")),
        )
        .order_by(StaffProposal.decided_at.desc())
        .limit(1)
    )
    return await session.scalar(statement)


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
