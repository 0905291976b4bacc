"""What each coin was worth before the demo began: random walks that end where the bots start.

Made from seeds alone and in plain arithmetic, so that the same day gives the same past on every machine.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import NamedTuple
from zlib import crc32

from clearwater.core.simulation import Dice
from clearwater.domains.demo.coins import COIN_BY_SYMBOL, USDT, Coin

SEED = 20_261_115
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
HISTORY_DAYS = 90
# So many whole days before today are told minute by minute, the ones before in steps of five.
FINE_DAYS = 2
FINE_MS, COARSE_MS = MINUTE_MS, 5 * MINUTE_MS
MARKET_VOLATILITY = 0.022
# How busy each hour of the day is (UTC): quiet mornings in Asia's night, busiest when America is up.
HOURS = (
    *(0.95, 0.90, 0.85, 0.80, 0.75, 0.72, 0.75, 0.85, 0.95, 1.00, 1.00, 0.98),
    *(1.05, 1.25, 1.45, 1.50, 1.40, 1.25, 1.15, 1.10, 1.10, 1.05, 1.00, 0.95),
)
# Calm and wild stretches, of some hours each.
MOODS = (0.55, 0.7, 0.85, 1.0, 1.0, 1.15, 1.4, 1.9)
JUMP_ONE_IN = 2_500
JUMP_SIZE = 9.0

_ALL = 1 << 64
# Four 16-bit numbers add up to something close to a bell curve; this makes its width one.
_MIDDLE, _WIDTH = 2 * 65_535.0, 37_837.2


class Steps(NamedTuple):
    """The times at which a history knows prices, the last being its end, and how rough each step is.

    The first `coarse` steps are of five minutes, the others of one.
    """

    times: Sequence[int]
    roughness: Sequence[float]
    coarse: int


def dice_for(*parts: str) -> Dice:
    """Dice of their own for each purpose, so that none depends on how often another was thrown."""
    return Dice(SEED << 32 | crc32("/".join(parts).encode()))


def bell(dice: Dice) -> float:
    """A number near 0, nearly always between -3 and 3."""
    bits = dice.below(_ALL)
    total = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    return (total - _MIDDLE) / _WIDTH


def own_volatility(coin: Coin) -> float:
    """What a coin moves beside the market, in a day."""
    return sqrt(max(0.0, coin.volatility**2 - (coin.beta * MARKET_VOLATILITY) ** 2))


@lru_cache(maxsize=2)
def steps_until(end_ms: int, days: int) -> Steps:
    """The steps of the days before a whole minute, and of what has passed of its own day."""
    midnight = end_ms // DAY_MS * DAY_MS
    first, fine_from = midnight - days * DAY_MS, midnight - min(days, FINE_DAYS) * DAY_MS
    times = [*range(first, fine_from, COARSE_MS), *range(fine_from, end_ms + 1, FINE_MS)]
    dice, mood, roughness = dice_for("moods"), 1.0, list[float]()
    for start, end in pairwise(times):
        if start % (6 * HOUR_MS) == 0:
            mood = (mood + dice.pick(MOODS)) / 2
        usual = sqrt((end - start) / DAY_MS)
        roughness.append(usual * mood * (0.6 + 0.4 * HOURS[start % DAY_MS // HOUR_MS]))
    return Steps(times, roughness, (fine_from - first) // COARSE_MS)


@lru_cache(maxsize=2)
def _market_moves(end_ms: int, days: int) -> list[float]:
    dice = dice_for("market")
    return [MARKET_VOLATILITY * rough * _throw(dice) for rough in steps_until(end_ms, days).roughness]


def _throw(dice: Dice) -> float:
    thrown = bell(dice)
    return thrown * JUMP_SIZE if dice.one_in(JUMP_ONE_IN) else thrown


@lru_cache(maxsize=len(COIN_BY_SYMBOL))
def values_until(symbol: str, end_ms: int, days: int) -> list[float]:
    """What a coin was worth at each of the times, in USDT; at the end what the demo begins with."""
    coin, steps = COIN_BY_SYMBOL[symbol], steps_until(end_ms, days)
    if symbol == USDT:
        return [1.0] * len(steps.times)
    dice, own, beta = dice_for("coin", symbol), own_volatility(coin), coin.beta
    values = [coin.value]
    for market, rough in zip(reversed(_market_moves(end_ms, days)), reversed(steps.roughness), strict=True):
        move = beta * market + own * rough * bell(dice)
        # No step takes more than a tenth: beyond that charts stop being plausible.
        values.append(values[-1] / (1.0 + max(-0.1, min(0.1, move))))
    values.reverse()
    return values


def forget_paths() -> None:
    """Let go of what only a history needs: megabytes that nobody asks for again."""
    for kept in (steps_until, _market_moves, values_until):
        kept.cache_clear()
