"""/v1/premarkets: forward trading of coins before their listing."""

from collections.abc import Hashable
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from clearwater.core.premarket_events import PreMarketStatus
from clearwater.domains.clients.errors import LevelRequired
from clearwater.domains.clients.service import AppClientFacts
from clearwater.domains.markets import errors as market_errors
from clearwater.domains.markets.service import AppDesk, current_desk
from clearwater.domains.orders.errors import OrderFinal
from clearwater.domains.orders.service import CurrentTrader
from clearwater.domains.premarket import queries, service
from clearwater.domains.premarket.errors import ExposureExceeded, PreMarketNotOpen
from clearwater.domains.premarket.figures import MAX_CANDLES, AppPreMarketFigures
from clearwater.domains.premarket.models import OwnContract, PreMarketOrderRow, WantedStatus
from clearwater.domains.premarket.schemas import (
    CandleInterval,
    ContractView,
    NewPreMarketOrder,
    PreMarketCandles,
    PreMarketDetail,
    PreMarketOrderView,
    PreMarketSummaries,
)
from clearwater.domains.premarket.service import PreMarketTrading
from clearwater.domains.sessions.errors import CHANGING_REFUSALS, READING_REFUSALS
from clearwater.domains.sessions.service import MaybeCaller, Reader, is_visitor
from clearwater.domains.sites.service import CurrentLanguage, require_feature
from clearwater.kit.dependencies import AppClock, AppIdempotency, AppSessions
from clearwater.kit.errors import IdempotencyConflict, NotFound, Overloaded, ValidationFailed, problems
from clearwater.kit.idempotency import REPLAY_HEADER, find_key
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.plain_route import json_answer
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession

router = APIRouter(prefix="/v1/premarkets", tags=["premarket"])

# A client's own orders and contracts stay within reach where the site has switched pre-markets off.
NEEDS_FEATURE = [Depends(require_feature("premarket"))]
Symbol = Annotated[str, Path(max_length=41, examples=["NOVA"])]
WantedSymbol = Annotated[str | None, Query(max_length=20)]


async def _trading(
    desk: AppDesk, sessions: AppSessions, facts: AppClientFacts, clock: AppClock
) -> PreMarketTrading:
    return PreMarketTrading(desk, sessions, facts, clock)


async def _markets_version(request: Request) -> Hashable:
    """Changes with every book, every fill and every payment of the protection account."""
    view = (await current_desk(request)).view
    protection = tuple(one.amount for one in service.list_protection(view))
    return protection, tuple((market.seq, market.terms) for market in view.premarkets.values())


AppTrading = Annotated[PreMarketTrading, Depends(_trading)]


@router.get("", response_model=PreMarketSummaries, dependencies=NEEDS_FEATURE)
@shared_response(version=_markets_version)
async def list_premarkets(
    *,
    status: PreMarketStatus | None = None,
    desk: AppDesk,
    figures: AppPreMarketFigures,
    sessions: AppSessions,
) -> Response:
    """All pre-markets; those that are open first. Figures of 24 hours are a few seconds old."""
    days = await figures.days()
    async with sessions() as session:
        found = await service.list_markets(session, desk.view, days, status=status)
    summaries = PreMarketSummaries(items=found, protection=service.list_protection(desk.view))
    answer = json_answer(summaries.model_dump())
    answer.headers["Cache-Control"] = "public, max-age=1"
    return answer


@router.get("/orders", responses=problems(*READING_REFUSALS))
async def list_premarket_orders(
    *,
    reader: Reader,
    symbol: WantedSymbol = None,
    status: WantedStatus | None = None,
    paging: Paging,
    desk: AppDesk,
    session: ReadSession,
) -> Page[PreMarketOrderView]:
    """The client's orders in pre-markets, newest first."""
    view = desk.view

    def write(row: PreMarketOrderRow) -> PreMarketOrderView:
        return service.shown_of(view, row.symbol).order(row)

    statement = queries.select_orders(str(reader.client.id), symbol=symbol, status=status)
    return await read_page(session, statement, queries.ORDERS_NEWEST_FIRST, paging, write)


@router.get("/contracts", responses=problems(*READING_REFUSALS))
async def list_premarket_contracts(
    *,
    reader: Reader,
    symbol: WantedSymbol = None,
    status: WantedStatus | None = None,
    paging: Paging,
    desk: AppDesk,
    session: ReadSession,
) -> Page[ContractView]:
    """The client's contracts, bought and sold, newest first."""
    view = desk.view

    def write(row: OwnContract) -> ContractView:
        return service.shown_of(view, row.symbol).contract(row)

    statement = queries.select_contracts(str(reader.client.id), symbol=symbol, status=status)
    return await read_page(session, statement, queries.OWN_NEWEST_FIRST, paging, write)


@router.post(
    "/contracts/{contract_id}/deliver",
    response_model=ContractView,
    responses=problems(
        *CHANGING_REFUSALS,
        Overloaded,
        IdempotencyConflict,
        NotFound,
        market_errors.StateConflict,
        market_errors.InsufficientBalance,
    ),
)
async def deliver_contract(
    *,
    contract_id: str,
    trader: CurrentTrader,
    trading: AppTrading,
    request: Request,
    clock: AppClock,
    idempotency: AppIdempotency,
) -> Response:
    """Deliver a sold contract before the window ends. Delivering again returns the same contract."""

    async def deliver() -> Response:
        contract = await trading.deliver(trader, _id_of(contract_id, "Contract not found."))
        return json_answer(contract.model_dump())

    return await idempotency.answer(request, deliver, owner=f"client:{trader.owner}", now=clock.now())


@router.get("/{symbol}", responses=problems(NotFound, *READING_REFUSALS), dependencies=NEEDS_FEATURE)
@shared_response(version=_markets_version, is_shared=is_visitor)
async def show_premarket(
    *,
    symbol: Symbol,
    caller: MaybeCaller,
    language: CurrentLanguage,
    desk: AppDesk,
    figures: AppPreMarketFigures,
    sessions: AppSessions,
) -> PreMarketDetail:
    """A pre-market with its book, last fills and rules; for a signed-in client also what is theirs."""
    owner = None if caller is None else str(caller.client.id)
    days = await figures.days()
    async with sessions() as session:
        return await service.show_market(session, desk.view, symbol, days, owner=owner, language=language)


@router.get(
    "/{symbol}/candles",
    response_model=PreMarketCandles,
    responses=problems(NotFound),
    dependencies=NEEDS_FEATURE,
)
@shared_response(version=_markets_version)
async def list_premarket_candles(
    *,
    symbol: Symbol,
    interval: CandleInterval = "1h",
    limit: Annotated[int, Query(ge=1, le=MAX_CANDLES)] = 200,
    desk: AppDesk,
    figures: AppPreMarketFigures,
) -> Response:
    """Candles of the fills, oldest first; the last one is that of the last fill."""
    shown = service.shown_of(desk.view, symbol)
    found = await figures.candles(symbol, interval, limit)
    candles = PreMarketCandles(items=[shown.candle(one) for one in found])
    answer = json_answer(candles.model_dump())
    answer.headers["Cache-Control"] = "public, max-age=1"
    return answer


@router.post(
    "/{symbol}/orders",
    status_code=201,
    dependencies=NEEDS_FEATURE,
    response_model=PreMarketOrderView,
    responses=problems(
        *CHANGING_REFUSALS,
        LevelRequired,
        Overloaded,
        IdempotencyConflict,
        NotFound,
        PreMarketNotOpen,
        ExposureExceeded,
        market_errors.BadPrecision,
        market_errors.BelowMinimum,
        market_errors.MaxQuantity,
        market_errors.SelfTradePrevented,
        market_errors.OpenOrdersLimit,
        market_errors.InsufficientBalance,
        ValidationFailed,
    ),
)
async def place_premarket_order(
    *,
    symbol: Symbol,
    draft: NewPreMarketOrder,
    trader: CurrentTrader,
    trading: AppTrading,
    request: Request,
    clock: AppClock,
    idempotency: AppIdempotency,
) -> Response:
    """Place a limit order; responds once it is durable. Buying requires level Starter, selling Advanced."""
    key = find_key(request)

    async def place() -> Response:
        placed = await trading.place(trader, symbol, draft, key=key)
        response = json_answer(placed.order.model_dump(), status=201)
        if placed.is_replay:
            response.headers[REPLAY_HEADER] = "true"
        return response

    return await idempotency.answer(request, place, owner=f"client:{trader.owner}", now=clock.now())


@router.post(
    "/{symbol}/orders/{order_id}/cancel",
    responses=problems(*CHANGING_REFUSALS, Overloaded, NotFound, OrderFinal),
)
async def cancel_premarket_order(
    symbol: Symbol, order_id: str, trader: CurrentTrader, trading: AppTrading
) -> PreMarketOrderView:
    """Cancel the open part of an order, free of charge; the filled part stays a contract."""
    return await trading.cancel(trader, symbol, _id_of(order_id, "Order not found."))


def _id_of(text: str, missing: str) -> int:
    """Parse the id in the path; an invalid one is not found."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise NotFound(missing)
    return int(text)
