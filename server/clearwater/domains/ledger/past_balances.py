"""What clients had at the end of each quarter of an hour in which it changed, as charts of the past need it.

Stored after the fact, from postings: nothing that trading waits for.
"""

from collections.abc import Sequence

from sqlalchemy import bindparam, select, text
from sqlalchemy.dialects.postgresql import BIGINT
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.ledger import HOUSE
from clearwater.domains.ledger.models import PastBalanceCursor, PostingRow
from clearwater.kit.db import SessionFactory, first_id_since, transaction
from clearwater.kit.prepared_reads import PreparedReads

# Each step of a history ends with one of these.
STEP_MS = 15 * 60_000
# Stored by one statement, which has to end in time on a busy day, too.
MAX_STEPS = 4
STORE = text("""
    INSERT INTO past_balances (owner, coin, until_ms, amount)
    SELECT owner, coin, until_ms, sum(change) OVER (PARTITION BY owner, coin ORDER BY until_ms) + coalesce((
        SELECT amount FROM past_balances AS earlier
        WHERE earlier.owner = changed.owner AND earlier.coin = changed.coin
        ORDER BY earlier.until_ms DESC LIMIT 1
    ), 0)
    FROM (
        SELECT side.owner, coin, (at_ms / :step + 1) * :step AS until_ms, sum(change) AS change
        FROM postings,
             LATERAL (VALUES (source_owner, -amount), (target_owner, amount)) AS side (owner, change)
        WHERE id >= :first AND id < :end AND source_owner <> target_owner AND side.owner <> :house
        GROUP BY 1, 2, 3
    ) AS changed
""").bindparams(bindparam("step", type_=BIGINT))
LAST = "SELECT until_ms FROM past_balance_cursor"
LIST = """
    SELECT moment, coin, (
        SELECT amount FROM past_balances AS past
        WHERE past.owner = $1 AND past.coin = held.coin AND past.until_ms <= moment
        ORDER BY past.until_ms DESC LIMIT 1
    )
    FROM unnest($2::bigint[]) AS moment, (SELECT DISTINCT coin FROM balances WHERE owner = $1) AS held
"""


async def store_complete(sessions: SessionFactory) -> None:
    """Store the steps that are over: those before that of the newest posting, which nothing is added to."""
    is_behind = True
    while is_behind:
        async with transaction(sessions) as session:
            is_behind = await _store_next(session)


async def _store_next(session: AsyncSession) -> bool:
    """Store some steps; whether there were any."""
    cursor = await session.get_one(PastBalanceCursor, 1, with_for_update=True)
    first = await first_id_since(session, PostingRow.__tablename__, cursor.until_ms)
    began_ms = await session.scalar(select(PostingRow.at_ms).where(PostingRow.id == first))
    newest_ms = await session.scalar(select(PostingRow.at_ms).order_by(PostingRow.id.desc()).limit(1))
    if began_ms is None or newest_ms is None or began_ms // STEP_MS >= newest_ms // STEP_MS:
        return False
    cursor.until_ms = min(began_ms // STEP_MS + MAX_STEPS, newest_ms // STEP_MS) * STEP_MS
    end = await first_id_since(session, PostingRow.__tablename__, cursor.until_ms)
    await session.execute(STORE, {"step": STEP_MS, "first": first, "end": end, "house": HOUSE})
    return True


async def find_last(reads: PreparedReads) -> int:
    """The end of the last step that is stored; 0 when none is."""
    until_ms = await reads.fetch_value(LAST)
    assert isinstance(until_ms, int)
    return until_ms


async def list_balances(reads: PreparedReads, owner: str, moments: Sequence[int]) -> list[dict[str, int]]:
    """What an owner had of each coin at moments that end stored steps, before whatever happened then."""
    found: dict[int, dict[str, int]] = {moment: {} for moment in moments}
    for moment, coin, amount in await reads.fetch(LIST, owner, list(moments)):
        found[moment][coin] = amount or 0
    return list(found.values())
