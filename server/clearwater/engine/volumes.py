"""The volume of each client and day, beside the fills that it is the sum of."""

import asyncpg

from clearwater.core.state import DAY_MS
from clearwater.engine.comparison import Differences
from clearwater.engine.tables import DAILY_VOLUMES

# Read from the newest one back.
LAST_FILL_BEFORE = "SELECT coalesce(max(id), 0) FROM fills WHERE at_ms < $1"
TIME_OF_ENTRY = "SELECT coalesce(max(at_ms), 0) FROM journal WHERE seq = $1"
WRONG_VOLUMES = """
    SELECT client, day, coin, traded.amount AS expected, stored.amount AS found
    FROM (
        SELECT side.client::text, (at_ms / $3)::int AS day, split_part(pair, '-', 2) AS coin,
            sum(quote_quantity) AS amount
        FROM fills, LATERAL (VALUES (taker_client), (maker_client)) AS side (client)
        WHERE taker_client <> maker_client AND id > $1
        GROUP BY 1, 2, 3
    ) AS traded
    FULL JOIN (SELECT client::text, day, coin::text, amount FROM daily_volumes WHERE day >= $2) AS stored
        USING (client, day, coin)
    WHERE traded.amount IS DISTINCT FROM stored.amount
    ORDER BY client, day, coin
"""


async def compare_volumes(connection: asyncpg.Connection, differences: Differences, *, start: int) -> None:
    """Compare the volumes since the day of an entry; the fills are compared with the journal elsewhere."""
    day = await connection.fetchval(TIME_OF_ENTRY, start) // DAY_MS
    last_before = await connection.fetchval(LAST_FILL_BEFORE, day * DAY_MS)
    wrong = await connection.fetch(WRONG_VOLUMES, last_before, day, DAY_MS)
    expected, found = (
        [(*row[:3], int(row[column])) for row in wrong if row[column] is not None]
        for column in ("expected", "found")
    )
    differences.compare(DAILY_VOLUMES, expected, found)
