"""PostgreSQL through SQLAlchemy: the declarative base, pools, transactions and batched deletes."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import asyncpg
from sqlalchemy import ColumnElement, MetaData, delete, inspect, select, text, tuple_
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.pool import QueuePool

from clearwater.kit import metrics
from clearwater.kit.database_hosts import DATABASE_LOST, connect
from clearwater.kit.prepared_reads import PreparedReads
from clearwater.kit.secrets import Seal

# What a session raises while the database cannot be used. A connection that is lost while it is opened shows
# itself by the driver's own errors.
DATABASE_FAILURES = (SQLAlchemyError, *DATABASE_LOST)
CONNECT_TIMEOUT_SECONDS = 5
COMMAND_TIMEOUT_SECONDS = 30
# Of whatever serves requests; the engine and the audit have connections of their own.
POOL_SETTINGS = {
    # The server gives up with the client, and not only the client with the server.
    "statement_timeout": f"{COMMAND_TIMEOUT_SECONDS}s",
    # A request that stalls between two statements must not keep its locks.
    "idle_in_transaction_session_timeout": "60s",
}

SessionFactory = async_sessionmaker[AsyncSession]
BATCH_ROWS = 1_000
# A binary search of ids finds a time in some thirty lookups of the primary key; an index of the times would
# cost every writer more than that costs the few who ask. The limit keeps each lookup one of its own.
FIRST_ID_FROM = """
    WITH RECURSIVE search (low, high) AS (
        SELECT coalesce(min(id), 1) - 1, coalesce(max(id), 0) + 1 FROM {table}
        UNION ALL
        SELECT CASE WHEN value < {sought} THEN id ELSE low END,
               CASE WHEN value < {sought} THEN high ELSE id END
        FROM search,
             LATERAL (SELECT id, {column} AS value FROM {table} WHERE id = (low + high) / 2 LIMIT 1) AS middle
        WHERE high - low > 1
    ) SELECT min(high) FROM search
"""


class Base(DeclarativeBase):
    """The base of every table; names of keys and indexes follow one pattern."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def append_only() -> dict[str, bool]:
    """The `info` of a table whose rows are written once: the application may add to it and read it."""
    return {"append_only": True}


def literals(values: Iterable[str]) -> str:
    """Constants as a list in SQL, for statements that take no parameters, such as an index."""
    return ", ".join(f"'{value}'" for value in values)


def open_engine(database_url: str, *, pool_size: int = 10, is_bounded: bool = True) -> AsyncEngine:
    """Open a pool. Connections are tried before use, so a restarted server costs no failed request.

    Statements end after a while, unless they are a migration's, which may rewrite a table of any size.
    """
    bounds: dict[str, Any] = (
        {"command_timeout": COMMAND_TIMEOUT_SECONDS, "server_settings": POOL_SETTINGS} if is_bounded else {}
    )
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(connect, database_url, timeout_seconds=CONNECT_TIMEOUT_SECONDS, **bounds),
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=5,
        pool_pre_ping=True,
        # A logged error must not contain what a client sent.
        hide_parameters=True,
    )


def open_reads(database_url: str) -> PreparedReads:
    """Connections for single reads, under the same limits."""
    return PreparedReads.of(
        database_url,
        timeout_seconds=CONNECT_TIMEOUT_SECONDS,
        command_timeout=COMMAND_TIMEOUT_SECONDS,
        server_settings=POOL_SETTINGS,
    )


def expose_pool(engine: AsyncEngine) -> None:
    """Show the pool's connections in the metrics."""
    pool = engine.pool
    assert isinstance(pool, QueuePool)
    metrics.database_pool_size.read(pool.size)
    metrics.database_connections.read_all(
        lambda: {("in_use",): pool.checkedout(), ("idle",): pool.checkedin()}
    )


def open_sessions(engine: AsyncEngine, *, seal: Seal | None = None) -> SessionFactory:
    """Sessions that find the installation's keys in their `info`: the audit log is signed with them."""
    return async_sessionmaker(engine, expire_on_commit=False, info={"seal": seal})


@asynccontextmanager
async def transaction(sessions: SessionFactory) -> AsyncIterator[AsyncSession]:
    """A transaction of its own: committed at its end, rolled back by any exception.

    What must outlive the refusal of a request, such as a count of failures, is one beside the request's own.
    """
    async with sessions() as session:
        yield session
        await session.commit()


async def driver_of(session: AsyncSession) -> asyncpg.Connection:
    """The driver's connection: it prepares each statement once, and begins no transaction for it."""
    pooled = await (await session.connection()).get_raw_connection()
    connection: asyncpg.Connection | None = pooled.driver_connection
    assert connection is not None
    return connection


def seal_of(session: AsyncSession) -> Seal:
    seal = session.info.get("seal")
    assert isinstance(seal, Seal), "who writes the audit log opens its sessions with the keys"
    return seal


async def delete_in_batches(
    sessions: SessionFactory, model: type[Base], condition: ColumnElement[bool]
) -> int:
    """Delete what the condition holds for, a transaction for each batch; how many rows that were.

    So no purge holds many locks, or one of them for long.
    """
    key = inspect(model).primary_key
    deleted = 0
    while True:
        async with transaction(sessions) as session:
            batch = select(*key).where(condition).limit(BATCH_ROWS).with_for_update(skip_locked=True)
            gone = await session.execute(delete(model).where(tuple_(*key).in_(batch)).returning(*key))
            count = len(gone.all())
        deleted += count
        if count < BATCH_ROWS:
            return deleted


async def first_id_since(session: AsyncSession, table: str, at_ms: int) -> int:
    """The id of the first row at or after a time; the next id when there is none."""
    return await first_id_from(session, table, "at_ms", at_ms)


async def first_id_from(session: AsyncSession, table: str, column: str, value: int) -> int:
    """The id of the first row with at least this value; the next id when there is none.

    For tables whose ids have no gaps and are in the order of the values, as the engine writes them.
    """
    found: int = await session.scalar(text(search_of(table, column, ":value")), {"value": value})
    return found


def search_of(table: str, column: str, sought: str) -> str:
    """The statement that finds the first id with at least the value of a parameter."""
    return FIRST_ID_FROM.format(table=table, column=column, sought=sought)
