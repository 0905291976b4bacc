"""The group commit: the rows of a batch in one transaction, and nothing else writes those tables."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import asyncpg

from clearwater.engine.health import MustNotServe
from clearwater.engine.projections import Row, Rows, pair_part_row
from clearwater.engine.tables import (
    BALANCES,
    COIN_CHANGES,
    COINS,
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

# From so many postings on, copying rows is cheaper than one statement with arrays.
COPY_FROM_POSTINGS = 60
ANNOUNCE = """
    INSERT INTO engine_leader (id, address, since) VALUES (1, $1, now())
    ON CONFLICT (id) DO UPDATE SET address = EXCLUDED.address, since = EXCLUDED.since
"""
# A number of this program's own: one engine at a time writes to a database.
LOCK = 0x436C65617257  # "ClearW"


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


def _arrays(table: Table, first: int) -> str:
    return ", ".join(f"${first + place}::{kind}[]" for place, kind in enumerate(table.types))


def _insert(table: Table, first: int) -> str:
    return f"INSERT INTO {table.name} ({table.column_list}) SELECT * FROM unnest({_arrays(table, first)})"


def _upsert(table: Table, first: int) -> str:
    rest = ", ".join(f"{column} = EXCLUDED.{column}" for column in table.columns if column not in table.key)
    return f"{_insert(table, first)} ON CONFLICT ({', '.join(table.key)}) DO UPDATE SET {rest}"


def _update(table: Table, first: int, values: str) -> str:
    key = table.columns[0]
    return (
        f"UPDATE {table.name} AS old SET {values}"
        f" FROM unnest({_arrays(table, first)}) AS new ({table.column_list}) WHERE old.{key} = new.{key}"
    )


def _delete(table: Table, first: int) -> str:
    """Delete by all the columns that are named."""
    same = " AND ".join(f"old.{column} = gone.{column}" for column in table.columns)
    return (
        f"DELETE FROM {table.name} AS old"
        f" USING unnest({_arrays(table, first)}) AS gone ({table.column_list}) WHERE {same}"
    )


def _taken(table: Table) -> str:
    return ", ".join(f"{column} = new.{column}" for column in table.columns[1:])


def _given(columns: Sequence[str]) -> str:
    """Columns that a batch does not mention stay unchanged."""
    return ", ".join(f"{column} = coalesce(new.{column}, old.{column})" for column in columns)


# Queue priorities only ever increase.
KEPT_PARTS = _given(PAIR_PARTS.without("symbol", "last_priority").columns)
KEPT_PARTS += ", last_priority = greatest(old.last_priority, new.last_priority)"


# The tables that trading writes, each with the statement that writes it.
TRADED: tuple[tuple[Table, Callable[[Table, int], str]], ...] = (
    (JOURNAL, _insert),
    (POSTINGS, _insert),
    (ORDERS, _insert),
    (FILLS, _insert),
    (BALANCES, _upsert),
    # Strictly: a reference that is there already must never be credited again.
    (TRANSFERS, _insert),
    (TRANSFER_CHANGES, lambda table, first: _update(table, first, _given(table.columns[1:]))),
    (ORDER_CHANGES, lambda table, first: _update(table, first, _taken(table))),
    (PAIR_PARTS, lambda table, first: _update(table, first, KEPT_PARTS)),
    (TRAILING_MARKS, _upsert),
    (GONE_MARKS, _delete),
)
COPIED = 4
# Every table that the proof compares; the worker writes the checkpoints, the engine all others.
PROVED = sorted({table.name for table, _ in TRADED} | {COINS.name, PAIRS.name, "checkpoints"})


@cache
def _one_statement(places: tuple[int, ...]) -> str:
    """Everything that a batch writes into some of the tables: one round trip, one transaction."""
    first, parts = 1, []
    for place in places:
        table, write = TRADED[place]
        parts.append(f"w{place} AS ({write(table, first)})")
        first += len(table.columns)
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


def arrange(rows: Rows) -> Written:
    """Put together what belongs into one row: an order that was placed and changed in the same batch."""
    new = rows.new_orders
    return Written(
        rows.journal,
        rows.postings(),
        [(*placed, *rows.order_changes[order_id][1:]) for order_id, placed in new.items()],
        rows.fills,
        rows.balances(),
        list(rows.new_transfers.values()),
        list(rows.transfer_changes.values()),
        [change for order_id, change in rows.order_changes.items() if order_id not in new],
        list(map(pair_part_row, rows.pair_parts.values())),
        [(*mark, price) for mark, price in rows.trailing_marks.items() if price],
        [mark for mark, price in rows.trailing_marks.items() if not price],
    )


def _columns(rows: Iterable[Row], width: int) -> list[list[Any]]:
    columns = [list(column) for column in zip(*rows, strict=True)]
    return columns or [[] for _ in range(width)]


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

    async def prepare(self) -> None:
        """Get the connection ready for batches; what reads whole tables comes before."""
        await self._connection.execute(SETTINGS)
        require_durable(await self._connection.fetchval("SHOW synchronous_commit"))

    async def announce(self, address: str) -> None:
        """Let others find the engine that holds the lock."""
        await self._connection.execute(ANNOUNCE, address)

    async def commit(self, rows: Rows) -> None:
        """Make a batch durable. Any failure leaves its fate unknown: the caller must not go on from here."""
        written = arrange(rows)
        if rows.coins or rows.coin_changes or rows.new_pairs or rows.pair_rules:
            async with self._connection.transaction():
                await self._list(rows)
                await self._write(written)
        elif len(written.postings) < COPY_FROM_POSTINGS:
            await self._write(written)
        else:
            async with self._connection.transaction():
                await self._copy(written)

    async def _write(self, written: Sequence[list[Row]]) -> None:
        """Write all rows by one statement, which names only the tables that have any."""
        places = tuple(place for place, rows in enumerate(written) if rows)
        if places:
            values = [list(column) for place in places for column in zip(*written[place], strict=True)]
            await self._connection.execute(_one_statement(places), *values)

    async def _copy(self, written: Written) -> None:
        for (table, _), rows in zip(TRADED[:COPIED], written[:COPIED], strict=True):
            if rows:
                await self._connection.copy_records_to_table(table.name, columns=table.columns, records=rows)
        await self._write([[] for _ in range(COPIED)] + list(written[COPIED:]))

    async def _list(self, rows: Rows) -> None:
        connection = self._connection
        await connection.execute(_insert(COINS, 1), *_columns(rows.coins, len(COINS.columns)))
        await connection.execute(
            _update(COIN_CHANGES, 1, _taken(COIN_CHANGES)),
            *_columns(rows.coin_changes.values(), len(COIN_CHANGES.columns)),
        )
        await connection.execute(_insert(PAIRS, 1), *_columns(rows.new_pairs, len(PAIRS.columns)))
        changed = rows.pair_rules.values()
        await connection.execute(
            _update(PAIR_RULES, 1, _taken(PAIR_RULES)), *_columns(changed, len(PAIR_RULES.columns))
        )
