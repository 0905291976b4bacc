"""A pre-market of NOVA that is open for an hour, and levels at which everyone may buy and sell there."""

import pytest_asyncio

from clearwater.core.commands import ListCoin
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from tests.premarket import NOVA, a_premarket, open_levels
from tests.trading import AT, submit


@pytest_asyncio.fixture
async def nova(services: ApiServices, market: Follower, clock: FixedClock) -> Follower:
    """The engine with an open pre-market."""
    await open_levels(services)
    await submit(market, ListCoin(AT, NOVA, 8, 10**17))
    await submit(market, a_premarket(milliseconds(clock.now())))
    return market
