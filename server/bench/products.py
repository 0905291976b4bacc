"""Pre-markets and earn beside orders: when much is due by time, others' orders must not wait for it.

Orders come at a steady rate while 10,000 contracts are delivered and 100,000 positions are paid; their p99
then is compared with that before, in the same run. What products cost that only wait is compared without a
database: the same orders, in an exchange with those contracts and positions and in one without.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from statistics import quantiles

import asyncpg
from msgspec.structs import replace

from bench.engine import AT_ONCE, OWNERS, orders
from bench.machine import Machine
from bench.market import market_commands, serving
from bench.site import data_folder
from clearwater.adapters.postgres_server import database
from clearwater.core.commands import Command, Deposit, Fund, ListCoin
from clearwater.core.earn_commands import CreateEarnProduct, Subscribe
from clearwater.core.earn_rules import MAX_POSITIONS
from clearwater.core.exchange import Exchange
from clearwater.core.premarket_commands import CreatePreMarket, ListPreMarket, PlacePreMarketOrder
from clearwater.engine.sequencer import Sequencer
from clearwater.kit.clock import SystemClock, milliseconds
from clearwater.kit.config import Settings
from clearwater.kit.gc_tuning import tune_gc
from clearwater.kit.migrations import migrate

CONTRACTS, POSITIONS = 10_000, 100_000
CLIENTS = 500
QUIET_SECONDS = 10.0
ORDERS_PER_SECOND = 200
IDLE_ORDERS, ROUNDS = 20_000, 5
HOUR_MS = 3_600_000
MAX_P99_RATIO = 2.0
MAX_IDLE_COST = 1.03
UNIT = 10**7
OPEN_CONTRACTS = "SELECT count(*) FROM premarket_contracts WHERE status = 'matched'"
UNPAID = "SELECT count(*) FROM earn_positions WHERE paid = 0"


class MovingClock(SystemClock):
    """The machine's clock, and time that passes in a moment."""

    def __init__(self) -> None:
        # Early in a day, so that no midnight comes by itself.
        self.passed = timedelta()
        now = datetime.fromtimestamp(super().now().timestamp(), UTC)
        self.passed = now.replace(hour=1, minute=0, second=0, microsecond=0) + timedelta(days=1) - now

    def now(self) -> datetime:
        return super().now() + self.passed

    def elapsed(self) -> timedelta:
        return super().elapsed() + self.passed


def client(number: int) -> str:
    return f"holder-{number % CLIENTS}"


def product_commands(at: int) -> Iterator[Command]:
    """10,000 contracts, each with a seller who can deliver, and 100,000 positions."""
    yield ListCoin(at, "NEW", 4, 10**17)
    yield Fund(at, "treasury", "USDT", "bench", 10**15)
    for number in range(CLIENTS):
        yield Deposit(at, f"usdt-{number}", client(number), "USDT", "bench", 10**6 * UNIT)
        yield Deposit(at, f"new-{number}", client(number), "NEW", "bench", 10**9)
    yield CreatePreMarket(
        at, "NEW", "USDT", 3, 10, 100, 10_000, 10**9, 10**15, opens_at=at, closes_at=at + HOUR_MS
    )
    for number in range(CONTRACTS):
        yield PlacePreMarketOrder(at, client(number), "NEW", "sell", 2_500, 10_000)
        yield PlacePreMarketOrder(at, client(number + 1), "NEW", "buy", 2_500, 10_000)
    in_one_product = CLIENTS * MAX_POSITIONS
    for number in range(POSITIONS // in_one_product):
        yield CreateEarnProduct(at, f"usdt-{number}", "USDT", "flexible", 50_000, 1, 10**16, 10**17)
    for number in range(POSITIONS):
        yield Subscribe(at, client(number), f"usdt-{number // in_one_product}", 1_000 * UNIT)


async def submit_all(engine: Sequencer, commands: Iterator[Command]) -> None:
    while some := list(islice(commands, AT_ONCE)):
        outcomes = await asyncio.gather(*map(engine.submit, some))
        refused = [outcome.refusal for outcome in outcomes if outcome.refusal is not None]
        assert not refused, refused[0]


class Load:
    """Orders at a steady rate, and how long each took."""

    def __init__(self, engine: Sequencer, clock: MovingClock) -> None:
        self._engine = engine
        self._clock = clock
        self._stream = orders(1)

    async def until(self, is_over: Callable[[], Awaitable[bool]]) -> list[float]:
        taken: list[float] = []
        running: set[asyncio.Task[None]] = set()
        watching = asyncio.create_task(_wait(is_over))
        due = time.perf_counter()
        while not watching.done():
            task = asyncio.create_task(self._place(taken))
            running.add(task)
            task.add_done_callback(running.discard)
            due += 1 / ORDERS_PER_SECOND
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await watching
        await asyncio.gather(*running)
        return taken

    async def _place(self, taken: list[float]) -> None:
        command = replace(next(self._stream), at=milliseconds(self._clock.now()))
        started = time.perf_counter()
        await self._engine.submit(command)
        taken.append(time.perf_counter() - started)


async def _wait(is_over: Callable[[], Awaitable[bool]]) -> None:
    while True:
        if await is_over():
            return
        await asyncio.sleep(0.05)


def p99_ms(taken: list[float]) -> float:
    return 1000 * quantiles(taken, n=100)[98]


async def measure_beside(url: str, connection: asyncpg.Connection) -> list[tuple[str, int, float, float]]:
    """What was due, orders meanwhile, their p99 and how long it took."""
    clock = MovingClock()

    async def nothing_left(query: str) -> bool:
        return not await connection.fetchval(query)

    async with serving(url, clock=clock) as engine:
        at = milliseconds(clock.now())
        await submit_all(engine, iter(market_commands(OWNERS)))
        await submit_all(engine, product_commands(at))
        load, found = Load(engine, clock), []
        tune_gc()
        # What the preparation left to PostgreSQL is no part of what is measured.
        await connection.execute("VACUUM ANALYZE")
        await connection.execute("CHECKPOINT")

        async def run(name: str, is_over: Callable[[], Awaitable[bool]]) -> None:
            started = time.perf_counter()
            taken = await load.until(is_over)
            found.append((name, len(taken), p99_ms(taken), time.perf_counter() - started))

        async def is_quiet_over(end: float) -> bool:
            return time.perf_counter() >= end

        end = time.perf_counter() + QUIET_SECONDS
        await run("nothing due", lambda: is_quiet_over(end))
        delivery_at = milliseconds(clock.now())
        await submit_all(engine, iter([ListPreMarket(delivery_at, "NEW", delivery_at)]))
        clock.passed += timedelta(hours=4, seconds=1)
        await run(f"delivery of {CONTRACTS:,} contracts", lambda: nothing_left(OPEN_CONTRACTS))
        clock.passed += timedelta(days=1)
        await run(f"interest of {POSITIONS:,} positions", lambda: nothing_left(UNPAID))
    return found


def an_exchange(*, has_products: bool) -> Exchange:
    exchange = Exchange()
    at = HOUR_MS
    for command in market_commands(OWNERS):
        exchange.apply(replace(command, at=at))
    if has_products:
        for command in product_commands(at):
            exchange.apply(command)
    return exchange


def measure_idle() -> float:
    """CPU of the same orders with products that wait, as a multiple of that without."""
    best: dict[bool, float] = {}
    exchanges = {has_products: an_exchange(has_products=has_products) for has_products in (False, True)}
    gc.collect()
    gc.freeze()
    streams = {has_products: orders(3) for has_products in exchanges}
    for _ in range(ROUNDS):
        for has_products, exchange in exchanges.items():
            commands = [replace(one, at=HOUR_MS) for one in islice(streams[has_products], IDLE_ORDERS)]
            started = time.process_time()
            for command in commands:
                exchange.apply(command)
            taken = time.process_time() - started
            best[has_products] = min(best.get(has_products, taken), taken)
    return best[True] / best[False]


async def measure(machine: Machine) -> bool:
    with data_folder() as folder:
        async with database(Settings(data_folder=folder, database_url=None)) as url:
            await asyncio.to_thread(migrate, url)
            connection = await asyncpg.connect(url)
            rows = await measure_beside(url, connection)
            await connection.close()
    idle = measure_idle()
    machine.look()
    print(f"Pre-markets and earn beside {ORDERS_PER_SECOND} orders/s, durable. {machine}")
    quiet, is_met = rows[0][2], idle <= MAX_IDLE_COST
    for name, count, p99, seconds in rows:
        ratio = p99 / quiet
        is_met = is_met and ratio <= MAX_P99_RATIO
        print(f"  {name:32} {seconds:5.1f} s, {count:6,} orders, p99 {p99:6.1f} ms, {ratio:.2f}x")
    print(f"  (at most {MAX_P99_RATIO:g}x)")
    print(f"  orders with products that wait: {idle:.3f}x the CPU of those without ({MAX_IDLE_COST:g}x)")
    return is_met


if __name__ == "__main__":
    sys.exit(int(not asyncio.run(measure(Machine()))))
