"""The last 24 hours of a pair: sums and extremes over a window that slides by minutes."""

from collections import deque
from collections.abc import Iterable

from clearwater.domains.markets.candles import Candle, Trade
from clearwater.domains.markets.intervals import DAY_MS, start_of


class Day:
    """The 1,440 minutes before the running one, and that one; minutes without a trade take no room.

    A trade costs the same however many there were. The extremes of a sliding window are kept as those
    minutes that no later one exceeds, so the first of them is the extreme of all.
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
        """Take in a minute that is later than all before, with what it holds already."""
        self._minutes.append(minute)
        self.volume += minute.volume
        self.quote_volume += minute.quote_volume
        self.trades += minute.trades
        self._compare(minute)

    def follow(self, minute: Candle, trade: Trade) -> None:
        """The running minute, which may be a new one, has taken in a trade."""
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
        """Let go of what has become too old."""
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
