"""A market in which a maker and a taker trade at the time of the clock."""

from collections.abc import Awaitable, Callable

import pytest

from clearwater.core.commands import Deposit, PlaceOrder, Side
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.databases import EMPTY, Preparation
from tests.preparations import prepared_ledger
from tests.trading import open_market, submit, units

MakeTrade = Callable[..., Awaitable[None]]


async def open_with_makers(services: ApiServices) -> None:
    await open_market(services.engine)
    for client in ("maker", "taker"):
        for coin, amount in (("BTC", "1000"), ("USDT", "100000000")):
            deposit = Deposit(0, f"{client}-{coin}", client, coin, "test", units(coin, amount))
            await submit(services.engine, deposit)


@pytest.fixture
def preparation(request: pytest.FixtureRequest) -> Preparation:
    if "market" not in request.fixturenames:
        return EMPTY
    return prepared_ledger("makers", open_with_makers)


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
