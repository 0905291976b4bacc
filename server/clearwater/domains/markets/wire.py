"""Market data as JSON values ready to be encoded; `schemas` describes them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from clearwater.core.commands import PairState
from clearwater.core.money import to_text
from clearwater.core.views import Level, PairView, View
from clearwater.domains.markets.candles import Candle, Trade
from clearwater.domains.markets.tape import Tape

CHANGE_DIGITS = 6
BAND_DIGITS = 4
Json = dict[str, Any]


class Scale(NamedTuple):
    """The decimals of a pair's numbers."""

    price: int
    base: int
    quote: int


def scale_of(pair: PairView) -> Scale:
    return Scale(pair.price_decimals, pair.base_decimals, pair.quote_decimals)


def ratio(part: int, whole: int, digits: int = CHANGE_DIGITS) -> str:
    """A fraction as decimal text, rounded to the nearest digit."""
    scaled = (2 * abs(part) * 10**digits + whole) // (2 * whole)
    return to_text(scaled if part >= 0 else -scaled, digits)


def ticker_json(pair: PairView, tape: Tape, now_ms: int) -> Json:
    """The last 24 hours of a pair, and its best bid and ask. Prices are null before any trade."""
    scale, day, last = scale_of(pair), tape.day, tape.last_price
    day.slide(now_ms)
    first, high, low = day.open or last, day.high or last, day.low or last
    return {
        "symbol": pair.pair,
        "last": _price(last, scale),
        "open": _price(first, scale),
        "high": _price(high, scale),
        "low": _price(low, scale),
        "volume": to_text(day.volume, scale.base),
        "quote_volume": to_text(day.quote_volume, scale.quote),
        "change": ratio(last - first, first) if first else "0",
        "bid": _best(pair.bids.best(1), scale),
        "ask": _best(pair.asks.best(1), scale),
        "ts_ms": now_ms,
    }


def row_json(pair: PairView, tape: Tape, now_ms: int) -> Json:
    """A ticker with its sparkline."""
    scale = scale_of(pair)
    closes = [to_text(close, scale.price) for close in tape.sparkline(now_ms)]
    return {**ticker_json(pair, tape, now_ms), "sparkline": closes}


def candle_json(candle: Candle, scale: Scale, now_ms: int) -> Json:
    return {
        "start_ms": candle.start_ms,
        "open": to_text(candle.open, scale.price),
        "high": to_text(candle.high, scale.price),
        "low": to_text(candle.low, scale.price),
        "close": to_text(candle.close, scale.price),
        "volume": to_text(candle.volume, scale.base),
        "quote_volume": to_text(candle.quote_volume, scale.quote),
        "closed": candle.end_ms <= now_ms,
    }


def trade_json(trade: Trade, scale: Scale) -> Json:
    """A trade with the side of its taker."""
    return {
        "id": trade.id,
        "price": to_text(trade.price, scale.price),
        "quantity": to_text(trade.quantity, scale.base),
        "side": trade.side,
        "ts_ms": trade.at,
    }


def levels_json(levels: Sequence[Level], scale: Scale) -> list[list[str]]:
    return [[to_text(price, scale.price), to_text(quantity, scale.base)] for price, quantity in levels]


def depth_json(pair: PairView, limit: int) -> Json:
    """The best levels of both sides, best first."""
    scale = scale_of(pair)
    return {
        "symbol": pair.pair,
        "seq": pair.seq,
        "bids": levels_json(pair.bids.best(limit), scale),
        "asks": levels_json(pair.asks.best(limit), scale),
    }


def pair_status(view: View, pair: PairView) -> PairState:
    """The effective state of a market: cancel only while one of its coins is not traded (ORD-2)."""
    if pair.state == "trading" and untraded_coins(view, pair):
        return "cancel_only"
    return pair.state


def untraded_coins(view: View, pair: PairView) -> list[str]:
    """The pair's coins that are not traded."""
    return [coin for coin in (pair.base, pair.quote) if coin in view.untraded]


def rules_json(pair: PairView) -> Json:
    """The rules for orders of a pair."""
    scale, rules = scale_of(pair), pair.rules
    return {
        "symbol": pair.pair,
        "base": pair.base,
        "quote": pair.quote,
        "status": pair.state,
        "tick_size": to_text(rules.tick, scale.price),
        "step_size": to_text(rules.step, scale.base),
        "min_quantity": to_text(rules.min_quantity, scale.base),
        "max_quantity": to_text(rules.max_quantity, scale.base),
        "min_notional": to_text(rules.min_notional, scale.quote),
        "price_band": to_text(rules.band_bps, BAND_DIGITS),
        "market_guard": to_text(rules.guard_bps, BAND_DIGITS),
        "max_open_orders": rules.max_open_orders,
        "price_decimals": pair.price_decimals,
    }


def _price(units: int, scale: Scale) -> str | None:
    return to_text(units, scale.price) if units else None


def _best(levels: list[Level], scale: Scale) -> str | None:
    return to_text(levels[0][0], scale.price) if levels else None
