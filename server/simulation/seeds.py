"""One seed: the exchange lives through its faults in a process of its own, and is checked afterwards."""

import asyncio
import gc
import json
import logging
import os
import random
import sys
import time
import traceback
import uuid
from collections.abc import MutableMapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import structlog

from clearwater.core.limits import Limits
from clearwater.core.simulation import LIMITS
from clearwater.kit import ids
from simulation.bugs import BUGS
from simulation.checks import check_all, wait_until_serving
from simulation.children import fork_and_run
from simulation.clients import UNAVAILABLE, Clients
from simulation.database import Database
from simulation.faults import Faults
from simulation.loop import SimulationLoop, Trace
from simulation.meetings import count_meetings
from simulation.wallets.bugs import WALLET_BUGS
from simulation.wallets.scenario import WalletSeed
from simulation.wire import open_monitor
from simulation.worker import end_simulated_process, start_worker
from simulation.world import START, World

ACTS, WALLET_ACTS, FAULTS = 400, 20, 40
SHOWN_PROBLEMS = 10
ALL_BUGS = BUGS | WALLET_BUGS
FINDINGS = {"rules_failed", "engine_failed", "engine_refuses_to_serve"}
# Its jobs cost about as much as the rest of the exchange.
WORKER_EVERY = 4


class Scenario(msgspec.Struct, frozen=True):
    """What a seed is run with; the numbers that are left out are those of acts and of faults."""

    seed: int
    acts: int = ACTS
    faults: int = FAULTS
    without_acts: frozenset[int] = frozenset()
    without_faults: frozenset[int] = frozenset()
    is_traced: bool = False
    bug: str = ""
    # Deposits and payouts instead of a market.
    is_wallets: bool = False


class Result(msgspec.Struct):
    """How a seed has ended."""

    seed: int
    digest: str = ""
    problems: list[str] = []
    acts: list[str] = []
    faults: list[str] = []
    reached: dict[str, int] = {}
    turns: int = 0
    requests: int = 0
    simulated_seconds: float = 0.0
    cpu_seconds: float = 0.0


def run_seed(scenario: Scenario, database_url: str, folder: Path) -> Result:
    """Run a seed in this process, which must end afterwards: its clocks and its chance are replaced."""
    trace = Trace()
    loop = SimulationLoop(scenario.seed, trace)
    if scenario.is_traced:
        trace.write = lambda line: print(f"{loop.now:10.4f} {loop.process.name:10} {line}", flush=True)
    _replace_sources(loop, scenario)
    if scenario.bug:
        ALL_BUGS[scenario.bug]()
    database = Database(loop, open_monitor(database_url))
    kind = WalletSeed if scenario.is_wallets else MarketSeed
    seed = kind(
        loop,
        database,
        database_url,
        folder,
        acts=scenario.acts,
        faults=scenario.faults,
        without_acts=scenario.without_acts,
        without_faults=scenario.without_faults,
    )
    world = seed.world
    count_meetings(world)
    end_simulated_process(world)
    _watch_logs(world)
    try:
        problems = loop.run_until_complete(seed.live())
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is a finding
        where = traceback.extract_tb(error.__traceback__)[-1]
        problems = [*world.problems, f"{error!r} at {where.filename}:{where.lineno}"]
    return Result(
        scenario.seed,
        trace.hexdigest(),
        problems[:SHOWN_PROBLEMS],
        seed.acts,
        seed.faults.injected,
        dict(world.reached),
        loop.turns,
        database.number,
        round(loop.now, 3),
        round(sum(os.times()[:2]), 3),
    )


class MarketSeed:
    """A seed of orders and commands, as it goes on."""

    def __init__(
        self,
        loop: SimulationLoop,
        database: Database,
        database_url: str,
        folder: Path,
        *,
        acts: int,
        faults: int,
        without_acts: frozenset[int],
        without_faults: frozenset[int],
    ) -> None:
        self.world = World(loop, database, database_url, folder)
        self._clients = Clients(self.world, acts=acts, without=without_acts)
        self.faults = Faults(self.world, max_faults=faults, without=without_faults)

    @property
    def acts(self) -> list[str]:
        return [str(act) for act in self._clients.acts]

    async def live(self) -> list[str]:
        """Everything that is wrong in the end, in words; runs on the world's own process."""
        world = self.world
        world.start_all()
        if world.loop.seed % WORKER_EVERY == 0:
            start_worker(world)
        injecting = asyncio.create_task(self.faults.run())
        await self._clients.run()
        world.is_ending = True
        await injecting
        world.heal()
        problems = await wait_until_serving(world)
        return problems or await check_all(world, self._clients)


def _replace_sources(loop: SimulationLoop, scenario: Scenario) -> None:
    """One source of time and of chance for all that a seed does. Never in a process that serves anybody."""
    gc.disable()
    own = loop.chance("product")
    time.monotonic = time.perf_counter = loop.time
    os.urandom = random._urandom = own.randbytes  # type: ignore[attr-defined]
    milliseconds = int(START.timestamp() * 1000)

    def make_id() -> uuid.UUID:
        moment = milliseconds + int(loop.now * 1000)
        bits = moment << 80 | 7 << 76 | own.getrandbits(12) << 64 | 2 << 62 | own.getrandbits(62)
        return uuid.UUID(int=bits)

    vars(ids)["uuid_utils"] = SimpleNamespace(uuid7=make_id)
    if scenario.seed % 2 and not scenario.is_wallets:
        # So low that a seed reaches them; every other one has those of the exchange.
        Limits.__new__.__defaults__ = tuple(LIMITS)


def _watch_logs(world: World) -> None:
    """What the product itself takes for a fault of its own is a finding, whatever else holds."""
    write = world.loop.trace.write

    def watch(_: Any, __: str, event: MutableMapping[str, Any]) -> str:
        error = sys.exc_info()[1] if event.pop("exc_info", None) else None
        name = event["event"]
        if name in FINDINGS or (error is not None and not isinstance(error, UNAVAILABLE)):
            world.problems.append(f"{name} in {world.loop.process.name}: {error!r} {event}")
        if write is not None:
            write(f"log {event} {error!r}" if error else f"log {event}")
        raise structlog.DropEvent

    level = logging.ERROR if write is None else logging.INFO
    structlog.configure(processors=[watch], wrapper_class=structlog.make_filtering_bound_logger(level))


def run_in_child(scenario: Scenario, database_url: str, folder: Path) -> Result:
    """Run a seed in a forked child: nothing is left of it."""
    encoded = fork_and_run(lambda: msgspec.json.encode(run_seed(scenario, database_url, folder)))
    if not encoded:
        return Result(scenario.seed, problems=["The process of the simulation has died."])
    return msgspec.json.decode(encoded, type=Result)


def describe(scenario: Scenario) -> str:
    """The command that repeats a scenario."""
    parts = [f"make simulate ARGS='--seed {scenario.seed}{' --wallets' * scenario.is_wallets}"]
    if scenario.acts != (WALLET_ACTS if scenario.is_wallets else ACTS):
        parts.append(f"--acts {scenario.acts}")
    if scenario.faults != FAULTS:
        parts.append(f"--faults {scenario.faults}")
    if scenario.bug:
        parts.append(f"--bug {scenario.bug}")
    for name, numbers in (("acts", scenario.without_acts), ("faults", scenario.without_faults)):
        if numbers:
            parts.append(f"--without-{name} {json.dumps(sorted(numbers)).replace(' ', '')}")
    return " ".join(parts) + "'"
