"""Orders end to end: HTTP, session, limits, log, matching, ledger, commit to disk, answer.

The site runs as operators start it: default logging, rate limits counted, the demo market trading. Another
process on the same machine sends the orders of 150 signed-in clients in three pairs. First as many as it
takes with 64 in flight, then an open loop at rising rates, where latency counts from when an order was due
and each order has an Idempotency-Key, as our documents recommend. Last, orders with a key beside orders
without, when there have been so many that the keys of new ones are looked up.
`--picture FILE` writes latency against load as an SVG.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import asyncpg
import msgspec

from bench.charts import Line, write_chart
from bench.load import Pair, Result, Target, run_closed, run_open
from bench.machine import Machine
from bench.market import serving
from bench.processes import cpu_seconds_of, processes_of
from bench.site import Site, data_folder, running_site
from clearwater.adapters.postgres_server import database
from clearwater.core.commands import Adjust, Command, Fund
from clearwater.core.ledger import DEMO_NETWORK
from clearwater.entrypoints.wiring import open_api_services
from clearwater.kit.config import Settings
from tests.builders import a_client

CLIENTS = 150
SYMBOLS = ("BTC-USDT", "ETH-USDT", "SOL-USDT")
IN_FLIGHT = 64
SECONDS = 8.0
WARM_SECONDS = 4.0
RATES = (300, 500, 1_000, 1_500, 2_000, 2_500, 3_000)
EASY_RATE, BUDGET_RATE = 300, 1_000
# Beyond this the machine is full, and higher rates only make the queue longer.
FULL_P50_SECONDS = 0.5
MIN_ORDERS_PER_SECOND = 2_500
MAX_CPU_US = 450
MIN_KEYED_PER_SECOND = 1_600
MAX_P50_MS, MAX_P99_MS, MAX_EASY_P99_MS = 4.0, 25.0, 10.0
KEYED_ROUNDS, KEYED_SECONDS = 3, 4.0
MAX_KEYED_RATIO = 1.3
WORTH_USDT = 60
PROCESSES = ("api", "engine", "worker", "postgres")
# Counted for every order, and never reached.
LIMITS = {"CLEARWATER_RATE_LIMITS": "10000", "CLEARWATER_LOG_LEVEL": "info"}


async def prepare(folder: Path) -> tuple[list[str], list[Pair]]:
    """Sign clients in and give them play money, while the site is stopped."""
    settings = Settings(data_folder=folder, database_url=None)
    async with database(settings) as url:
        async with open_api_services(settings, url) as services:
            clients = [
                await a_client(services, email=f"trader{number}@example.org", site_host="127.0.0.1")
                for number in range(CLIENTS)
            ]
        async with serving(url) as engine:
            for command in funding([str(client.id) for client in clients]):
                outcome = await engine.submit(command)
                assert outcome.refusal is None, outcome.refusal
        connection = await asyncpg.connect(url)
        pairs = [await find_pair(connection, symbol) for symbol in SYMBOLS]
        await connection.close()
    return [client.token for client in clients], pairs


def funding(owners: list[str]) -> Iterator[Command]:
    for coin in sorted({coin for symbol in SYMBOLS for coin in symbol.split("-")}):
        # A million USDT, a thousand BTC; of others, too, more than is traded.
        each = 10**13 if coin == "USDT" else 10**11
        yield Fund(1, f"bench-{coin}", coin, DEMO_NETWORK, each * len(owners))
        for owner in owners:
            yield Adjust(1, f"bench-{coin}-{owner}", owner, coin, each)


async def find_pair(connection: asyncpg.Connection, symbol: str) -> Pair:
    row = await connection.fetchrow("SELECT * FROM pairs WHERE symbol = $1", symbol)
    assert row is not None
    decimals = await connection.fetchval("SELECT decimals FROM coins WHERE symbol = $1", row["base"])
    last = row["last_price"] or row["reference_price"]
    rules = msgspec.json.decode(row["rules"])
    steps = WORTH_USDT * 10 ** row["price_decimals"] * 10**decimals // last // rules["step"]
    units = max(steps, 1) * rules["step"]
    quantity = f"{units // 10**decimals}.{units % 10**decimals:0{decimals}}"
    price = last // rules["tick"] * rules["tick"]
    return Pair(symbol, rules["tick"], price, row["price_decimals"], quantity)


def cpu_seconds(folder: Path) -> dict[str, float]:
    """Processor time so far of each kind of process of this data folder."""
    spent = dict.fromkeys(PROCESSES, 0.0)
    for kind, process in processes_of(folder):
        # What orders leave to clean up is a part of their cost.
        charged = "postgres" if kind == "autovacuum" else kind
        if charged in spent:
            spent[charged] += cpu_seconds_of(process)
    return spent


class Load(NamedTuple):
    """A load, and the processor time that each process spent on an order of it."""

    result: Result
    cpu_us: dict[str, float]

    @property
    def p50_ms(self) -> float:
        return 1000 * quantiles(self.result.latencies, n=2)[0]

    @property
    def p99_ms(self) -> float:
        return 1000 * quantiles(self.result.latencies, n=100)[98]

    @property
    def all_cpu_us(self) -> float:
        """Of what an order needs; the worker has other work."""
        return sum(self.cpu_us[kind] for kind in PROCESSES if kind != "worker")

    def __str__(self) -> str:
        parts = ", ".join(f"{kind} {self.cpu_us[kind]:.0f}" for kind in PROCESSES)
        return (
            f"{self.result.per_second:7,.0f} orders/s, p50 {self.p50_ms:6.1f} ms, p99 {self.p99_ms:6.1f} ms,"
            f" {self.result.failed} failed; CPU us an order: {parts}"
        )


class Generator:
    """Sends loads from a process of its own."""

    def __init__(self, pool: ProcessPoolExecutor, target: Target, folder: Path) -> None:
        self._pool = pool
        self.target = target
        self.folder = folder

    def closed(self, seconds: float, in_flight: int = IN_FLIGHT, *, keys: str = "") -> Load:
        before = cpu_seconds(self.folder)
        target = self.target._replace(keys=keys)
        result = self._pool.submit(run_closed, target, in_flight, seconds).result()
        return self._measured(result, before)

    def open(self, rate: int, seconds: float = SECONDS, *, keys: str = "") -> Load:
        before = cpu_seconds(self.folder)
        target = self.target._replace(keys=keys)
        result = self._pool.submit(run_open, target, rate, seconds).result()
        return self._measured(result, before)

    def _measured(self, result: Result, before: dict[str, float]) -> Load:
        after = cpu_seconds(self.folder)
        count = max(1, len(result.latencies))
        return Load(result, {kind: 1e6 * (after[kind] - before[kind]) / count for kind in PROCESSES})


@contextmanager
def trading_site(**settings: str) -> Iterator[Generator]:
    """A demo market, and clients with play money."""
    with data_folder() as folder, ProcessPoolExecutor(1) as pool:
        with running_site(folder, is_demo=True):
            pass
        tokens, pairs = asyncio.run(prepare(folder))
        with running_site(folder, is_demo=True, **LIMITS | settings) as site:
            yield Generator(pool, _target(site, tokens, pairs), folder)


def _target(site: Site, tokens: list[str], pairs: list[Pair]) -> Target:
    return Target(site.host, site.port, tokens, pairs)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--picture", type=Path, help="write latency against load to this SVG file")
    picture: Path | None = options.parse_args().picture
    machine = Machine()
    loads: dict[int, Load] = {}
    with trading_site() as generator:
        print(f"Orders end to end, durable, as operators run it, {CLIENTS} clients. {machine}")
        # Every client once, so that caches have them all.
        generator.closed(WARM_SECONDS, in_flight=CLIENTS)
        closed = generator.closed(SECONDS)
        print(f"  {IN_FLIGHT} in flight: {closed}")
        for rate in RATES:
            loads[rate] = generator.open(rate, keys=f"open-{rate}")
            print(f"  {rate:,}/s due, with keys: {loads[rate]}", flush=True)
            if rate >= BUDGET_RATE and loads[rate].p50_ms > 1000 * FULL_P50_SECONDS:
                break
        keyed_ratio = compare_keys(generator)
    machine.look()
    if picture is not None:
        write_chart(
            picture,
            "Latency of an order against load",
            [
                Line("p50", [(rate, load.p50_ms) for rate, load in loads.items()]),
                Line("p99", [(rate, load.p99_ms) for rate, load in loads.items()]),
            ],
        )
    sys.exit(int(not is_within_budget(machine, closed, loads, keyed_ratio)))


def compare_keys(generator: Generator) -> float:
    """The processor time of an order with a key, as a ratio to one without, taken in turns."""
    spent: dict[str, list[float]] = {"": [], "keyed": []}
    for number in range(KEYED_ROUNDS):
        for kind, of_rounds in spent.items():
            load = generator.closed(KEYED_SECONDS, keys=kind and f"{kind}-{number}")
            print(f"  {IN_FLIGHT} in flight, {kind or 'no key'}: {load}", flush=True)
            of_rounds.append(load.all_cpu_us)
    # What a process of PostgreSQL has spent is gone when it ends in a round.
    return median(spent["keyed"]) / median(spent[""])


def is_within_budget(machine: Machine, closed: Load, loads: dict[int, Load], keyed_ratio: float) -> bool:
    """Print the budgets, scaled to this machine; whether all are met."""
    easy, paced = loads[EASY_RATE], loads[BUDGET_RATE]
    keyed = max(load.result.per_second for load in loads.values())
    failed = closed.result.failed + easy.result.failed + paced.result.failed
    checks = [
        (
            f"{closed.result.per_second:,.0f} orders/s, at least {MIN_ORDERS_PER_SECOND:,} there,"
            f" {machine.at_least(MIN_ORDERS_PER_SECOND):,.0f} here",
            closed.result.per_second >= machine.at_least(MIN_ORDERS_PER_SECOND),
        ),
        (
            f"{closed.all_cpu_us:.0f} us of CPU an order, at most {MAX_CPU_US} there,"
            f" {machine.at_most(MAX_CPU_US):.0f} here",
            closed.all_cpu_us <= machine.at_most(MAX_CPU_US),
        ),
        (
            f"{keyed:,.0f} orders/s with keys, at least {MIN_KEYED_PER_SECOND:,} there,"
            f" {machine.at_least(MIN_KEYED_PER_SECOND):,.0f} here",
            keyed >= machine.at_least(MIN_KEYED_PER_SECOND),
        ),
        (
            f"p99 {easy.p99_ms:.1f} ms at {EASY_RATE:,}/s, at most {MAX_EASY_P99_MS:g} there,"
            f" {machine.at_most(MAX_EASY_P99_MS):.1f} here",
            easy.p99_ms <= machine.at_most(MAX_EASY_P99_MS),
        ),
        (
            f"p50 {paced.p50_ms:.1f} ms at {BUDGET_RATE:,}/s, at most {MAX_P50_MS:g} there,"
            f" {machine.at_most(MAX_P50_MS):.1f} here",
            paced.p50_ms <= machine.at_most(MAX_P50_MS),
        ),
        (
            f"p99 {paced.p99_ms:.1f} ms at {BUDGET_RATE:,}/s, at most {MAX_P99_MS:g} there,"
            f" {machine.at_most(MAX_P99_MS):.1f} here",
            paced.p99_ms <= machine.at_most(MAX_P99_MS),
        ),
        (
            f"{keyed_ratio:.2f} times the CPU for an order with a key, at most {MAX_KEYED_RATIO:g}",
            keyed_ratio <= MAX_KEYED_RATIO,
        ),
        (f"{failed} failed", not failed),
    ]
    for words, is_met in checks:
        print(f"  {'ok  ' if is_met else 'OVER'} {words}")
    return all(is_met for _, is_met in checks)


if __name__ == "__main__":
    main()
