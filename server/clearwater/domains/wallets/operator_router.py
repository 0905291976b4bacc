"""/operator: networks with their balances, deposits, and incidents."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from clearwater.domains.approvals.proposal_routes import ProposalRoutes
from clearwater.domains.markets.service import AppDesk, current_desk
from clearwater.domains.staff.errors import Forbidden, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, stepped_up
from clearwater.domains.wallets import incident_proposals, incident_queries, operations, queries
from clearwater.domains.wallets.directory import AppNetworks
from clearwater.domains.wallets.errors import DepositConflict, IncidentConflict, NetworkNotHalted
from clearwater.domains.wallets.incident_proposals import APPROVALS
from clearwater.domains.wallets.operator_schemas import (
    AnyDepositStatus,
    DepositHandling,
    Halt,
    Incident,
    IncidentDecision,
    IncidentProposalDraft,
    IncidentProposalView,
    OperatorDeposit,
    OperatorNetworks,
    Resume,
)
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, ValidationFailed, problems
from clearwater.kit.paging import Listing, Page, Paging, read_page, read_rows
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator", tags=["operator"], route_class=UnitOfWorkRoute)

Reader = Annotated[Operator, Depends(allowed_to("ledger"))]
SteppedUpMover = Annotated[Operator, Depends(stepped_up("ledger_adjust"))]
OnReading = problems(OperatorTokenInvalid, Forbidden)
OnDecision = problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound, NetworkNotHalted)
OnDeposit = problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound, DepositConflict)
OnIncident = problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound, IncidentConflict)


@router.get("/networks", responses=OnReading)
async def list_followed_networks(
    reader: Reader, desk: AppDesk, networks: AppNetworks, session: ReadSession
) -> OperatorNetworks:
    """All networks: how far they are followed, and what we have there beside what the ledger says."""
    return OperatorNetworks(items=await operations.list_networks(session, networks, desk.view))


@router.post("/networks/{network}/halt", status_code=204, responses=OnDecision)
async def halt_network(
    network: str, wanted: Halt, mover: SteppedUpMover, clock: AppClock, session: WriteSession
) -> None:
    """Stop deposits and withdrawals of a network."""
    await operations.halt(session, mover, network, wanted, now=clock.now())


@router.post("/networks/{network}/resume", status_code=204, responses=OnDecision | problems(ValidationFailed))
async def resume_network(
    network: str,
    mover: SteppedUpMover,
    clock: AppClock,
    session: WriteSession,
    wanted: Resume | None = None,
) -> None:
    """Follow a halted network again, from where it was left or from a block that staff have checked."""
    await operations.resume(session, mover, network, wanted or Resume(), now=clock.now())


@router.post("/networks/{network}/sweep", status_code=204, responses=OnDecision)
async def sweep_network(network: str, mover: SteppedUpMover, clock: AppClock, session: WriteSession) -> None:
    """Collect what is on clients' addresses into the hot wallet, also what is hardly worth its fee."""
    await operations.request_sweep(session, mover, network, now=clock.now())


@router.get("/deposits", responses=OnReading)
async def list_all_deposits(
    *,
    reader: Reader,
    page: Paging,
    desk: AppDesk,
    session: ReadSession,
    status: AnyDepositStatus | None = None,
    network: Annotated[str | None, Query(max_length=40)] = None,
    is_handled: bool | None = None,
) -> Page[OperatorDeposit]:
    """Deposits of all clients and of the house, newest first; `is_handled` is for unassigned ones."""
    statement = queries.select_all_deposits(status=status, network=network, is_handled=is_handled)
    view = desk.view
    return await read_page(
        session,
        statement,
        queries.DEPOSITS_NEWEST_FIRST,
        page,
        lambda row: operations.deposit_view(row, view),
    )


@router.post("/deposits/{deposit_id}/handled", status_code=204, responses=OnDeposit)
async def handle_deposit(
    deposit_id: uuid.UUID,
    handling: DepositHandling,
    mover: SteppedUpMover,
    clock: AppClock,
    session: WriteSession,
) -> None:
    """Note how an unassigned deposit was dealt with; nothing is moved."""
    await operations.handle_deposit(session, mover, deposit_id, handling.remark, now=clock.now())


@router.get("/wallet-incidents", responses=OnReading)
async def list_incidents(
    reader: Reader, page: Paging, desk: AppDesk, session: ReadSession, is_open: bool | None = None
) -> Page[Incident]:
    """What staff must look at, newest first."""
    wanted = incident_queries.select_incidents(is_open=is_open)
    listing = Listing(wanted, incident_queries.INCIDENTS_NEWEST_FIRST)
    rows, following = await read_rows(session, listing, page)
    return Page(items=await operations.present_incidents(session, desk.view, rows), next_cursor=following)


@router.post("/wallet-incidents/{incident_id}/resolve", status_code=204, responses=OnIncident)
async def resolve_incident(
    incident_id: uuid.UUID,
    decision: IncidentDecision,
    mover: SteppedUpMover,
    clock: AppClock,
    session: WriteSession,
) -> None:
    """End an incident with a remark; nothing is moved."""
    await operations.resolve(session, mover, incident_id, decision.remark, now=clock.now())


@router.post("/wallet-incidents/{incident_id}/proposals", status_code=204, responses=OnIncident)
async def propose_incident_end(
    incident_id: uuid.UUID,
    draft: IncidentProposalDraft,
    mover: SteppedUpMover,
    clock: AppClock,
    session: WriteSession,
) -> None:
    """Propose to take back the credit of a removed deposit, or to let the client keep it; another decides."""
    await incident_proposals.propose(session, mover, incident_id, draft, now=clock.now())


ROUTES = ProposalRoutes(APPROVALS, IncidentProposalView, "incident_proposal")
ROUTES.add_decisions(router, "/wallet-incidents/proposals", permission="ledger_adjust", desk=current_desk)
