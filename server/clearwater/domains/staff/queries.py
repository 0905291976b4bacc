"""All SQL of staff, of proposals to change it, and of the audit log."""

import uuid
from collections.abc import Sequence

from sqlalchemy import Select, and_, func, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff.models import AuditEntry, StaffMember, StaffProposal
from clearwater.kit.outbox import Mail
from clearwater.kit.paging import Keyset

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


async def insert_proposal(session: AsyncSession, proposal: StaffProposal) -> bool:
    """Insert a proposal; only one may be pending per person."""
    session.add(proposal)
    try:
        await session.flush()
    except IntegrityError:
        return False
    return True


async def find_proposal(session: AsyncSession, proposal_id: uuid.UUID) -> StaffProposal | None:
    return await session.get(StaffProposal, proposal_id)


async def lock_proposal(session: AsyncSession, proposal_id: uuid.UUID) -> StaffProposal | None:
    return await session.scalar(
        select(StaffProposal).where(StaffProposal.id == proposal_id).with_for_update()
    )
