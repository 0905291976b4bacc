"""What needs two people: one proposes, another decides, and only then it is carried out.

A decision is stored before anything is carried out, and no database connection is held while the engine
works. Whatever happens then, the proposal stays `approved` until its outcome is known: the worker comes by
and finishes what an approval could not.
"""

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

import structlog
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.domains.approvals.columns import ProposalColumns
from clearwater.domains.staff.errors import ProposalDecided
from clearwater.domains.staff.service import Operator, require_independent
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import EngineUnavailable, NotFound, Overloaded

log = structlog.get_logger("clearwater.approvals")

FINISHED_AT_ONCE = 100
# One lock per proposal that is being carried out in this process.
_locks: WeakValueDictionary[uuid.UUID, asyncio.Lock] = WeakValueDictionary()


ProposalT = TypeVar("ProposalT", bound=ProposalColumns)
Proposal_contra = TypeVar("Proposal_contra", bound=ProposalColumns, contravariant=True)
Refusal = dict[str, Any]
CarryOut = Callable[[SessionFactory, Desk, ProposalT, datetime], Awaitable[Refusal | None]]


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
class Approvals(Generic[ProposalT]):
    """How a second person decides on the proposals of a table, which the audit log calls `about`.

    `carry_out` does what was approved, and says why it cannot be done. It is asked again after a crash, so it
    finds out first whether it has been done.
    """

    table: type[ProposalT]
    about: str
    record: RecordDecision[ProposalT]
    carry_out: CarryOut[ProposalT]

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

    async def approve(
        self,
        sessions: SessionFactory,
        desk: Desk,
        operator: Operator,
        proposal_id: uuid.UUID,
        *,
        now: datetime,
    ) -> None:
        """Approve a proposal and carry it out; later if the engine is unavailable."""
        await self._require_other_person(sessions, operator, proposal_id, now=now)
        async with transaction(sessions) as session:
            proposal = await self._decide(session, operator, proposal_id, "approved", now=now)
            await self.record(session, operator, "approved", proposal, now=now)
        try:
            await self.execute(sessions, desk, proposal_id, now=now)
        except (EngineUnavailable, Overloaded):
            log.info("approval_pending", about=self.about, proposal=str(proposal_id))

    async def reject(
        self,
        sessions: SessionFactory,
        operator: Operator,
        proposal_id: uuid.UUID,
        remark: str,
        *,
        now: datetime,
    ) -> None:
        """Store that a proposal is rejected, and why."""
        await self._require_other_person(sessions, operator, proposal_id, now=now)
        async with transaction(sessions) as session:
            proposal = await self._decide(session, operator, proposal_id, "rejected", now=now)
            proposal.remark, proposal.ended_at = remark, now
            await self.record(session, operator, "rejected", proposal, {"reason": remark}, now=now)

    async def execute(
        self, sessions: SessionFactory, desk: Desk, proposal_id: uuid.UUID, *, now: datetime
    ) -> None:
        """Carry out an approved proposal, and store the outcome.

        Serialised for each proposal: of two at once one could store a refusal after the other was carried
        out. The lock is in memory, so that no connection is held meanwhile. Where another process carries out
        the same proposal, `carry_out` finds what that has done.
        """
        lock = _locks.setdefault(proposal_id, asyncio.Lock())
        async with lock:
            async with sessions() as session:
                proposal = await session.get(self.table, proposal_id)
                if proposal is None or proposal.status != "approved":
                    return
            refusal = await self.carry_out(sessions, desk, proposal, now)
            async with transaction(sessions) as session:
                approved = await session.get(self.table, proposal_id, with_for_update=True)
                if approved is not None and approved.status == "approved":
                    approved.status, approved.refusal = "done" if refusal is None else "refused", refusal
                    approved.ended_at = now

    async def finish_approved(self, sessions: SessionFactory, desk: Desk, *, now: datetime) -> None:
        """Carry out what is approved, oldest first; stops when the engine is unavailable."""
        waiting = await self._list_approved(sessions)
        try:
            for proposal_id in waiting:
                await self.execute(sessions, desk, proposal_id, now=now)
        except (EngineUnavailable, Overloaded):
            log.info("approvals_pending", about=self.about, waiting=len(waiting))

    async def _list_approved(self, sessions: SessionFactory) -> Sequence[uuid.UUID]:
        statement = (
            select(self.table.id)
            .where(self.table.status == "approved")
            .order_by(self.table.id)
            .limit(FINISHED_AT_ONCE)
        )
        async with sessions() as session:
            return (await session.scalars(statement)).all()

    async def _require_other_person(
        self, sessions: SessionFactory, operator: Operator, proposal_id: uuid.UUID, *, now: datetime
    ) -> None:
        """Neither the proposer nor an account that may belong to the same person can decide."""
        async with sessions() as session:
            proposal = await session.get(self.table, proposal_id)
        if proposal is None or proposal.status != "proposed":
            return
        about, proposer_id = f"{self.about}:{proposal_id}", proposal.proposed_by_id
        await require_independent(sessions, operator.id, proposer_id=proposer_id, about=about, now=now)

    async def _decide(
        self, session: AsyncSession, operator: Operator, proposal_id: uuid.UUID, status: str, *, now: datetime
    ) -> ProposalT:
        proposal = await session.get(self.table, proposal_id, with_for_update=True)
        if proposal is None:
            raise NotFound("Proposal not found.")
        if proposal.status != "proposed":
            raise ProposalDecided
        proposal.status = status
        proposal.decided_by_id, proposal.decided_by, proposal.decided_at = operator.id, operator.login, now
        return proposal
