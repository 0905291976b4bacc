"""Hosts of a PostgreSQL cluster that can fall silent, be a standby, or lose their connections."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal, Self

from sqlalchemy.engine import make_url

# What a server says of itself at the start of each connection.
IS_PRIMARY = b"S\x00\x00\x00\x17in_hot_standby\x00off\x00"
IS_STANDBY = b"S\x00\x00\x00\x16in_hot_standby\x00on\x00"
Role = Literal["primary", "standby", "silent"]


class Host:
    """A host of a cluster, over TCP: all of them lead to the one database of the test."""

    def __init__(self, database_url: str, role: Role = "primary") -> None:
        self._place = make_url(database_url)
        self.role = role
        self.connections = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Self]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            # The last one may be on its way from the listener to its transport.
            for _ in range(100):
                self.lose_connections()
                await asyncio.sleep(0)

    @property
    def url(self) -> str:
        return f"postgresql://{self._place.username}@127.0.0.1:{self.port}/{self._place.database}"

    def lose_connections(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        if self.role != "silent":
            self._tasks.add(asyncio.create_task(self._serve(reader, writer)))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        folder, port = self._place.query["host"], self._place.query["port"]
        server_reader, server_writer = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{port}")
        self._writers.append(server_writer)
        for source, target in ((reader, server_writer), (server_reader, writer)):
            self._tasks.add(asyncio.create_task(self._forward(source, target)))

    async def _forward(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while received := await source.read(65_536):
                if self.role == "standby":
                    received = received.replace(IS_PRIMARY, IS_STANDBY)
                if self.role == "silent":
                    await asyncio.Event().wait()
                target.write(received)
        except OSError:
            pass
        finally:
            target.close()
