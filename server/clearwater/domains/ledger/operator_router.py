"""The ledger for staff: balances of clients and the house, manual transfers, engine health, ledger check."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy import Select

from clearwater.domains.approvals.columns import ProposalStatus
from clearwater.domains.approvals.proposal_routes import ProposalRoutes
from clearwater.domains.ledger import proposals, queries, service
from clearwater.domains.ledger.models import Proposal
from clearwater.domains.ledger.movements import TransactionFilter
from clearwater.domains.ledger.ports import AppEngineMonitor
from clearwater.domains.ledger.proposals import APPROVALS
from clearwater.domains.ledger.schemas import (
    ClientLedger,
    EngineHealth,
    HouseAccounts,
    LedgerCheck,
    ProposalDraft,
    ProposalKind,
    ProposalView,
    Transaction,
)
from clearwater.domains.ledger.transactions import transaction_filter, transactions_of
from clearwater.domains.markets.errors import AboveMaximum, BadPrecision
from clearwater.domains.markets.service import AppDesk, current_desk
from clearwater.domains.membership.service import AppTradingFacts
from clearwater.domains.staff.errors import Forbidden, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, record, stepped_up
from clearwater.kit.dependencies import AppClock, find_exports
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.outbox import find_waiting
from clearwater.kit.paging import Page, Paging
from clearwater.kit.plain_route import page_answer
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator", tags=["operator"], route_class=UnitOfWorkRoute)

Reader = Annotated[Operator, Depends(allowed_to("ledger"))]
SteppedUpMover = Annotated[Operator, Depends(stepped_up("ledger_adjust"))]
Watcher = Annotated[Operator, Depends(allowed_to("health"))]


@router.get("/clients/{client_id}/ledger", responses=problems(OperatorTokenInvalid, Forbidden, NotFound))
async def show_client_ledger(
    client_id: uuid.UUID, reader: Reader, clock: AppClock, facts: AppTradingFacts, session: WriteSession
) -> ClientLedger:
    """All balances of a client, by coin and purpose; the view is logged."""
    now = clock.now()
    shown = await service.client_ledger(session, facts, client_id, now=now)
    await record(session, reader, "client.ledger_viewed", subject=f"client:{client_id}", now=now)
    return shown


@router.get(
    "/clients/{client_id}/transactions",
    response_model=Page[Transaction],
    responses=problems(OperatorTokenInvalid, Forbidden, NotFound) | {200: {"content": {"text/csv": {}}}},
)
async def list_client_transactions(
    client_id: uuid.UUID,
    reader: Reader,
    wanted: Annotated[TransactionFilter, Depends(transaction_filter)],
    page: Paging,
    *,
    request: Request,
    clock: AppClock,
    session: WriteSession,
) -> Response:
    """A client's transactions as the client sees them, newest first; the view is logged."""
    await service.require_client(session, client_id)
    owner, transactions, exports = str(client_id), transactions_of(request.app), find_exports(request)
    if exports is not None:
        shown: Response = transactions.export(exports, owner, wanted, caller=f"staff:{reader.id}")
    else:
        shown = page_answer(*await transactions.read(owner, wanted, page))
    subject = f"client:{client_id}"
    await record(session, reader, "client.transactions_viewed", subject=subject, now=clock.now())
    return shown


@router.get("/ledger/house", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_house_accounts(reader: Reader, session: ReadSession) -> HouseAccounts:
    """Accounts of the house, and the external accounts (negative)."""
    return await service.house_accounts(session)


async def _wanted_proposals(
    status: ProposalStatus | None = None,
    kind: ProposalKind | None = None,
    client_id: uuid.UUID | None = None,
) -> Select[Proposal]:
    return queries.select_proposals(status=status, kind=kind, client_id=client_id)


ROUTES = ProposalRoutes(APPROVALS, ProposalView)
ROUTES.add_list(
    router, "/ledger/proposals", permission="ledger", about="Transfers by hand", wanted=_wanted_proposals
)
ROUTES.add_decisions(router, "/ledger/proposals", permission="ledger_adjust", desk=current_desk)


@router.post(
    "/ledger/proposals",
    status_code=201,
    responses=problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, BadPrecision, AboveMaximum),
)
async def propose_movement(
    draft: ProposalDraft, mover: SteppedUpMover, desk: AppDesk, clock: AppClock, session: WriteSession
) -> ProposalView:
    """Propose a transfer by hand; nothing is moved until another person approves it."""
    proposal = await proposals.propose(session, desk.view, mover, draft, now=clock.now())
    return ProposalView.of(proposal)


@router.get("/ledger/proposals/{proposal_id}", responses=problems(OperatorTokenInvalid, Forbidden, NotFound))
async def show_proposal(proposal_id: uuid.UUID, reader: Reader, session: ReadSession) -> ProposalView:
    """One proposal and its outcome."""
    return ProposalView.of(await APPROVALS.get(session, proposal_id))


@router.get("/engine", responses=problems(OperatorTokenInvalid, Forbidden))
async def show_engine_health(
    watcher: Watcher, monitor: AppEngineMonitor, session: ReadSession
) -> EngineHealth:
    """Health of the engine and of the processes around it, now and since the engine was started."""
    return EngineHealth.of(monitor.figures(), await find_waiting(session))


@router.get("/ledger-check", responses=problems(OperatorTokenInvalid, Forbidden))
async def check_ledger(watcher: Watcher, clock: AppClock, session: ReadSession) -> LedgerCheck:
    """Check the ledger now. `clearwater audit` verifies its whole history."""
    return await service.check_ledger(session, now=clock.now())
