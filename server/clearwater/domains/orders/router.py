"""/v1/order and /v1/trades: lists, single orders, changes and previews."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from clearwater.core.commands import OrderType, Side
from clearwater.core.views import OrderView
from clearwater.domains.markets import errors as market_errors
from clearwater.domains.markets.service import AppDesk, current_desk, require_listed
from clearwater.domains.orders import service
from clearwater.domains.orders.lists import (
    FillFilter,
    OrderFilter,
    OwnFill,
    WantedStatus,
    read_fills,
    read_order,
    read_orders,
)
from clearwater.domains.orders.placing_router import CHANGE_REFUSALS, PLACING_REFUSALS, find_order_id
from clearwater.domains.orders.schemas import (
    CancelSome,
    Fill,
    Json,
    NewOrder,
    OneOrder,
    Order,
    OrderChange,
    Preview,
    SomeOrders,
    fill_json,
    order_json,
)
from clearwater.domains.orders.traders import CurrentTrader
from clearwater.domains.sessions.errors import READING_REFUSALS
from clearwater.domains.sessions.service import get_reader, open_to_readers
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.clock import milliseconds
from clearwater.kit.dependencies import AppClock, AppSessions, app_reads, find_exports
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, page_request
from clearwater.kit.plain_route import json_answer, page_answer, plain_get
from clearwater.kit.query_parameters import read_query

router = APIRouter(prefix="/v1", tags=["orders"])
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
Seconds = Annotated[int | None, Query(ge=0, le=253_402_300_799)]


def _milliseconds(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * 1000


def _filter(
    *,
    status: WantedStatus = "all",
    symbol: Annotated[str | None, Query(max_length=41)] = None,
    side: Side | None = None,
    kind: Annotated[OrderType | None, Query(alias="type")] = None,
    since: Annotated[Seconds, Query(alias="from")] = None,
    until: Annotated[Seconds, Query(alias="to")] = None,
    client_order_id: Annotated[str | None, Query(max_length=64)] = None,
) -> OrderFilter:
    return OrderFilter(
        status, symbol, side, kind, _milliseconds(since), _milliseconds(until), client_order_id
    )


def _fill_filter(
    *,
    symbol: Annotated[str | None, Query(max_length=41)] = None,
    side: Side | None = None,
    order_id: Annotated[int | None, Query(ge=0, lt=2**63)] = None,
    since: Annotated[Seconds, Query(alias="from")] = None,
    until: Annotated[Seconds, Query(alias="to")] = None,
) -> FillFilter:
    return FillFilter(symbol, side, order_id, _milliseconds(since), _milliseconds(until))


def _order_id(order_id: str) -> int:
    return find_order_id(order_id)


@plain_get(
    router,
    "/order",
    open_to_readers,
    _filter,
    page_request,
    response_model=Page[Order],
    responses=CSV | problems(*READING_REFUSALS),
)
async def list_orders(request: Request) -> Response:
    """The client's orders, newest first. `from` (inclusive) and `to` are unix seconds of their creation."""
    reader = await get_reader(request)
    desk = await current_desk(request)
    wanted, page = read_query(request, _filter, page_request)
    owner, view = str(reader.client.id), desk.view

    def write(order: OrderView) -> Json:
        return order_json(view.pairs[order.state.pair], order)

    read = partial(read_orders, app_reads.of(request.app), view, owner, wanted)
    exports = find_exports(request)
    if exports is not None:
        return exports.answer(
            f"client:{owner}",
            "orders",
            [*Order.model_fields],
            lambda _, part: read(part),
            lambda order: [*write(order).values()],
        )
    found, next_cursor = await read(page)
    return page_answer([write(one) for one in found], next_cursor)


@plain_get(
    router,
    "/order/{order_id}",
    open_to_readers,
    _order_id,
    response_model=OneOrder,
    responses=problems(*READING_REFUSALS, NotFound),
)
async def show_order(request: Request) -> Response:
    """One of the client's orders."""
    reader = await get_reader(request)
    desk = await current_desk(request)
    owner, order_id = str(reader.client.id), _order_id(**request.path_params)
    found = await read_order(app_reads.of(request.app), desk.view, owner, order_id)
    if found is None:
        raise NotFound("Order not found.")
    return json_answer({"order": order_json(desk.view.pairs[found.state.pair], found)})


@router.post("/order/preview", responses=problems(*PLACING_REFUSALS))
async def preview_order(order: NewOrder, trader: CurrentTrader, site: CurrentSite, desk: AppDesk) -> Preview:
    """What a limit or market order would fill now, and for how much; nothing is placed."""
    require_listed(site, order.symbol)
    return await service.preview(desk, trader, order)


@router.post("/order/cancel-all", responses=problems(*CHANGE_REFUSALS, market_errors.PairUnknown))
async def cancel_orders(
    trader: CurrentTrader,
    clock: AppClock,
    desk: AppDesk,
    sessions: AppSessions,
    wanted: CancelSome | None = None,
) -> SomeOrders:
    """Cancel all open orders of the client, or those of a pair or a side."""
    now = milliseconds(clock.now())
    orders = await service.cancel_some(desk, sessions, trader.owner, wanted or CancelSome(), at=now)
    return SomeOrders(orders=[Order.model_validate(order) for order in orders])


@router.patch("/order/{order_id}", responses=problems(*PLACING_REFUSALS, *CHANGE_REFUSALS))
async def change_order(
    *,
    order_id: str,
    change: OrderChange,
    trader: CurrentTrader,
    site: CurrentSite,
    clock: AppClock,
    desk: AppDesk,
    sessions: AppSessions,
) -> OneOrder:
    """Amend price or quantity. The id stays; a lower quantity at the same price keeps its queue position.

    A stop price cannot be amended: cancel the order and place another one.
    """
    now = milliseconds(clock.now())
    # Of a pair that the site no longer lists, orders can only be canceled.
    known = desk.view.orders.get(find_order_id(order_id))
    if known is not None and known.terms.client == trader.owner:
        require_listed(site, known.state.pair)
    changed = await service.amend(desk, sessions, trader.owner, find_order_id(order_id), change, at=now)
    return OneOrder.model_validate(changed)


@plain_get(
    router,
    "/trades",
    open_to_readers,
    _fill_filter,
    page_request,
    response_model=Page[Fill],
    responses=CSV | problems(*READING_REFUSALS),
)
async def list_trades(request: Request) -> Response:
    """The client's fills, newest first. `from` (inclusive) and `to` are unix seconds."""
    reader = await get_reader(request)
    desk = await current_desk(request)
    wanted, page = read_query(request, _fill_filter, page_request)
    owner, view = str(reader.client.id), desk.view

    def write(own: OwnFill) -> Json:
        return fill_json(view.pairs[own.fill.pair], own.fill, as_taker=own.as_taker)

    read = partial(read_fills, app_reads.of(request.app), owner, wanted)
    exports = find_exports(request)
    if exports is not None:
        return exports.answer(
            f"client:{owner}",
            "trades",
            [*Fill.model_fields],
            lambda _, part: read(part),
            lambda own: [*write(own).values()],
        )
    found, next_cursor = await read(page)
    return page_answer([write(one) for one in found], next_cursor)
