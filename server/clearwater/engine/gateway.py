"""The one way to the engine: takes commands of other processes, and feeds them everything that is committed.

A batch is encoded once for all followers. A follower that does not read is dropped; it never slows the rest.
"""

import asyncio
import os
import socket
import ssl
import struct
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import msgspec
import structlog

from clearwater.core.desk import Committed, Entry, Outcome
from clearwater.core.exchange import Exchange
from clearwater.engine import protocol
from clearwater.engine.certificate_roles import OF_APIS, is_for_workers, kinds_allowed
from clearwater.engine.decoding import decode_follower
from clearwater.engine.health import Quantiles
from clearwater.engine.leader import split_address
from clearwater.engine.protocol import (
    HEARTBEAT_SECONDS,
    MAX_IN_FLIGHT,
    MAX_REQUEST_BYTES,
    VERSIONS,
    Alive,
    Answer,
    Answers,
    Batch,
    FollowerStatus,
    FrameError,
    FrameProtocol,
    Hello,
    Preview,
    PreviewConversion,
    Rejected,
    Status,
    Submit,
    Sync,
    Versions,
    Welcome,
    frame,
)
from clearwater.engine.resumption import KeptBatches, KnownRequests, Request
from clearwater.engine.sequencer import Sequencer
from clearwater.kit.errors import ClearwaterError, EngineUnavailable, OutcomeUnknown, Overloaded
from clearwater.kit.ids import new_hex_id

log = structlog.get_logger("clearwater.gateway")

MAX_UNSENT_BYTES = 64 * 1024 * 1024
PEER = struct.Struct("3i")
ROOT = 0


class Connection:
    """One follower."""

    def __init__(self, gateway: "Gateway") -> None:
        self._gateway = gateway
        self.protocol = FrameProtocol(self._on_frame, self._on_lost, MAX_REQUEST_BYTES)
        self.node = ""
        self.role = ""
        self.in_flight = 0
        self.kinds: frozenset[str] = frozenset()
        self.alive = Alive()
        self.answers: list[Answer] = []

    def _on_frame(self, encoded: bytes) -> None:
        message = decode_follower(encoded)
        if isinstance(message, Hello):
            self._gateway.greet(self, message)
        elif self not in self._gateway.followers:
            raise FrameError("A connection begins with a hello.")
        elif isinstance(message, Submit):
            self._gateway.submit(self, message)
        elif isinstance(message, Sync):
            self.answer(Answer(message.number))
        elif isinstance(message, Alive):
            self.alive = message
        elif isinstance(message, Preview | PreviewConversion):
            self._gateway.preview(self, message)

    def _on_lost(self, error: Exception | None) -> None:
        self._gateway.leave(self, error)

    def status(self) -> FollowerStatus:
        unsent_bytes = self.protocol.unsent_bytes()
        return FollowerStatus(self.role, self.alive.lag_entries, self.alive.sockets, unsent_bytes)

    def answer(self, answer: Answer) -> None:
        """Send an answer that waits for no batch."""
        self.protocol.send(frame(Answers([answer])))


class Gateway:
    """Listens to the sequencer, and to followers."""

    def __init__(self, engine: Sequencer) -> None:
        self._engine = engine
        self._exchange: Exchange | None = None
        self.versions = VERSIONS
        # In the order in which they came, which a replay of a simulation repeats.
        self.followers: dict[Connection, None] = {}
        self._connections: dict[Connection, None] = {}
        self._kept = KeptBatches()
        self._term = ""
        self._known = KnownRequests[Connection]()
        self._answered: dict[Connection, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._refused: deque[str] = deque(maxlen=100)

    # The sequencer's listener.

    def on_reset(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._term = new_hex_id()
        self._kept.clear()
        self._known.clear()

    def on_commit(self, entries: Sequence[Entry]) -> None:
        """Feed a batch to all followers, and then answer those whose commands it has."""
        if entries:
            head = self._engine.health.head
            committed = [Committed(entry.seq, entry.command.at, entry.events) for entry in entries]
            encoded = frame(Batch(head.hash, committed))
            self._kept.add(head.seq, head.hash, encoded)
            for follower in list(self.followers):
                if follower.protocol.unsent_bytes() > MAX_UNSENT_BYTES:
                    log.warning("follower_too_slow", node=follower.node, role=follower.role)
                    follower.protocol.abort()
                else:
                    follower.protocol.send(encoded)
        answered, self._answered = self._answered, {}
        for connection in answered:
            answers, connection.answers = connection.answers, []
            connection.protocol.send(frame(Answers(answers)))

    def stopped(self) -> None:
        """Another process may be the writer now: nothing is answered any more."""
        self._answered.clear()
        for connection in list(self._connections):
            connection.protocol.abort()

    # Followers.

    def accept(self) -> asyncio.Protocol:
        connection = Connection(self)
        self._connections[connection] = None
        return connection.protocol

    def leave(self, connection: Connection, error: Exception | None) -> None:
        self._connections.pop(connection, None)
        self._answered.pop(connection, None)
        if connection in self.followers:
            del self.followers[connection]
            self._send_status()
            reason = type(error).__name__ if error else None
            log.info("follower_left", node=connection.node, role=connection.role, reason=reason)

    def greet(self, connection: Connection, hello: Hello) -> None:
        version = self.versions.negotiate(Versions(hello.min_version, hello.max_version))
        if version is None:
            self._refuse(connection, hello, "VERSION", f"The engine speaks version {self.versions.max}.")
            return
        if not self._engine.is_serving:
            self._reject(connection, "NOT_SERVING", self._engine.health.refusal)
            return
        if not is_allowed(connection.protocol.transport):
            self._refuse(connection, hello, "FORBIDDEN", "This user may not connect to the engine.")
            return
        kinds = kinds_allowed(connection.protocol.transport)
        if kinds is None:
            reason = "The certificate has to say OU=api or OU=worker."
            self._refuse(connection, hello, "FORBIDDEN", reason)
            return
        connection.node, connection.role, connection.kinds = hello.node, hello.role, kinds
        head = self._engine.health.head
        missed = [] if (hello.seq, hello.hash) == head else self._kept.since(hello.seq, hello.hash)
        resumes = missed is not None
        connection.protocol.send(
            frame(Welcome(version, self._term, head.seq, resumes, self._engine.timeline))
        )
        for encoded in missed or ():
            connection.protocol.send(encoded)
        self.followers[connection] = None
        if not resumes:
            self._engine.check_seen(hello.seen)
        self._send_status()
        log.info("follower_joined", node=hello.node, role=hello.role, resumes=resumes, version=version)

    def _refuse(self, connection: Connection, hello: Hello, code: str, reason: str) -> None:
        """Reject a process for good, and log it once: it tries again every second."""
        if hello.node not in self._refused:
            self._refused.append(hello.node)
            log.warning("follower_refused", code=code, node=hello.node, role=hello.role)
        self._reject(connection, code, reason)

    def _reject(self, connection: Connection, code: str, reason: str) -> None:
        connection.protocol.send(frame(Rejected(code, reason)))
        connection.protocol.close()

    def submit(self, connection: Connection, asked: Submit) -> None:
        """Apply a command that is new; answer again one that is not."""
        known = self._known.find(connection.node, asked.number)
        if known is not None:
            self._repeat(connection, known)
        elif self._known.is_forgotten(connection.node, asked.number):
            connection.answer(Answer(asked.number, error=OutcomeUnknown.code))
        elif connection.in_flight >= MAX_IN_FLIGHT:
            connection.answer(Answer(asked.number, error=Overloaded.code))
        elif asked.kind not in connection.kinds:
            connection.answer(Answer(asked.number, error=self._forbid(connection, asked).code))
        else:
            connection.in_flight += 1
            request = Request(connection, connection.node, asked.number)
            self._known.add(request)
            try:
                command = protocol.command_of(asked)
                if connection.kinds is OF_APIS and is_for_workers(command, self._exchange):
                    raise self._forbid(connection, asked)
                self._engine.hand_in(command, partial(self._answer, request))
            except ClearwaterError as error:
                self._answer(request, error)
            except (msgspec.MsgspecError, KeyError):
                log.warning("command_unknown", kind=asked.kind[:40], node=connection.node)
                self._answer(request, EngineUnavailable())

    def _forbid(self, connection: Connection, asked: Submit) -> ClearwaterError:
        log.error("command_forbidden", kind=asked.kind[:40], node=connection.node, role=connection.role)
        return EngineUnavailable()

    def _repeat(self, connection: Connection, request: Request[Connection]) -> None:
        """The connection was lost before the answer arrived."""
        outcome = request.outcome
        if outcome is None:
            connection.in_flight += 1
            request.connection = connection
        else:
            answer = Answer(request.number, outcome.seq, outcome.refusal, events=list(outcome.events))
            connection.answer(answer)

    def _answer(self, request: Request[Connection], outcome: Outcome | ClearwaterError) -> None:
        connection = request.connection
        connection.in_flight -= 1
        if isinstance(outcome, ClearwaterError):
            self._known.remove(request)
            connection.answer(Answer(request.number, error=outcome.code))
            return
        request.outcome = outcome
        self._known.note_answered(request)
        # Sent with the batch that has its events, see `on_commit`.
        connection.answers.append(Answer(request.number, outcome.seq, outcome.refusal))
        self._answered[connection] = None

    def preview(self, connection: Connection, asked: Preview | PreviewConversion) -> None:
        task = asyncio.create_task(self._preview(connection, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _preview(self, connection: Connection, asked: Preview | PreviewConversion) -> None:
        answer = Answer(asked.number)
        try:
            if isinstance(asked, Preview):
                answer.forecast = await self._engine.preview(asked.terms)
            else:
                answer.conversion = await self._engine.preview_conversion(asked.terms)
        except ClearwaterError as error:
            answer.error = error.code
        connection.answer(answer)

    # Serving.

    async def run(self) -> None:
        """Send heartbeats, and drop followers that are silent, until cancelled."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            for connection in list(self._connections):
                if connection.protocol.miss_heartbeat():
                    connection.protocol.abort(TimeoutError())
            self._send_status()

    def _send_status(self) -> None:
        status = frame(self._status())
        for follower in self.followers:
            follower.protocol.send(status)

    def _status(self) -> Status:
        engine, health = self._engine, self._engine.health
        commits, queued = Quantiles.of(health.commit_seconds), Quantiles.of(health.queue_seconds)
        followers = sorted(self.followers, key=lambda follower: (follower.role, follower.node))
        return Status(
            seq=health.head.seq,
            hash=health.head.hash,
            waiting=engine.waiting,
            commands=health.commands,
            batches=health.batches,
            largest_batch=health.largest_batch,
            rebuilds=health.rebuilds,
            overloads=health.overloads,
            clock_ahead_ms=engine.clock_ahead_ms,
            has_visitors=any(follower.alive.has_visitors for follower in self.followers),
            apis=sum(follower.role == "api" for follower in self.followers),
            commit_p50_ms=commits.p50_ms,
            commit_p99_ms=commits.p99_ms,
            queue_p50_ms=queued.p50_ms,
            queue_p99_ms=queued.p99_ms,
            followers=[follower.status() for follower in followers],
            jobs=[job for follower in followers for job in follower.alive.jobs],
        )


@asynccontextmanager
async def serving(gateway: Gateway, path: Path) -> AsyncIterator[None]:
    """Accept followers of this machine until the block ends."""
    listener = bind_unix(path)
    server = await asyncio.get_running_loop().create_unix_server(gateway.accept, sock=listener)
    async with _accepting(gateway, server):
        yield


@asynccontextmanager
async def serving_tls(gateway: Gateway, address: str, context: ssl.SSLContext) -> AsyncIterator[None]:
    """Accept followers of any machine that have a certificate, until the block ends."""
    host, port = split_address(address)
    server = await asyncio.get_running_loop().create_server(gateway.accept, host, port, ssl=context)
    async with _accepting(gateway, server):
        yield


@asynccontextmanager
async def _accepting(gateway: Gateway, server: asyncio.Server) -> AsyncIterator[None]:
    heartbeat = asyncio.create_task(gateway.run())
    try:
        yield
    finally:
        heartbeat.cancel()
        server.close()
        gateway.stopped()


def bind_unix(path: Path) -> socket.socket:
    """A listening socket of this user's own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for other in path.parent.glob("engine*.sock"):
        if other == path or not _is_of_a_process(other):
            other.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # A path of any length: the system's own limit is about a hundred characters.
    folder = os.open(path.parent, os.O_PATH)
    try:
        listener.bind(f"/proc/self/fd/{folder}/{path.name}")
        path.chmod(0o600)
    finally:
        os.close(folder)
    return listener


def _is_of_a_process(path: Path) -> bool:
    """Whether the process still runs whose number is in a socket's name."""
    return Path("/proc", path.stem.rpartition("-")[2]).exists()


def is_allowed(transport: asyncio.BaseTransport | None) -> bool:
    """Whether a process at the other end of a unix socket belongs to this user, or to root.

    Over TLS it has shown its certificate by now.
    """
    if transport is None:
        return False
    connection = transport.get_extra_info("socket")
    if connection.family != socket.AF_UNIX:
        return True
    _, user, _ = PEER.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, PEER.size))
    return user in (os.geteuid(), ROOT)
