"""Orders and fills as JSON for their client, built without models for speed."""

from functools import lru_cache
from typing import Any

from clearwater.core.commands import PlaceOrder
from clearwater.core.events import Filled
from clearwater.core.money import POWERS, to_text
from clearwater.core.state import KEY_PREFIX
from clearwater.core.views import OrderView, PairView

LIMITED = frozenset({"limit", "stop_limit", "take_profit_limit"})
AVERAGE_DIGITS = 4
RATE_DECIMALS = 6
Json = dict[str, Any]


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
