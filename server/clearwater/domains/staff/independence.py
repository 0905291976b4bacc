"""Who may decide on what a colleague has proposed."""

import uuid
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import audit, queries
from clearwater.domains.staff.errors import NoSecondAdmin, NotIndependent, ShellCommand
from clearwater.domains.staff.models import StaffMember
from clearwater.domains.staff.operators import Operator
from clearwater.kit.db import SessionFactory, transaction

YOUNG_FOR = timedelta(hours=24)
INVITED_BY_PROPOSER_FOR = timedelta(days=7)


def find_dependence(
    decider: StaffMember, *, proposer_id: uuid.UUID | None, subject_id: uuid.UUID | None = None, now: datetime
) -> str | None:
    """Why somebody may not decide on a colleague's proposal (the four-eyes principle), or None.

    One rule for every proposal, of money as of staff. Otherwise the proposer could create an account, use its
    enrolment link and approve the proposal with it.

    Accounts created at the command line are independent of any admin: whoever has the shell has the database,
    too, so a waiting period would protect nothing.
    """
    if decider.id == proposer_id:
        return "Someone else must decide on your proposal."
    if decider.id == subject_id:
        return "This is about your own account. Someone else must decide."
    if decider.enrolled_at is None or decider.invited_by_id is None:
        return None
    age = now - decider.enrolled_at
    if age < YOUNG_FOR:
        return "Your account is less than 24 hours old and cannot decide on proposals yet."
    if decider.invited_by_id == proposer_id and age < INVITED_BY_PROPOSER_FOR:
        return "Your account is less than 7 days old and was created by the person who proposed this."
    return None


async def require_independent(
    sessions: SessionFactory,
    decider_id: uuid.UUID,
    *,
    proposer_id: uuid.UUID | None,
    subject_id: uuid.UUID | None = None,
    about: str,
    now: datetime,
) -> None:
    """Raise if the operator may be the same person as the proposer; the rejected attempt is audited."""
    async with transaction(sessions) as session:
        decider = await queries.get_member(session, decider_id)
        reason = find_dependence(decider, proposer_id=proposer_id, subject_id=subject_id, now=now)
        if reason is None:
            return
        await audit.append(
            session,
            staff_id=decider.id,
            staff_login=decider.login,
            act="access.refused",
            subject=about,
            detail={"reason": "own proposal" if decider.id == proposer_id else "not independent"},
            now=now,
        )
    raise NotIndependent(reason)


async def require_second_admin(
    session: AsyncSession, admin: Operator, command: str, *, subject_id: uuid.UUID | None = None
) -> None:
    """Raise if no other admin could approve what this one proposes; then only the command line remains."""
    admins = await queries.list_active_admins(session)
    if not any(one.enrolled_at is not None and one.id not in (admin.id, subject_id) for one in admins):
        raise NoSecondAdmin(
            f"There is no second administrator to approve this. On the server, run: {command}",
            fields=ShellCommand(command=command),
        )
