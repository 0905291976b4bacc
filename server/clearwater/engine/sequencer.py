"""The one writer: applies commands in sequence and commits whatever has gathered meanwhile as one batch."""

import asyncio
from collections import deque
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

import asyncpg
import structlog

from clearwater.core.commands import (
    CancelAll,
    CancelOrder,
    Command,
    Convert,
    LedgerKind,
    OpenLedger,
    PlaceOrder,
    Tick,
)
from clearwater.core.convert import ConversionForecast
from clearwater.core.desk import Entry, Outcome
from clearwater.core.events import Event, Refused
from clearwater.core.exchange import Exchange
from clearwater.core.execution import Forecast
from clearwater.core.invariants import find_faults
from clearwater.engine.batches import Answer, PendingBatch, Waiting
from clearwater.engine.chain import has_lost, read_timeline
from clearwater.engine.health import Health, MustNotServe
from clearwater.engine.journal import Journal
from clearwater.engine.listeners import EngineListener
from clearwater.engine.pacing import NextSettlement, Pacer
from clearwater.engine.recovery import Loaded, load_exchange, make_opening
from clearwater.engine.references import REFERENCED, Referenced, References, may_predate_window
from clearwater.engine.replies import SOON, ignore, resolve
from clearwater.engine.timekeeping import Timekeeper
from clearwater.kit.chain_heads import GENESIS, Head, SeenHead
from clearwater.kit.clock import Clock
from clearwater.kit.database_hosts import DATABASE_LOST
from clearwater.kit.errors import ClearwaterError, EngineUnavailable, OutcomeUnknown, Overloaded
from clearwater.kit.leader_lock import connect_for_lock

log = structlog.get_logger("clearwater.engine")

MAX_BATCH = 512
# A batch of commands that each do a great deal must not become one commit of any size.
MAX_BATCH_EVENTS = 20_000
# So many may wait. Taking orders back must stay possible when placing them is not.
MAX_QUEUED, MAX_QUEUED_CANCELS = 4_096, 8_192
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.05, 2.0
# Less than the time after which a cluster promotes another primary (20 s and more): an engine that cannot
# reach its database has stopped by then, and never answers beside the next one.
CONNECT_SECONDS, COMMIT_SECONDS = 5, 10
# Reading a large exchange takes its time; a database that hangs must be noticed all the same.
RECOVERY_SECONDS = 900
SHOWN_FAULTS = 20
CANCELS = (CancelOrder, CancelAll)
USED = Refused("STATE_CONFLICT", "reference")


class Sequencer:
    """Keeps an exchange in memory, one step ahead of the database, and never answers before it has caught up.

    If a commit fails, or its outcome is unknown, everything in flight is answered as unavailable, and the
    state is thrown away and rebuilt from the tables: a start and a recovery are the same.
    """

    def __init__(
        self,
        database_url: str,
        clock: Clock,
        listeners: Sequence[EngineListener] = (),
        *,
        max_batch: int = MAX_BATCH,
        opens_as: LedgerKind | None = None,
        address: str = "",
    ) -> None:
        self._database_url = database_url
        self._time = Timekeeper(clock)
        self._references = References(database_url)
        self._listeners = list(listeners)
        self._max_batch = max_batch
        # What a new ledger becomes before it is served; None leaves it as it is.
        self._opens_as = opens_as
        # Where others reach this engine while it leads.
        self._address = address
        self.ledger_kind: LedgerKind | None = None
        self._exchange: Exchange | None = None
        # The last entry that was applied, and the last that may have been acknowledged to a caller.
        self._applied = Head(0, GENESIS)
        self._acknowledged = SeenHead()
        # How often an operator has accepted that the journal lacks entries.
        self.timeline = 0
        self._pending: deque[PendingBatch] = deque()
        self._queued = 0
        self._in_flight: list[Waiting] = []
        self._lookups: set[asyncio.Task[None]] = set()
        self._pacer = Pacer()
        self._next_settlement = NextSettlement(self._go_on)
        self._work = asyncio.Event()
        self._serving = asyncio.Event()
        self.health = Health()

    def listen(self, listener: EngineListener) -> None:
        """Add a listener after all others, from the next start on."""
        self._listeners.append(listener)

    @property
    def is_serving(self) -> bool:
        return self._exchange is not None

    @property
    def seq(self) -> int:
        """The last command that was carried out; it may still wait for its commit."""
        return self._applied.seq

    @property
    def waiting(self) -> int:
        """How many commands are not yet durable."""
        return len(self._in_flight) + self._queued

    @property
    def clock_ahead_ms(self) -> int:
        """How far the clock has jumped ahead of the time that has passed; 0 while it is followed."""
        return self._time.ahead_ms

    async def wait_until_serving(self) -> None:
        await self._serving.wait()

    async def preview(self, terms: PlaceOrder) -> Forecast:
        """What a limit or market order would fill now; returned once the state behind it is durable."""
        exchange = self._get_exchange()
        found = exchange.preview(terms)
        await self._wait_until_durable(exchange)
        return found

    async def preview_conversion(self, terms: Convert) -> ConversionForecast:
        """What a conversion would give now; returned once the state behind it is durable."""
        exchange = self._get_exchange()
        found = exchange.preview_conversion(terms)
        await self._wait_until_durable(exchange)
        return found

    async def _wait_until_durable(self, exchange: Exchange) -> None:
        if self.waiting:
            # Nothing happens in this moment, but its answer comes after everything before it.
            await self.submit(Tick(exchange.state.now))

    def _get_exchange(self) -> Exchange:
        if self._exchange is None:
            raise EngineUnavailable(headers=SOON)
        return self._exchange

    async def submit(self, command: Command) -> Outcome:
        """Apply a command immediately; return when it is durable."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        # A caller that disconnects cancels its own response, never the batch.
        self.hand_in(command, partial(resolve, future))
        return await future

    def hand_in(self, command: Command, answer: Answer) -> None:
        """Apply a command immediately, and call back when it is durable; raises when it is not taken."""
        exchange = self._get_exchange()
        if self._queued >= (MAX_QUEUED_CANCELS if isinstance(command, CANCELS) else MAX_QUEUED):
            self.health.count_overload()
            raise Overloaded(headers=SOON)
        if isinstance(command, REFERENCED) and may_predate_window(exchange.state, command):
            self._start(self._apply_unless_used(command, answer))
        else:
            self._apply(exchange, command, answer)

    def _start(self, lookup: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(lookup)
        self._lookups.add(task)
        task.add_done_callback(self._lookups.discard)

    def check_seen(self, seen: SeenHead) -> None:
        """Stop unless the journal has what a follower has seen; the next load then says what is missing."""
        if seen.seq >= 0:
            self._start(self._check_seen(seen))

    async def _check_seen(self, seen: SeenHead) -> None:
        # Without a connection nothing is known; the follower asks again when it comes back.
        with suppress(EngineUnavailable):
            if await self._references.has_lost(seen):
                self._acknowledged = seen
                self._stop()
                self._work.set()

    async def _apply_unless_used(self, command: Referenced, answer: Answer) -> None:
        try:
            if await self._references.is_used(command):
                answer(Outcome(0, [USED], USED))
            else:
                self._apply(self._get_exchange(), command, answer)
        except ClearwaterError as error:
            answer(error)

    def _apply(self, exchange: Exchange, command: Command, answer: Answer) -> None:
        command = self._time.stamp(command, exchange.state.now)
        try:
            events = exchange.apply(command)
            entry = Entry(self._number(events, exchange.refusal), command, events, exchange.refusal)
            batch = self._batch_to_fill()
            batch.add(entry, answer)
        except Exception as error:
            # A fault of the rules: what is in memory can no longer be trusted.
            log.exception("rules_failed", command=repr(command))
            self._stop()
            self._work.set()
            raise EngineUnavailable(headers=SOON) from error
        self._queued += 1
        if entry.seq:
            self._applied = Head(entry.seq, batch.rows.hash)
        self._work.set()

    def _number(self, events: list[Event], refusal: Refused | None) -> int:
        """The command's place in the journal; 0 when it changed nothing."""
        return 0 if len(events) == (refusal is not None) else self._applied.seq + 1

    def _batch_to_fill(self) -> PendingBatch:
        """The last batch that waits, unless it has so many commands, or fewer that did a great deal."""
        pending = self._pending
        if pending and len(pending[-1].waiting) < self._max_batch and pending[-1].events < MAX_BATCH_EVENTS:
            return pending[-1]
        pending.append(PendingBatch(self._applied.hash))
        return pending[-1]

    async def run(self) -> None:
        """Serve until cancelled; whatever goes wrong, stop, rebuild and go on."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                await self._serve_once()
            except MustNotServe as error:
                self._refuse_to_serve(str(error))
            except (*DATABASE_LOST, EngineUnavailable) as error:
                log.warning("engine_stopped", reason=repr(error))
            except Exception:
                # A bug in the rules. Nothing of it is durable; the engine continues from what is.
                log.exception("engine_failed")
            finally:
                if self._serving.is_set():
                    pause = FIRST_PAUSE_SECONDS
                    self.health.count_rebuild()
                self._serving.clear()
                await self._references.close()
            await asyncio.sleep(pause)
            pause = min(pause * 2, MAX_PAUSE_SECONDS)

    def _refuse_to_serve(self, reason: str) -> None:
        """Log the reason once; the check is repeated every few seconds."""
        if reason != self.health.refusal:
            log.error("engine_refuses_to_serve", reason=reason)
        self.health.refusal = reason

    async def _serve_once(self) -> None:
        connection = await connect_for_lock(self._database_url)
        try:
            await self._serve(connection)
        finally:
            # Before anything that waits: another engine may lead by now.
            self._stop()
            with suppress(Exception):
                await connection.close(timeout=CONNECT_SECONDS)

    async def _serve(self, connection: asyncpg.Connection) -> None:
        # An idle engine must also notice when another process may be the writer.
        connection.add_termination_listener(lambda _: self._work.set())
        journal = Journal(connection)
        await journal.wait_for_lock()
        async with asyncio.timeout(RECOVERY_SECONDS):
            loaded = await self._load(connection)
            opening = await self._make_opening(connection, loaded.exchange)
        async with asyncio.timeout(COMMIT_SECONDS):
            await journal.prepare()
        self._begin(loaded)
        if opening is not None:
            self._apply(loaded.exchange, opening, ignore)
            await self._commit_batch(journal)
        # Only now: whoever follows a ledger that is not opened would take a demo for something else.
        if self._address:
            async with asyncio.timeout(COMMIT_SECONDS):
                await journal.announce(self._address)
        state = loaded.exchange.state
        self.ledger_kind = state.kind or None
        self._serving.set()
        log.info("engine_serving", seq=self.seq, orders=len(state.orders))
        while True:
            await self._work.wait()
            if pause := self._pacer.pause_seconds(self._queued):
                await asyncio.sleep(pause)
            if connection.is_closed():
                raise EngineUnavailable("The connection to the database was lost.")
            if self._exchange is None:
                raise EngineUnavailable("The state was given up.")
            if self._pending:
                await self._commit_batch(journal)
            else:
                self._work.clear()
                await journal.probe()

    async def _load(self, connection: asyncpg.Connection) -> Loaded:
        """Read the exchange, unless it is not the one that was served or not as it has to be."""
        if await has_lost(connection, self._acknowledged):
            raise MustNotServe(
                f"The journal does not have entry {self._acknowledged.seq} as it was acknowledged: this"
                " database was restored, or another one has taken its place. An operator who accepts the"
                " loss runs 'clearwater accept-loss'."
            )
        self.timeline = await read_timeline(connection)
        loaded = await load_exchange(connection)
        if faults := list(islice(find_faults(loaded.exchange.state), SHOWN_FAULTS)):
            raise MustNotServe(f"The tables do not hold what must always hold: {'; '.join(faults)}.")
        return loaded

    async def _make_opening(self, connection: asyncpg.Connection, exchange: Exchange) -> OpenLedger | None:
        """What has to be done before anything can be asked of a ledger that is not opened yet (LED-16)."""
        state = exchange.state
        if state.kind or self._opens_as is None:
            return None
        return await make_opening(connection, opens_as=self._opens_as, at=state.now)

    def _begin(self, loaded: Loaded) -> None:
        self._exchange, head = loaded
        self._applied = self.health.head = head
        self._acknowledged = SeenHead(self.timeline, *head)
        self.health.refusal = ""
        for listener in self._listeners:
            listener.on_reset(loaded.exchange)

    def _take_batch(self) -> PendingBatch:
        batch = self._pending.popleft()
        self._queued -= len(batch.waiting)
        if not self._pending:
            self._work.clear()
        return batch

    async def _commit_batch(self, journal: Journal) -> None:
        batch = self._take_batch()
        self._pacer.count(len(batch.waiting))
        self._in_flight = batch.waiting
        entries = [one.entry for one in batch.waiting if one.entry.seq]
        if entries:
            started = asyncio.get_running_loop().time()
            async with asyncio.timeout(COMMIT_SECONDS):
                await journal.commit(batch.rows)
            self.health.count_commit(started)
            self.health.head = Head(entries[-1].seq, batch.rows.hash)
            self._acknowledged = SeenHead(self.timeline, *self.health.head)
        if self._exchange is None:
            raise EngineUnavailable("The state was given up meanwhile.")
        self._in_flight = []
        for one in batch.waiting:
            one.answer(Outcome(one.entry.seq, one.entry.events, one.entry.refusal))
        self.health.count(len(entries), len(batch.waiting), batch.opened_at)
        for listener in self._listeners:
            listener.on_commit(entries)
        self._go_on(is_asked=any(type(one.entry.command) is not Tick for one in batch.waiting))

    def _go_on(self, *, is_asked: bool = False) -> None:
        """Let time pass while commands could not finish all that was due (EXC-8), at a pace for others."""
        exchange = self._exchange
        if exchange is None or not exchange.has_due_work:
            return
        if is_asked and not exchange.has_due_orders:
            self._next_settlement.plan()
        else:
            self._apply(exchange, Tick(exchange.state.now), ignore)

    async def keep_time(self, seconds: float = 1.0) -> None:
        """Expire orders on time, even when no commands arrive, and have an idle engine check its database."""
        while True:
            await asyncio.sleep(seconds)
            self._work.set()
            exchange, now = self._exchange, self._time.now_ms
            if exchange is not None and exchange.has_due_work_at(now):
                with suppress(EngineUnavailable, Overloaded):
                    await self.submit(Tick(now))

    def _stop(self) -> None:
        """Forget the state and answer everything in flight as unavailable."""
        self._exchange = None
        for listener in self._listeners:
            listener.stopped()
        unknown, self._in_flight = self._in_flight, []
        never_written = [one for batch in self._pending for one in batch.waiting]
        self._pending.clear()
        self._queued = 0
        self._work.clear()
        for one in unknown:
            one.answer(OutcomeUnknown(headers=SOON))
        for one in never_written:
            one.answer(EngineUnavailable(headers=SOON))
