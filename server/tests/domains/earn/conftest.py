"""A bank: a flexible product and one locked for ten days, in USDT, with a treasury that pays."""

import httpx
import pytest_asyncio

from clearwater.core.commands import Fund
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInStaff, a_staff
from tests.domains.earn.banking import FIX, FLEX, approve, create, open_levels
from tests.trading import AT, submit, units


@pytest_asyncio.fixture
async def tom(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, "treasury", login="tom")


@pytest_asyncio.fixture
async def eve(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, "treasury", login="eve")


@pytest_asyncio.fixture
async def bank(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, tom: SignedInStaff, eve: SignedInStaff
) -> Follower:
    """87.6 % a year, which is 0.01 % an hour; everybody has every level."""
    await open_levels(services)
    await submit(market, Fund(AT, "treasury", "USDT", "test", units("USDT", "1000")))
    for product in (FLEX, FIX):
        answer = await approve(client, eve, await create(client, tom, **product))
        assert answer.json()["status"] == "done", answer.text
    return market
