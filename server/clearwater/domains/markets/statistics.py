"""Trading data: taker volume and volatility by period."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clearwater.core.money import to_text
from clearwater.domains.markets.candles import LENGTH_MS, Candle, Interval, start_of
from clearwater.domains.markets.wire import Json, Scale, ratio

# The candles that each period is computed from: enough to measure volatility, few enough to read at once.
FINER: dict[Interval, Interval] = {"5m": "1m", "15m": "1m", "1h": "5m", "4h": "15m", "1d": "1h"}
SHOWN_PERIODS = 30
DIGITS = 8
SPREAD_DIGITS = 4
# By period: the mean spread in basis points and the mean imbalance of the depth.
Means = Mapping[int, tuple[float | None, float | None]]


class Movement(NamedTuple):
    """Squared log returns, by period, and whether a price was known by then."""

    squares: dict[int, float]
    known_from: int | None


def period_starts(period: Interval, now_ms: int) -> Sequence[int]:
    """The starts of the shown periods, oldest first."""
    last, length = start_of(period, now_ms), LENGTH_MS[period]
    return range(last - (SHOWN_PERIODS - 1) * length, last + 1, length)


def trading_items(
    period: Interval,
    starts: Sequence[int],
    finer: Sequence[Candle],
    *,
    before: Candle | None,
    means: Means,
    scale: Scale,
) -> list[Json]:
    """One item per period, from its shorter candles and the last candle before all of them."""
    bought = dict.fromkeys(starts, 0)
    traded = dict.fromkeys(starts, 0)
    for candle in finer:
        start_ms = start_of(period, candle.start_ms)
        bought[start_ms] += candle.taker_buy_volume
        traded[start_ms] += candle.volume
    movement = _movement(period, finer, before)
    items: list[Json] = []
    for start_ms in starts:
        spread, imbalance = means.get(start_ms, (None, None))
        volume, buys = traded[start_ms], bought[start_ms]
        is_known = movement.known_from is not None and start_ms >= movement.known_from
        items.append(
            {
                "start_ms": start_ms,
                "taker_buy_volume": to_text(buys, scale.base),
                "taker_sell_volume": to_text(volume - buys, scale.base),
                "aggressor_ratio": ratio(buys, volume) if volume else None,
                "spread_bps": _text(spread, SPREAD_DIGITS),
                "depth_imbalance": _text(imbalance, DIGITS),
                "volatility": _text(math.sqrt(movement.squares.get(start_ms, 0.0)), DIGITS)
                if is_known
                else None,
            }
        )
    return items


def _movement(period: Interval, finer: Iterable[Candle], before: Candle | None) -> Movement:
    squares: dict[int, float] = {}
    known_from = 0 if before is not None else None
    close = before.close if before is not None else None
    for candle in finer:
        start_ms = start_of(period, candle.start_ms)
        if known_from is None:
            known_from = start_ms
        step = math.log(candle.close / (close or candle.open))
        squares[start_ms] = squares.get(start_ms, 0.0) + step * step
        close = candle.close
    return Movement(squares, known_from)


def _text(value: float | None, digits: int) -> str | None:
    """Format a statistic; rounding does not matter here."""
    return None if value is None else to_text(round(value * 10**digits), digits)
