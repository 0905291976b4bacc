"""The market data of one pair: current candles, the last 24 hours, the newest trades."""

from collections import deque
from collections.abc import Iterable, Sequence

from clearwater.domains.markets.candles import DAY_MS, HOUR_MS, INTERVALS, Candle, Interval, Trade, start_of

KEPT_TRADES = 200
SPARKLINE_HOURS = 24
# One more than shown, for the previous close of the first hour.
KEPT_HOURS = SPARKLINE_HOURS + 1
CandleKey = tuple[Interval, int]


class Day:
    """The current minute and the 1,440 before it; minutes without a trade take no memory.

    Adding a trade takes amortised constant time. High and low are monotonic queues: minutes that no later
    minute exceeds, so the first is the extreme of the window.
    """

    __slots__ = ("_highs", "_lows", "_minutes", "quote_volume", "trades", "volume")

    def __init__(self, minutes: Iterable[Candle] = ()) -> None:
        self._minutes: deque[Candle] = deque()
        self._highs: deque[Candle] = deque()
        self._lows: deque[Candle] = deque()
        self.volume = 0
        self.quote_volume = 0
        self.trades = 0
        for minute in minutes:
            self.begin(minute)

    def begin(self, minute: Candle) -> None:
        """Append a minute that is later than all before, with its current values."""
        self._minutes.append(minute)
        self.volume += minute.volume
        self.quote_volume += minute.quote_volume
        self.trades += minute.trades
        self._compare(minute)

    def follow(self, minute: Candle, trade: Trade) -> None:
        """Update for a trade that was added to the current minute, which may be new."""
        if not self._minutes or self._minutes[-1] is not minute:
            self.slide(trade.at)
            self.begin(minute)
            return
        self.volume += trade.quantity
        self.quote_volume += trade.quote_quantity
        self.trades += 1
        self._compare(minute)

    def _compare(self, newest: Candle) -> None:
        highs, lows = self._highs, self._lows
        while highs and highs[-1].high <= newest.high:
            highs.pop()
        highs.append(newest)
        while lows and lows[-1].low >= newest.low:
            lows.pop()
        lows.append(newest)

    def slide(self, now_ms: int) -> None:
        """Drop minutes that have left the window."""
        oldest = start_of("1m", now_ms) - DAY_MS
        minutes, highs, lows = self._minutes, self._highs, self._lows
        while minutes and minutes[0].start_ms < oldest:
            gone = minutes.popleft()
            self.volume -= gone.volume
            self.quote_volume -= gone.quote_volume
            self.trades -= gone.trades
            if highs[0] is gone:
                highs.popleft()
            if lows[0] is gone:
                lows.popleft()

    @property
    def open(self) -> int:
        """The first price of the window; 0 without a trade."""
        return self._minutes[0].open if self._minutes else 0

    @property
    def high(self) -> int:
        return self._highs[0].high if self._highs else 0

    @property
    def low(self) -> int:
        return self._lows[0].low if self._lows else 0


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

    def mark_stored(self, fill_id: int) -> None:
        """Candles with all fills up to this one are in the table; those with later fills stay queued."""
        self.stored_fill_id = fill_id
        for key, candle in list(self.changed.items()):
            if candle.last_fill_id <= fill_id:
                candle.is_changed = False
                del self.changed[key]
