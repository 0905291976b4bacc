"""Convert an order of the API into a command: decimals become units exactly, or the field is rejected."""

from dataclasses import dataclass

from clearwater.core.commands import AmendOrder, PlaceOrder
from clearwater.core.money import find_units
from clearwater.core.views import PairView, View
from clearwater.domains.markets.errors import BadPrecision, PairUnknown
from clearwater.domains.orders.schemas import NewOrder, OrderChange
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.messages import Message


@dataclass(frozen=True)
class Trader:
    """A client as the exchange sees it: the owner of accounts, with fee rates."""

    owner: str
    maker_ppm: int
    taker_ppm: int
    # Multiplier of the rate limit on orders.
    times: int = 1
    # The rank of the level; API keys need a minimum to trade.
    rank: int = 0


def find_pair(view: View, symbol: str) -> PairView:
    if symbol not in view.pairs:
        raise PairUnknown(Message("Market {symbol} does not exist.", symbol=symbol))
    return view.pairs[symbol]


def to_units(field: str, text: str | None, decimals: int) -> int:
    """Parse a decimal field into units; 0 when it is absent."""
    if text is None:
        return 0
    units = find_units(text, decimals)
    if units is None:
        if len(text.partition(".")[2].rstrip("0")) > decimals:
            message = Message("Use at most {decimals} decimals.", decimals=decimals)
            raise BadPrecision(message, errors=[FieldError(field=field, code="precision", message=message)])
        raise _invalid(field, "This number is too large.")
    if not units:
        raise _invalid(field, "Enter more than 0.")
    return units


def _invalid(field: str, message: str) -> ValidationFailed:
    return ValidationFailed(errors=[FieldError(field=field, code="value", message=message)])


def place_command(
    view: View, trader: Trader, order: NewOrder, *, at: int, idempotency_key: str | None = None
) -> PlaceOrder:
    """The `PlaceOrder` command, with the client's current fee rates."""
    pair = find_pair(view, order.symbol)
    price, base = pair.price_decimals, pair.base_decimals
    return PlaceOrder(
        at,
        trader.owner,
        order.symbol,
        order.side,
        order.type,
        to_units("quantity", order.quantity, base),
        to_units("price", order.price, price),
        trader.maker_ppm,
        trader.taker_ppm,
        order.time_in_force,
        order.post_only,
        order.self_trade_prevention,
        order.client_order_id,
        to_units("quote_quantity", order.quote_quantity, pair.quote_decimals),
        to_units("stop_price", order.stop_price, price),
        to_units("stop_limit_price", order.stop_limit_price, price),
        order.trailing_delta_bps or 0,
        to_units("display_quantity", order.display_quantity, base),
        (order.expire_at or 0) * 1000,
        idempotency_key,
    )


def amend_command(pair: PairView, owner: str, order_id: int, change: OrderChange, *, at: int) -> AmendOrder:
    if change.price is None and change.quantity is None:
        raise _invalid("price", "Enter a price or a quantity.")
    price = to_units("price", change.price, pair.price_decimals)
    return AmendOrder(at, owner, order_id, price, to_units("quantity", change.quantity, pair.base_decimals))
