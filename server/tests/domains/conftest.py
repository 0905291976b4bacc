"""Ann and Bob at an open market."""

import pytest_asyncio

from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient
from tests.trading import a_trader, open_market


@pytest_asyncio.fixture
async def market(engine: Sequencer) -> Sequencer:
    await open_market(engine)
    return engine


@pytest_asyncio.fixture
async def ann(services: ApiServices, market: Sequencer) -> SignedInClient:
    return await a_trader(services, market, "ann")


@pytest_asyncio.fixture
async def bob(services: ApiServices, market: Sequencer) -> SignedInClient:
    return await a_trader(services, market, "bob")
