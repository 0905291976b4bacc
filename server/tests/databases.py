"""Databases that serve one test after another: what a test has written is put back when it ends.

Copying a database costs as much as many a test. So each is lent again, after its rows and sequences are as
they were; one whose schema was changed is dropped, and the next test gets a new copy of the template.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

import asyncpg
from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from clearwater.kit.db import open_engine
from tests.polling import ticks

# A table that has grown beyond this is slower to read, even when it is empty again.
MAX_TABLE_BYTES = 1024**2
# Each has connections of its own, and PostgreSQL a hundred for all.
MAX_IDLE = 6
FIRST_USER_OID = 16_384
# Where a change of the schema, of privileges or of the planner's statistics leaves a row, and its key.
CATALOGS = {
    "pg_attrdef": "oid",
    "pg_attribute": "attrelid",
    "pg_class": "oid",
    "pg_constraint": "oid",
    "pg_enum": "oid",
    "pg_extension": "oid",
    "pg_index": "indexrelid",
    "pg_namespace": "oid",
    "pg_policy": "oid",
    "pg_proc": "oid",
    "pg_rewrite": "oid",
    "pg_statistic": "starelid",
    "pg_trigger": "oid",
    "pg_type": "oid",
}
TABLES = """
    SELECT relname AS name,
           array(SELECT tgname FROM pg_trigger WHERE tgrelid = c.oid AND tgenabled = 'A') AS triggers
    FROM pg_class AS c WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname
"""
NEXT_TRANSACTION = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
SEQUENCES = "SELECT sequencename AS name, start_value, last_value FROM pg_sequences ORDER BY sequencename"
OTHERS = """
    FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      AND pid <> ALL($1)
"""
# A row is new or changed when a later transaction wrote it, and missing when there are fewer.
ROWS = """
    SELECT '{table}' AS name, count(*) AS count, coalesce(max(xmin::text::bigint), 0) AS written_by
    FROM {table}{condition}
"""
DATABASE_FAILED = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)

Prepare = Callable[[str], Awaitable[Any]]


class Preparation(NamedTuple):
    """What a database has before a test begins. It is made once, for the first test that needs it."""

    name: str
    prepare: Prepare


async def _leave_empty(_url: str) -> None:
    """The rows of the migrations are all there is."""


EMPTY = Preparation("empty", _leave_empty)


class Template(NamedTuple):
    """A database that is copied, and what its preparation has returned."""

    database: str
    prepared: Any


class SharedEngine(AsyncEngine):
    """A pool that outlives those who have opened it: its connections know their statements already."""

    async def dispose(self, close: bool = True) -> None:
        """The pool belongs to the database."""


class Pools:
    """The pools of a database, by the arguments with which they were opened."""

    def __init__(self) -> None:
        self._engines: dict[tuple[str, int], AsyncEngine] = {}
        self.pids: set[int] = set()

    def open(self, url: str, *, pool_size: int) -> AsyncEngine:
        engine = self._engines.get((url, pool_size))
        if engine is None:
            engine = self._engines[url, pool_size] = open_engine(url, pool_size=pool_size)
            event.listen(engine.sync_engine, "connect", self._add)
        # What listens to the statements of this one does not hear those of the next.
        return SharedEngine(engine.sync_engine.execution_options())

    def _add(self, connection: Any, _record: object) -> None:
        self.pids.add(connection.driver_connection.get_server_pid())

    @property
    def is_idle(self) -> bool:
        """Whether every connection was given back."""
        return not any(engine.pool.checkedout() for engine in self._engines.values())  # type: ignore[attr-defined]

    async def close(self) -> None:
        for engine in self._engines.values():
            await engine.dispose()
        self._engines.clear()
        self.pids.clear()


@dataclass
class Table:
    """A table as it has to be again."""

    name: str
    triggers: list[str]
    columns: list[str] = field(default_factory=list)
    count: int = 0
    rows: bytes = b""


class LentDatabase:
    """A database for one test at a time; as its owner."""

    def __init__(self, url: str, preparation: str, prepared: Any) -> None:
        self.url = url
        self.preparation = preparation
        # What the preparation has returned.
        self.prepared = prepared
        self.pools = Pools()
        self._tables: dict[str, Table] = {}

    async def open(self) -> None:
        """Remember every row."""
        self._keeper = await asyncpg.connect(self.url)
        for row in await self._keeper.fetch(TABLES):
            table = self._tables[row["name"]] = Table(row["name"], row["triggers"])
            await self._remember(table)
        self._rows = await self._keeper.prepare(_union((name, "") for name in self._tables))
        conditions = ((name, f" WHERE {key} >= {FIRST_USER_OID}") for name, key in CATALOGS.items())
        self._catalogs = await self._keeper.prepare(_union(conditions))
        self._catalog_counts = {row["name"]: row["count"] for row in await self._catalogs.fetch()}
        self._sequences = await self._keeper.fetch(SEQUENCES)
        self._next_transaction = await self._keeper.fetchval(NEXT_TRANSACTION)

    async def _remember(self, table: Table) -> None:
        table.count = await self._keeper.fetchval(f"SELECT count(*) FROM {table.name}")
        if table.count:
            rows = io.BytesIO()
            await self._keeper.copy_from_table(table.name, output=rows, format="binary")
            table.rows = rows.getvalue()

    async def close(self) -> None:
        await self.pools.close()
        self._keeper.terminate()

    async def restore(self) -> bool:
        """Put everything back; False when that is not possible."""
        try:
            await self._end_others()
            await self._restore_sequences()
            if await self._keeper.fetchval(NEXT_TRANSACTION) == self._next_transaction:
                return True
            if self._changed(await self._catalogs.fetch(), self._catalog_counts):
                return False
            counts = {table.name: table.count for table in self._tables.values()}
            changed = self._changed(await self._rows.fetch(), counts)
            if not await self._restore_tables([self._tables[name] for name in changed]):
                return False
            self._next_transaction = await self._keeper.fetchval(NEXT_TRANSACTION)
        except DATABASE_FAILED:
            return False
        return True

    async def _end_others(self) -> None:
        """End every connection but those of the pools: one that was forgotten would still have its locks."""
        if not self.pools.is_idle:
            await self.pools.close()
        pids = list(self.pools.pids)
        async for _ in ticks():
            if not await self._keeper.fetch(f"SELECT pg_terminate_backend(pid) {OTHERS}", pids):
                return

    async def _restore_sequences(self) -> None:
        for before, now in zip(self._sequences, await self._keeper.fetch(SEQUENCES), strict=True):
            if before != now:
                place, is_used = before["last_value"], before["last_value"] is not None
                await self._keeper.execute(
                    "SELECT setval($1::text::regclass, $2, $3)",
                    before["name"],
                    place if is_used else before["start_value"],
                    is_used,
                )

    def _changed(self, rows: Iterable[asyncpg.Record], counts: dict[str, int]) -> list[str]:
        return [
            row["name"]
            for row in rows
            if row["written_by"] >= self._next_transaction or row["count"] != counts[row["name"]]
        ]

    async def _restore_tables(self, tables: list[Table]) -> bool:
        if not tables:
            return True
        statements = ["SET LOCAL session_replication_role = replica"]
        for table in tables:
            # Neither foreign keys nor triggers, apart from those that fire always.
            statements += (f"ALTER TABLE {table.name} DISABLE TRIGGER {name}" for name in table.triggers)
            statements.append(f"DELETE FROM {table.name}")
        async with self._keeper.transaction():
            await self._keeper.execute(";".join(statements))
            for table in tables:
                if table.rows:
                    await self._keeper.copy_to_table(
                        table.name, source=io.BytesIO(table.rows), format="binary"
                    )
                for name in table.triggers:
                    await self._keeper.execute(f"ALTER TABLE {table.name} ENABLE ALWAYS TRIGGER {name}")
        names = [table.name for table in tables]
        size: int = await self._keeper.fetchval(
            "SELECT max(pg_relation_size(name::regclass)) FROM unnest($1::text[]) AS name", names
        )
        return size <= MAX_TABLE_BYTES


def _union(parts: Iterable[tuple[str, str]]) -> str:
    return " UNION ALL ".join(ROWS.format(table=table, condition=condition) for table, condition in parts)


class Databases:
    """Makes databases from a template, and lends them."""

    def __init__(self, template_url: str) -> None:
        self._url = make_url(template_url)
        assert self._url.database is not None
        self._loop = asyncio.get_running_loop()
        self._templates = {EMPTY.name: Template(self._url.database, None)}
        self._numbers = count(1)
        self._idle: dict[str, LentDatabase] = {}
        self._lent: list[LentDatabase] = []

    async def close(self) -> None:
        for database in self._idle.values():
            await database.close()

    @asynccontextmanager
    async def lend(self, preparation: Preparation = EMPTY) -> AsyncIterator[LentDatabase]:
        """A database that is as if nobody had used it before."""
        database = self._idle.pop(preparation.name, None) or await self._make(preparation)
        self._lent.append(database)
        try:
            yield database
        finally:
            self._lent.remove(database)
            if await database.restore():
                self._idle[preparation.name] = database
                if len(self._idle) > MAX_IDLE:
                    await self._drop(self._idle.pop(next(iter(self._idle))))
            else:
                await self._drop(database)

    def open_engine(self, url: str, *, pool_size: int = 10) -> AsyncEngine:
        """A pool on a database: on one that is lent, that of those who had it before."""
        if asyncio.get_running_loop() is not self._loop:
            # A command that runs beside the test: a connection belongs to one loop.
            return open_engine(url, pool_size=pool_size)
        name = make_url(url).database
        for database in self._lent:
            if make_url(database.url).database == name:
                return database.pools.open(url, pool_size=pool_size)
        return open_engine(url, pool_size=pool_size)

    async def _make(self, preparation: Preparation) -> LentDatabase:
        template = self._templates.get(preparation.name)
        if template is None:
            url = await self._copy(self._templates[EMPTY.name], "template")
            template = Template(make_url(url).database or "", await preparation.prepare(url))
            self._templates[preparation.name] = template
        database = LentDatabase(await self._copy(template, "test"), preparation.name, template.prepared)
        await database.open()
        return database

    async def _copy(self, template: Template, kind: str) -> str:
        """A new copy of a template, to which nobody may be connected."""
        name = f"{kind}_{next(self._numbers)}"
        copy = f'CREATE DATABASE "{name}" TEMPLATE "{template.database}" STRATEGY FILE_COPY'
        await self._execute(copy)
        return _render(self._url.set(database=name))

    async def _drop(self, database: LentDatabase) -> None:
        await database.close()
        await self._execute(f'DROP DATABASE IF EXISTS "{make_url(database.url).database}" WITH (FORCE)')

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(_render(self._url.set(database="postgres")))
        await connection.execute(statement)
        await connection.close()


def _render(url: URL) -> str:
    return url.render_as_string(hide_password=False)
