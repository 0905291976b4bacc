"""Ann and Bob at an open market, and staff who may move money."""

import pytest_asyncio

from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient, SignedInStaff, a_staff
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


@pytest_asyncio.fixture
async def tom(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, "treasury", login="tom")


@pytest_asyncio.fixture
async def eve(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, "treasury", login="eve")
