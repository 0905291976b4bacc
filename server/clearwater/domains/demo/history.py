"""Candles of the days before the demo began: random walks that end where the bots start.

Generated from fixed seeds by plain arithmetic, so that the same day gives the same history on every machine.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import NamedTuple
from zlib import crc32

from clearwater.core.seeded_random import SeededRandom
from clearwater.domains.demo.coins import COIN_BY_SYMBOL, USDT, Coin, Pair
from clearwater.domains.markets.service import LENGTH_MS, Interval, start_of

SEED = 20_261_115
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
HISTORY_DAYS = 90
# This many whole days before today have one-minute steps, earlier ones five-minute steps.
FINE_DAYS = 2
FINE_MS, COARSE_MS = MINUTE_MS, 5 * MINUTE_MS
MARKET_VOLATILITY = 0.022
# Activity by hour of the day (UTC): low at night in Asia, highest during the day in America.
HOURS = (
    *(0.95, 0.90, 0.85, 0.80, 0.75, 0.72, 0.75, 0.85, 0.95, 1.00, 1.00, 0.98),
    *(1.05, 1.25, 1.45, 1.50, 1.40, 1.25, 1.15, 1.10, 1.10, 1.05, 1.00, 0.95),
)
# Volatility regimes of some hours each.
REGIMES = (0.55, 0.7, 0.85, 1.0, 1.0, 1.15, 1.4, 1.9)
JUMP_ONE_IN = 2_500
JUMP_SIZE = 9.0

_TWO_TO_64 = 1 << 64
# The sum of four 16-bit numbers is close to a normal distribution; these give it mean 0 and deviation 1.
_MIDDLE, _WIDTH = 2 * 65_535.0, 37_837.2
COARSER: tuple[Interval, ...] = ("15m", "1h", "4h", "1d", "1w")
# How far high and low exceed open and close: mostly a little, rarely far.
_ONE_OF = tuple(0.9 * (number / 255) ** 3 for number in range(256))


class Steps(NamedTuple):
    """The times of a price history, the last being its end, and the volatility of each step.

    The first `coarse` steps are of five minutes, the others of one.
    """

    times: Sequence[int]
    roughness: Sequence[float]
    coarse: int


def rng_for(*parts: str) -> SeededRandom:
    """A separate random generator per purpose, so that sequences do not depend on each other."""
    return SeededRandom(SEED << 32 | crc32("/".join(parts).encode()))


def draw_normal(rng: SeededRandom) -> float:
    """An approximately normally distributed number, nearly always between -3 and 3."""
    bits = rng.below(_TWO_TO_64)
    total = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    return (total - _MIDDLE) / _WIDTH


def own_volatility(coin: Coin) -> float:
    """The daily volatility of a coin that is independent of the market."""
    return sqrt(max(0.0, coin.volatility**2 - (coin.beta * MARKET_VOLATILITY) ** 2))


@lru_cache(maxsize=2)
def steps_until(end_ms: int, days: int) -> Steps:
    """The steps of whole days before a time, and of its own day until that time."""
    midnight = end_ms // DAY_MS * DAY_MS
    first, fine_from = midnight - days * DAY_MS, midnight - min(days, FINE_DAYS) * DAY_MS
    times = [*range(first, fine_from, COARSE_MS), *range(fine_from, end_ms + 1, FINE_MS)]
    rng, regime, roughness = rng_for("moods"), 1.0, list[float]()
    for start, end in pairwise(times):
        if start % (6 * HOUR_MS) == 0:
            regime = (regime + rng.pick(REGIMES)) / 2
        usual = sqrt((end - start) / DAY_MS)
        roughness.append(usual * regime * (0.6 + 0.4 * HOURS[start % DAY_MS // HOUR_MS]))
    return Steps(times, roughness, (fine_from - first) // COARSE_MS)


@lru_cache(maxsize=2)
def _market_moves(end_ms: int, days: int) -> list[float]:
    rng = rng_for("market")
    return [MARKET_VOLATILITY * rough * _draw_deviation(rng) for rough in steps_until(end_ms, days).roughness]


def _draw_deviation(rng: SeededRandom) -> float:
    drawn = draw_normal(rng)
    return drawn * JUMP_SIZE if rng.one_in(JUMP_ONE_IN) else drawn


@lru_cache(maxsize=len(COIN_BY_SYMBOL))
def values_until(symbol: str, end_ms: int, days: int) -> list[float]:
    """A coin's price in USDT at each of the times, ending with the initial price of the demo."""
    coin, steps = COIN_BY_SYMBOL[symbol], steps_until(end_ms, days)
    if symbol == USDT:
        return [1.0] * len(steps.times)
    rng, own, beta = rng_for("coin", symbol), own_volatility(coin), coin.beta
    values = [coin.value]
    for market, rough in zip(reversed(_market_moves(end_ms, days)), reversed(steps.roughness), strict=True):
        move = beta * market + own * rough * draw_normal(rng)
        # A step moves at most 10 %: beyond that charts look implausible.
        values.append(values[-1] / (1.0 + max(-0.1, min(0.1, move))))
    values.reverse()
    return values


def clear_path_caches() -> None:
    """Clear the caches, which hold megabytes and are needed only while generating a history."""
    for cached in (steps_until, _market_moves, values_until):
        cached.cache_clear()


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
    history: dict[Interval, list[Candle]] = {"1m": minutes, "5m": finest[:coarse] + aggregate(minutes, "5m")}
    finer: Interval = "5m"
    for interval in COARSER:
        history[interval] = aggregate(history[finer], interval)
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


def aggregate(candles: list[Candle], interval: Interval) -> list[Candle]:
    """Aggregate candles, in the order of time, to a coarser interval."""
    length, aggregated = LENGTH_MS[interval], list[Candle]()
    first = end = 0
    for index, candle in enumerate(candles):
        if candle[0] >= end:
            if index:
                aggregated.append(_merge(end - length, candles[first:index]))
            first, end = index, start_of(interval, candle[0]) + length
    if candles:
        aggregated.append(_merge(end - length, candles[first:]))
    return aggregated


def _merge(start_ms: int, group: list[Candle]) -> Candle:
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
