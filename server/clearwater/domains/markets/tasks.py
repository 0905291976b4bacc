"""Background jobs of market data."""

from datetime import datetime

from clearwater.domains.markets import queries
from clearwater.domains.markets.board import SECONDS_KEPT_MS
from clearwater.domains.markets.candles import DAY_MS
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction

# A little longer than the longest period of trading data.
SAMPLES_KEPT_MS = 45 * DAY_MS


async def purge_market_data(sessions: SessionFactory, *, now: datetime) -> None:
    """Delete expired candles of one second and samples of books."""
    now_ms = milliseconds(now)
    async with transaction(sessions) as session:
        await queries.delete_candles_before(session, "1s", now_ms - SECONDS_KEPT_MS)
        await queries.delete_samples_before(session, now_ms - SAMPLES_KEPT_MS)
