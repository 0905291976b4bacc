"""A demo whose engine serves, but whose bots move only when a test lets them."""

from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio

from clearwater.core.seeded_random import SeededRandom
from clearwater.domains.demo.bots import Bots
from clearwater.domains.demo.coins import Pair
from clearwater.domains.demo.seeding import Seeding
from clearwater.engine.follower import Follower
from clearwater.entrypoints.engine_settings import requested_kind
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.config import Settings
from tests.domains.demo.builders import TODAY, Seed, StartBots, Watched, open_pairs, pairs_of
from tests.trading import followed_engine


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"demo": True})


@pytest_asyncio.fixture
async def engine(services: ApiServices, database_url: str) -> AsyncIterator[Follower]:
    opens_as = requested_kind(services.settings)
    async with followed_engine(services, database_url, opens_as=opens_as) as serving:
        yield serving


@pytest.fixture
def seed(services: ApiServices, engine: Follower) -> Seed:
    """Seeds some pairs and says which can be traded."""

    async def seed_pairs(*symbols: str, pairs: Sequence[Pair] = (), days: int = TODAY) -> set[str]:
        seeding = Seeding(
            engine,
            services.board,
            services.sessions,
            services.clock,
            pairs=pairs or pairs_of(*symbols),
            days=days,
        )
        assert await seeding.run()
        return seeding.ready

    return seed_pairs


@pytest.fixture
def start_bots(services: ApiServices, engine: Follower) -> StartBots:
    """Starts bots that always do the same, in pairs that are listed where they are not."""

    async def start(*symbols: str) -> Bots:
        if not engine.view.pairs:
            await open_pairs(engine, *symbols)
        return Bots(engine, services.clock, Watched(), SeededRandom(7), set(symbols), rate=20)

    return start
