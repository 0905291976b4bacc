"""Single reads through the driver: each statement is prepared once per connection, outside of transactions.

They have connections of their own, which can only read. None is tried before use: one that was lost shows
itself, and its read is tried once more.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import asyncpg
from sqlalchemy.exc import TimeoutError as PoolTimeout

from clearwater.kit.database_hosts import connect

Row: TypeAlias = asyncpg.Record
Open: TypeAlias = Callable[[], Awaitable[asyncpg.Connection]]

# What one process reads at a time; others wait.
MAX_CONNECTIONS = 5
WAIT_SECONDS = 5.0
CLOSE_SECONDS = 1.0
# How a connection that is gone shows itself.
LOST = (
    ConnectionError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


class Statement:
    """SQL that is put together from parts. Values are parameters, so it is the same text for all of them."""

    def __init__(self) -> None:
        self.values: list[object] = []

    def bind(self, value: object) -> str:
        """The place of a value in the text."""
        self.values.append(value)
        return f"${len(self.values)}"


class PreparedReads:
    """A few connections that only read."""

    def __init__(self, open_connection: Open, *, size: int = MAX_CONNECTIONS) -> None:
        self._open = open_connection
        self._free: list[asyncpg.Connection] = []
        self._room = asyncio.Semaphore(size)

    @classmethod
    def of(cls, database_url: str, *, timeout_seconds: float, **options: object) -> "PreparedReads":
        """Reads of a database; connections are opened when they are needed first."""

        async def open_connection() -> asyncpg.Connection:
            connection = await connect(database_url, timeout_seconds=timeout_seconds, **options)
            try:
                # Not when it connects: of a cluster, the host that may be written to is looked for by this.
                await connection.execute("SET default_transaction_read_only = on")
            except BaseException:
                connection.terminate()
                raise
            return connection

        return cls(open_connection)

    async def fetch(self, statement: str, *values: object) -> list[Row]:
        """All rows of a statement."""
        try:
            async with asyncio.timeout(WAIT_SECONDS if self._room.locked() else None):
                await self._room.acquire()
        except TimeoutError:
            raise PoolTimeout("all connections for reads are in use") from None
        try:
            return await self._fetch(statement, values)
        finally:
            self._room.release()

    async def fetch_value(self, statement: str, *values: object) -> object:
        """The only value of a statement; None without a row."""
        rows = await self.fetch(statement, *values)
        return rows[0][0] if rows else None

    async def _fetch(self, statement: str, values: Sequence[object]) -> list[Row]:
        while (known := self._free.pop() if self._free else None) is not None:
            if known.is_closed():
                continue
            try:
                return await self._fetch_by(known, statement, values)
            except LOST:
                # The others are as old; a new one tells whether there is a database.
                self._drop_free()
        return await self._fetch_by(await self._open(), statement, values)

    async def _fetch_by(
        self, connection: asyncpg.Connection, statement: str, values: Sequence[object]
    ) -> list[Row]:
        try:
            rows: list[Row] = await connection.fetch(statement, *values)
        except BaseException as error:
            if isinstance(error, asyncpg.PostgresError) and not isinstance(error, LOST):
                self._free.append(connection)
            else:
                # Also when the caller has gone away: what is left of the answer is nobody's.
                connection.terminate()
            raise
        self._free.append(connection)
        return rows

    def _drop_free(self) -> None:
        while self._free:
            self._free.pop().terminate()

    async def close(self) -> None:
        while self._free:
            connection = self._free.pop()
            try:
                await connection.close(timeout=CLOSE_SECONDS)
            except (*LOST, TimeoutError):
                connection.terminate()
