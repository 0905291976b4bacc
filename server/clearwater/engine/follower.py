"""The engine, seen from another process: hands commands in, and keeps a view of all that is committed.

The view is loaded from the tables and then follows the engine's batches. A connection that is lost is opened
again: commands without an answer are repeated to the same engine, and batches continue where they ended.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import structlog

from clearwater.core.commands import Command, Convert, LedgerKind, PlaceOrder
from clearwater.core.convert import ConversionForecast
from clearwater.core.desk import Committed, Outcome
from clearwater.core.execution import Forecast
from clearwater.core.views import View
from clearwater.engine import protocol
from clearwater.engine.chain import has_lost
from clearwater.engine.decoding import decode_engine
from clearwater.engine.listeners import FeedListener
from clearwater.engine.protocol import (
    HEARTBEAT_SECONDS,
    MAX_FRAME_BYTES,
    MAX_IN_FLIGHT,
    VERSIONS,
    Alive,
    Answer,
    Answers,
    Batch,
    FrameProtocol,
    Hello,
    Preview,
    PreviewConversion,
    Rejected,
    Status,
    Sync,
    Welcome,
    frame,
)
from clearwater.engine.recovery import load_view
from clearwater.engine.replies import SOON, fail, fail_all, resolve_answer, resolve_preview
from clearwater.kit import metrics
from clearwater.kit.chain_heads import Head, SeenHead
from clearwater.kit.database_hosts import DATABASE_LOST, connect
from clearwater.kit.errors import ClearwaterError, EngineUnavailable, OutcomeUnknown, Overloaded
from clearwater.kit.ids import new_hex_id
from clearwater.kit.waiting import wait_for_event

log = structlog.get_logger("clearwater.follower")

FIRST_PAUSE_SECONDS, STARTING_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.05, 0.2, 1.0
CONNECT_SECONDS, LOAD_SECONDS, CATCH_UP_SECONDS = 5.0, 900.0, 2.0
# Commands without an answer wait for so long for the engine to come back.
PATIENCE_SECONDS = 5.0
ACCEPTED, REJECTED, UNAVAILABLE = (
    metrics.orders.labels(outcome) for outcome in ("accepted", "rejected", "unavailable")
)
# Opens a connection to the engine that leads now.
Connect = Callable[[Callable[[], FrameProtocol]], Awaitable[FrameProtocol]]


class Follower:
    """Implements the `Desk` of the domains."""

    def __init__(
        self, connect: Connect, database_url: str, role: str, listeners: Sequence[FeedListener] = ()
    ) -> None:
        self._connect = connect
        self._database_url = database_url
        self._role = role
        self._listeners = list(listeners)
        self.versions = VERSIONS
        self._node = new_hex_id()
        self._term = ""
        self._view: View | None = None
        self._head = Head(-1, b"")
        # The highest entry that this process has seen, also in views that it has forgotten since.
        self._seen = SeenHead()
        self._connection: FrameProtocol | None = None
        # Batches that arrive while the tables are read.
        self._early: list[Batch] | None = None
        self._events: dict[int, Committed] = {}
        self._number = 0
        self._submitted: dict[int, tuple[bytes, asyncio.Future[Outcome]]] = {}
        self._previews: dict[int, asyncio.Future[Answer]] = {}
        self._syncs: dict[int, asyncio.Future[None]] = {}
        # The one of this turn of the loop, which is sent at its end.
        self._sync: asyncio.Future[None] | None = None
        self._serving = asyncio.Event()
        self._welcome: asyncio.Future[Welcome] | None = None
        self._lost = asyncio.Event()
        self._lost_because: Exception | None = None
        self.status: Status | None = None
        self.refusal = ""
        # What this process says of itself in its heartbeats.
        self.describe: Callable[[], Alive] = Alive

    # The desk.

    @property
    def is_serving(self) -> bool:
        return self._serving.is_set()

    @property
    def view(self) -> View:
        """What is durable; there is none while the engine does not serve."""
        if self._view is None or not self._serving.is_set():
            raise EngineUnavailable(headers=SOON)
        return self._view

    @property
    def seq(self) -> int:
        """The last entry that the view has."""
        return self._head.seq

    @property
    def ledger_kind(self) -> LedgerKind | None:
        return (self._view.kind or None) if self._view is not None else None

    @property
    def lag_entries(self) -> int:
        """How far the view is behind the engine's last heartbeat."""
        return max(self.status.seq - self.seq, 0) if self.status is not None else 0

    @property
    def silent_seconds(self) -> float:
        """How long the engine has sent nothing; 0 without a connection."""
        return 0.0 if self._connection is None else self._connection.silent_seconds

    async def wait_until_serving(self) -> None:
        await self._serving.wait()

    def listen(self, listener: FeedListener) -> None:
        """Add a listener after all others, from the next load on."""
        self._listeners.append(listener)

    async def submit(self, command: Command) -> Outcome:
        """Have a command carried out; return when it is durable, and in the view."""
        if not isinstance(command, PlaceOrder):
            return await self._submit(command)
        try:
            outcome = await self._submit(command)
        except ClearwaterError:
            UNAVAILABLE.value += 1
            raise
        (ACCEPTED if outcome.refusal is None else REJECTED).value += 1
        return outcome

    async def _submit(self, command: Command) -> Outcome:
        connection = self._require_connection()
        if len(self._submitted) >= MAX_IN_FLIGHT:
            raise Overloaded(headers=SOON)
        self._number += 1
        number, encoded = self._number, protocol.submit(self._number, command)
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._submitted[number] = encoded, answer
        connection.send(encoded)
        return await answer

    async def preview(self, terms: PlaceOrder) -> Forecast:
        """What a limit or market order would fill now; returned once the state behind it is durable."""
        forecast = (await self._look(Preview(0, terms))).forecast
        assert forecast is not None, "an answer without an error has what was asked for"
        return forecast

    async def preview_conversion(self, terms: Convert) -> ConversionForecast:
        """What a conversion would give now; returned once the state behind it is durable."""
        conversion = (await self._look(PreviewConversion(0, terms))).conversion
        assert conversion is not None, "an answer without an error has what was asked for"
        return conversion

    async def _look(self, asked: Preview | PreviewConversion) -> Answer:
        connection = self._require_connection()
        self._number = asked.number = self._number + 1
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._previews[asked.number] = answer
        connection.send(frame(asked))
        try:
            return await answer
        finally:
            self._previews.pop(asked.number, None)

    async def catch_up(self) -> None:
        """Wait until the view has everything that was acknowledged before, by whichever api process."""
        connection = self._connection
        if connection is None or not self._serving.is_set():
            return
        if self.status is not None and self.status.apis == 1 and self._role == "api":
            # Everything that was acknowledged was acknowledged here.
            return
        loop = asyncio.get_running_loop()
        if self._sync is None:
            self._number += 1
            self._sync = self._syncs[self._number] = loop.create_future()
            connection.send(frame(Sync(self._number)))
            loop.call_soon(self._end_turn)
        started = loop.time()
        try:
            async with asyncio.timeout(CATCH_UP_SECONDS):
                await asyncio.shield(self._sync)
        except TimeoutError:
            raise EngineUnavailable(headers=SOON) from None
        finally:
            metrics.feed_catch_up_seconds.observe(loop.time() - started)

    def _end_turn(self) -> None:
        self._sync = None

    def _require_connection(self) -> FrameProtocol:
        if self._connection is None or not self._serving.is_set():
            raise EngineUnavailable(headers=SOON)
        return self._connection

    # The connection.

    async def run(self) -> None:
        """Follow until cancelled; whatever goes wrong, connect again."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                await self._follow()
            except DATABASE_LOST as error:
                # When all start together, the engine is a moment later than those that follow it.
                if pause > STARTING_PAUSE_SECONDS:
                    log.warning("engine_unreachable", reason=repr(error))
            except EngineUnavailable as error:
                if str(error) != self.refusal:
                    log.warning("engine_not_serving", reason=str(error))
                self.refusal = str(error)
            except Exception:
                # The view may have missed something: it is loaded again.
                log.exception("follower_failed")
                self._forget_view()
            finally:
                if self._serving.is_set():
                    pause = FIRST_PAUSE_SECONDS
                self._disconnect()
            await asyncio.sleep(pause)
            pause = min(pause * 2, MAX_PAUSE_SECONDS)

    def _note_seen(self) -> None:
        if self._head.seq > self._seen.seq:
            self._seen = SeenHead(self._seen.timeline, *self._head)

    def _forget_view(self) -> None:
        self._note_seen()
        self._view, self._head = None, Head(-1, b"")

    def _disconnect(self) -> None:
        self._serving.clear()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.abort()
        fail_all(self._previews)
        fail_all(self._syncs)
        self.status = None
        if self._submitted:
            # The fate of these is known only to the engine that has them.
            asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._give_up, self._number)

    def _give_up(self, last_number: int) -> None:
        """Answer what was in flight when the connection was lost, unless it is answered by now."""
        if self._serving.is_set():
            return
        for number in [number for number in self._submitted if number <= last_number]:
            fail(self._submitted.pop(number)[1], OutcomeUnknown.code)

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        self._welcome = loop.create_future()
        self._lost.clear()
        self._lost_because = None
        async with asyncio.timeout(CONNECT_SECONDS):
            connection = await self._connect(
                lambda: FrameProtocol(self._on_frame, self._on_lost, MAX_FRAME_BYTES)
            )
            self._connection = connection
            self._early = []
            self._note_seen()
            connection.send(frame(Hello(*self.versions, self._node, self._role, *self._head, self._seen)))
            welcome = await self._welcome
        if not welcome.resumes:
            await self._load(welcome)
        else:
            self._take_early()
        self._repeat_unanswered(welcome)
        self.refusal = ""
        self._serving.set()
        log.info("engine_followed", seq=self._head.seq, resumed=welcome.resumes, version=welcome.version)
        await self._keep_alive(connection)

    async def _keep_alive(self, connection: FrameProtocol) -> None:
        while True:
            alive = self.describe()
            alive.lag_entries = self.lag_entries
            connection.send(frame(alive))
            if await wait_for_event(self._lost, seconds=HEARTBEAT_SECONDS):
                raise self._lost_because or ConnectionError("The engine has closed the connection.")
            if connection.miss_heartbeat():
                raise TimeoutError("The engine is silent.")

    async def _load(self, welcome: Welcome) -> None:
        """Read the view from the tables, and apply the batches that have arrived since."""
        self._forget_view()
        connection = await connect(self._database_url, timeout_seconds=CONNECT_SECONDS)
        try:
            async with asyncio.timeout(LOAD_SECONDS):
                view, head = await load_view(connection)
                if await has_lost(connection, self._seen):
                    seq = self._seen.seq
                    raise EngineUnavailable(f"The journal does not have entry {seq} as it was seen here.")
        finally:
            with suppress(Exception):
                await connection.close(timeout=CONNECT_SECONDS)
        if head.seq < welcome.seq:
            raise EngineUnavailable("The database is behind the engine: it may be another one.")
        self._seen = SeenHead(welcome.timeline, *head)
        metrics.feed_loads.inc()
        self._view, self._head = view, head
        for listener in self._listeners:
            listener.on_reset(view)
        self._take_early()

    def _take_early(self) -> None:
        early, self._early = self._early or [], None
        for batch in early:
            self._take(batch)

    def _repeat_unanswered(self, welcome: Welcome) -> None:
        """Hand in again what the same engine knows by its number; of another one nothing is known."""
        assert self._connection is not None
        if welcome.term != self._term:
            self._term = welcome.term
            for _, answer in self._submitted.values():
                fail(answer, OutcomeUnknown.code)
            self._submitted.clear()
        for encoded, _ in self._submitted.values():
            self._connection.send(encoded)

    # What the engine sends.

    def _on_lost(self, error: Exception | None) -> None:
        self._lost_because = error
        self._lost.set()
        if self._welcome is not None and not self._welcome.done():
            self._welcome.set_exception(error or ConnectionError("The engine has closed the connection."))

    def _on_frame(self, encoded: bytes) -> None:
        message = decode_engine(encoded)
        if isinstance(message, Batch):
            if self._early is not None:
                self._early.append(message)
            else:
                self._take(message)
        elif isinstance(message, Answers):
            for answer in message.answers:
                self._answer(answer)
        elif isinstance(message, Status):
            self.status = message
        elif message is not None and self._welcome is not None and not self._welcome.done():
            if isinstance(message, Rejected):
                reason = message.reason or "The engine does not serve yet."
                self._welcome.set_exception(EngineUnavailable(reason))
            else:
                self._welcome.set_result(message)

    def _take(self, batch: Batch) -> None:
        """Apply a batch to the view, and emit it; what the tables had already is left out."""
        entries = [entry for entry in batch.entries if entry.seq > self._head.seq]
        if not entries:
            return
        view = self._view
        assert view is not None
        if entries[0].seq != self._head.seq + 1:
            raise protocol.FrameError(f"Entry {entries[0].seq} follows {self._head.seq}.")
        for entry in entries:
            view.take(entry.events)
        # Answers to commands of this batch follow it immediately.
        self._events = {entry.seq: entry for entry in entries} if self._submitted else {}
        self._head = Head(entries[-1].seq, batch.hash)
        for listener in self._listeners:
            listener.on_commit(entries)

    def _answer(self, answer: Answer) -> None:
        sync = self._syncs.pop(answer.number, None)
        if sync is not None:
            sync.set_result(None)
            return
        preview = self._previews.get(answer.number)
        if preview is not None:
            resolve_preview(preview, answer)
            return
        submitted = self._submitted.pop(answer.number, None)
        if submitted is None or submitted[1].done():
            return
        resolve_answer(submitted[1], answer, self._events.get(answer.seq))
