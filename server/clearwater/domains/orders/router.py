"""/v1/order and /v1/trades: lists, single orders, changes and previews."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response

from clearwater.core.commands import OrderType, Side
from clearwater.core.views import OrderView, View
from clearwater.domains.markets import errors as market_errors
from clearwater.domains.markets.service import AppDesk, require_listed
from clearwater.domains.orders import queries, service
from clearwater.domains.orders.models import OrderRow, OwnFill
from clearwater.domains.orders.placing_router import CHANGE_REFUSALS, PLACING_REFUSALS, find_order_id
from clearwater.domains.orders.queries import FillFilter, OrderFilter, WantedStatus
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
from clearwater.domains.sessions.service import Reader
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.clock import milliseconds
from clearwater.kit.dependencies import AppClock, AppSessions, CsvExports
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, every_page, read_page
from clearwater.kit.unit_of_work import ReadSession

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


def _order_writer(view: View) -> Callable[[OrderRow], Order]:
    def write(row: OrderRow) -> Order:
        return Order.model_validate(_order(view, queries.view_of(row)))

    return write


def _order(view: View, order: OrderView) -> Json:
    return order_json(view.pairs[order.state.pair], order)


@router.get("/order", response_model=Page[Order], responses=CSV | problems(*READING_REFUSALS))
async def list_orders(
    *,
    reader: Reader,
    wanted: Annotated[OrderFilter, Depends(_filter)],
    paging: Paging,
    desk: AppDesk,
    session: ReadSession,
    exports: CsvExports,
) -> Page[Order] | Response:
    """The client's orders, newest first. `from` (inclusive) and `to` are unix seconds of their creation."""
    statement = queries.select_orders(str(reader.client.id), wanted)
    write = _order_writer(desk.view)
    if exports is not None:
        return exports.answer(
            f"client:{reader.client.id}",
            "orders",
            list(Order.model_fields),
            every_page(statement, queries.NEWEST_FIRST),
            lambda row: list(write(row).model_dump().values()),
        )
    return await read_page(session, statement, queries.NEWEST_FIRST, paging, write)


@router.get("/order/{order_id}", responses=problems(*READING_REFUSALS, NotFound))
async def show_order(reader: Reader, order_id: str, desk: AppDesk, session: ReadSession) -> OneOrder:
    """One of the client's orders."""
    found = await queries.find_order(session, str(reader.client.id), find_order_id(order_id))
    if found is None:
        raise NotFound("Order not found.")
    order = _order(desk.view, found)
    return OneOrder(order=Order.model_validate(order))


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


@router.get("/trades", response_model=Page[Fill], responses=CSV | problems(*READING_REFUSALS))
async def list_trades(
    *,
    reader: Reader,
    wanted: Annotated[FillFilter, Depends(_fill_filter)],
    paging: Paging,
    desk: AppDesk,
    session: ReadSession,
    exports: CsvExports,
) -> Page[Fill] | Response:
    """The client's fills, newest first. `from` (inclusive) and `to` are unix seconds."""
    view = desk.view

    def write(row: OwnFill) -> Fill:
        fill = fill_json(view.pairs[row.pair], queries.fill_of(row), as_taker=row.as_taker)
        return Fill.model_validate(fill)

    statement = queries.select_fills(str(reader.client.id), wanted)
    if exports is not None:
        return exports.answer(
            f"client:{reader.client.id}",
            "trades",
            list(Fill.model_fields),
            every_page(statement, queries.NEWEST_FILLS_FIRST),
            lambda row: list(write(row).model_dump().values()),
        )
    return await read_page(session, statement, queries.NEWEST_FILLS_FIRST, paging, write)
