"""A real PostgreSQL inside of virtual time.

A request takes a seeded time to arrive; then it is carried out while the world stands still, and its answer
takes a seeded time to come back. So PostgreSQL sees one request at a time, and transactions of different
connections interleave as the seed says. A statement that waits for a lock is stopped (SIGSTOP) until the lock
is free, so that the seed also decides who goes on.
"""

import asyncio
import os
import select
import signal
import socket
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

from simulation.loop import Process, SimulationLoop
from simulation.wire import (
    ANSWERED,
    CANCEL_CODE,
    ENDINGS,
    LENGTH,
    RECEIVE_BYTES,
    SYNC,
    TERMINATE,
    Monitor,
    messages,
)

# How long a request and an answer are on their way; a slow database takes many times that.
DELAY_SECONDS = (0.0001, 0.003)
SLOW_FACTOR = 40
# Where the machine of a client is switched off, the server notices only by its probes.
KEEPALIVE_SECONDS = 25.0
# Without an answer for so long, the monitor is asked whether the statement waits for a lock.
LOCK_CHECK_SECONDS = 0.03
# What may happen to the next commit: it never arrives, or its answer is lost.
Loss = Literal["request", "answer"]
# Only the statement that commits a batch names this.
COMMIT = b"batch_journal"


class Database:
    """The server, as the simulated processes reach it."""

    def __init__(self, loop: SimulationLoop, monitor: Monitor) -> None:
        self.loop = loop
        self.chance = loop.chance("database")
        self._monitor = monitor
        self.connections: dict[DatabaseConnection, None] = {}
        self.waiting: list[DatabaseConnection] = []
        self.is_slow = False
        self.is_down = False
        self.number = 0
        # By the name of a process: what happens to the next batch or transaction that it commits.
        self.losses: dict[str, Loss] = {}

    def delay(self) -> float:
        seconds = self.chance.uniform(*DELAY_SECONDS)
        return seconds * SLOW_FACTOR if self.is_slow else seconds

    async def connect(self, factory: Callable[[], asyncio.BaseProtocol], path: str) -> Any:
        await asyncio.sleep(self.delay())
        if self.is_down:
            raise ConnectionRefusedError
        protocol = factory()
        connection = DatabaseConnection(self, protocol, self.loop.process, path)
        protocol.connection_made(connection)
        return connection, protocol

    def restart(self) -> None:
        """All connections end, and there are no new ones until it is started again."""
        self.is_down = True
        for connection in list(self.connections):
            connection.end_at_server(ConnectionResetError())

    def start_again(self) -> None:
        self.is_down = False

    def is_waiting_for_lock(self, pid: int) -> bool:
        query = f"SELECT 1 FROM pg_locks WHERE pid = {pid} AND NOT granted LIMIT 1"
        return bool(self._monitor.ask(query))

    def resume_free(self) -> None:
        """Let those go on whose locks are free now, one by one."""
        while free := [one for one in self.waiting if not self.is_waiting_for_lock(one.pid)]:
            self.chance.choice(free).resume()

    def fetch_notices(self) -> None:
        """PostgreSQL sends to idle listeners when it likes: asked for something, it does so before."""
        for connection in list(self.connections):
            if connection.is_listening and connection not in self.waiting:
                connection.fetch_notices()

    def cancel(self, pid: int) -> None:
        """A cancel request has arrived: whom it is for has answered when this returns."""
        for connection in list(self.connections):
            if connection.pid == pid:
                if connection in self.waiting:
                    connection.resume()
                else:
                    connection.fetch_notices()


class DatabaseConnection(asyncio.Transport):
    """A client's connection: requests and answers in their order, each with its time on the way."""

    def __init__(
        self, database: Database, protocol: asyncio.BaseProtocol, process: Process, path: str
    ) -> None:
        super().__init__()
        self._database = database
        self._loop = database.loop
        self._protocol: Any = protocol
        self._process = process
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(path)
        database.number += 1
        self.number = database.number
        self.pid = 0
        self.is_listening = False
        self._announces = False
        # The names of the prepared statements that commit.
        self._commits: set[bytes] = set()
        self._is_started = False
        self._is_closing = False
        self._is_open_at_server = True
        self._is_dropped = False
        self._arrives_at = self._answered_at = 0.0
        self._request = b""
        self._owed = 0
        database.connections[self] = None
        process.connections[self] = None

    # The client's side.

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._is_closing:
            self._at_server(self._arrive, bytes(data))

    def is_closing(self) -> bool:
        return self._is_closing

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def get_write_buffer_size(self) -> int:
        return 0

    def close(self) -> None:
        self._lose(None)
        self._at_server(self.end_at_server, None)

    def abort(self) -> None:
        self.close()

    def process_died(self, *, is_silent: bool) -> None:
        self._is_closing = True
        self._process.connections.pop(self, None)
        # What was on its way is carried out or not.
        self._is_dropped = self._database.chance.random() < 0.5
        delay = KEEPALIVE_SECONDS if is_silent else 0.0
        self._at_server(self.end_at_server, None, delay=delay)

    def _lose(self, error: Exception | None) -> None:
        """The client learns that the connection has ended, once."""
        if not self._is_closing:
            self._is_closing = True
            self._process.connections.pop(self, None)
            self._at_client(self._protocol.connection_lost, error)

    # The way.

    def _at_server(self, work: Callable[..., None], *arguments: Any, delay: float = 0.0) -> None:
        self._arrives_at = max(self._arrives_at, self._loop.now + delay + self._database.delay())
        self._loop.call_at(self._arrives_at, work, *arguments, context=self._loop.world.context)

    def _at_client(self, work: Callable[..., None], *arguments: Any) -> None:
        self._answered_at = max(self._answered_at, self._loop.now + self._database.delay())
        self._loop.call_at(self._answered_at, work, *arguments, context=self._process.context)

    # The server's side.

    def _arrive(self, data: bytes) -> None:
        if not self._is_open_at_server or self._is_dropped:
            return
        self._request += data
        if not self._is_started:
            self._is_started = True
            if LENGTH.unpack_from(data, 4)[0] == CANCEL_CODE:
                self._cancel(data)
            else:
                self._owed = 1
                self._execute(is_start=True)
            return
        found = list(messages(self._request))
        if not found or found[-1].end < len(self._request) or found[-1].kind not in ENDINGS:
            return
        if found[-1].kind == TERMINATE[:1]:
            self.end_at_server(None)
            return
        self._owed += sum(one.kind in ANSWERED for one in found)
        self._execute()

    def _cancel(self, data: bytes) -> None:
        self._socket.sendall(data)
        self._read_to_end()
        self._is_open_at_server = False
        self._database.connections.pop(self, None)
        self._database.cancel(LENGTH.unpack_from(data, 8)[0])
        self._at_client(self._lose, None)

    def _execute(self, *, is_start: bool = False) -> None:
        request, self._request = self._request, b""
        loss = None if is_start else self._find_loss(request)
        if loss == "request":
            self.end_at_server(ConnectionResetError())
            return
        lowered = request.lower()
        self.is_listening = self.is_listening or b"listen " in lowered
        self._announces = self._announces or b"notify" in lowered
        if not is_start:
            self._loop.trace.note("request", self.number, zlib.crc32(request))
        self._socket.sendall(request)
        answer = self._read_answer()
        if answer is None:
            os.kill(self.pid, signal.SIGSTOP)
            self._database.waiting.append(self)
        elif loss == "answer":
            self.end_at_server(ConnectionResetError())
        else:
            self._deliver(answer)
        self._database.resume_free()
        if self._announces:
            self._database.fetch_notices()

    def _find_loss(self, request: bytes) -> Loss | None:
        """What is to happen to this request, if it commits a batch or a transaction."""
        is_commit = False
        for one in messages(request):
            if one.kind == b"P" and COMMIT in one.body:
                self._commits.add(one.body.partition(b"\0")[0])
            elif one.kind == b"B":
                is_commit = is_commit or one.body.split(b"\0", 2)[1] in self._commits
            elif one.kind == b"Q" and one.body.startswith(b"COMMIT"):
                is_commit = True
        return self._database.losses.pop(self._process.name, None) if is_commit else None

    def _read_answer(self) -> bytes | None:
        """The answer to all that was asked; None when it waits for a lock."""
        data = b""
        while True:
            while not select.select([self._socket], [], [], LOCK_CHECK_SECONDS)[0]:
                if self.pid and self._database.is_waiting_for_lock(self.pid):
                    assert not data, "a statement that waits has sent nothing yet"
                    return None
            received = self._socket.recv(RECEIVE_BYTES)
            if not received:
                # The server has ended it: what it said last still arrives.
                self._is_open_at_server = False
                self._database.connections.pop(self, None)
                self._at_client(self._lose, ConnectionResetError())
                return data
            data += received
            if self._is_whole(data):
                return data

    def _is_whole(self, data: bytes) -> bool:
        found = list(messages(data))
        if not found or found[-1].end < len(data):
            return False
        for one in found:
            if one.kind == b"K":
                self.pid = LENGTH.unpack_from(one.body)[0]
        kinds = [one.kind for one in found]
        ready = kinds.count(b"Z")
        is_answered = ready >= self._owed or kinds[-1] == b"G"
        is_flushed = kinds[-1] in (b"T", b"n", b"E")
        is_whole = is_answered if self._owed else is_flushed
        if is_whole:
            self._owed = max(self._owed - ready, 0)
        return is_whole

    def _deliver(self, answer: bytes) -> None:
        if answer:
            self._at_client(self._protocol.data_received, answer)

    def resume(self) -> None:
        """Go on after a lock was granted, until it has answered or waits again."""
        os.kill(self.pid, signal.SIGCONT)
        answer = self._read_answer()
        if answer is None:
            os.kill(self.pid, signal.SIGSTOP)
            return
        self._database.waiting.remove(self)
        self._deliver(answer)

    def fetch_notices(self) -> None:
        if not self._is_open_at_server:
            return
        self._socket.sendall(SYNC)
        self._owed = 1
        answer = self._read_answer()
        assert answer is not None
        found = list(messages(answer))
        if len(found) > 1:
            self._deliver(answer[: found[-2].end])

    def end_at_server(self, error: Exception | None) -> None:
        """Close it at the server: its transaction is rolled back, and its locks are free."""
        if self._is_open_at_server:
            self._is_open_at_server = False
            self._database.connections.pop(self, None)
            if self in self._database.waiting:
                self._database.waiting.remove(self)
                os.kill(self.pid, signal.SIGTERM)
                os.kill(self.pid, signal.SIGCONT)
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_WR)
            self._read_to_end()
            self._database.resume_free()
        self._lose(error)

    def _read_to_end(self) -> None:
        with suppress(OSError):
            while self._socket.recv(RECEIVE_BYTES):
                pass
        self._socket.close()
