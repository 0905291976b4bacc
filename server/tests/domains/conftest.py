"""Ann and Bob at an open market."""

from functools import partial

import pytest

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient
from tests.databases import EMPTY, LentDatabase, Preparation
from tests.preparations import prepared_ledger
from tests.trading import a_trader, open_market

TRADERS = ("ann", "bob")


async def open_with_traders(services: ApiServices, names: tuple[str, ...]) -> dict[str, SignedInClient]:
    await open_market(services.engine)
    return {name: await a_trader(services, services.engine, name) for name in names}


def traders_of(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Those of the two that a test asks for, or whatever it asks for."""
    return tuple(name for name in TRADERS if name in request.fixturenames)


@pytest.fixture
def preparation(request: pytest.FixtureRequest) -> Preparation:
    """The market and its traders, where the test asks for them."""
    if "market" not in request.fixturenames:
        return EMPTY
    names = traders_of(request)
    return prepared_ledger("-".join(("market", *names)), partial(open_with_traders, names=names))


@pytest.fixture
def market(engine: Follower) -> Follower:
    """Opened by the preparation."""
    assert engine.view.pairs
    return engine


@pytest.fixture
def ann(lent_database: LentDatabase, market: Follower) -> SignedInClient:
    found: SignedInClient = lent_database.prepared["ann"]
    return found


@pytest.fixture
def bob(lent_database: LentDatabase, market: Follower) -> SignedInClient:
    found: SignedInClient = lent_database.prepared["bob"]
    return found
