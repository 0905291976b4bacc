"""The exchange as simulated processes: engines that take turns, apis, and the world around them."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import async_sessionmaker

from clearwater.core.desk import Committed
from clearwater.core.events import Event
from clearwater.core.exchange import Exchange
from clearwater.core.views import View
from clearwater.domains.orders.naming import OrderNames
from clearwater.engine.follower import Follower
from clearwater.engine.gateway import Gateway
from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints.wiring import follow_engine, run_folder
from clearwater.kit.config import Settings
from clearwater.kit.db import open_engine, open_sessions
from clearwater.kit.secrets import Seal
from simulation.database import Database
from simulation.loop import Process, SimulationLoop
from simulation.network import Network

START = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
ENGINES = ("engine-a", "engine-b")
APIS = ("api-1", "api-2")
# How long a supervisor takes to start a process again.
RESTART_SECONDS = (0.2, 2.0)
REQUEST_SECONDS = (0.0001, 0.002)
Result = TypeVar("Result")


class ProcessClock:
    """The clock of a process: virtual time, and how far it is wrong."""

    def __init__(self, loop: SimulationLoop) -> None:
        self._loop = loop
        self.ahead = timedelta()

    def now(self) -> datetime:
        return START + timedelta(seconds=self._loop.now) + self.ahead

    def elapsed(self) -> timedelta:
        return timedelta(seconds=self._loop.now)


class Published:
    """What a process has shown of the journal, kept for the checks at the end."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.loads = 0

    def on_reset(self, view: View) -> None:
        self.loads += 1

    def on_commit(self, entries: Sequence[Committed]) -> None:
        for entry in entries:
            self._world.note_published(entry.seq, entry.events)


@dataclass
class Engine:
    """An engine process."""

    process: Process
    clock: ProcessClock
    sequencer: Sequencer


@dataclass
class Api:
    """An api process, as far as it trades."""

    process: Process
    clock: ProcessClock
    follower: Follower
    sessions: async_sessionmaker[Any]
    names: OrderNames
    # What a client waits for.
    connections: dict["Request", None] = field(default_factory=dict)


class Request:
    """A client's request, until it is answered or its connection is lost."""

    def __init__(self, api: Api, answer: asyncio.Future[Any]) -> None:
        self.api = api
        self.answer = answer
        api.process.connections[self] = None

    def process_died(self, *, is_silent: bool) -> None:
        self.resolve(self.answer.set_exception, ConnectionResetError("The api has died."))

    def end(self, resolve: Callable[[Any], None], outcome: Any, delay: float) -> None:
        """The response is on its way; it arrives even if the process dies now."""
        self.api.process.connections.pop(self, None)
        loop = self.api.process.loop
        loop.call_later(delay, self.resolve, resolve, outcome, context=loop.world.context)

    def resolve(self, resolve: Callable[[Any], None], outcome: Any) -> None:
        if not self.answer.done():
            resolve(outcome)


class World:
    """All processes, and what is known of them from outside."""

    def __init__(self, loop: SimulationLoop, database: Database, database_url: str, folder: Path) -> None:
        self.loop = loop
        self.database = database
        self.network = Network(loop)
        self.chance = loop.chance("world")
        self.settings = Settings(data_folder=folder, database_url=None)
        run_folder(self.settings).mkdir(parents=True, exist_ok=True)
        self._url = database_url
        self.seal = Seal(str(loop.seed).encode())
        self._starts: Counter[str] = Counter()
        self.engines: dict[str, Engine] = {}
        self.apis: dict[str, Api] = {}
        self.workers: dict[str, Process] = {}
        self.published: dict[int, list[Event]] = {}
        self.problems: list[str] = []
        # The rare meetings that this seed has seen, by name.
        self.reached: Counter[str] = Counter()
        self.is_ending = False
        loop.connect = self._connect
        loop.set_exception_handler(self._on_unhandled)

    def _on_unhandled(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.problems.append(f"{context.get('message')}: {context.get('exception')!r}")

    async def _connect(self, factory: Callable[[], asyncio.BaseProtocol], path: str) -> Any:
        name = Path(path).name
        if name.startswith(".s.PGSQL"):
            return await self.database.connect(factory, path)
        return await self.network.connect(factory, name)

    @property
    def database_url(self) -> str:
        return self._url

    def start_all(self) -> None:
        for name in ENGINES:
            self.start_engine(name)
        for name in APIS:
            self.start_api(name)

    def start_process(self, name: str, start: Callable[[str], None]) -> Process:
        """A new process of a name, which is started again when it dies."""
        self._starts[name] += 1
        process = self.loop.start_process(name)

        def on_death(dead: Process) -> None:
            delay = self.chance.uniform(*RESTART_SECONDS)
            self.loop.call_later(delay, start, name, context=self.loop.world.context)

        process.on_death = on_death
        return process

    def start_engine(self, name: str) -> None:
        process = self.start_process(name, self.start_engine)
        clock = ProcessClock(self.loop)
        address = f"{name}.sock"

        def wire() -> None:
            engine = Sequencer(self._url, clock, address=f"unix:{address}")
            gateway = Gateway(engine)
            engine.listen(gateway)
            engine.listen(Lead(self, name))
            self.engines[name] = Engine(process, clock, engine)
            self.network.listen(address, process, gateway.accept)
            process.spawn(engine.run())
            process.spawn(engine.keep_time())
            process.spawn(gateway.run())

        process.call(wire)

    def start_api(self, name: str) -> None:
        process = self.start_process(name, self.start_api)
        clock = ProcessClock(self.loop)

        def wire() -> None:
            follower = follow_engine(self.settings, self._url, "api", Published(self))
            sessions = open_sessions(open_engine(self._url, pool_size=4), seal=self.seal)
            self.apis[name] = Api(process, clock, follower, sessions, OrderNames(sessions))
            process.spawn(follower.run())

        process.call(wire)

    def heal(self) -> None:
        """Nothing goes wrong any more."""
        self.database.losses.clear()
        self.database.is_slow = self.database.is_down = False
        for process in self.loop.processes:
            process.turns_left = None

    def find_leader(self) -> Engine | None:
        """The engine that serves now."""
        alive = (one for one in self.engines.values() if one.process.is_alive)
        return next((one for one in alive if one.sequencer.is_serving), None)

    def find_exchange(self) -> Exchange | None:
        """What the leading engine has in memory, so that commands can aim at something."""
        leader = self.find_leader()
        return None if leader is None else leader.sequencer._exchange

    def note_published(self, seq: int, events: list[Event]) -> None:
        before = self.published.setdefault(seq, events)
        if before != events:
            self.problems.append(f"Entry {seq} was published in two ways: {before} and {events}.")

    async def request(self, name: str, work: Callable[[Api], Coroutine[Any, Any, Result]]) -> Result:
        """Ask an api for something; raises `ConnectionError` when it does not answer."""
        await asyncio.sleep(self.chance.uniform(*REQUEST_SECONDS))
        api = self.apis[name]
        if not api.process.is_alive:
            raise ConnectionRefusedError(name)
        request = Request(api, self.loop.create_future())

        async def serve() -> None:
            delay = self.chance.uniform(*REQUEST_SECONDS)
            try:
                outcome = await work(api)
            except Exception as error:  # noqa: BLE001 - the client decides what it means
                request.end(request.answer.set_exception, error, delay)
            else:
                request.end(request.answer.set_result, outcome, delay)

        api.process.spawn(serve())
        answer: Result = await request.answer
        return answer


class Lead:
    """Notes which engine has begun to lead."""

    def __init__(self, world: World, name: str) -> None:
        self._world = world
        self._name = name
        self._begun = 0

    def on_reset(self, exchange: Exchange) -> None:
        self._begun += 1
        self._world.loop.trace.note("leads", self._name, self._begun)
        others = [one for name, one in self._world.engines.items() if name != self._name]
        if self._begun > 1:
            self._world.reached["an engine has loaded its state again"] += 1
        if any(one.process.is_alive for one in others) and self._world.loop.now > 1:
            self._world.reached["a standby has taken over"] += 1

    def on_commit(self, entries: Sequence[Any]) -> None:
        """Nothing to note."""

    def stopped(self) -> None:
        """Nothing to note."""
