"""What goes wrong, drawn from the seed: each kind of fault that processes, networks and databases have."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

from simulation.world import APIS, ENGINES, World

MEAN_SECONDS = 0.8
# A process dies at one of its next callbacks.
MAX_TURNS_TO_DEATH = 400


class Faults:
    """Injects faults until the clients are done; a number that is left out changes no other."""

    def __init__(self, world: World, *, max_faults: int, without: frozenset[int] = frozenset()) -> None:
        self._world = world
        self._chance = world.loop.chance("faults")
        self._max = max_faults
        self._without = without
        self.injected: list[str] = []
        self.kinds: list[Callable[[], str]] = [
            self._kill_engine,
            self._kill_engine,
            self._kill_api,
            self._kill_worker,
            self._lose_machine,
            self._cut_link,
            self._cut_busy_link,
            self._cut_busy_link,
            self._silence_link,
            self._lose_commit_answer,
            self._lose_commit_answer,
            self._lose_commit,
            self._lose_connection,
            self._restart_database,
            self._slow_database,
            self._turn_clock,
        ]

    async def run(self) -> None:
        for number in range(self._max):
            await asyncio.sleep(self._chance.expovariate(1 / MEAN_SECONDS))
            if self._world.is_ending:
                return
            kind = self._chance.choice(self.kinds)
            # Each fault has a source of chance of its own: what others did before does not change it.
            state = self._chance.getrandbits(64)
            if number in self._without:
                continue
            own = self._world.loop.chance(f"fault {number} {state}")
            self._chance, shared = own, self._chance
            fault = kind()
            self._chance = shared
            self.injected.append(f"{number}: {fault}")
            self._world.reached[f"fault: {kind.__name__.strip('_').replace('_', ' ')}"] += 1
            self._world.loop.trace.note("fault", number, fault)

    def _kill_engine(self) -> str:
        name = self._chance.choice(ENGINES)
        turns = self._chance.randint(1, MAX_TURNS_TO_DEATH)
        self._world.engines[name].process.kill_after(turns)
        return f"kill {name} after {turns} turns"

    def _kill_api(self) -> str:
        name = self._chance.choice(APIS)
        turns = self._chance.randint(1, MAX_TURNS_TO_DEATH)
        self._world.apis[name].process.kill_after(turns)
        return f"kill {name} after {turns} turns"

    def _kill_worker(self) -> str:
        turns = self._chance.randint(1, MAX_TURNS_TO_DEATH)
        for process in self._world.workers.values():
            process.kill_after(turns)
        return f"kill the worker after {turns} turns"

    def _lose_machine(self) -> str:
        """A process is gone and its peers are not told."""
        name = self._chance.choice(ENGINES + APIS)
        found = self._world.engines.get(name) or self._world.apis[name]
        found.process.kill(is_silent=True)
        return f"switch off the machine of {name}"

    def _cut_link(self) -> str:
        links = list(self._world.network.links)
        if not links:
            return "no link to cut"
        link = self._chance.choice(links)
        link.cut()
        return f"cut {' to '.join(one.name for one in link.processes)}"

    def _cut_busy_link(self) -> str:
        """Cut the connection of an api soon after it has handed something in."""
        name, delay = self._chance.choice(APIS), self._chance.uniform(0, 0.006)
        self._world.loop.create_task(self._cut_when_busy(name, delay))
        return f"cut {name} from its engine {delay * 1000:.1f} ms after a command"

    async def _cut_when_busy(self, name: str, delay: float) -> None:
        while not self._world.is_ending:
            await asyncio.sleep(0.001)
            api = self._world.apis[name]
            if api.follower._submitted and api.follower.is_serving:
                await asyncio.sleep(delay)
                for link in list(self._world.network.links):
                    if api.process in link.processes:
                        link.cut()
                return

    def _silence_link(self) -> str:
        links = list(self._world.network.links)
        if not links:
            return "no link to silence"
        link, direction = self._chance.choice(links), self._chance.randrange(2)
        link.silence(direction)
        return f"silence {link.processes[direction].name} towards {link.processes[1 - direction].name}"

    def _lose_commit_answer(self) -> str:
        name = self._chance.choice(ENGINES)
        self._world.database.losses[name] = "answer"
        return f"lose the answer to the next commit of {name}"

    def _lose_commit(self) -> str:
        name = self._chance.choice(ENGINES)
        self._world.database.losses[name] = "request"
        return f"lose the next commit of {name}"

    def _lose_connection(self) -> str:
        connections = list(self._world.database.connections)
        if not connections:
            return "no connection to lose"
        connection = self._chance.choice(connections)
        connection.end_at_server(ConnectionResetError())
        return f"end connection {connection.number}"

    def _restart_database(self) -> str:
        seconds = self._chance.uniform(0.1, 3.0)
        database = self._world.database
        database.restart()
        loop = self._world.loop
        loop.call_later(seconds, database.start_again, context=loop.world.context)
        return f"restart the database for {seconds:.2f} s"

    def _slow_database(self) -> str:
        seconds = self._chance.uniform(0.5, 3.0)
        database, loop = self._world.database, self._world.loop
        database.is_slow = True
        loop.call_later(seconds, setattr, database, "is_slow", False, context=loop.world.context)
        return f"slow the database for {seconds:.2f} s"

    def _turn_clock(self) -> str:
        name = self._chance.choice(ENGINES + APIS)
        found = self._world.engines.get(name) or self._world.apis[name]
        seconds = self._chance.choice((-3_600, -30, -1, 1, 30, 299, 3_600, 10**7))
        found.clock.ahead += timedelta(seconds=seconds)
        return f"turn the clock of {name} by {seconds} s"
