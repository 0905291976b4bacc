"""What the ledger is decides whether a market is a demo; `clearwater seed` prepares one."""

import os
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from clearwater.core.commands import ListCoin
from clearwater.engine.follower import Follower
from clearwater.entrypoints import cli
from clearwater.entrypoints.engine_settings import requested_kind, require_kind
from clearwater.entrypoints.seed import seed_database
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from tests.domains.demo.builders import open_pairs
from tests.trading import followed_engine


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No .env, and an environment that is put back."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLEARWATER_DEMO", "")


@pytest.mark.parametrize(
    ("option", "setting", "is_demo"),
    [
        (None, "", None),
        (None, "true", True),
        (None, "false", False),
        (False, "", False),
        (False, "true", False),
        (True, "false", True),
    ],
)
def test_the_demo_option_precedes_the_setting_and_the_ledger(
    option: bool | None, setting: str, is_demo: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLEARWATER_DEMO", setting)

    assert cli.choose_demo(option).demo is is_demo
    # This is how the processes that it starts are told.
    assert os.environ["CLEARWATER_DEMO"] == ("" if is_demo is None else str(is_demo).lower())


async def test_without_a_demo_nothing_is_listed(engine: Follower, services: ApiServices) -> None:
    assert services.is_open
    assert (services.settings.demo, engine.view.kind, services.is_demo) == (None, "real", False)
    assert not engine.view.coins


@pytest_asyncio.fixture
async def demo(services: ApiServices, database_url: str) -> ApiServices:
    """A ledger that was opened as a demo."""
    async with followed_engine(services, database_url, opens_as="demo"):
        return services


async def test_seed_completes_what_is_there_and_may_be_repeated(demo: ApiServices, database_url: str) -> None:
    services = demo
    async with followed_engine(services, database_url) as engine:
        await open_pairs(engine)
    names = "SELECT (SELECT count(*) FROM coin_details), (SELECT count(*) FROM pair_details)"
    connection = await asyncpg.connect(database_url)

    for _ in range(2):
        await seed_database(services.settings, database_url)

        assert tuple((await connection.fetch(names))[0]) == (18, 20)
    # The past of a pair that was listed before is its own.
    assert await connection.fetchval("SELECT count(*) FROM candles") == 0
    await connection.close()


async def test_seed_leaves_a_market_alone_that_is_no_demo(services: ApiServices, database_url: str) -> None:
    async with followed_engine(services, database_url) as engine:
        await engine.submit(ListCoin(1, "GOLD", 2, 10**9))

    with pytest.raises(StartupError, match="stays without it"):
        await seed_database(services.settings, database_url)


async def test_a_real_ledger_is_never_served_as_a_demo(
    services: ApiServices, settings: Settings, database_url: str
) -> None:
    """LED-16: opened as a real market; then `clearwater run`, which opens a demo where there is nothing."""
    async with followed_engine(services, database_url):
        pass

    opens_as = requested_kind(settings, opens_demo=True)
    async with followed_engine(services, database_url, opens_as=opens_as) as engine:
        assert (opens_as, engine.view.kind, services.is_demo) == ("demo", "real", False)


async def test_a_ledger_is_not_started_as_the_other_kind(
    demo: ApiServices, settings: Settings, database_url: str
) -> None:
    def wished(is_demo: bool | None) -> Settings:
        return settings.model_copy(update={"demo": is_demo})

    await require_kind(wished(None), database_url)
    await require_kind(wished(True), database_url)
    with pytest.raises(StartupError, match="This ledger holds play money and stays a demo"):
        await require_kind(wished(False), database_url)


async def test_a_real_ledger_is_not_started_as_a_demo(
    services: ApiServices, settings: Settings, database_url: str
) -> None:
    async with followed_engine(services, database_url):
        pass
    with pytest.raises(StartupError, match="opened as a real market and stays one"):
        await require_kind(settings.model_copy(update={"demo": True}), database_url)


async def test_seed_does_not_work_beside_a_running_exchange(services: ApiServices, database_url: str) -> None:
    async with followed_engine(services, database_url):
        with pytest.raises(StartupError, match="stop it first"):
            await seed_database(services.settings, database_url, engine_seconds=0.3)
