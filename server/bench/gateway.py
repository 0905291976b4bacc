"""The engine alone, in its own process, asked through its gateway: no HTTP, every command durable."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

from bench.engine import OWNERS, orders
from bench.machine import Machine
from bench.market import market_commands, serving
from bench.orders import cpu_seconds
from bench.site import data_folder
from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.adapters.postgres_server import as_application, database
from clearwater.core.commands import Command
from clearwater.engine.follower import Follower
from clearwater.engine.leader import connect_leader
from clearwater.kit.config import Settings
from clearwater.kit.migrations import migrate

LOADS = (64, 256, 1_024)
COMMANDS = 40_000
MIN_PER_SECOND = 8_000


@asynccontextmanager
async def engine_process(folder: Path, url: str, **settings: str) -> AsyncIterator[Follower]:
    """`clearwater engine` on this database, followed from here."""
    environment = os.environ | {
        "CLEARWATER_DATA": str(folder),
        "DATABASE_URL": url,
        "CLEARWATER_LOG_LEVEL": "warning",
        **settings,
    }
    process = await asyncio.create_subprocess_exec(
        Path(sys.executable).with_name("clearwater"), "engine", env=environment
    )
    follower = Follower(connect_leader(url, folder / "run"), url, "bench")
    task = asyncio.create_task(follower.run())
    try:
        await asyncio.wait_for(follower.wait_until_serving(), 60)
        yield follower
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        process.terminate()
        await process.wait()


async def measure(follower: Follower, stream: Iterator[Command], in_flight: int) -> tuple[float, list[float]]:
    """Commands a second, and what each waited."""
    left, waits = iter(range(COMMANDS)), list[float]()

    async def keep_asking() -> None:
        for _ in left:
            started = time.perf_counter()
            await follower.submit(next(stream))
            waits.append(time.perf_counter() - started)

    started = time.perf_counter()
    await asyncio.gather(*(keep_asking() for _ in range(in_flight)))
    return COMMANDS / (time.perf_counter() - started), waits


async def run() -> float:
    """Print each load; return the best rate."""
    best = 0.0
    with data_folder() as folder:
        async with database(Settings(data_folder=folder, database_url=None)) as url:
            await asyncio.to_thread(migrate, url, APPLICATION_ROLE)
            async with serving(url) as engine:
                await asyncio.gather(*map(engine.submit, market_commands(OWNERS)))
            stream = orders(1)
            async with engine_process(folder, as_application(url)) as follower:
                for in_flight in LOADS:
                    before = cpu_seconds(folder)
                    rate, waits = await measure(follower, stream, in_flight)
                    after = cpu_seconds(folder)
                    spent = {kind: 1e6 * (after[kind] - before[kind]) / COMMANDS for kind in after}
                    print(
                        f"  {in_flight:5,} in flight: {rate:6,.0f}/s, p50 {1000 * median(waits):.1f} ms;"
                        f" CPU us a command: engine {spent['engine']:.0f}, postgres {spent['postgres']:.0f}"
                    )
                    best = max(best, rate)
    return best


def main() -> None:
    machine = Machine()
    print("The engine through its gateway, every command durable")
    best = asyncio.run(run())
    machine.look()
    floor = machine.at_least(MIN_PER_SECOND)
    print(f"  at most {best:,.0f}/s (at least {MIN_PER_SECOND:,} there, {floor:,.0f} here). {machine}")
    sys.exit(int(best < floor))


if __name__ == "__main__":
    main()
