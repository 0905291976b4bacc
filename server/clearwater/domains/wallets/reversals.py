"""Taking back the credit of a deposit whose block is gone: one member of staff proposes, another decides."""

import uuid
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import ReverseDeposit
from clearwater.core.desk import Desk
from clearwater.domains.ledger import service as ledger
from clearwater.domains.markets import service as markets
from clearwater.domains.staff.service import Operator, record, require_independent
from clearwater.domains.wallets import queries
from clearwater.domains.wallets.directory import coin_decimals
from clearwater.domains.wallets.errors import IncidentConflict
from clearwater.domains.wallets.incident_models import WalletIncident
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import NotFound

REVERSIBLE = "credited_deposit_removed"


async def propose(
    session: AsyncSession, operator: Operator, incident_id: uuid.UUID, remark: str, *, now: datetime
) -> None:
    """Propose to take the credit back; nothing is moved until another person approves it."""
    incident = await lock_open(session, incident_id)
    if incident.kind != REVERSIBLE:
        raise IncidentConflict("Only the credit of a removed deposit can be reversed.")
    if incident.reversal_proposed_at is not None:
        raise IncidentConflict("The reversal is proposed already.")
    incident.reversal_proposed_by_id, incident.reversal_proposed_by = operator.id, operator.login
    incident.reversal_proposed_at, incident.remark = now, remark
    await _record(session, operator, "reversal_proposed", incident, now=now)


async def approve(
    sessions: SessionFactory, desk: Desk, operator: Operator, incident_id: uuid.UUID, *, now: datetime
) -> None:
    """Approve another person's proposal: the credit is taken back, if the client still has it."""
    await _require_other_person(sessions, operator, incident_id, now=now)
    async with transaction(sessions) as session:
        incident = await lock_open(session, incident_id)
        if incident.reversal_proposed_at is None:
            raise IncidentConflict("Someone must propose the reversal first.")
        await _reverse(session, desk, incident, now=now)
        incident.resolved_at, incident.resolved_by = now, operator.login
        await _record(session, operator, "reversal_approved", incident, now=now)


async def _require_other_person(
    sessions: SessionFactory, operator: Operator, incident_id: uuid.UUID, *, now: datetime
) -> None:
    """Neither the proposer nor an account that may belong to the same person can approve."""
    async with sessions() as session:
        incident = await queries.find_incident(session, incident_id)
    if incident is not None and incident.resolved_at is None:
        about, proposer_id = f"incident:{incident_id}", incident.reversal_proposed_by_id
        await require_independent(sessions, operator.id, proposer_id=proposer_id, about=about, now=now)


async def _reverse(session: AsyncSession, desk: Desk, incident: WalletIncident, *, now: datetime) -> None:
    refusal = (await desk.submit(ReverseDeposit(milliseconds(now), incident.subject))).refusal
    # An approval whose process died after the ledger had done it is repeated.
    is_done = await ledger.find_transfer_status(session, incident.subject) == "reversed"
    if refusal is not None and not is_done:
        decimals = coin_decimals(desk.view).get(incident.detail.get("coin", ""), 0)
        raise markets.problem_of(refusal, decimals=decimals)
    for deposit in await queries.lock_deposits(session, [uuid.UUID(incident.detail["deposit_id"])]):
        deposit.status = "orphaned"


async def lock_open(session: AsyncSession, incident_id: uuid.UUID) -> WalletIncident:
    incident = await queries.lock_incident(session, incident_id)
    if incident is None:
        raise NotFound("Incident not found.")
    if incident.resolved_at is not None:
        raise IncidentConflict
    return incident


async def _record(
    session: AsyncSession, operator: Operator, act: str, incident: WalletIncident, *, now: datetime
) -> None:
    detail = {
        "client_id": str(incident.client_id) if incident.client_id else None,
        "deposit": incident.subject,
        "remark": incident.remark,
    }
    await record(
        session, operator, f"incident.{act}", subject=f"incident:{incident.id}", detail=detail, now=now
    )
