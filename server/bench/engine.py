"""The engine alone: what grouping commits gains, how fast a start with many orders is, and the proof.

All in one run on one durable database; ratios decide where there is something to compare with.
"""

import asyncio
import sys
import time
from collections.abc import Iterator

import asyncpg

from bench.machine import Machine
from bench.market import MIDDLE, PAIR, market_commands, serving
from bench.site import data_folder
from clearwater.adapters.postgres_server import database
from clearwater.core.commands import CancelOrder, Command, PlaceOrder, Side
from clearwater.core.seeded_random import SeededRandom
from clearwater.engine.checkpoints import store_checkpoint
from clearwater.engine.recovery import load_exchange
from clearwater.engine.sequencer import Sequencer
from clearwater.kit.config import Settings
from clearwater.kit.migrations import migrate

OWNERS = [f"client-{number}" for number in range(64)]
IN_FLIGHT = 64
SINGLE_ORDERS, GROUPED_ORDERS = 1_500, 12_000
JOURNAL = 400_000
# As many checkpoints as the worker makes of some millions.
PARTS = 4
OPEN_ORDERS = 100_000
AT_ONCE = 2_000

MIN_GROUPED_RATIO = 5.0
MAX_RECOVERY_SECONDS = 5.0
# The proof that compared sums alone did 55,000 a second there; this one compares every column, and may take
# a fifth longer.
MIN_AUDITED_PER_SECOND = 55_000 / 1.2


def orders(seed: int) -> Iterator[Command]:
    """Around the middle, so that about half of all orders meet another one; some are taken back."""
    rng, placed = SeededRandom(seed), 0
    while True:
        owner = OWNERS[placed % len(OWNERS)]
        if placed > 100 and rng.below(100) < 30:
            number = placed - rng.below(100)
            yield CancelOrder(2, OWNERS[(number - 1) % len(OWNERS)], number)
            continue
        placed += 1
        side: Side = "buy" if rng.below(2) else "sell"
        price = MIDDLE - 1_000 + rng.below(2_001)
        yield PlaceOrder(2, owner, PAIR, side, "limit", 10**7 * (1 + rng.below(9)), price, 2_000, 2_500)


async def flood(engine: Sequencer, stream: Iterator[Command], count: int) -> float:
    """Commands a second, with so many in flight."""
    left = iter(range(count))

    async def keep_asking() -> None:
        for _ in left:
            await engine.submit(next(stream))

    started = time.perf_counter()
    await asyncio.gather(*(keep_asking() for _ in range(IN_FLIGHT)))
    return count / (time.perf_counter() - started)


async def submit_all(engine: Sequencer, commands: Iterator[Command], count: int) -> None:
    for _ in range(0, count, AT_ONCE):
        await asyncio.gather(*(engine.submit(next(commands)) for _ in range(AT_ONCE)))


async def measure_grouping(url: str, connection: asyncpg.Connection) -> tuple[float, float]:
    stream = orders(1)
    async with serving(url) as engine:
        await asyncio.gather(*map(engine.submit, market_commands(OWNERS)))
    async with serving(url, batch=1) as engine:
        single = await flood(engine, stream, SINGLE_ORDERS)
    async with serving(url) as engine:
        grouped = await flood(engine, stream, GROUPED_ORDERS)
        for _ in range(PARTS):
            await submit_all(engine, stream, JOURNAL // PARTS)
            await store_checkpoint(connection, after=1)
    return single, grouped


async def measure_audit(url: str) -> float:
    """Journal commands a second."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.audit", url, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    return float(printed)


def far_orders() -> Iterator[Command]:
    """Orders that nobody meets."""
    rng = SeededRandom(7)
    while True:
        away = 100_000 + rng.below(300_000)
        side: Side = "buy" if rng.below(2) else "sell"
        price = MIDDLE - away if side == "buy" else MIDDLE + away
        owner = OWNERS[rng.below(len(OWNERS))]
        yield PlaceOrder(2, owner, PAIR, side, "limit", 10**6, price, 2_000, 2_500)


async def measure_recovery(url: str, connection: asyncpg.Connection) -> tuple[int, float]:
    async with serving(url) as engine:
        await submit_all(engine, far_orders(), OPEN_ORDERS)
    started = time.perf_counter()
    loaded = await load_exchange(connection)
    return len(loaded.exchange.state.orders), time.perf_counter() - started


async def measure(machine: Machine) -> bool:
    with data_folder() as folder:
        async with database(Settings(data_folder=folder, database_url=None)) as url:
            await asyncio.to_thread(migrate, url)
            connection = await asyncpg.connect(url)
            single, grouped = await measure_grouping(url, connection)
            audited = await measure_audit(url)
            open_orders, recovery = await measure_recovery(url, connection)
            await connection.close()
    machine.look()
    rate, seconds = machine.at_least(MIN_AUDITED_PER_SECOND), machine.at_most(MAX_RECOVERY_SECONDS)
    print(f"The engine alone, durable. {machine}")
    print(
        f"  one by one {single:,.0f} commands/s, grouped {grouped:,.0f}/s:"
        f" {grouped / single:.1f}x (at least {MIN_GROUPED_RATIO:g}x)"
    )
    print(
        f"  audit {audited:,.0f} journal commands/s"
        f" (at least {MIN_AUDITED_PER_SECOND:,.0f} there, {rate:,.0f} here)"
    )
    print(
        f"  recovery with {open_orders:,} open orders {recovery:.1f} s"
        f" (at most {MAX_RECOVERY_SECONDS:g} s there, {seconds:.1f} s here)"
    )
    return grouped / single >= MIN_GROUPED_RATIO and audited >= rate and recovery <= seconds


if __name__ == "__main__":
    sys.exit(int(not asyncio.run(measure(Machine()))))
