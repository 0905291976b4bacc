"""The group commit: a batch is written whole or not at all, by one writer, durably."""

import asyncio
import json

import asyncpg
import pytest

from clearwater.core.commands import Command
from clearwater.core.events import Filled
from clearwater.core.exchange import Exchange
from clearwater.core.simulation import SET_UP
from clearwater.engine.audit import audit_ledger
from clearwater.engine.chain import hash_entry
from clearwater.engine.health import MustNotServe
from clearwater.engine.journal import LISTED, LOCK, TRADED, Journal, require_durable
from clearwater.engine.projections import Row, Rows
from clearwater.engine.row_literals import RowType
from clearwater.engine.tables import Table
from tests.engine.conftest import StartEngine, a_day, an_order, commit_rows, read_tables, set_up


def rows_of(
    exchange: Exchange, commands: list[Command], *, after: Rows | None = None, first: int = 1
) -> Rows:
    """What these commands mean for the tables, as the entries that follow those of another batch."""
    rows = Rows() if after is None else Rows(after.hash)
    for seq, command in enumerate(commands, first):
        rows.add(seq, command, exchange.apply(command))
    return rows


async def test_the_engine_sets_its_own_durability(database_url: str) -> None:
    connection = await asyncpg.connect(database_url, server_settings={"synchronous_commit": "off"})
    assert await connection.fetchval("SHOW synchronous_commit") == "off"

    await Journal(connection).prepare()

    assert await connection.fetchval("SHOW synchronous_commit") == "on"
    await connection.close()


@pytest.mark.parametrize("found", ["off", "local", "remote_write"])
def test_the_engine_refuses_to_serve_without_synchronous_commit(found: str) -> None:
    require_durable("on")

    with pytest.raises(MustNotServe, match=f"keeps synchronous_commit at {found}"):
        require_durable(found)


async def test_one_connection_at_a_time_may_write(database_url: str, connection: asyncpg.Connection) -> None:
    first = await asyncpg.connect(database_url)
    assert await Journal(first).take_lock()
    assert not await Journal(connection).take_lock()

    await first.close()

    # The server lets go of the lock once it has noticed.
    await connection.execute("SELECT pg_advisory_lock($1)", LOCK)
    assert await Journal(connection).take_lock()


# Whatever has a meaning to PostgreSQL in a row, in an array or in both.
STRANGE_TEXTS = (
    "",
    " ",
    ' "quoted" ',
    "it's",
    r"back\slash\\",
    r"\"",
    "a,b",
    "(a,b)",
    "{a,b}",
    "NULL",
    "None",
    "%s",
    "line\nline\ttab",
    "šč €",
    "\\x00",
)
STRANGE = Table(
    "strange",
    columns=("id", "text", "number", "data", "bytes", "flag"),
    types=("int8", "text", "int8", "json", "bytea", "bool"),
    key=("id",),
)


async def test_any_value_is_written_as_it_is(connection: asyncpg.Connection) -> None:
    row_type = RowType("pg_temp.strange", STRANGE)
    columns = ", ".join(map(" ".join, zip(STRANGE.columns, STRANGE.types, strict=True)))
    await connection.execute(f"CREATE TYPE {row_type.name} AS ({columns})")
    rows: list[Row] = [
        (place, text, None if place % 2 else -place, json.dumps({text: text}), text.encode(), bool(place % 2))
        for place, text in enumerate(STRANGE_TEXTS)
    ]
    rows.append((10**18, None, 10**18, "[]", b"\x00\xff", True))

    found = await connection.fetch(f"SELECT * FROM {row_type.rows_of(1)}", row_type.encode(rows))

    assert [tuple(row) for row in found] == rows


@pytest.mark.parametrize("row_type", [row_type for row_type, _ in TRADED + LISTED], ids=lambda one: one.name)
async def test_the_database_has_the_type_of_each_row(
    row_type: RowType, connection: asyncpg.Connection
) -> None:
    columns = await connection.fetch(
        "SELECT attname, typname FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid"
        " WHERE attrelid = to_regtype($1)::text::regclass ORDER BY attnum",
        row_type.name,
    )

    assert [tuple(column) for column in columns] == list(
        zip(row_type.table.columns, row_type.table.types, strict=True)
    )


@pytest.mark.parametrize("clients", [1, 20])
async def test_a_batch_that_fails_leaves_nothing(clients: int, connection: asyncpg.Connection) -> None:
    exchange, journal = Exchange(), Journal(connection)
    opened = rows_of(exchange, list(SET_UP))
    await commit_rows(connection, opened)
    before = await read_tables(connection)
    orders: list[Command] = [
        an_order(client, side) for client, side in [("ann", "buy"), ("bob", "sell")] * clients
    ]
    rows = rows_of(exchange, orders, after=opened, first=len(SET_UP) + 1)
    # The last row of the last table is one that is there already.
    rows.new_transfers["first-ann-BTC"] = ("first-ann-BTC", *next(iter(opened.new_transfers.values()))[1:])

    with pytest.raises(asyncpg.UniqueViolationError):
        await journal.commit(rows)

    assert await read_tables(connection) == before


async def test_an_entry_that_is_there_already_is_not_written_again(connection: asyncpg.Connection) -> None:
    exchange, journal = Exchange(), Journal(connection)
    opened = rows_of(exchange, list(SET_UP))
    await commit_rows(connection, opened)
    before = await read_tables(connection)

    with pytest.raises(asyncpg.UniqueViolationError):
        await journal.commit(rows_of(exchange, [an_order()], after=opened, first=len(SET_UP)))

    assert await read_tables(connection) == before


async def test_a_large_batch_is_one_commit(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    engine = await start_engine()
    await set_up(engine)
    orders = [an_order(side=side, client=client) for client, side in [("ann", "buy"), ("bob", "sell")] * 60]
    outcomes = await asyncio.gather(*map(engine.submit, orders))
    fills = [event for outcome in outcomes for event in outcome.events if isinstance(event, Filled)]
    assert len(fills) == 60
    assert await connection.fetchval("SELECT count(*) FROM fills") == 60
    assert engine.health.largest_batch > 100
    assert (await audit_ledger(database_url)).differences == []


async def run_commands(start_engine: StartEngine) -> int:
    engine = await start_engine()
    await asyncio.gather(*map(engine.submit, a_day(seed=3, length=60)))
    return engine.seq


async def test_an_entry_that_was_cut_off_stops_the_audit_there(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    await run_commands(start_engine)
    seq = await connection.fetchval("SELECT min(seq) FROM journal WHERE kind = 'PlaceOrder'")
    await connection.execute("UPDATE journal SET payload = '{\"at\":1}' WHERE seq = $1", seq)

    report = await audit_ledger(database_url)

    assert report.commands == seq - 1
    assert report.differences[0].startswith(f"journal: entry {seq} cannot be carried out: ")


async def test_an_entry_that_is_missing_stops_the_audit_there(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    await run_commands(start_engine)
    await connection.execute("DELETE FROM journal WHERE seq = 30")

    assert await audit_ledger(database_url) == (29, ["journal: entry 30 is missing"])


async def test_rows_of_an_entry_that_is_missing_at_the_end_are_found(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    engine = await start_engine()
    await set_up(engine)
    last = (await engine.submit(an_order())).seq
    await connection.execute("DELETE FROM journal WHERE seq = $1", last)

    report = await audit_ledger(database_url)

    assert report.commands == last - 1
    assert "orders: the journal leads to 0 rows, the table has 1" in report.differences


async def test_an_entry_that_was_replaced_with_its_hash_does_not_fit_the_next(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    await run_commands(start_engine)
    before, entry = await connection.fetch("SELECT * FROM journal WHERE seq IN (29, 30) ORDER BY seq")
    # The same content, written in another way.
    payload = entry["payload"].replace(":", " :", 1)
    digest = hash_entry(
        before["hash"],
        30,
        entry["at_ms"],
        entry["kind"],
        payload=payload,
        rules_version=entry["rules_version"],
    )
    await connection.execute("UPDATE journal SET payload = $1, hash = $2 WHERE seq = 30", payload, digest)

    assert (await audit_ledger(database_url)).differences == ["journal: entry 31 does not have its hash"]
