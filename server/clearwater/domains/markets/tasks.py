"""What the worker does for market data."""

from datetime import datetime

from clearwater.domains.markets import queries
from clearwater.domains.markets.board import SECONDS_KEPT_MS
from clearwater.domains.markets.intervals import DAY_MS
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction

# A little longer than the longest trading data that is shown.
SAMPLES_KEPT_MS = 45 * DAY_MS


async def purge_market_data(sessions: SessionFactory, *, now: datetime) -> None:
    """Delete candles of one second and looks at books that nobody is shown any more."""
    now_ms = milliseconds(now)
    async with transaction(sessions) as session:
        await queries.delete_candles_before(session, "1s", now_ms - SECONDS_KEPT_MS)
        await queries.delete_samples_before(session, now_ms - SAMPLES_KEPT_MS)
