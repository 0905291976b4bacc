"""The last 24 hours of a pair: sums and extremes over a window that slides by minutes."""

from collections import deque
from collections.abc import Iterable

from clearwater.domains.markets.candles import Candle, Trade
from clearwater.domains.markets.intervals import DAY_MS, start_of


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
