"""An event loop with virtual time, on which one seed decides everything.

Time passes only when nothing is left to do, so sleeps and timeouts cost nothing. Each simulated process has a
queue of its own, kept in order as asyncio promises; the seed decides which process runs next.
"""

import asyncio
import contextvars
import hashlib
import heapq
from asyncio import Handle, TimerHandle
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from itertools import count
from random import Random
from typing import Any, Protocol, TypeVar, cast

Result = TypeVar("Result")
CURRENT: contextvars.ContextVar["Process"] = contextvars.ContextVar("simulated process")
# What takes this long with the faults that are injected will never end.
MAX_SECONDS = 900.0
# So many turns without time passing are a livelock.
MAX_TURNS_AT_ONCE = 200_000
THREAD_SECONDS = (0.0005, 0.01)
serial = count()


class TimeIsOver(AssertionError):
    """The exchange has not come to an end within the longest time of a simulation."""


class _ContextHandle(Protocol):
    _context: contextvars.Context


class Connection(Protocol):
    """An end of a connection that belongs to a process."""

    def process_died(self, *, is_silent: bool) -> None: ...


class Process:
    """A simulated process: what it is about to run, and what it holds open."""

    def __init__(self, loop: "SimulationLoop", name: str) -> None:
        self.loop = loop
        self.name = name
        self.is_alive = True
        self.ready: deque[Handle] = deque()
        self.connections: dict[Connection, None] = {}
        # Nothing of a dead process is collected: a coroutine that is would run its `finally`.
        self.retained: list[object] = []
        self.context = contextvars.copy_context()
        self.context.run(CURRENT.set, self)
        self.turns_left: int | None = None
        self.on_death: Callable[[Process], None] = lambda _: None

    def spawn(self, work: Coroutine[Any, Any, Result], name: str | None = None) -> asyncio.Task[Result]:
        """Run a task in this process."""
        return self.loop.create_task(work, name=name, context=self.context.copy())

    def call(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Run a function as this process does."""
        return self.context.copy().run(work, *arguments)

    def kill_after(self, turns: int) -> None:
        """Die after so many more callbacks, wherever that is."""
        if self.is_alive and self.turns_left is None:
            self.turns_left = turns

    def kill(self, *, is_silent: bool = False) -> None:
        """End as by kill -9: nothing of it runs again, not even a `finally`.

        Its peers see their connections end, or nothing at all, as when a machine is switched off.
        """
        if not self.is_alive:
            return
        self.is_alive = False
        self.retained += self.ready
        self.ready.clear()
        for connection in list(self.connections):
            connection.process_died(is_silent=is_silent)
        self.on_death(self)


class _Numbered:
    """A hash that is a counter, not an address: sets of these have the same order in every run."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._number = next(serial)
        super().__init__(*arguments, **options)

    def __hash__(self) -> int:
        return self._number


class NumberedFuture(_Numbered, asyncio.Future):  # type: ignore[type-arg]
    """A future with the same place in every set."""


class NumberedTask(_Numbered, asyncio.Task):  # type: ignore[type-arg]
    """A task with the same place in every set."""


class Trace:
    """What happened, as one digest; and line by line where somebody wants to read it."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self.write: Callable[[str], None] | None = None

    def note(self, *what: object) -> None:
        line = " ".join(map(str, what))
        self._digest.update(line.encode())
        if self.write is not None:
            self.write(line)

    def hexdigest(self) -> str:
        return self._digest.hexdigest()


class SimulationLoop(asyncio.BaseEventLoop):
    """The loop of all simulated processes, and of the world around them."""

    def __init__(self, seed: int, trace: Trace, *, max_seconds: float = MAX_SECONDS) -> None:
        super().__init__()
        self.seed = seed
        self.trace = trace
        self.now = 0.0
        self.turns = 0
        self._max_seconds = max_seconds
        self._turns_at_once = 0
        self._schedule = self.chance("schedule")
        self._threads = self.chance("threads")
        self._timers: list[tuple[float, int, TimerHandle]] = []
        self._order = count()
        self._servers: dict[str, tuple[Process, Callable[[], asyncio.BaseProtocol]]] = {}
        self.processes: list[Process] = []
        self.world = self.start_process("world")
        self.connect: Callable[[Any, str], Awaitable[Any]] | None = None
        self.set_task_factory(self._make_task)

    def chance(self, name: str) -> Random:
        """A source of chance of its own, so that more of one kind of chance changes no other."""
        return Random(f"{self.seed} {name}")

    def start_process(self, name: str) -> Process:
        process = Process(self, name)
        self.processes.append(process)
        return process

    @property
    def process(self) -> Process:
        """The process that is running."""
        return CURRENT.get(self.world)

    # What asyncio asks of a loop.

    def time(self) -> float:
        return self.now

    def create_future(self) -> NumberedFuture:
        return NumberedFuture(loop=self)

    def _make_task(
        self, _: asyncio.AbstractEventLoop, work: Any, context: contextvars.Context | None = None
    ) -> NumberedTask:
        task = NumberedTask(work, loop=self, context=context)
        owner = self.process if context is None else context.get(CURRENT, self.world)
        owner.retained.append(task)
        return task

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *arguments: Any, context: contextvars.Context | None = None
    ) -> Handle:
        return self._put(Handle(callback, arguments, self, context))

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., Any],
        *arguments: Any,
        context: contextvars.Context | None = None,
    ) -> TimerHandle:
        handle = TimerHandle(when, callback, arguments, self, context)
        heapq.heappush(self._timers, (when, next(self._order), handle))
        return handle

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[..., Any],
        *arguments: Any,
        context: contextvars.Context | None = None,
    ) -> TimerHandle:
        return self.call_at(self.now + delay, callback, *arguments, context=context)

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        """It stays in the queue and is passed over."""

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, work: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Threads: done now, reported a little later."""
        future = self.create_future()
        try:
            report = (future.set_result, work(*arguments))
        except Exception as error:  # noqa: BLE001 - reported to whom it concerns
            report = (future.set_exception, error)

        def tell(resolve: Callable[[Any], None], outcome: Any) -> None:
            if not future.done():
                resolve(outcome)

        self.call_later(self._threads.uniform(*THREAD_SECONDS), tell, *report)
        return future

    async def create_unix_connection(  # type: ignore[override]
        self, factory: Any, path: Any = None, **_: Any
    ) -> Any:
        assert self.connect is not None
        return await self.connect(factory, str(path))

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        """There are no threads."""

    def _process_events(self, event_list: object) -> None:
        """There is no selector."""

    def _write_to_self(self) -> None:
        """Nobody sleeps."""

    # Turns.

    def _put(self, handle: Handle) -> Handle:
        owner = cast("_ContextHandle", handle)._context.get(CURRENT, self.world)
        if owner.is_alive:
            owner.ready.append(handle)
        else:
            owner.retained.append(handle)
        return handle

    def _run_once(self) -> None:
        while not (able := [process for process in self.processes if process.ready]):
            self._let_time_pass()
        process = able[self._schedule.randrange(len(able))] if len(able) > 1 else able[0]
        handle = process.ready.popleft()
        self.turns += 1
        self._turns_at_once += 1
        if self._turns_at_once > MAX_TURNS_AT_ONCE:
            raise TimeIsOver(f"A livelock in {process.name}: {handle!r}.")
        if handle._cancelled:
            return
        handle._run()
        if process.turns_left is not None and process.is_alive:
            process.turns_left -= 1
            if process.turns_left <= 0:
                process.kill()

    def _let_time_pass(self) -> None:
        if not self._timers:
            raise TimeIsOver("Nothing is left to happen.")
        when, _, handle = heapq.heappop(self._timers)
        if handle._cancelled:
            return
        if when > self.now:
            self.now = when
            self._turns_at_once = 0
            if when > self._max_seconds:
                raise TimeIsOver(f"After {self._max_seconds:.0f} s nothing has come to an end.")
        self._put(handle)
