"""How much memory engine and api take after a long life: a million orders, many of them open."""

import asyncio
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import asyncpg

from bench.engine import OWNERS, far_orders, submit_all
from bench.load import Pair, Target, run_closed
from bench.market import MIDDLE, PAIR, market_commands, prepare, serving
from bench.processes import memory_mb_of, processes_of
from bench.site import data_folder, running_site
from clearwater.adapters.postgres_server import database
from clearwater.kit.config import Settings

HISTORIC_ORDERS = 1_000_000
OPEN_ORDERS = 50_000
SECONDS = 5.0
IN_FLIGHT = 64
AT_MOST_MB = 600
# Ended orders as trading leaves them, each with a name that its client gave it. Their journal is left out:
# nothing of it is held in memory.
HISTORY = f"""
    INSERT INTO orders (id, client, pair, side, type, time_in_force, post_only, client_order_id, list_id,
        maker_ppm, taker_ppm, seq, created_ms, status, reason, price, stop_price, quantity, remaining,
        filled_quote, fee, held, visible, priority, updated_ms)
    SELECT last + number, 'client-' || number % 64, '{PAIR}', 'buy', 'limit', 'gtc', false,
        'order-' || number, 0, 2000, 2500, 1, 2, 'filled', '', 5000000, 0, 10000000, 0, 50000000000, 25000,
        0, 0, number, 2
    FROM generate_series(1, {HISTORIC_ORDERS}) AS number, (SELECT max(id) AS last FROM orders) AS orders
"""


async def fill(folder: Path) -> list[str]:
    """A market with its open and its ended orders; the tokens of clients who trade there."""
    prepared = await prepare(folder)
    async with database(Settings(data_folder=folder, database_url=None)) as url:
        async with serving(url) as engine:
            await asyncio.gather(*map(engine.submit, market_commands(OWNERS)[3:]))
            await submit_all(engine, far_orders(), OPEN_ORDERS)
        connection = await asyncpg.connect(url)
        await connection.execute(HISTORY)
        await connection.close()
    return prepared.tokens


def memory_mb(folder: Path) -> float:
    """What engine and api of this data folder hold in memory together."""
    return sum(memory_mb_of(process) for kind, process in processes_of(folder) if kind in {"engine", "api"})


def main() -> None:
    with data_folder() as folder, ProcessPoolExecutor(1) as process:
        tokens = asyncio.run(fill(folder))
        with running_site(folder) as site:
            loaded = memory_mb(folder)
            target = Target(site.host, site.port, tokens, [Pair(PAIR, 1, MIDDLE, 2, "0.1")])
            result = process.submit(run_closed, target, IN_FLIGHT, SECONDS).result()
            busy = memory_mb(folder)
    print(f"Memory of engine and api with {HISTORIC_ORDERS:,} ended and {OPEN_ORDERS:,} open orders")
    print(
        f"  {loaded:.0f} MB when loaded, {busy:.0f} MB after {SECONDS:g} s"
        f" at {result.per_second:,.0f} orders/s"
        f" (at most {AT_MOST_MB} MB)"
    )
    sys.exit(int(busy > AT_MOST_MB))


if __name__ == "__main__":
    main()
