"""Orders and fills on the wire."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from clearwater.domains.markets.errors import DuplicateClientOrderId
from clearwater.kit.fields import Amount

Symbol = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$")]
# Without spaces: a space marks idempotency keys among the stored ids of orders.
ClientOrderId = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9._:/#+=-]{1,64}$")]
Side: TypeAlias = Literal["buy", "sell"]
Type: TypeAlias = Literal[
    "limit",
    "market",
    "stop_limit",
    "stop_market",
    "take_profit_limit",
    "take_profit_market",
    "trailing_stop",
    "oco",
]
Status: TypeAlias = Literal[
    "untriggered", "new", "partially_filled", "filled", "canceled", "expired", "rejected"
]
LATEST_SECONDS = 253_402_300_799


class NewOrder(BaseModel):
    """An order to place. The fields of each type are in the rules of orders (ORD-1)."""

    model_config = ConfigDict(extra="forbid")

    symbol: Symbol
    side: Side
    type: Type
    quantity: Amount | None = None
    quote_quantity: Amount | None = None
    price: Amount | None = None
    stop_price: Amount | None = None
    stop_limit_price: Amount | None = None
    trailing_delta_bps: int | None = Field(default=None, strict=True, ge=1, le=5_000)
    display_quantity: Amount | None = None
    time_in_force: Literal["gtc", "ioc", "fok", "gtd"] = "gtc"
    expire_at: int | None = Field(default=None, strict=True, ge=1, le=LATEST_SECONDS)
    post_only: bool = Field(default=False, strict=True)
    self_trade_prevention: Literal["expire_taker", "expire_maker", "expire_both", "none"] = "expire_taker"
    client_order_id: ClientOrderId | None = None


class OrderChange(BaseModel):
    """A new price or quantity, or both, for an open order."""

    model_config = ConfigDict(extra="forbid")

    price: Amount | None = None
    quantity: Amount | None = None


class CancelSome(BaseModel):
    """Which open orders to cancel; all of them when both fields are empty."""

    model_config = ConfigDict(extra="forbid")

    symbol: Symbol | None = None
    side: Side | None = None


class Order(BaseModel):
    """The current state of an order. Fields that do not apply are null: only gtd orders have `expire_at`."""

    id: int
    client_order_id: str | None
    symbol: str
    side: Side
    type: Type
    time_in_force: Literal["gtc", "ioc", "fok", "gtd"]
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
