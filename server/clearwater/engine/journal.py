"""The group commit: the rows of a batch in one transaction, and nothing else writes those tables."""

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import asyncpg
import structlog

from clearwater.engine.health import MustNotServe
from clearwater.engine.product_tables import PRODUCT_TABLES
from clearwater.engine.projections import Row, Rows, pair_part_row
from clearwater.engine.row_literals import RowType
from clearwater.engine.tables import (
    BALANCES,
    COIN_CHANGES,
    COINS,
    CONVERSIONS,
    DAILY_VOLUMES,
    FILLS,
    GONE_MARKS,
    JOURNAL,
    ORDER_CHANGES,
    ORDERS,
    PAIR_PARTS,
    PAIR_RULES,
    PAIRS,
    POSTINGS,
    TRAILING_MARKS,
    TRANSFER_CHANGES,
    TRANSFERS,
    Table,
)
from clearwater.kit.leader_lock import try_lock

log = structlog.get_logger("clearwater.engine")

ANNOUNCE = """
    INSERT INTO engine_leader (id, address, since) VALUES (1, $1, now())
    ON CONFLICT (id) DO UPDATE SET address = EXCLUDED.address, since = EXCLUDED.since
"""
# A number of this program's own: one engine at a time writes to a database.
LOCK = 0x436C65617257  # "ClearW"
PROBE_SECONDS = 5.0
# So often a standby looks whether the leader is gone.
STANDBY_SECONDS = 0.2
# What is answered is durable, whatever the server, the database or the role has set.
# A batch reaches its rows by their keys whatever the tables' statistics say, and is planned once: planning
# takes longer than writing a small batch.
SETTINGS = """
    SET synchronous_commit = on;
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
    SET enable_hashjoin = off;
    SET enable_mergejoin = off;
    SET jit = off;
"""


def _insert(table: Table, rows: str) -> str:
    return f"INSERT INTO {table.name} ({table.column_list}) SELECT * FROM {rows}"


def _upsert(table: Table, rows: str) -> str:
    rest = ", ".join(f"{column} = EXCLUDED.{column}" for column in table.columns if column not in table.key)
    return f"{_insert(table, rows)} ON CONFLICT ({', '.join(table.key)}) DO UPDATE SET {rest}"


def _update(table: Table, rows: str, values: str) -> str:
    key = table.columns[0]
    return f"UPDATE {table.name} AS old SET {values} FROM {rows} AS new WHERE old.{key} = new.{key}"


def _delete(table: Table, rows: str) -> str:
    """Delete by all the columns that are named."""
    same = " AND ".join(f"old.{column} = gone.{column}" for column in table.columns)
    return f"DELETE FROM {table.name} AS old USING {rows} AS gone WHERE {same}"


def _change(table: Table, rows: str) -> str:
    return _update(table, rows, ", ".join(f"{column} = new.{column}" for column in table.columns[1:]))


def _given(columns: Sequence[str]) -> str:
    """Columns that a batch does not mention stay unchanged."""
    return ", ".join(f"{column} = coalesce(new.{column}, old.{column})" for column in columns)


# Queue priorities only ever increase.
KEPT_PARTS = _given(PAIR_PARTS.without("symbol", "last_priority").columns)
KEPT_PARTS += ", last_priority = greatest(old.last_priority, new.last_priority)"


Write = Callable[[Table, str], str]
# The tables that trading writes, each with the statement that writes it.
TRADED: tuple[tuple[RowType, Write], ...] = (
    (RowType("batch_journal", JOURNAL), _insert),
    (RowType("batch_postings", POSTINGS), _insert),
    (RowType("batch_orders", ORDERS), _insert),
    (RowType("batch_fills_2", FILLS), _insert),
    (RowType("batch_balances", BALANCES), _upsert),
    # Strictly: a reference that is there already must never be credited again.
    (RowType("batch_transfers_2", TRANSFERS), _insert),
    (
        RowType("batch_transfer_changes", TRANSFER_CHANGES),
        lambda table, rows: _update(table, rows, _given(table.columns[1:])),
    ),
    (RowType("batch_order_changes", ORDER_CHANGES), _change),
    (RowType("batch_pair_parts", PAIR_PARTS), lambda table, rows: _update(table, rows, KEPT_PARTS)),
    (RowType("batch_trailing_marks", TRAILING_MARKS), _upsert),
    (RowType("batch_gone_marks", GONE_MARKS), _delete),
    # Strictly, as transfers.
    (RowType("batch_conversions", CONVERSIONS), _insert),
    *((RowType(one.row_type, one.table), _upsert) for one in PRODUCT_TABLES.values()),
)
# What lists coins and pairs: one statement each, because what follows may change what was just listed.
LISTED: tuple[tuple[RowType, Write], ...] = (
    (RowType("batch_coins", COINS), _insert),
    (RowType("batch_coin_changes", COIN_CHANGES), _change),
    (RowType("batch_pairs", PAIRS), _insert),
    (RowType("batch_pair_rules", PAIR_RULES), _change),
)
# Every table that the proof compares; the worker writes the checkpoints, the engine all others.
PROVED = sorted(
    {row_type.table.name for row_type, _ in TRADED}
    | {COINS.name, PAIRS.name, DAILY_VOLUMES.name, "checkpoints"}
)


@cache
def _one_statement(places: tuple[int, ...]) -> str:
    """Everything that a batch writes into some of the tables: one round trip, one transaction."""
    parts = []
    for parameter, place in enumerate(places, 1):
        row_type, write = TRADED[place]
        parts.append(f"w{place} AS ({write(row_type.table, row_type.rows_of(parameter))})")
    return f"WITH {', '.join(parts)} SELECT 1"


class Written(NamedTuple):
    """A batch as rows for each of `TRADED`, in its order."""

    journal: list[Row]
    postings: list[Row]
    orders: list[Row]
    fills: list[Row]
    balances: list[Row]
    transfers: list[Row]
    transfer_changes: list[Row]
    order_changes: list[Row]
    pair_parts: list[Row]
    trailing_marks: list[Row]
    gone_marks: list[Row]
    conversions: list[Row]
    premarkets: list[Row]
    premarket_orders: list[Row]
    premarket_contracts: list[Row]
    earn_products: list[Row]
    earn_positions: list[Row]


def arrange(rows: Rows) -> Written:
    """Put together what belongs into one row: an order that was placed and changed in the same batch."""
    new = rows.new_orders
    return Written(
        rows.journal,
        rows.postings(),
        [(*placed, *rows.order_changes[order_id][1:]) for order_id, placed in new.items()],
        rows.fills(),
        rows.balances(),
        list(rows.new_transfers.values()),
        list(rows.transfer_changes.values()),
        [change for order_id, change in rows.order_changes.items() if order_id not in new],
        list(map(pair_part_row, rows.pair_parts.values())),
        [(*mark, price) for mark, price in rows.trailing_marks.items() if price],
        [mark for mark, price in rows.trailing_marks.items() if not price],
        list(rows.conversions.values()),
        *(list(rows.products.get(event, {}).values()) for event in PRODUCT_TABLES),
    )


def require_durable(synchronous_commit: str) -> None:
    """An answer that may vanish with the machine is none: better not to serve."""
    if synchronous_commit != "on":
        raise MustNotServe(
            f"The database keeps synchronous_commit at {synchronous_commit} for the engine's connection:"
            " what is answered would not be durable."
        )


class Journal:
    """The engine's own connection; the holder of its lock is the single writer."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def take_lock(self) -> bool:
        """Become the single writer, unless another process is."""
        return await try_lock(self._connection, LOCK)

    async def wait_for_lock(self) -> None:
        """Be the standby until no other process is the writer, and then become it.

        Asked again and again: a statement that waits would keep PostgreSQL from removing dead rows.
        """
        is_standby = False
        while not await self.take_lock():
            if not is_standby:
                is_standby = True
                log.info("engine_standby")
            await asyncio.sleep(STANDBY_SECONDS)

    async def prepare(self) -> None:
        """Get the connection ready for batches; what reads whole tables comes before."""
        await self._connection.execute(SETTINGS)
        require_durable(await self._connection.fetchval("SHOW synchronous_commit"))

    async def probe(self) -> None:
        """Whether the lock is still ours: it is as long as its connection lives."""
        await self._connection.execute("SELECT 1", timeout=PROBE_SECONDS)

    async def announce(self, address: str) -> None:
        """Let others find the engine that holds the lock.

        With synchronous replication this waits until a standby has it, and so everything that was read
        before: also the batch of an earlier commit that was cancelled while it waited for the standby.
        """
        await self._connection.execute(ANNOUNCE, address)

    async def commit(self, rows: Rows) -> None:
        """Make a batch durable. Any failure leaves its fate unknown: the caller must not go on from here."""
        written = arrange(rows)
        if rows.coins or rows.coin_changes or rows.new_pairs or rows.pair_rules:
            async with self._connection.transaction():
                await self._list(rows)
                await self._write(written)
        else:
            await self._write(written)

    async def _write(self, written: Written) -> None:
        """Write all rows by one statement, which names only the tables that have any."""
        places = tuple(place for place, rows in enumerate(written) if rows)
        if places:
            values = [TRADED[place][0].encode(written[place]) for place in places]
            await self._connection.execute(_one_statement(places), *values)

    async def _list(self, rows: Rows) -> None:
        listed = (rows.coins, rows.coin_changes.values(), rows.new_pairs, rows.pair_rules.values())
        for (row_type, write), found in zip(LISTED, listed, strict=True):
            if found:
                statement = write(row_type.table, row_type.rows_of(1))
                await self._connection.execute(statement, row_type.encode(found))
