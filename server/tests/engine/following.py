"""An engine behind its gateway, and followers of it, as tests need them."""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from clearwater.core.commands import Deposit, PlaceOrder
from clearwater.core.desk import Committed
from clearwater.core.views import View
from clearwater.engine.follower import Connect, Follower
from clearwater.engine.gateway import Gateway, serving
from clearwater.engine.leader import connect_unix
from clearwater.engine.protocol import VERSIONS, FrameProtocol, Versions
from clearwater.engine.sequencer import Sequencer
from clearwater.kit.clock import FixedClock
from tests.trading import AT, TimedSequencer, running_engine


class Seen:
    """A listener that records what it gets."""

    def __init__(self) -> None:
        self.resets = 0
        self.entries: list[Committed] = []

    def on_reset(self, view: View) -> None:
        self.resets += 1

    def on_commit(self, entries: Sequence[Committed]) -> None:
        assert self.resets
        self.entries += entries


class Site:
    """An engine with its gateway, which can be stopped and started, and followers of it."""

    def __init__(self, database_url: str, clock: FixedClock, path: Path, stack: AsyncExitStack) -> None:
        self._database_url = database_url
        self._clock = clock
        self.path = path
        self._stack = stack
        self._running = AsyncExitStack()
        self.connections: list[FrameProtocol] = []

    async def start(
        self, kind: type[Gateway] = Gateway, versions: Versions = VERSIONS, *, with_gateway: bool = True
    ) -> Sequencer:
        engine = TimedSequencer(self._database_url, self._clock)
        self.engine = engine
        self.gateway = kind(engine)
        self.gateway.versions = versions
        engine.listen(self.gateway)
        await self._running.enter_async_context(running_engine(engine))
        if with_gateway:
            await self._running.enter_async_context(serving(self.gateway, self.path))
        return engine

    async def stop(self) -> None:
        await self._running.aclose()

    async def follow(
        self, *listeners: Seen, connect: Connect | None = None, versions: Versions = VERSIONS
    ) -> Follower:
        follower = Follower(connect or self.connect, self._database_url, "test", listeners)
        follower.versions = versions
        return await self._stack.enter_async_context(running_engine(follower))

    async def connect(self, make: Callable[[], FrameProtocol]) -> FrameProtocol:
        connection = await connect_unix(self.path, make)
        self.connections.append(connection)
        return connection


def shown(view: View) -> object:
    """Everything that a view shows, to be compared."""
    pairs = {
        name: (pair.last_price, pair.seq, pair.state, pair.rules, pair.bids.levels, pair.asks.levels)
        for name, pair in view.pairs.items()
    }
    balances = {key: amount for key, amount in view.balances.items() if amount}
    return balances, pairs, view.coins, view.orders, view.last_order_id, view.kind


def deposit(number: int, owner: str = "ann", amount: int = 10**10) -> Deposit:
    return Deposit(AT, f"deposit-{number}", owner, "USDT", "test", amount)


def order(price: int = 4_000_000, client_order_id: str = "") -> PlaceOrder:
    return PlaceOrder(
        AT, "ann", "BTC-USDT", "buy", "limit", 10**5, price, 2_000, 2_500, client_order_id=client_order_id
    )
