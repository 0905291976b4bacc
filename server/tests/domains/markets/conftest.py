"""A market in which a maker and a taker trade at the time of the clock."""

from collections.abc import Awaitable, Callable

import pytest
import pytest_asyncio

from clearwater.core.commands import Deposit, PlaceOrder, Side
from clearwater.engine.follower import Follower
from clearwater.kit.clock import FixedClock
from tests.trading import open_market, submit, units

MakeTrade = Callable[..., Awaitable[None]]


@pytest_asyncio.fixture
async def market(engine: Follower) -> Follower:
    await open_market(engine)
    for client in ("maker", "taker"):
        for coin, amount in (("BTC", "1000"), ("USDT", "100000000")):
            deposit = Deposit(0, f"{client}-{coin}", client, coin, "test", units(coin, amount))
            await submit(engine, deposit)
    return engine


@pytest.fixture
def trade(market: Follower, clock: FixedClock) -> MakeTrade:
    """Lets a maker wait at a price and a taker come to it, now."""

    async def make(price: str, quantity: str = "0.1", side: Side = "buy", *, pair: str = "BTC-USDT") -> None:
        at = int(clock.at.timestamp() * 1000)
        waiting: Side = "sell" if side == "buy" else "buy"
        price_units = int(float(price) * 100)
        for client, its_side in (("maker", waiting), ("taker", side)):
            order = PlaceOrder(
                at, client, pair, its_side, "limit", quantity=units("BTC", quantity), price=price_units
            )
            await submit(market, order)

    return make
