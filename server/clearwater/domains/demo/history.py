"""Candles of the days before the demo began, generated from the coins' random walks."""

from collections.abc import Iterator
from typing import NamedTuple

from clearwater.domains.demo.coins import Pair
from clearwater.domains.demo.paths import (
    DAY_MS,
    HOUR_MS,
    HOURS,
    rng_for,
    steps_until,
    values_until,
)
from clearwater.domains.markets.service import LENGTH_MS, Interval, start_of

COARSER: tuple[Interval, ...] = ("15m", "1h", "4h", "1d", "1w")
# How far high and low exceed open and close: mostly a little, rarely far.
_ONE_OF = tuple(0.9 * (number / 255) ** 3 for number in range(256))


class Candle(NamedTuple):
    """The trades of an interval, in the units of the core."""

    start_ms: int
    open: int
    high: int
    low: int
    close: int
    volume: int
    quote_volume: int
    trades: int
    taker_buy_volume: int


def make_history(pair: Pair, end_ms: int, days: int) -> dict[Interval, list[Candle]]:
    """Candles of every interval. Coarser ones are aggregated from finer ones, so all are consistent."""
    finest = list(_finest(pair, end_ms, days))
    coarse = steps_until(end_ms, days).coarse
    minutes = finest[coarse:]
    history: dict[Interval, list[Candle]] = {"1m": minutes, "5m": finest[:coarse] + fold(minutes, "5m")}
    finer: Interval = "5m"
    for interval in COARSER:
        history[interval] = fold(history[finer], interval)
        finer = interval
    return history


def _finest(pair: Pair, end_ms: int, days: int) -> Iterator[Candle]:
    """One candle per step of the random walks, with volumes like those of the bots."""
    steps, rng = steps_until(end_ms, days), rng_for("pair", pair.symbol)
    bases = values_until(pair.base.symbol, end_ms, days)
    quotes = values_until(pair.quote.symbol, end_ms, days)
    tick, step = pair.tick_units, pair.step_units
    ticks_of = pair.scale / tick
    steps_of = pair.base.unit / step
    divisor = 10 ** (pair.price_decimals + pair.base.decimals - pair.quote.decimals)
    volatility, worth = pair.base.volatility, pair.trade_size
    close = round(bases[0] / quotes[0] * ticks_of)
    for index, (start, rough) in enumerate(zip(steps.times[:-1], steps.roughness, strict=True)):
        bits = rng.below(1 << 64)
        opened, close = close, max(1, round(bases[index + 1] / quotes[index + 1] * ticks_of))
        reach = volatility * rough * (opened + close) / 2
        high = max(opened, close) + int(reach * _ONE_OF[bits & 0xFF])
        low = max(1, min(opened, close) - int(reach * _ONE_OF[bits >> 8 & 0xFF]))
        swing = min(3.0, abs(close - opened) / (reach or 1.0))
        seconds = (steps.times[index + 1] - start) / 1_000
        busy = HOURS[start % DAY_MS // HOUR_MS] * (0.55 + 0.5 * swing) * (0.6 + (bits >> 16 & 0xFF) / 320)
        trades = max(1, round(pair.weight * seconds * busy))
        size = worth * (0.7 + (bits >> 24 & 0xFF) / 425)
        lots = max(trades, round(trades * size / bases[index] * steps_of))
        rises = 0.12 * swing if close > opened else -0.12 * swing
        buys = int(lots * min(0.95, max(0.05, 0.3 + (bits >> 32 & 0xFF) / 640 + rises)))
        middle = (opened + high + low + close) // 4 * tick
        yield Candle(
            start,
            opened * tick,
            high * tick,
            low * tick,
            close * tick,
            lots * step,
            lots * step * middle // divisor,
            trades,
            buys * step,
        )


def fold(candles: list[Candle], interval: Interval) -> list[Candle]:
    """Aggregate candles, in the order of time, to a coarser interval."""
    length, folded = LENGTH_MS[interval], list[Candle]()
    first = end = 0
    for index, candle in enumerate(candles):
        if candle[0] >= end:
            if index:
                folded.append(_fold(end - length, candles[first:index]))
            first, end = index, start_of(interval, candle[0]) + length
    if candles:
        folded.append(_fold(end - length, candles[first:]))
    return folded


def _fold(start_ms: int, group: list[Candle]) -> Candle:
    _, opens, highs, lows, closes, volumes, quote_volumes, trades, buys = zip(*group, strict=True)
    return Candle(
        start_ms,
        opens[0],
        max(highs),
        min(lows),
        closes[-1],
        sum(volumes),
        sum(quote_volumes),
        sum(trades),
        sum(buys),
    )
