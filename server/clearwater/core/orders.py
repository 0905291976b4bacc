"""What an order must keep to before it is accepted, and what it costs (ORD)."""

from clearwater.core.commands import OrderType, PairRules, PlaceOrder
from clearwater.core.events import Refusal
from clearwater.core.markets import Market, Order
from clearwater.core.money import BPS, MAX_UNITS, PPM, mul_div_down, multiple_down
from clearwater.core.triggers import triggers_on_fall

LIMIT_TYPES: frozenset[OrderType] = frozenset(("limit", "stop_limit", "take_profit_limit"))
TRIGGER_TYPES: frozenset[OrderType] = frozenset(
    ("stop_limit", "stop_market", "take_profit_limit", "take_profit_market", "trailing_stop")
)
MAX_TRAILING_BPS = 5_000


def require_shape(terms: PlaceOrder, now: int) -> None:
    """Only fields that belong to the order's type, and all that it needs (ORD-1)."""
    kind = terms.type
    if kind == "limit":
        if terms.stop_price or terms.stop_limit_price or terms.trailing_bps or terms.quote_quantity:
            raise Refusal("VALIDATION_FAILED", "type")
    else:
        _require_other_shape(terms)
    in_force = terms.time_in_force
    if in_force != "gtc" or terms.expire_at:
        _require_time(terms, now)
    if terms.post_only and (kind != "limit" or in_force in {"ioc", "fok"}):
        raise Refusal("VALIDATION_FAILED", "post_only")
    if terms.display_quantity:
        _require_display(terms)
    if not (0 <= terms.maker_ppm <= PPM and 0 <= terms.taker_ppm <= PPM):
        raise Refusal("VALIDATION_FAILED", "fees")


def _require_other_shape(terms: PlaceOrder) -> None:
    kind = terms.type
    if (
        bool(terms.trailing_bps) != (kind == "trailing_stop")
        or not 0 <= terms.trailing_bps <= MAX_TRAILING_BPS
    ):
        raise Refusal("VALIDATION_FAILED", "trailing_delta_bps")
    if bool(terms.stop_price) != (kind not in {"market", "trailing_stop"}) or not _is_price(terms.stop_price):
        raise Refusal("VALIDATION_FAILED", "stop_price")
    if bool(terms.price) != (kind in LIMIT_TYPES or kind == "oco"):
        raise Refusal("VALIDATION_FAILED", "price")
    if terms.stop_limit_price and (kind != "oco" or not _is_price(terms.stop_limit_price)):
        raise Refusal("VALIDATION_FAILED", "stop_limit_price")
    by_quote = kind == "market" or (terms.side == "buy" and kind not in LIMIT_TYPES and kind != "oco")
    if terms.quote_quantity and (not by_quote or terms.quantity or terms.quote_quantity < 0):
        raise Refusal("VALIDATION_FAILED", "quote_quantity")


def _is_price(price: int) -> bool:
    return 0 <= price <= MAX_UNITS


def _require_time(terms: PlaceOrder, now: int) -> None:
    in_force = terms.time_in_force
    if (in_force == "gtd") != bool(terms.expire_at) or (
        terms.expire_at and not now < terms.expire_at <= MAX_UNITS
    ):
        raise Refusal("VALIDATION_FAILED", "expire_at")
    if (in_force == "gtd" and terms.type == "market") or (
        in_force in {"ioc", "fok"} and terms.type not in LIMIT_TYPES and terms.type != "market"
    ):
        raise Refusal("VALIDATION_FAILED", "time_in_force")


def _require_display(terms: PlaceOrder) -> None:
    if terms.type not in LIMIT_TYPES or terms.time_in_force in {"ioc", "fok"}:
        raise Refusal("VALIDATION_FAILED", "display_quantity")
    if not 0 < terms.display_quantity <= terms.quantity:
        raise Refusal("VALIDATION_FAILED", "display_quantity")


def require_quantity(rules: PairRules, quantity: int) -> None:
    """Whole steps between the least and the most (ORD-4)."""
    if quantity < rules.min_quantity:
        if quantity <= 0:
            raise Refusal("VALIDATION_FAILED", "quantity")
        raise Refusal("BELOW_MINIMUM", "quantity", needed=rules.min_quantity)
    if quantity > rules.max_quantity:
        raise Refusal("MAX_QUANTITY", "quantity", available=rules.max_quantity)
    if quantity % rules.step:
        raise Refusal("BAD_PRECISION", "quantity")


def require_price(market: Market, price: int, around: int, field: str = "price") -> None:
    """Whole ticks inside the band (ORD-5, ORD-6)."""
    if price <= 0:
        raise Refusal("VALIDATION_FAILED", field)
    if price > MAX_UNITS:
        raise Refusal("ABOVE_MAXIMUM", field)
    rules = market.rules
    if price % rules.tick:
        raise Refusal("BAD_PRECISION", field)
    if abs(price - around) * BPS > around * rules.band_bps:
        raise Refusal("PRICE_OUT_OF_BAND", field)


def require_value(market: Market, value: int) -> None:
    """Worth at least the least, and no more than there can be of the quote coin."""
    if value < market.rules.min_notional:
        raise Refusal("MIN_NOTIONAL", "quantity", available=value, needed=market.rules.min_notional)
    if value > market.quote.supply_units:
        raise Refusal("MAX_QUANTITY", "quantity")


def require_limit(market: Market, price: int, quantity: int) -> int:
    """All of the above for a limit order, and its value. One look when all is well: nearly always it is."""
    rules, around = market.rules, market.reference_price
    value = price * quantity // market.divisor
    if (
        quantity % rules.step
        or price % rules.tick
        or not rules.min_quantity <= quantity <= rules.max_quantity
        or abs(price - around) * BPS > around * rules.band_bps
        or not rules.min_notional <= value <= market.quote.supply_units
        or price > MAX_UNITS
    ):
        require_quantity(rules, quantity)
        require_price(market, price, around)
        require_value(market, value)
    return value


def require_untriggered(market: Market, order: Order) -> None:
    """A stop price on the side of the market where it still has to be reached (TRG-3)."""
    price, stop_price = market.reference_price, order.stop_price
    if not 0 < stop_price <= MAX_UNITS:
        raise Refusal("VALIDATION_FAILED", "stop_price")
    if stop_price % market.rules.tick:
        raise Refusal("BAD_PRECISION", "stop_price")
    falling = triggers_on_fall(order.terms.side, order.type)
    if price <= stop_price if falling else price >= stop_price:
        raise Refusal("WOULD_TRIGGER", "stop_price")
    if market.triggers.has_reached(stop_price, falling=falling):
        raise Refusal("WOULD_TRIGGER", "stop_price")


def highest_price(market: Market, order: Order) -> int:
    """The most that a triggered market purchase of a quantity may pay for each (TRG-6); 0 for all others."""
    if not order.is_buy or not order.quantity:
        return 0
    rules = market.rules
    price = multiple_down(mul_div_down(order.stop_price, BPS + rules.guard_bps, BPS), rules.tick)
    if price > MAX_UNITS:
        raise Refusal("ABOVE_MAXIMUM", "stop_price")
    return price


def require_slices(quantity: int, display: int, most: int) -> None:
    """An iceberg shows itself in a few parts, never in thousands (ORD-4)."""
    if display and quantity > display * most:
        raise Refusal("VALIDATION_FAILED", "display_quantity")


def require_proceeds(market: Market, order: Order, quantity: int) -> None:
    """What a sale brings in fits 64 bits, though others pay more than it asks for (EXC-6).

    Nearly always it does: at once it gets at most all there is, later what it asks for.
    """
    keys = market.book.bids.keys
    if order.filled_quote + 2 * market.quote.supply_units <= MAX_UNITS or not keys:
        return
    if order.filled_quote + keys[-1] * quantity // market.divisor > MAX_UNITS:
        raise Refusal("MAX_QUANTITY", "quantity")
