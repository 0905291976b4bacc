"""/v1/order and /v1/trades: lists, single orders, changes and previews."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request

from clearwater.core.views import OrderView, View
from clearwater.domains.markets import errors as market_errors
from clearwater.domains.orders import previews, queries, service
from clearwater.domains.orders.models import OrderRow, OwnFill
from clearwater.domains.orders.placing_router import CHANGE_REFUSALS, PLACING_REFUSALS, find_order_id
from clearwater.domains.orders.queries import FillFilter, OrderFilter, WantedStatus
from clearwater.domains.orders.schemas import (
    CancelSome,
    Fill,
    NewOrder,
    OneOrder,
    Order,
    OrderChange,
    Preview,
    Side,
    SomeOrders,
    Type,
)
from clearwater.domains.orders.terms import Trader
from clearwater.domains.orders.views import Json, fill_json, order_json
from clearwater.domains.sessions.errors import READING_REFUSALS
from clearwater.domains.sessions.service import Reader, open_to_keys
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, every_page, read_page, wants_csv
from clearwater.kit.unit_of_work import ReadSession

router = APIRouter(prefix="/v1", tags=["orders"])
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
Seconds = Annotated[int | None, Query(ge=0, le=253_402_300_799)]


@open_to_keys("trade")
async def _trader(request: Request, site: CurrentSite) -> Trader:
    trader: Trader = await request.app.state.services.traders.require(request, site)
    return trader


CurrentTrader = Annotated[Trader, Depends(_trader)]


def _milliseconds(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * 1000


def _filter(
    *,
    status: WantedStatus = "all",
    symbol: Annotated[str | None, Query(max_length=41)] = None,
    side: Side | None = None,
    kind: Annotated[Type | None, Query(alias="type")] = None,
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


@router.get("/order", responses=CSV | problems(*READING_REFUSALS))
async def list_orders(
    reader: Reader,
    wanted: Annotated[OrderFilter, Depends(_filter)],
    paging: Paging,
    request: Request,
    session: ReadSession,
) -> Page[Order]:
    """One's own orders, newest first. `from` (included) and `to` are unix seconds of their creation."""
    services = request.app.state.services
    statement = queries.select_orders(str(reader.client.id), wanted)
    write = _order_writer(services.desk.view)
    if wants_csv(request):
        return services.exports.answer(  # type: ignore[no-any-return]
            f"client:{reader.client.id}",
            "orders",
            list(Order.model_fields),
            every_page(statement, queries.NEWEST_FIRST),
            lambda row: list(write(row).model_dump().values()),
        )
    return await read_page(session, statement, queries.NEWEST_FIRST, paging, write)


@router.get("/order/{order_id}", responses=problems(*READING_REFUSALS, NotFound))
async def show_order(reader: Reader, order_id: str, request: Request, session: ReadSession) -> OneOrder:
    """One of one's own orders."""
    found = await queries.find_order(session, str(reader.client.id), find_order_id(order_id))
    if found is None:
        raise NotFound("Order not found.")
    order = _order(request.app.state.services.desk.view, found)
    return OneOrder(order=Order.model_validate(order))


@router.post("/order/preview", responses=problems(*PLACING_REFUSALS))
async def preview_order(order: NewOrder, trader: CurrentTrader, request: Request) -> Preview:
    """What a limit or market order would trade right now, and for how much; nothing is placed."""
    return await previews.preview(request.app.state.services.desk, trader, order)


@router.post("/order/cancel-all", responses=problems(*CHANGE_REFUSALS, market_errors.PairUnknown))
async def cancel_orders(
    trader: CurrentTrader, request: Request, wanted: CancelSome | None = None
) -> SomeOrders:
    """Take back all of one's open orders, or those of a pair or a side."""
    services = request.app.state.services
    now = int(services.clock.now().timestamp() * 1000)
    orders = await service.cancel_some(
        services.desk, services.sessions, trader.owner, wanted or CancelSome(), at=now
    )
    return SomeOrders(orders=[Order.model_validate(order) for order in orders])


@router.patch("/order/{order_id}", responses=problems(*PLACING_REFUSALS, *CHANGE_REFUSALS))
async def change_order(
    order_id: str, change: OrderChange, trader: CurrentTrader, request: Request
) -> OneOrder:
    """Another price or size. The order keeps its number; less size at the same price keeps its place."""
    services = request.app.state.services
    now = int(services.clock.now().timestamp() * 1000)
    changed = await service.amend(
        services.desk, services.sessions, trader.owner, find_order_id(order_id), change, at=now
    )
    return OneOrder.model_validate(changed)


@router.get("/trades", responses=CSV | problems(*READING_REFUSALS))
async def list_trades(
    reader: Reader,
    wanted: Annotated[FillFilter, Depends(_fill_filter)],
    paging: Paging,
    request: Request,
    session: ReadSession,
) -> Page[Fill]:
    """One's own fills, newest first. `from` (included) and `to` are unix seconds."""
    services = request.app.state.services
    view = services.desk.view

    def write(row: OwnFill) -> Fill:
        fill = fill_json(view.pairs[row.pair], queries.fill_of(row), as_taker=row.as_taker)
        return Fill.model_validate(fill)

    statement = queries.select_fills(str(reader.client.id), wanted)
    if wants_csv(request):
        return services.exports.answer(  # type: ignore[no-any-return]
            f"client:{reader.client.id}",
            "trades",
            list(Fill.model_fields),
            every_page(statement, queries.NEWEST_FILLS_FIRST),
            lambda row: list(write(row).model_dump().values()),
        )
    return await read_page(session, statement, queries.NEWEST_FILLS_FIRST, paging, write)
