"""What was traded in pre-markets, read once for everybody: figures of 24 hours, and candles."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from fastapi import Depends

from clearwater.domains.markets import service as markets
from clearwater.domains.premarket import queries
from clearwater.domains.premarket.models import CandleUnits, DayStatistics
from clearwater.domains.premarket.schemas import CandleInterval
from clearwater.domains.premarket.wire import DAY_MS
from clearwater.kit.app_services import AppService
from clearwater.kit.cache import RefreshingValue, TtlCache
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import SessionFactory

MAX_CANDLES = 500
FIGURES_TTL = timedelta(seconds=5)
MAX_CACHED = 1_000
CandleKey = tuple[str, CandleInterval]


class PreMarketFigures:
    """Visitors ask for the same figures, which take a walk over all fills: they are a few seconds old."""

    def __init__(self, sessions: SessionFactory, clock: Clock) -> None:
        self._sessions = sessions
        self._clock = clock
        self._days = RefreshingValue("premarket_days", self._load_days, clock)
        self._candles = TtlCache[CandleKey, list[CandleUnits]](
            "premarket_candles", self._load_candles, clock, ttl=FIGURES_TTL, max_size=MAX_CACHED
        )

    async def days(self) -> dict[str, DayStatistics]:
        """By pre-market: the fills of the last 24 hours."""
        return await self._days.get(FIGURES_TTL)

    async def candles(self, symbol: str, interval: CandleInterval, limit: int) -> list[CandleUnits]:
        """The last periods of a pre-market with fills, oldest first."""
        found = await self._candles.get((symbol, interval)) or []
        if not found:
            return []
        first_ms = found[-1].start_ms - (limit - 1) * markets.LENGTH_MS[interval]
        return [candle for candle in found if candle.start_ms >= first_ms]

    async def close(self) -> None:
        await self._days.close()

    async def _load_days(self) -> dict[str, DayStatistics]:
        since_ms = milliseconds(self._clock.now()) - DAY_MS
        async with self._sessions() as session:
            return await queries.day_statistics(session, since_ms=since_ms)

    async def _load_candles(self, keys: Sequence[CandleKey]) -> dict[CandleKey, list[CandleUnits]]:
        async with self._sessions() as session:
            return {
                (symbol, interval): await queries.list_candles(
                    session, symbol, length_ms=markets.LENGTH_MS[interval], limit=MAX_CANDLES
                )
                for symbol, interval in keys
            }


AppPreMarketFigures = Annotated[PreMarketFigures, Depends(AppService[PreMarketFigures]("premarket_figures"))]
