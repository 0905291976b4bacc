"""A credited deposit whose block is gone: two people take the credit back, or let the client keep it."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import ReverseDeposit
from clearwater.core.desk import Desk
from clearwater.domains.approvals.service import Approvals, Refusal
from clearwater.domains.ledger import service as ledger
from clearwater.domains.markets import service as markets
from clearwater.domains.staff.service import Operator, record
from clearwater.domains.wallets import incident_queries, queries
from clearwater.domains.wallets.directory import coin_decimals
from clearwater.domains.wallets.errors import IncidentConflict
from clearwater.domains.wallets.incident_models import IncidentProposal, WalletIncident
from clearwater.domains.wallets.operator_schemas import IncidentProposalDraft
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import NotFound
from clearwater.kit.ids import new_id

NEEDS_TWO = "credited_deposit_removed"


async def propose(
    session: AsyncSession,
    operator: Operator,
    incident_id: uuid.UUID,
    draft: IncidentProposalDraft,
    *,
    now: datetime,
) -> None:
    """Propose how the incident ends; nothing is moved until another person approves it."""
    incident = await lock_open(session, incident_id)
    if incident.kind != NEEDS_TWO:
        raise IncidentConflict("This is for the credit of a removed deposit. Resolve the incident instead.")
    proposal = IncidentProposal(
        id=new_id(), incident_id=incident_id, kind=draft.kind, deposit=incident.subject, reason=draft.reason
    )
    try:
        await APPROVALS.add(session, operator, proposal, now=now)
    except IntegrityError as error:
        raise IncidentConflict("A proposal about it is pending already.") from error
    await _record(session, operator, "proposed", proposal, {"reason": draft.reason}, now=now)


async def lock_open(session: AsyncSession, incident_id: uuid.UUID) -> WalletIncident:
    incident = await incident_queries.lock_incident(session, incident_id)
    if incident is None:
        raise NotFound("Incident not found.")
    if incident.resolved_at is not None:
        raise IncidentConflict
    return incident


async def _carry_out(
    sessions: SessionFactory, desk: Desk, proposal: IncidentProposal, now: datetime
) -> Refusal | None:
    """End the incident, once the credit is taken back where that is proposed."""
    if proposal.kind == "reversal":
        refusal = (await desk.submit(ReverseDeposit(milliseconds(now), proposal.deposit))).refusal
        if refusal is not None and not await _is_reversed(sessions, proposal.deposit):
            async with sessions() as session:
                incident = await incident_queries.get_incident(session, proposal.incident_id)
            decimals = coin_decimals(desk.view).get(incident.detail.get("coin", ""), 0)
            problem = markets.problem_of(refusal, decimals=decimals)
            return {"code": problem.code, "message": problem.detail}
    await _end(sessions, proposal, now=now)
    return None


async def _end(sessions: SessionFactory, proposal: IncidentProposal, *, now: datetime) -> None:
    async with transaction(sessions) as session:
        incident = await incident_queries.get_incident(session, proposal.incident_id, is_locked=True)
        incident.resolved_at, incident.resolved_by = now, proposal.decided_by
        incident.remark = proposal.reason
        if proposal.kind == "reversal":
            deposit_id = uuid.UUID(incident.detail["deposit_id"])
            for deposit in await queries.lock_deposits(session, [deposit_id]):
                deposit.status = "orphaned"


async def _is_reversed(sessions: SessionFactory, reference: str) -> bool:
    """Whether a submission whose answer was lost has done it."""
    async with sessions() as session:
        return await ledger.find_transfer_status(session, reference) == "reversed"


async def _record(
    session: AsyncSession,
    operator: Operator,
    act: str,
    proposal: IncidentProposal,
    more: Mapping[str, Any] | None = None,
    *,
    now: datetime,
) -> None:
    await record(
        session,
        operator,
        f"incident.{proposal.kind}_{act}",
        subject=f"incident:{proposal.incident_id}",
        detail={"deposit": proposal.deposit, **(more or {})},
        now=now,
    )


APPROVALS = Approvals(IncidentProposal, "incident-proposal", _record, _carry_out)
