"""Tables whose rows are numbered without gaps in the order of their times, as the engine writes them."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# Halving the numbers finds a time in some thirty looks at the primary key; an index of the times would cost
# every writer more than that costs the few who ask. The limit keeps each look one of its own.
FIRST_ID_SINCE = """
    WITH RECURSIVE search (low, high) AS (
        SELECT coalesce(min(id), 1) - 1, coalesce(max(id), 0) + 1 FROM {table}
        UNION ALL
        SELECT CASE WHEN at_ms < :at_ms THEN id ELSE low END, CASE WHEN at_ms < :at_ms THEN high ELSE id END
        FROM search, LATERAL (SELECT id, at_ms FROM {table} WHERE id = (low + high) / 2 LIMIT 1) AS middle
        WHERE high - low > 1
    ) SELECT min(high) FROM search
"""


async def first_id_since(session: AsyncSession, table: str, at_ms: int) -> int:
    """The number of the first row at or after a time; the next one to come when there is none."""
    statement = text(FIRST_ID_SINCE.format(table=table))
    found: int = await session.scalar(statement, {"at_ms": at_ms})
    return found
