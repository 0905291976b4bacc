"""Orders and fills on the wire. Responses are built as JSON without models, for speed."""

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from clearwater.core.commands import OrderType, PlaceOrder, Prevention, Side, TimeInForce
from clearwater.core.events import Filled
from clearwater.core.money import POWERS, to_text
from clearwater.core.state import KEY_PREFIX
from clearwater.core.views import OrderView, PairView
from clearwater.domains.markets.errors import DuplicateClientOrderId
from clearwater.kit.fields import Amount

Symbol = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$")]
# Without spaces: a space marks idempotency keys among the stored ids of orders.
ClientOrderId = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9._:/#+=-]{1,64}$")]
Status: TypeAlias = Literal[
    "untriggered", "new", "partially_filled", "filled", "canceled", "expired", "rejected"
]
LATEST_SECONDS = 253_402_300_799
LIMITED = frozenset({"limit", "stop_limit", "take_profit_limit"})
AVERAGE_DIGITS = 4
RATE_DECIMALS = 6
Json = dict[str, Any]


class NewOrder(BaseModel):
    """An order to place. The fields of each type are in the rules of orders (ORD-1)."""

    model_config = ConfigDict(extra="forbid")

    symbol: Symbol
    side: Side
    type: OrderType
    quantity: Amount | None = None
    quote_quantity: Amount | None = None
    price: Amount | None = None
    stop_price: Amount | None = None
    stop_limit_price: Amount | None = None
    trailing_delta_bps: int | None = Field(default=None, strict=True, ge=1, le=5_000)
    display_quantity: Amount | None = None
    time_in_force: TimeInForce = "gtc"
    expire_at: int | None = Field(default=None, strict=True, ge=1, le=LATEST_SECONDS)
    post_only: bool = Field(default=False, strict=True)
    self_trade_prevention: Prevention = "expire_taker"
    client_order_id: ClientOrderId | None = None


class OrderChange(BaseModel):
    """A new price or quantity, or both, for an open order."""

    model_config = ConfigDict(extra="forbid")

    price: Amount | None = None
    quantity: Amount | None = None


class CancelSome(BaseModel):
    """Which open orders to cancel; all of them when all fields are empty."""

    model_config = ConfigDict(extra="forbid")

    symbol: Symbol | None = None
    side: Side | None = None
    types: Annotated[list[OrderType], Field(min_length=1, max_length=8)] | None = None


class Order(BaseModel):
    """The current state of an order. Fields that do not apply are null: only gtd orders have `expire_at`."""

    id: int
    client_order_id: str | None
    symbol: str
    side: Side
    type: OrderType
    time_in_force: TimeInForce
    status: Status
    price: str | None
    stop_price: str | None
    quantity: str
    filled_quantity: str
    remaining_quantity: str
    filled_quote: str
    average_price: str | None
    fee: str
    fee_coin: str
    maker_fee_rate: str
    taker_fee_rate: str
    post_only: bool
    expire_at: int | None
    trailing_delta_bps: int | None
    display_quantity: str | None
    quote_quantity: str | None
    list_id: int | None
    reason: str | None
    created_at: int
    updated_at: int
    updated_ms: int = Field(
        description="The time of the last change in milliseconds: of two copies, the one with more is newer."
    )


class Fill(BaseModel):
    """One fill of the client's order."""

    id: int
    order_id: int
    symbol: str
    side: Side
    price: str
    quantity: str
    quote_quantity: str
    fee: str
    fee_coin: str
    role: Literal["maker", "taker"]
    created_at: int


class PlacedOrder(BaseModel):
    """A new order and its fills, once durable. `orders` and `list_id` are set for an oco."""

    order: Order | None = None
    orders: list[Order] | None = None
    list_id: int | None = None
    fills: list[Fill]


class OneOrder(BaseModel):
    order: Order


class SomeOrders(BaseModel):
    orders: list[Order]


class Preview(BaseModel):
    """What an order would fill now. `slippage` is a fraction of the best price."""

    average_price: str | None
    filled_quantity: str
    fee: str
    fee_coin: str
    slippage: str
    receives: str


class StoredOrder(BaseModel):
    """The order that has the id."""

    order: Order


class ClientOrderIdUsed(DuplicateClientOrderId):
    """Says which order has the id."""

    Fields = StoredOrder


def average_price(pair: PairView, filled: int, filled_quote: int) -> str | None:
    """The average fill price, with a few more digits than a price."""
    if not filled:
        return None
    digits = pair.price_decimals + AVERAGE_DIGITS
    over = filled_quote * POWERS[digits + pair.base_decimals]
    under = filled * POWERS[pair.quote_decimals]
    return to_text((over + under // 2) // under, digits)


@lru_cache(maxsize=1_000)
def rate_text(ppm: int) -> str:
    """A fee rate as a fraction; cached, because there are only as many as levels."""
    return to_text(ppm, RATE_DECIMALS)


def order_json(pair: PairView, order: OrderView) -> Json:
    """An order as the API and the realtime channel return it."""
    terms, now = order.terms, order.state
    shown_id, shown, by_quote = client_order_id(terms), terms.display_quantity, terms.quote_quantity
    filled = now.quantity - now.remaining
    is_buy = terms.side == "buy"
    return {
        "id": order.order_id,
        "client_order_id": shown_id,
        "symbol": now.pair,
        "side": terms.side,
        "type": order.type,
        "time_in_force": terms.time_in_force,
        "status": now.status,
        "price": to_text(now.price, pair.price_decimals) if order.type in LIMITED else None,
        "stop_price": stop_price_text(pair, order),
        "quantity": to_text(now.quantity, pair.base_decimals),
        "filled_quantity": to_text(filled, pair.base_decimals),
        "remaining_quantity": to_text(now.remaining, pair.base_decimals),
        "filled_quote": to_text(now.filled_quote, pair.quote_decimals),
        "average_price": average_price(pair, filled, now.filled_quote),
        "fee": to_text(now.fee, pair.base_decimals if is_buy else pair.quote_decimals),
        "fee_coin": pair.base if is_buy else pair.quote,
        "maker_fee_rate": rate_text(terms.maker_ppm),
        "taker_fee_rate": rate_text(terms.taker_ppm),
        "post_only": terms.post_only,
        "expire_at": terms.expire_at // 1000 or None,
        "trailing_delta_bps": terms.trailing_bps or None,
        "display_quantity": to_text(shown, pair.base_decimals) if shown else None,
        "quote_quantity": to_text(by_quote, pair.quote_decimals) if by_quote else None,
        "list_id": order.list_id or None,
        "reason": now.reason or None,
        "created_at": order.created_at // 1000,
        "updated_at": now.at // 1000,
        "updated_ms": now.at,
    }


def stop_price_text(pair: PairView, order: OrderView) -> str | None:
    """The current stop price; None for an order without one."""
    stop_price = order.state.stop_price and pair.stop_price(order)
    return to_text(stop_price, pair.price_decimals) if stop_price else None


def client_order_id(terms: PlaceOrder) -> str | None:
    """The client order id. Orders of version 1 of the rules may have the idempotency key in its place."""
    shown_id = terms.client_order_id
    return None if shown_id is None or shown_id.startswith(KEY_PREFIX) else shown_id


def fill_json(pair: PairView, fill: Filled, *, as_taker: bool) -> Json:
    """A fill as one of its two sides sees it."""
    side = fill.taker_side if as_taker else ("sell" if fill.taker_side == "buy" else "buy")
    is_buy = side == "buy"
    fee = fill.taker_fee if as_taker else fill.maker_fee
    return {
        "id": fill.fill_id,
        "order_id": fill.taker_order_id if as_taker else fill.maker_order_id,
        "symbol": fill.pair,
        "side": side,
        "price": to_text(fill.price, pair.price_decimals),
        "quantity": to_text(fill.quantity, pair.base_decimals),
        "quote_quantity": to_text(fill.quote_quantity, pair.quote_decimals),
        "fee": to_text(fee, pair.base_decimals if is_buy else pair.quote_decimals),
        "fee_coin": pair.base if is_buy else pair.quote,
        "role": "taker" if as_taker else "maker",
        "created_at": fill.at // 1000,
    }
