"""Ann and Bob at an open market."""

import pytest_asyncio

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient
from tests.trading import a_trader, open_market


@pytest_asyncio.fixture
async def market(engine: Follower) -> Follower:
    await open_market(engine)
    return engine


@pytest_asyncio.fixture
async def ann(services: ApiServices, market: Follower) -> SignedInClient:
    return await a_trader(services, market, "ann")


@pytest_asyncio.fixture
async def bob(services: ApiServices, market: Follower) -> SignedInClient:
    return await a_trader(services, market, "bob")
