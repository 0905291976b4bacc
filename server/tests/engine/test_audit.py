"""The proof finds whatever the tables say else than the journal.

What is damaged is taken from the tables' own description: a column that is added is damaged, too.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from sqlalchemy import JSON, BigInteger, Boolean, Column, Integer, LargeBinary, Numeric, String, Table
from sqlalchemy.dialects.postgresql import JSONB

from clearwater.engine import product_tables, tables
from clearwater.engine.audit import audit_transaction
from clearwater.engine.checkpoints import store_checkpoint
from clearwater.engine.comparison import FILLS_BETWEEN, POSTINGS_BETWEEN, TERMS_BETWEEN, RowsQuery
from clearwater.engine.encoding import EncodedColumns
from clearwater.engine.journal import PROVED
from clearwater.engine.tables import FILLS, POSTINGS
from clearwater.kit.clock import EPOCH, FixedClock
from clearwater.kit.db import Base
from tests.databases import Preparation
from tests.engine.conftest import a_day, finish_due_work
from tests.trading import ViewedSequencer, running_engine

# Keys, checks and triggers would get in the way of damage that is done below them.
DROP_CONSTRAINTS = """
    SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I CASCADE', conrelid::regclass, conname)
    FROM pg_constraint WHERE conrelid::regclass::text = ANY($1) AND contype IN ('p', 'u', 'c', 'f')
"""
# A checkpoint of another shape is passed over as if it were not there, and none is needed.
NOT_NEEDED = {"change checkpoints.shape", "remove a row of checkpoints"}


DROP_INDEXES = """
    SELECT format('DROP INDEX %s', indexrelid::regclass) FROM pg_index
    WHERE indisunique AND indrelid::regclass::text = ANY($1)
"""


async def write_ledger(database_url: str) -> None:
    """A ledger with something in every column, and no constraints."""
    connection = await asyncpg.connect(database_url)
    commands = a_day(seed=96, length=260)
    async with running_engine(ViewedSequencer(database_url, FixedClock(EPOCH))) as engine:
        for begin in (0, 100, 200):
            await asyncio.gather(*map(engine.submit, commands[begin : begin + 100]))
            await store_checkpoint(connection, after=1)
        await asyncio.gather(*map(engine.submit, commands[300:]))
        await finish_due_work(engine)
    for drops in (DROP_CONSTRAINTS, DROP_INDEXES):
        for row in await connection.fetch(drops, PROVED):
            await connection.execute(row[0])
    await connection.execute("ALTER TABLE fills DISABLE TRIGGER USER")
    async with as_of_now(connection):
        assert (await audit_transaction(connection)).differences == []
    await connection.close()


@pytest.fixture
def preparation() -> Preparation:
    return Preparation("audited-ledger", write_ledger)


@pytest.fixture
def ledger(connection: asyncpg.Connection) -> asyncpg.Connection:
    return connection


@asynccontextmanager
async def as_of_now(connection: asyncpg.Connection) -> AsyncIterator[None]:
    """Whatever is done inside is undone."""
    transaction = connection.transaction(isolation="repeatable_read")
    await transaction.start()
    try:
        yield
    finally:
        await transaction.rollback()


def another(column: Column[object]) -> str:
    """A value that the column does not have there."""
    kind, name = column.type, column.name
    if isinstance(kind, Boolean):
        return f"NOT {name}"
    if isinstance(kind, (Integer, Numeric)):
        return f"{name} + 1"
    if isinstance(kind, String):
        return f"left('~' || coalesce({name}, ''), {kind.length})"
    if isinstance(kind, JSONB):
        return f"{name} || '{{\"damaged\": 1}}'"
    if isinstance(kind, JSON):
        return f"replace({name}::text, ':', ' :')::json"
    assert isinstance(kind, LargeBinary), f"Say how to damage {column}."
    return f"set_byte({name}, 40 % length({name}), (get_byte({name}, 40 % length({name})) + 1) % 256)"


async def damages(connection: asyncpg.Connection, table: Table) -> AsyncIterator[tuple[str, str]]:
    """Every single thing that can be wrong with a table."""
    name = table.name
    rows = [row[0] for row in await connection.fetch(f"SELECT ctid::text FROM {name} ORDER BY ctid")]
    assert len(rows) > 1
    for column in table.columns:
        for row in {rows[0], rows[len(rows) // 2], rows[-1]}:
            changed = f"UPDATE {name} SET {column.name} = {another(column)} WHERE ctid = '{row}'"
            yield f"change {name}.{column.name}", changed
        for first, second in await two_values(connection, name, column.name):
            yield f"swap {name}.{column.name}", swap(name, column.name, first, second)
            if isinstance(column.type, BigInteger):
                moved = f"{column.name} + CASE WHEN ctid = '{first}' THEN 1048576 ELSE -1048576 END"
                among = f"ctid IN ('{first}', '{second}')"
                yield f"move {name}.{column.name}", f"UPDATE {name} SET {column.name} = {moved} WHERE {among}"
    key = next(iter(table.primary_key.columns))
    others = ", ".join(column.name for column in table.columns if column is not key)
    for row in (rows[0], rows[-1]):
        yield f"remove a row of {name}", f"DELETE FROM {name} WHERE ctid = '{row}'"
        added = f"SELECT {another(key)}, {others} FROM {name} WHERE ctid = '{row}'"
        yield f"add a row to {name}", f"INSERT INTO {name} ({key.name}, {others}) {added}"


async def two_values(connection: asyncpg.Connection, table: str, column: str) -> list[tuple[str, str]]:
    """Two rows that differ there; none where all are the same."""
    found = await connection.fetch(
        f"""SELECT min(ctid)::text FROM {table} GROUP BY {column}::text
        ORDER BY md5({column}::text) LIMIT 2"""
    )
    return [(found[0][0], found[1][0])] if len(found) == 2 else []


def swap(table: str, column: str, first: str, second: str) -> str:
    return f"""
        UPDATE {table} AS one SET {column} = other.{column} FROM {table} AS other
        WHERE (one.ctid, other.ctid) IN (('{first}', '{second}'), ('{second}', '{first}'))
    """


@pytest.mark.parametrize("name", PROVED)
async def test_every_difference_of_a_table_is_found(name: str, ledger: asyncpg.Connection) -> None:
    # A checkpoint is a place in the journal: one that is elsewhere has entries that are missing.
    where = ("checkpoint ", "journal: ") if name == "checkpoints" else (f"{name}: ",)
    overlooked, tried = set(), 0
    async for damage, statement in damages(ledger, Base.metadata.tables[name]):
        async with as_of_now(ledger):
            assert await ledger.execute(statement) not in {"UPDATE 0", "DELETE 0", "INSERT 0 0"}, statement
            found = (await audit_transaction(ledger)).differences
        tried += 1
        if not any(one.startswith(where) for one in found):
            overlooked.add(damage)

    assert tried > 5
    assert overlooked <= NOT_NEEDED


@pytest.mark.parametrize("name", [name for name in PROVED if name != "checkpoints"])
def test_the_engine_writes_and_the_proof_reads_every_column(name: str) -> None:
    modules = (tables, product_tables)
    described = [one for module in modules for one in vars(module).values() if isinstance(one, tables.Table)]
    written = {column for table in described if table.name == name for column in table.columns}

    assert written == set(Base.metadata.tables[name].columns.keys())


async def test_a_difference_names_table_row_and_column(ledger: asyncpg.Connection) -> None:
    async with as_of_now(ledger):
        price = await ledger.fetchval("UPDATE fills SET price = price + 1 WHERE id = 2 RETURNING price - 1")
        found = (await audit_transaction(ledger)).differences

    assert found == [f"fills: 2: price is {price + 1}, the journal leads to {price}"]


@pytest.mark.parametrize(
    "query", [POSTINGS_BETWEEN, FILLS_BETWEEN, TERMS_BETWEEN], ids=lambda one: one.table.name
)
async def test_columns_are_encoded_the_same_here_and_in_the_database(
    query: RowsQuery, ledger: asyncpg.Connection
) -> None:
    rows = [tuple(row) for row in await ledger.fetch(query.rows, 3, 40)]
    encoded = EncodedColumns(query.table)
    for part in (rows[:7], rows[7:]):
        encoded.add(list(zip(*part, strict=True)))

    found = await ledger.fetchrow(query.columns, 3, 40)

    assert found is not None
    assert tuple(found) == encoded.texts()
    assert encoded.rows() == rows
    assert len(set(found)) > 3


async def test_values_cannot_be_moved_between_rows_unnoticed(ledger: asyncpg.Connection) -> None:
    """Texts are encoded without escaping: a null and a text with quotes make the text of two rows."""
    await ledger.execute("ALTER TABLE fills ALTER pair DROP NOT NULL")
    await ledger.execute("ALTER TABLE postings ALTER reference DROP NOT NULL")
    for table, column, separator in (("fills", "pair", '","'), ("postings", "reference", ",")):
        async with as_of_now(ledger):
            await ledger.execute(
                f"""UPDATE {table} AS one SET {column} = one.{column} || '{separator}' || next.{column}
                FROM {table} AS next WHERE one.id = 3 AND next.id = 4"""
            )
            await ledger.execute(f"UPDATE {table} SET {column} = NULL WHERE id = 4")

            found = (await audit_transaction(ledger)).differences

        # Volumes are added up from the fills, so they differ from these, too.
        moved = [one.partition(" is ")[0] for one in found if not one.startswith("daily_volumes")]
        assert moved == [f"{table}: 3: {column}", f"{table}: 4: {column}"]


@pytest.mark.parametrize("text", ["a\x01b", 'a"b', "a\\b", "a\ud800b"])
def test_texts_that_need_escaping_are_compared_row_by_row(text: str) -> None:
    row = [1 if kind == "int8" else text for kind in FILLS.types]
    encoded = EncodedColumns(FILLS)
    encoded.add([[value] for value in row])

    assert encoded.texts() is None
    assert encoded.rows() == [tuple(row)]


def test_a_reference_with_a_comma_is_compared_row_by_row() -> None:
    row = [1 if kind == "int8" else "x,y" for kind in POSTINGS.types]
    encoded = EncodedColumns(POSTINGS)
    encoded.add([[value] for value in row])

    assert encoded.texts() is None
    assert encoded.rows() == [tuple(row)]


def test_a_number_beyond_64_bits_is_encoded_unchanged() -> None:
    encoded = EncodedColumns(FILLS)
    encoded.add([[2**64 if kind == "int8" else "x"] for kind in FILLS.types])

    assert encoded.rows()[0][0] == 2**64
