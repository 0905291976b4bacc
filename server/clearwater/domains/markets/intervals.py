"""The intervals of candles. All start at multiples of their length in UTC; weeks on Monday."""

from typing import Literal, TypeAlias, get_args

Interval: TypeAlias = Literal["1s", "1m", "5m", "15m", "1h", "4h", "1d", "1w"]

SECOND_MS = 1_000
MINUTE_MS = 60 * SECOND_MS
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
WEEK_MS = 7 * DAY_MS
# 1 January 1970 was a Thursday.
FIRST_MONDAY_MS = 4 * DAY_MS

INTERVALS: tuple[Interval, ...] = get_args(Interval)
LENGTH_MS: dict[Interval, int] = {
    "1s": SECOND_MS,
    "1m": MINUTE_MS,
    "5m": 5 * MINUTE_MS,
    "15m": 15 * MINUTE_MS,
    "1h": HOUR_MS,
    "4h": 4 * HOUR_MS,
    "1d": DAY_MS,
    "1w": WEEK_MS,
}


def start_of(interval: Interval, at_ms: int) -> int:
    """The start of the interval that contains a time."""
    length = LENGTH_MS[interval]
    offset = FIRST_MONDAY_MS if interval == "1w" else 0
    return at_ms - (at_ms - offset) % length
