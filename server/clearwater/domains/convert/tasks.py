"""Background jobs of conversions."""

from datetime import datetime, timedelta

from clearwater.domains.convert import queries
from clearwater.kit.db import SessionFactory

# A conversion is found without its quote; this is for questions about what was promised.
QUOTES_KEPT_FOR = timedelta(days=1)


async def purge_quotes(sessions: SessionFactory, *, now: datetime) -> None:
    """Delete quotes that expired long ago, accepted or not."""
    await queries.delete_quotes(sessions, expired_before=now - QUOTES_KEPT_FOR)
