"""POST /v1/order and its cancel, as plain routes: they are called thousands of times a second."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from clearwater.domains.markets import errors as market_errors
from clearwater.domains.markets.service import app_desk, current_desk, require_listed
from clearwater.domains.orders import service
from clearwater.domains.orders.errors import OrderFinal
from clearwater.domains.orders.naming import app_order_names
from clearwater.domains.orders.schemas import ClientOrderIdUsed, NewOrder, OneOrder, PlacedOrder
from clearwater.domains.orders.terms import Trader
from clearwater.domains.orders.traders import app_traders
from clearwater.domains.sessions.errors import CHANGING_REFUSALS
from clearwater.domains.sessions.service import open_to_keys
from clearwater.domains.sites.service import Site, find_site
from clearwater.kit.clock import milliseconds
from clearwater.kit.dependencies import app_clock, app_sessions
from clearwater.kit.errors import (
    IdempotencyConflict,
    NotFound,
    Overloaded,
    ValidationFailed,
    problems,
)
from clearwater.kit.idempotency import REPLAY_HEADER, find_key
from clearwater.kit.plain_route import PlainRoute, body_of, json_answer, read_body

router = APIRouter(prefix="/v1/order", tags=["orders"], route_class=PlainRoute)

PLACING_REFUSALS = (
    *CHANGING_REFUSALS,
    Overloaded,
    IdempotencyConflict,
    ClientOrderIdUsed,
    market_errors.PairUnknown,
    market_errors.MarketHalted,
    market_errors.BadPrecision,
    market_errors.BelowMinimum,
    market_errors.AboveMaximum,
    market_errors.MinNotional,
    market_errors.MaxQuantity,
    market_errors.PriceOutOfBand,
    market_errors.PostOnlyWouldTake,
    market_errors.WouldTrigger,
    market_errors.FokNotFillable,
    market_errors.NoLiquidity,
    market_errors.InsufficientBalance,
    market_errors.OpenOrdersLimit,
    ValidationFailed,
)
ORDER_ID = {"name": "order_id", "in": "path", "required": True, "schema": {"type": "string"}}
CHANGE_REFUSALS = (*CHANGING_REFUSALS, Overloaded, NotFound, OrderFinal, market_errors.MarketHalted)


@router.post(
    "",
    status_code=201,
    response_model=PlacedOrder,
    response_model_exclude_none=True,
    responses=problems(*PLACING_REFUSALS),
    openapi_extra=body_of(NewOrder),
)
@open_to_keys("trade")
async def place_order(request: Request) -> Response:
    """Place an order; responds once it is durable. An oco returns `orders` and `list_id`, others `order`.

    A repeated `Idempotency-Key` or `client_order_id` returns the order that it named, as it stands now. That
    never expires. An order that is refused leaves both unused.
    """
    site = await find_site(request)
    trader, now = await _trader(request, site)
    order = await read_body(request, NewOrder)
    require_listed(site, order.symbol)
    desk, sessions = app_desk.of(request.app), app_sessions.of(request.app)
    names = app_order_names.of(request.app)
    placed = await service.place(desk, sessions, names, trader, order, key=find_key(request), at=now)
    response = json_answer(placed.answer, status=201)
    if placed.is_replay:
        response.raw_headers.append((REPLAY_HEADER.lower().encode(), b"true"))
    return response


async def _trader(request: Request, site: Site) -> tuple[Trader, int]:
    trader = await app_traders.of(request.app).require(request, site)
    return trader, milliseconds(app_clock.of(request.app).now())


@router.post(
    "/{order_id}/cancel",
    response_model=OneOrder,
    responses=problems(*CHANGE_REFUSALS),
    openapi_extra={"parameters": [ORDER_ID]},
)
@open_to_keys("trade")
async def cancel_order(request: Request) -> Response:
    """Cancel an open order."""
    trader, now = await _trader(request, await find_site(request))
    desk, sessions = await current_desk(request), app_sessions.of(request.app)
    order_id = find_order_id(request.path_params["order_id"])
    return json_answer(await service.cancel(desk, sessions, trader.owner, order_id, at=now))


def find_order_id(text: str) -> int:
    """Parse the id in the path; an invalid one is not found."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise NotFound("Order not found.")
    return int(text)
