"""Runs seeds side by side: a PostgreSQL for each lane, and a copy of its template for each seed."""

import asyncio
import multiprocessing
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import asyncpg
from sqlalchemy.engine import make_url

from clearwater.adapters.parent_death import die_with_parent
from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.adapters.postgres_server import as_application, database
from clearwater.core.simulation import SET_UP
from clearwater.engine.sequencer import Sequencer
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from clearwater.kit.migrations import migrate
from simulation.leftovers import clean_up_after
from simulation.seeds import Result, Scenario, run_in_child
from simulation.world import START

MEMORY = Path("/dev/shm")
MEMORY_BYTES = 2 * 1024**3
# Nothing of these databases outlives the run, and nothing in them happens by itself.
SERVER_SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "on",
    "full_page_writes": "off",
    "autovacuum": "off",
    "bgwriter_lru_maxpages": "0",
    "checkpoint_timeout": "'1h'",
    "deadlock_timeout": "'1ms'",
}


class Lane(NamedTuple):
    """A server with a template, and the process that forks a child for each seed."""

    template_url: str
    forker: Connection
    folder: Path


def _fork_seeds(requests: Connection, tie: Callable[[], None]) -> None:
    """Run one scenario after another until the other side ends."""
    tie()
    while True:
        try:
            scenario, url, folder = requests.recv()
        except EOFError:
            return
        requests.send(run_in_child(scenario, url, folder))


@asynccontextmanager
async def open_lanes(count: int) -> AsyncIterator[list[Lane]]:
    """So many lanes, ready to run seeds. Forks first: a process with threads must not."""
    base = MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > MEMORY_BYTES else None
    root = Path(tempfile.mkdtemp(prefix="clearwater-simulation-", dir=base))
    root.chmod(0o755)
    clean_up_after(root)
    context = multiprocessing.get_context("fork")
    tie = die_with_parent(signal.SIGKILL)
    forkers = []
    for _ in range(count):
        ours, theirs = context.Pipe()
        context.Process(target=_fork_seeds, args=(theirs, tie), daemon=True).start()
        theirs.close()
        forkers.append(ours)
    async with AsyncExitStack() as stack:
        stack.callback(shutil.rmtree, root, ignore_errors=True)
        lanes = []
        for number, forker in enumerate(forkers):
            folder = root / f"lane-{number}"
            folder.mkdir()
            settings = Settings(data_folder=folder / "data", database_url=None)
            url = await stack.enter_async_context(database(settings))
            await _prepare(url)
            lanes.append(Lane(url, forker, folder))
        yield lanes
        for forker in forkers:
            forker.close()


async def _prepare(url: str) -> None:
    """The template: the newest schema, and the open market of the simulated exchange."""
    await asyncio.to_thread(migrate, url, APPLICATION_ROLE)
    connection = await asyncpg.connect(url)
    for name, value in SERVER_SETTINGS.items():
        await connection.execute(f"ALTER SYSTEM SET {name} = {value}")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.close()
    engine = Sequencer(as_application(url), FixedClock(START - timedelta(days=1)))
    running = asyncio.create_task(engine.run())
    await engine.wait_until_serving()
    for command in SET_UP:
        outcome = await engine.submit(command)
        assert outcome.refusal is None, (command, outcome.refusal)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def run_in_lane(lane: Lane, scenario: Scenario) -> Result:
    """Run a seed on a copy of the lane's template."""
    template = make_url(lane.template_url)
    name = f"seed_{scenario.seed}"
    folder = Path(tempfile.mkdtemp(prefix="seed-", dir=lane.folder))
    admin = await asyncpg.connect(template.set(database="postgres").render_as_string(hide_password=False))
    try:
        await admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        await admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template.database}" STRATEGY FILE_COPY')
        url = as_application(template.set(database=name).render_as_string(hide_password=False))
        lane.forker.send((scenario, url, folder))
        result: Result = await asyncio.to_thread(lane.forker.recv)
        await admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        return result
    finally:
        await admin.close()
        shutil.rmtree(folder, ignore_errors=True)


async def run_all(
    scenarios: Iterable[Scenario], lanes: list[Lane], on_result: Callable[[Scenario, Result], bool]
) -> None:
    """Run scenarios in all lanes; stop when `on_result` says so."""
    left = iter(scenarios)
    is_stopped = False

    async def work(lane: Lane) -> None:
        nonlocal is_stopped
        for scenario in left:
            result = await run_in_lane(lane, scenario)
            if not on_result(scenario, result):
                is_stopped = True
            if is_stopped:
                return

    await asyncio.gather(*(work(lane) for lane in lanes))
