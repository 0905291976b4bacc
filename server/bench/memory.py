"""How much memory the api takes, engine included, after a long life: a million orders, many of them open."""

import asyncio
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import asyncpg

from bench.engine import OWNERS, far_orders, submit_all
from bench.market import PAIR, market_commands, prepare, serving
from bench.orders import send
from bench.site import data_folder, running_site
from clearwater.adapters.postgres_server import database
from clearwater.kit.config import Settings

HISTORIC_ORDERS = 1_000_000
OPEN_ORDERS = 50_000
SECONDS = 5.0
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


def resident_mb(folder: Path) -> float:
    """What the api of this data folder holds in memory."""
    for process in Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            environment = (process / "environ").read_bytes()
            status = (process / "status").read_text()
        except OSError:
            continue
        if b"api" in words and f"CLEARWATER_DATA={folder}".encode() in environment.split(b"\0"):
            return int(status.partition("VmRSS:")[2].split()[0]) / 1024
    raise LookupError


def main() -> None:
    with data_folder() as folder, ProcessPoolExecutor(1) as process:
        tokens = asyncio.run(fill(folder))
        with running_site(folder) as site:
            loaded = resident_mb(folder)
            orders_a_second, _, _ = process.submit(
                send, "flood", site.host, site.port, tokens, SECONDS
            ).result()
            busy = resident_mb(folder)
    print(f"Memory of the api with {HISTORIC_ORDERS:,} ended and {OPEN_ORDERS:,} open orders")
    print(
        f"  {loaded:.0f} MB when loaded, {busy:.0f} MB after {SECONDS:g} s at {orders_a_second:,.0f} orders/s"
        f" (at most {AT_MOST_MB} MB)"
    )
    sys.exit(int(busy > AT_MOST_MB))


if __name__ == "__main__":
    main()
