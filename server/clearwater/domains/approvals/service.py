"""What two people decide and is carried out afterwards; who may decide is a rule of `staff/decisions.py`.

A decision is stored before anything is carried out, and no database connection is held while the engine
works. Whatever happens then, the proposal stays `approved` until its outcome is known: the worker comes by
and finishes what an approval could not.
"""

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import structlog
from sqlalchemy import select

from clearwater.core.desk import Desk
from clearwater.domains.approvals.columns import ProposalColumns
from clearwater.domains.staff.service import Decisions, Operator
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import EngineUnavailable, Overloaded

log = structlog.get_logger("clearwater.approvals")

FINISHED_AT_ONCE = 100
# One lock per proposal that is being carried out in this process.
_locks: WeakValueDictionary[uuid.UUID, asyncio.Lock] = WeakValueDictionary()


ProposalT = TypeVar("ProposalT", bound=ProposalColumns)
Refusal = dict[str, Any]
CarryOut = Callable[[SessionFactory, Desk, ProposalT, datetime], Awaitable[Refusal | None]]


@dataclass(frozen=True)
class Approvals(Decisions[ProposalT]):
    """Proposals that are carried out once their approval is stored, mostly by the engine.

    `carry_out` does what was approved, and says why it cannot be done. It is asked again after a crash, so it
    finds out first whether it has been done.
    """

    carry_out: CarryOut[ProposalT]

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
        async with self.decide(sessions, operator, proposal_id, "approved", now=now):
            pass
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
        more = {"reason": remark}
        async with self.decide(sessions, operator, proposal_id, "rejected", more=more, now=now) as (
            _,
            proposal,
        ):
            proposal.remark, proposal.ended_at = remark, now

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
