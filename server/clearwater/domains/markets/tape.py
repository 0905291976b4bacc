"""The market data of one pair: current candles, the last 24 hours, the newest trades."""

from collections import deque
from collections.abc import Iterable, Sequence

from clearwater.domains.markets.candles import Candle, Trade
from clearwater.domains.markets.day import Day
from clearwater.domains.markets.intervals import HOUR_MS, INTERVALS, Interval, start_of

KEPT_TRADES = 200
SPARKLINE_HOURS = 24
# One more than shown, for the previous close of the first hour.
KEPT_HOURS = SPARKLINE_HOURS + 1
CandleKey = tuple[Interval, int]


class Tape:
    """Aggregates trades in the order of their ids; duplicates are ignored."""

    __slots__ = (
        "changed",
        "day",
        "hours",
        "last_fill_id",
        "last_ms",
        "last_price",
        "running",
        "stored_fill_id",
        "trades",
    )

    def __init__(
        self,
        fill_id: int = 0,
        *,
        running: Iterable[Candle] = (),
        minutes: Sequence[Candle] = (),
        hours: Sequence[Candle] = (),
        trades: Iterable[Trade] = (),
    ) -> None:
        """Continue from the stored state after this fill."""
        self.last_fill_id = self.stored_fill_id = fill_id
        self.running: dict[Interval, Candle] = {candle.interval: candle for candle in running}
        # The newest minute and hour still change, so each must be one shared object.
        self._share("1m", minutes)
        self._share("1h", hours)
        self.day = Day(minutes)
        self.hours: deque[Candle] = deque(hours, maxlen=KEPT_HOURS)
        self.trades: deque[Trade] = deque(trades, maxlen=KEPT_TRADES)
        newest = max(self.running.values(), key=lambda candle: candle.start_ms, default=None)
        # 0 before any trade.
        self.last_price = newest.close if newest is not None else 0
        self.last_ms = self.trades[-1].at if self.trades else 0
        # Candles that have changed since they were stored.
        self.changed: dict[CandleKey, Candle] = {}

    def _share(self, interval: Interval, candles: Sequence[Candle]) -> None:
        if candles:
            self.running[interval] = candles[-1]

    def add(self, trade: Trade) -> None:
        """Add a trade; duplicates are ignored."""
        if trade.id <= self.last_fill_id:
            return
        self.last_fill_id = trade.id
        self.last_ms, self.last_price = trade.at, trade.price
        self.trades.append(trade)
        running, changed, at = self.running, self.changed, trade.at
        for interval in INTERVALS:
            candle = running.get(interval)
            if candle is not None and at < candle.end_ms:
                candle.add(trade)
            else:
                candle = running[interval] = Candle.beginning_with(interval, trade)
                if interval == "1h":
                    self.hours.append(candle)
            if not candle.is_changed:
                candle.is_changed = True
                changed[interval, candle.start_ms] = candle
        self.day.follow(running["1m"], trade)

    def sparkline(self, now_ms: int) -> list[int]:
        """Hourly closes of the last 24 hours, including the current one; fewer if trading began later.

        An hour without a trade has the previous close.
        """
        last = start_of("1h", now_ms)
        starts = range(last - (SPARKLINE_HOURS - 1) * HOUR_MS, last + 1, HOUR_MS)
        hours, close, closes = deque(self.hours), 0, []
        for start_ms in starts:
            while hours and hours[0].start_ms <= start_ms:
                close = hours.popleft().close
            if close:
                closes.append(close)
        return closes

    def unsaved(self, interval: Interval) -> list[Candle]:
        """Candles of an interval that are newer than the table, oldest first."""
        return sorted(
            (candle.copy() for key, candle in self.changed.items() if key[0] == interval),
            key=lambda candle: candle.start_ms,
        )

    def mark_stored(self, fill_id: int, stored: Iterable[Candle]) -> None:
        """Mark these copies as stored. Candles that have changed since stay queued."""
        self.stored_fill_id = fill_id
        for copy in stored:
            key = copy.interval, copy.start_ms
            now = self.changed.get(key)
            if now is not None and now.trades == copy.trades:
                now.is_changed = False
                del self.changed[key]
