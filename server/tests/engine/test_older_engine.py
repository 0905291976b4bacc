"""Fills that name no posting: those of an engine of the version before, and those from before the column."""

import runpy

import asyncpg

from clearwater.adapters.postgres_server import as_application
from clearwater.core.commands import Command
from clearwater.core.exchange import Exchange
from clearwater.core.simulation import SET_UP
from clearwater.engine.audit import audit_ledger
from clearwater.engine.journal import TRADED, arrange
from clearwater.engine.projections import Rows
from clearwater.engine.row_literals import RowType
from clearwater.engine.tables import FILLS
from clearwater.kit.schema_version import MIGRATIONS
from tests.engine.conftest import StartEngine, a_day, an_order, commit_rows, read_tables

MIGRATION = MIGRATIONS / "versions" / "2026-11-17-1835_find_postings_of_trades_through_fills.py"
OLDER_FILLS = RowType("batch_fills", FILLS.without("posting_id"))


async def commit_as_older(connection: asyncpg.Connection, rows: Rows) -> None:
    """Write a batch as the engine of the version before does: one statement, and fills without a posting."""
    written = arrange(rows)
    written = written._replace(fills=[fill[:-1] for fill in written.fills])
    parts, values = list[str](), list[str]()
    for (row_type, write), found in zip(TRADED, written, strict=True):
        older = OLDER_FILLS if row_type.table is FILLS else row_type
        if found:
            values.append(older.encode(found))
            parts.append(f"w{len(values)} AS ({write(older.table, older.rows_of(len(values)))})")
    await connection.execute(f"WITH {', '.join(parts)} SELECT 1", *values)


async def test_a_fill_of_an_older_engine_gets_its_posting(
    database_url: str, connection: asyncpg.Connection
) -> None:
    exchange, opened = Exchange(), Rows()
    for seq, command in enumerate(SET_UP, 1):
        opened.add(seq, command, exchange.apply(command))
    orders: list[Command] = [an_order(client, side) for client, side in [("ann", "buy"), ("bob", "sell")] * 3]
    rows = Rows(opened.hash)
    for seq, command in enumerate(orders, len(SET_UP) + 1):
        rows.add(seq, command, exchange.apply(command))
    await commit_rows(connection, opened)
    older = await asyncpg.connect(as_application(database_url))

    await commit_as_older(older, rows)

    await older.close()
    found = await connection.fetch(f"SELECT {FILLS.column_list} FROM fills ORDER BY id")
    assert [tuple(row) for row in found] == rows.fills()
    assert len(found) == 3
    assert (await audit_ledger(database_url)).differences == []


async def test_fills_from_before_the_column_get_their_postings_by_the_migration(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    for command in a_day(seed=3, length=150):
        await engine.submit(command)
    before = await read_tables(connection)
    await connection.execute("UPDATE fills SET posting_id = 0")
    assert await read_tables(connection) != before

    await connection.execute(runpy.run_path(str(MIGRATION))["LINK_FILLS"])

    assert await read_tables(connection) == before
