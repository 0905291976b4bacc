"""Staff who may move money."""

import pytest_asyncio

from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInStaff, a_staff


@pytest_asyncio.fixture
async def tom(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, "treasury", login="tom")


@pytest_asyncio.fixture
async def eve(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, "treasury", login="eve")
