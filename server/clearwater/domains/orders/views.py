"""How an order and a fill look to their client: plain values, made as quickly as they are asked for."""

from typing import Any, NamedTuple

from clearwater.core.events import Filled
from clearwater.core.money import to_text
from clearwater.core.views import OrderView, View

# A name that the exchange itself gave to an order has a space in it, and is nobody else's to see.
OWN_NAME = "idempotency-key "
LIMITED = frozenset({"limit", "stop_limit", "take_profit_limit"})
AVERAGE_DIGITS = 4
RATE_DECIMALS = 6
Json = dict[str, Any]


class Scales(NamedTuple):
    """How the numbers of a pair are counted."""

    base: str
    quote: str
    price_decimals: int
    base_decimals: int
    quote_decimals: int


def scales_of(view: View, symbol: str) -> Scales:
    pair = view.pairs[symbol]
    return Scales(
        pair.base,
        pair.quote,
        pair.price_decimals,
        view.coins[pair.base].decimals,
        view.coins[pair.quote].decimals,
    )


def average_price(scales: Scales, filled: int, filled_quote: int) -> str | None:
    """What a coin has cost on average, to some digits more than a price has."""
    if not filled:
        return None
    digits = scales.price_decimals + AVERAGE_DIGITS
    over = filled_quote * 10 ** (digits + scales.base_decimals)
    under = filled * 10**scales.quote_decimals
    return to_text((over + under // 2) // under, digits)


def order_json(scales: Scales, order: OrderView) -> Json:
    """An order as the API and the realtime channel show it."""
    terms, now = order.terms, order.standing
    own_id = terms.client_order_id
    filled = now.quantity - now.remaining
    is_buy = terms.side == "buy"
    return {
        "id": order.order_id,
        "client_order_id": None if own_id is None or own_id.startswith(OWN_NAME) else own_id,
        "symbol": now.pair,
        "side": terms.side,
        "type": order.type,
        "time_in_force": terms.time_in_force,
        "status": now.status,
        "price": to_text(now.price, scales.price_decimals) if order.type in LIMITED else None,
        "stop_price": to_text(now.stop_price, scales.price_decimals) if now.stop_price else None,
        "quantity": to_text(now.quantity, scales.base_decimals),
        "filled_quantity": to_text(filled, scales.base_decimals),
        "remaining_quantity": to_text(now.remaining, scales.base_decimals),
        "filled_quote": to_text(now.filled_quote, scales.quote_decimals),
        "average_price": average_price(scales, filled, now.filled_quote),
        "fee": to_text(now.fee, scales.base_decimals if is_buy else scales.quote_decimals),
        "fee_coin": scales.base if is_buy else scales.quote,
        "maker_fee_rate": to_text(terms.maker_ppm, RATE_DECIMALS),
        "taker_fee_rate": to_text(terms.taker_ppm, RATE_DECIMALS),
        "post_only": terms.post_only,
        "list_id": order.list_id or None,
        "reason": now.reason or None,
        "created_at": order.created_at // 1000,
        "updated_at": now.at // 1000,
    }


def fill_json(scales: Scales, fill: Filled, *, as_taker: bool) -> Json:
    """A fill as one of its two sides sees it."""
    side = fill.taker_side if as_taker else ("sell" if fill.taker_side == "buy" else "buy")
    is_buy = side == "buy"
    fee = fill.taker_fee if as_taker else fill.maker_fee
    return {
        "id": fill.fill_id,
        "order_id": fill.taker_order_id if as_taker else fill.maker_order_id,
        "symbol": fill.pair,
        "side": side,
        "price": to_text(fill.price, scales.price_decimals),
        "quantity": to_text(fill.quantity, scales.base_decimals),
        "quote_quantity": to_text(fill.quote_quantity, scales.quote_decimals),
        "fee": to_text(fee, scales.base_decimals if is_buy else scales.quote_decimals),
        "fee_coin": scales.base if is_buy else scales.quote,
        "role": "taker" if as_taker else "maker",
        "created_at": fill.at // 1000,
    }
