"""A market with funded, signed-in clients, made before a site is started on the same data."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from clearwater.adapters.postgres_server import database
from clearwater.core.commands import Command, Deposit, ListCoin, ListPair, PairRules
from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints.wiring import open_api_services
from clearwater.kit.clock import Clock, SystemClock
from clearwater.kit.config import Settings
from clearwater.kit.migrations import migrate
from tests.builders import a_client

PAIR = "BTC-USDT"
RULES = PairRules(
    tick=1, step=10**3, min_quantity=10**3, max_quantity=10**12, min_notional=5 * 10**7, max_open_orders=10**6
)
MIDDLE = 5_000_000
CLIENTS = 64


class Prepared(NamedTuple):
    """The clients of a market: their tokens."""

    tokens: list[str]


def market_commands(owners: list[str]) -> list[Command]:
    return [
        ListCoin(1, "BTC", 8, 2**62),
        ListCoin(1, "USDT", 7, 2**62),
        ListPair(1, PAIR, "BTC", "USDT", 2, RULES, MIDDLE),
        *(
            Deposit(1, f"{owner}-{coin}", owner, coin, "bench", 10**16)
            for owner in owners
            for coin in ("BTC", "USDT")
        ),
    ]


@asynccontextmanager
async def serving(url: str, *, batch: int = 512, clock: Clock | None = None) -> AsyncIterator[Sequencer]:
    """An engine in this process."""
    engine = Sequencer(url, clock or SystemClock(), max_batch=batch)
    task = asyncio.create_task(engine.run())
    try:
        await asyncio.wait_for(engine.wait_until_serving(), 60)
        yield engine
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def prepare(folder: Path, *, clients: int = CLIENTS) -> Prepared:
    """Make the database, the market and its clients."""
    settings = Settings(data_folder=folder, database_url=None)
    async with database(settings) as url:
        await asyncio.to_thread(migrate, url)
        async with open_api_services(settings, url) as services, serving(url) as engine:
            owners = [
                await a_client(services, email=f"trader{number}@example.org", site_host="127.0.0.1")
                for number in range(clients)
            ]
            await asyncio.gather(*map(engine.submit, market_commands([str(owner.id) for owner in owners])))
    return Prepared([owner.token for owner in owners])
