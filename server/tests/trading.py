"""A market to trade in: BTC-USDT around 50,000, with clients who own something."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Any, TypeVar

import httpx

from clearwater.core.commands import Command, Deposit, LedgerKind, ListCoin, ListPair, PairRules
from clearwater.core.desk import Desk, Entry, Outcome
from clearwater.core.exchange import Exchange
from clearwater.core.money import find_units
from clearwater.core.views import View
from clearwater.engine.batches import Answer
from clearwater.engine.follower import Follower
from clearwater.engine.listeners import EngineListener
from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints.engine import leading
from clearwater.entrypoints.wiring import ApiServices, Services
from clearwater.kit.clock import EPOCH, Clock, FixedClock
from clearwater.kit.errors import EngineUnavailable
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


async def submit(engine: Desk, command: Command) -> Outcome:
    outcome = await engine.submit(command)
    assert outcome.refusal is None, outcome.refusal
    return outcome


class ViewListener:
    """Keeps a view of what is durable, as other processes do."""

    def __init__(self) -> None:
        self.view: View | None = None

    def on_reset(self, exchange: Exchange) -> None:
        self.view = View.of(exchange)

    def on_commit(self, entries: Sequence[Entry]) -> None:
        assert self.view is not None
        for entry in entries:
            self.view.take(entry.events)

    def stopped(self) -> None:
        self.view = None


class TimedSequencer(Sequencer):
    """The engine, whose fixed clock goes as the times of commands say."""

    def __init__(
        self, database_url: str, clock: Clock, listeners: Sequence[EngineListener] = (), **options: Any
    ) -> None:
        self._test_clock = clock
        super().__init__(database_url, clock, listeners, **options)

    def hand_in(self, command: Command, answer: Answer) -> None:
        if isinstance(self._test_clock, FixedClock):
            at = EPOCH + timedelta(milliseconds=command.at)
            self._test_clock.at = max(self._test_clock.at, at)
        super().hand_in(command, answer)


class ViewedSequencer(TimedSequencer):
    """The engine, and a view of what it has committed."""

    def __init__(
        self, database_url: str, clock: Clock, listeners: Sequence[EngineListener] = (), **options: Any
    ) -> None:
        self._viewer = ViewListener()
        super().__init__(database_url, clock, [self._viewer, *listeners], **options)

    @property
    def view(self) -> View:
        """What is durable; there is none while the engine does not serve."""
        if self._viewer.view is None:
            raise EngineUnavailable
        return self._viewer.view


Engine = TypeVar("Engine", bound=Sequencer | Follower)


@asynccontextmanager
async def running_engine(engine: Engine) -> AsyncIterator[Engine]:
    """The engine, or a follower of it, serving."""
    task = asyncio.create_task(engine.run())
    try:
        await asyncio.wait_for(engine.wait_until_serving(), 30)
        yield engine
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@asynccontextmanager
async def followed_engine(
    services: ApiServices, database_url: str, *, opens_as: LedgerKind = "real"
) -> AsyncIterator[Follower]:
    """The engine, serving, and nothing else that listens than what the services have."""
    async with leading(services.settings, database_url, services.clock, opens_as=opens_as) as leader:
        # A follower that comes earlier is turned away, and pauses.
        await asyncio.wait_for(leader.wait_until_serving(), 30)
        async with running_engine(services.engine) as follower:
            yield follower


async def open_market(engine: Desk) -> None:
    for coin, decimals in DECIMALS.items():
        await submit(engine, ListCoin(AT, coin, decimals, 10**17))
    await submit(engine, ListPair(AT, "BTC-USDT", "BTC", "USDT", PRICE_DECIMALS, RULES, 5_000_000))


async def give(engine: Desk, client: SignedInClient, **amounts: str) -> None:
    """Credit a client with what has arrived from outside."""
    for coin, amount in amounts.items():
        reference = f"gift-{client.id}-{coin}-{amount}"
        await submit(engine, Deposit(AT, reference, str(client.id), coin, "test", units(coin, amount)))


async def a_trader(
    services: Services, engine: Desk, name: str, *, btc: str = "10", usdt: str = "1000000"
) -> SignedInClient:
    client = await a_client(services, email=f"{name}@example.org")
    await give(engine, client, BTC=btc, USDT=usdt)
    return client


async def place(http: httpx.AsyncClient, client: SignedInClient, **order: Any) -> httpx.Response:
    usual = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "quantity": "0.1", "price": "50000"}
    body = {name: value for name, value in (usual | order).items() if value is not None}
    return await http.post("/api/v1/order", json=body, headers=client.headers)
