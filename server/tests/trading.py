"""A market to trade in: BTC-USDT around 50,000, with clients who own something."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx

from clearwater.core.commands import Command, Deposit, ListCoin, ListPair, PairRules
from clearwater.core.desk import Outcome
from clearwater.core.money import find_units
from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints.wiring import Services
from tests.builders import SignedInClient, a_client

AT = 1_763_208_000_000
DECIMALS = {"BTC": 8, "USDT": 7, "ETH": 8}
PRICE_DECIMALS = 2
RULES = PairRules(
    tick=1, step=10**3, min_quantity=10**3, max_quantity=10**10, min_notional=5 * 10**7, max_open_orders=200
)


def units(coin: str, amount: str) -> int:
    found = find_units(amount, DECIMALS[coin])
    assert found is not None
    return found


async def submit(engine: Sequencer, command: Command) -> Outcome:
    outcome = await engine.submit(command)
    assert outcome.refusal is None, outcome.refusal
    return outcome


@asynccontextmanager
async def running_engine(sequencer: Sequencer) -> AsyncIterator[Sequencer]:
    """The engine alone, serving."""
    task = asyncio.create_task(sequencer.run())
    try:
        await asyncio.wait_for(sequencer.wait_until_serving(), 30)
        yield sequencer
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def open_market(engine: Sequencer) -> None:
    for coin, decimals in DECIMALS.items():
        await submit(engine, ListCoin(AT, coin, decimals, 10**17))
    await submit(engine, ListPair(AT, "BTC-USDT", "BTC", "USDT", PRICE_DECIMALS, RULES, 5_000_000))


async def give(engine: Sequencer, client: SignedInClient, **amounts: str) -> None:
    """Credit a client with what has arrived from outside."""
    for coin, amount in amounts.items():
        reference = f"gift-{client.id}-{coin}-{amount}"
        await submit(engine, Deposit(AT, reference, str(client.id), coin, "test", units(coin, amount)))


async def a_trader(
    services: Services, engine: Sequencer, name: str, *, btc: str = "10", usdt: str = "1000000"
) -> SignedInClient:
    client = await a_client(services, email=f"{name}@example.org")
    await give(engine, client, BTC=btc, USDT=usdt)
    return client


async def place(http: httpx.AsyncClient, client: SignedInClient, **order: Any) -> httpx.Response:
    usual = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "quantity": "0.1", "price": "50000"}
    body = {name: value for name, value in (usual | order).items() if value is not None}
    return await http.post("/api/v1/order", json=body, headers=client.headers)
