"""Aggregate trades to candles. Pure, so that a restart, a test and the running exchange agree.

All intervals start at multiples of their length in UTC; weeks on Monday.
"""

from typing import Literal, NamedTuple, TypeAlias, get_args

from clearwater.core.commands import Side
from clearwater.core.events import Filled

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


class Trade(NamedTuple):
    """A public fill. Ids increase with time, over all pairs."""

    id: int
    price: int
    quantity: int
    quote_quantity: int
    side: Side
    at: int

    @classmethod
    def of(cls, fill: Filled) -> "Trade":
        return cls(fill.fill_id, fill.price, fill.quantity, fill.quote_quantity, fill.taker_side, fill.at)


class Candle:
    """The trades of one interval. Prices and quantities in the units of the core."""

    __slots__ = (
        "close",
        "end_ms",
        "high",
        "interval",
        "is_changed",
        "last_fill_id",
        "low",
        "open",
        "quote_volume",
        "start_ms",
        "taker_buy_volume",
        "trades",
        "volume",
    )

    def __init__(self, interval: Interval, start_ms: int, price: int) -> None:
        self.interval: Interval = interval
        self.start_ms = start_ms
        self.end_ms: int = start_ms + LENGTH_MS[interval]
        self.open = self.high = self.low = self.close = price
        self.volume = 0
        self.quote_volume = 0
        self.trades = 0
        self.taker_buy_volume = 0
        self.last_fill_id = 0
        # Whether it is queued to be stored.
        self.is_changed = False

    @classmethod
    def beginning_with(cls, interval: Interval, trade: Trade) -> "Candle":
        candle = cls(interval, start_of(interval, trade.at), trade.price)
        candle.add(trade)
        return candle

    def add(self, trade: Trade) -> None:
        """Add a trade of this interval, later than all before."""
        price, quantity = trade.price, trade.quantity
        self.last_fill_id = trade.id
        if price > self.high:
            self.high = price
        elif price < self.low:
            self.low = price
        self.close = price
        self.volume += quantity
        self.quote_volume += trade.quote_quantity
        self.trades += 1
        if trade.side == "buy":
            self.taker_buy_volume += quantity

    def copy(self) -> "Candle":
        """A copy of the current values."""
        other = Candle(self.interval, self.start_ms, self.open)
        for name in ("high", "low", "close", "volume", "quote_volume", "trades", "taker_buy_volume"):
            setattr(other, name, getattr(self, name))
        return other


def without_gaps(
    known: dict[int, Candle], before: Candle | None, interval: Interval, first_ms: int, last_ms: int
) -> list[Candle]:
    """A candle for every interval from the first to the last start, inclusive.

    An interval without a trade is flat at the previous close. Intervals before the first trade are left out.
    """
    filled: list[Candle] = []
    for start_ms in range(first_ms, last_ms + 1, LENGTH_MS[interval]):
        candle = known.get(start_ms)
        if candle is None and before is not None:
            candle = Candle(interval, start_ms, before.close)
        if candle is not None:
            filled.append(candle)
            before = candle
    return filled
