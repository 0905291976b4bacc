"""Decisions of two people: who may decide on what a colleague has proposed, and how it is stored."""

import uuid
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import queries
from clearwater.domains.staff.columns import DecisionColumns
from clearwater.domains.staff.errors import NoSecondAdmin, NotIndependent, ProposalDecided, ShellCommand
from clearwater.domains.staff.models import StaffMember
from clearwater.domains.staff.operators import Operator, record
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import NotFound

YOUNG_FOR = timedelta(hours=24)
INVITED_BY_PROPOSER_FOR = timedelta(days=7)

ProposalT = TypeVar("ProposalT", bound=DecisionColumns)
Proposal_contra = TypeVar("Proposal_contra", bound=DecisionColumns, contravariant=True)


class RecordDecision(Protocol[Proposal_contra]):
    """Writes into the audit log what happened to a proposal."""

    async def __call__(
        self,
        session: AsyncSession,
        operator: Operator,
        act: str,
        proposal: Proposal_contra,
        more: dict[str, Any] | None = None,
        *,
        now: datetime,
    ) -> None: ...


@dataclass(frozen=True)
class Decisions(Generic[ProposalT]):
    """How a second person decides on the proposals of a table, which the audit log calls `about`."""

    table: type[ProposalT]
    about: str
    record: RecordDecision[ProposalT]

    async def get(self, session: AsyncSession, proposal_id: uuid.UUID) -> ProposalT:
        proposal = await session.get(self.table, proposal_id)
        if proposal is None:
            raise NotFound("Proposal not found.")
        return proposal

    async def add(
        self, session: AsyncSession, operator: Operator, proposal: ProposalT, *, now: datetime
    ) -> None:
        """Store a proposal, whose other fields are set; nothing changes yet."""
        proposal.status = "proposed"
        proposal.proposed_by_id, proposal.proposed_by, proposal.proposed_at = operator.id, operator.login, now
        session.add(proposal)
        await session.flush()

    @asynccontextmanager
    async def decide(
        self,
        sessions: SessionFactory,
        operator: Operator,
        proposal_id: uuid.UUID,
        status: str,
        *,
        more: dict[str, Any] | None = None,
        may_be_own: bool = False,
        now: datetime,
    ) -> AsyncIterator[tuple[AsyncSession, ProposalT]]:
        """A transaction with the decided proposal, for what has to be changed with it; audited at its end."""
        about = f"{self.about}:{proposal_id}"
        async with decision_transaction(sessions, operator, about=about, now=now) as session:
            proposal = await session.get(self.table, proposal_id, with_for_update=True)
            if proposal is None:
                raise NotFound("Proposal not found.")
            if proposal.status != "proposed":
                raise ProposalDecided
            proposer_id = proposal.proposed_by_id
            if not (may_be_own and operator.id == proposer_id):
                await require_independent(
                    session, operator, of=[proposer_id], subject_id=proposal.subject_id, now=now
                )
            proposal.status, proposal.decided_at = status, now
            proposal.decided_by_id, proposal.decided_by = operator.id, operator.login
            yield session, proposal
            await self.record(session, operator, status, proposal, more, now=now)


@asynccontextmanager
async def decision_transaction(
    sessions: SessionFactory, operator: Operator, *, about: str, now: datetime
) -> AsyncIterator[AsyncSession]:
    """A transaction in which somebody decides; an attempt without independence is audited."""
    try:
        async with transaction(sessions) as session:
            yield session
    except NotIndependent as problem:
        async with transaction(sessions) as session:
            detail = {"reason": problem.detail}
            await record(session, operator, "access.refused", subject=about, detail=detail, now=now)
        raise


async def require_independent(
    session: AsyncSession,
    operator: Operator,
    *,
    of: Iterable[uuid.UUID],
    subject_id: uuid.UUID | None = None,
    now: datetime,
) -> None:
    """Raise if the operator may be the same person as one of those who proposed or approved before.

    What is decided is locked, so that of two people at the same time one finds the other.
    """
    decider = await queries.get_member(session, operator.id)
    reason = find_dependence(decider, of=of, subject_id=subject_id, now=now)
    if reason is not None:
        raise NotIndependent(reason)


def find_dependence(
    decider: StaffMember, *, of: Iterable[uuid.UUID], subject_id: uuid.UUID | None = None, now: datetime
) -> str | None:
    """Why somebody may not decide on a colleague's proposal (the four-eyes principle), or None.

    One rule for every proposal, of money as of staff. Otherwise the proposer could create an account, use its
    enrolment link and approve the proposal with it.

    Accounts created at the command line are independent of any admin: whoever has the shell has the database,
    too, so a waiting period would protect nothing.
    """
    others = set(of)
    if decider.id in others:
        return "Someone else must decide on your proposal."
    if decider.id == subject_id:
        return "This is about your own account. Someone else must decide."
    if decider.enrolled_at is None or decider.invited_by_id is None:
        return None
    age = now - decider.enrolled_at
    if age < YOUNG_FOR:
        return "Your account is less than 24 hours old and cannot decide on proposals yet."
    if decider.invited_by_id in others and age < INVITED_BY_PROPOSER_FOR:
        return "Your account is less than 7 days old and was created by the person who proposed this."
    return None


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
