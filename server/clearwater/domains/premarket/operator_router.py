"""Pre-markets for staff: set up by one person, listed and canceled by two."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from sqlalchemy import Select

from clearwater.core.premarket_events import ContractStatus
from clearwater.domains.approvals.columns import ProposalStatus
from clearwater.domains.approvals.proposal_routes import ProposalRoutes
from clearwater.domains.markets.errors import BadPrecision, StateConflict
from clearwater.domains.markets.service import AppDesk, current_desk
from clearwater.domains.premarket import operating, proposals, queries, service
from clearwater.domains.premarket.errors import ProposalPending
from clearwater.domains.premarket.figures import AppPreMarketFigures
from clearwater.domains.premarket.models import PreMarketProposal
from clearwater.domains.premarket.operator_schemas import (
    ContractForStaff,
    PreMarketDraft,
    PreMarketForStaff,
    PreMarketProposalDraft,
    PreMarketProposalView,
    PreMarketsForStaff,
    PreMarketTimes,
)
from clearwater.domains.premarket.proposals import APPROVALS
from clearwater.domains.staff.errors import (
    Forbidden,
    OperatorStepUpRequired,
    OperatorTokenInvalid,
)
from clearwater.domains.staff.service import Operator, RecordedDesk, allowed_to, stepped_up
from clearwater.kit.dependencies import AppClock, AppSessions
from clearwater.kit.errors import NotFound, Overloaded, problems
from clearwater.kit.paging import Listing, Page, Paging, read_rows
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/premarkets", tags=["operator"], route_class=UnitOfWorkRoute)

Watcher = Annotated[Operator, Depends(allowed_to("ledger"))]
Keeper = Annotated[Operator, Depends(stepped_up("products"))]
Symbol = Annotated[str, Path(max_length=41, examples=["NOVA"])]
STAFF_ALONE = (OperatorTokenInvalid, Forbidden)
CHANGES = (*STAFF_ALONE, OperatorStepUpRequired)


@router.get("", responses=problems(*STAFF_ALONE))
async def list_premarkets_for_staff(
    watcher: Watcher, desk: AppDesk, figures: AppPreMarketFigures, sessions: AppSessions
) -> PreMarketsForStaff:
    """Every pre-market with its open orders and contracts."""
    days = await figures.days()
    async with sessions() as session:
        return PreMarketsForStaff(items=await operating.list_for_staff(session, desk.view, days))


@router.post(
    "", status_code=201, responses=problems(*CHANGES, StateConflict, BadPrecision, Overloaded, NotFound)
)
async def create_premarket(
    *,
    draft: PreMarketDraft,
    keeper: Keeper,
    desk: AppDesk,
    clock: AppClock,
    sessions: AppSessions,
    session: ReadSession,
) -> PreMarketForStaff:
    """Announce a pre-market of a listed coin; its terms can never be changed."""
    now = clock.now()
    subject, detail = f"premarket:{draft.symbol}", draft.model_dump()
    recorded = RecordedDesk(desk, sessions, keeper, "premarket.created", subject, detail, now)
    await operating.create(recorded, draft, now=now)
    return await operating.show_for_staff(session, desk.view, draft.symbol, {})


async def _wanted_proposals(
    status: ProposalStatus | None = None, symbol: Annotated[str | None, Query(max_length=20)] = None
) -> Select[PreMarketProposal]:
    return queries.select_proposals(status=status, symbol=symbol)


ROUTES = ProposalRoutes(APPROVALS, PreMarketProposalView, "premarket_proposal")
ROUTES.add_list(
    router,
    "/proposals",
    permission="ledger",
    about="Listings and cancellations",
    wanted=_wanted_proposals,
)
ROUTES.add_decisions(router, "/proposals", permission="products", desk=current_desk)


@router.get("/{symbol}", responses=problems(*STAFF_ALONE, NotFound))
async def show_premarket_for_staff(
    symbol: Symbol,
    watcher: Watcher,
    desk: AppDesk,
    figures: AppPreMarketFigures,
    sessions: AppSessions,
) -> PreMarketForStaff:
    """One pre-market with its open orders and contracts."""
    days = await figures.days()
    async with sessions() as session:
        return await operating.show_for_staff(session, desk.view, symbol, days)


@router.patch("/{symbol}", responses=problems(*CHANGES, NotFound, StateConflict, Overloaded))
async def schedule_premarket(
    symbol: Symbol,
    times: PreMarketTimes,
    keeper: Keeper,
    *,
    desk: AppDesk,
    clock: AppClock,
    figures: AppPreMarketFigures,
    sessions: AppSessions,
    session: ReadSession,
) -> PreMarketForStaff:
    """Set other times for opening and closing; what is over cannot be moved."""
    now, days = clock.now(), await figures.days()
    before = service.get_market(desk.view, symbol).terms
    detail = {
        "before": {"opens_at": before.opens_at // 1000, "closes_at": before.closes_at // 1000},
        "after": times.model_dump(exclude_none=True),
    }
    subject = f"premarket:{symbol}"
    recorded = RecordedDesk(desk, sessions, keeper, "premarket.scheduled", subject, detail, now)
    await operating.schedule(recorded, symbol, times, now=now)
    return await operating.show_for_staff(session, desk.view, symbol, days)


@router.get("/{symbol}/contracts", responses=problems(*STAFF_ALONE, NotFound))
async def list_contracts_for_staff(
    symbol: Symbol,
    watcher: Watcher,
    page: Paging,
    *,
    desk: AppDesk,
    session: ReadSession,
    status: ContractStatus | None = None,
) -> Page[ContractForStaff]:
    """The contracts of a pre-market with both clients, newest first."""
    shown = service.shown_of(desk.view, symbol)
    wanted = Listing(queries.select_contracts_of(symbol, status), queries.CONTRACTS_NEWEST_FIRST)
    rows, following = await read_rows(session, wanted, page)
    return Page(items=await operating.show_contracts(session, shown, rows), next_cursor=following)


@router.post(
    "/{symbol}/proposals",
    status_code=201,
    responses=problems(*CHANGES, NotFound, StateConflict, ProposalPending),
)
async def propose_premarket_change(
    symbol: Symbol,
    draft: PreMarketProposalDraft,
    keeper: Keeper,
    *,
    desk: AppDesk,
    clock: AppClock,
    session: WriteSession,
) -> PreMarketProposalView:
    """Propose the listing, a delay of the delivery, or the cancellation; another person decides."""
    proposal = await proposals.propose(session, desk.view, keeper, symbol, draft, now=clock.now())
    return PreMarketProposalView.of(proposal)
