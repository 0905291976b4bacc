"""What the ledger is decides whether a market is a demo; `clearwater seed` prepares one."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from clearwater.core.commands import ListCoin
from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints import cli
from clearwater.entrypoints.api import trading
from clearwater.entrypoints.seed import seed_database
from clearwater.entrypoints.wiring import ApiServices, open_api_services, require_kind
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from tests.domains.demo.builders import open_pairs
from tests.polling import eventually
from tests.trading import running_engine


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


async def test_without_a_demo_nothing_is_listed(engine: Sequencer, services: ApiServices) -> None:
    await asyncio.wait_for(services.market_open.wait(), 30)
    assert (services.settings.demo, engine.view.kind, services.is_demo) == (None, "real", False)
    assert not engine.view.coins


@asynccontextmanager
async def opened(settings: Settings, database_url: str, clock: FixedClock) -> AsyncIterator[ApiServices]:
    """Services as `clearwater run` has them: a new ledger is a demo unless the settings say otherwise."""
    async with open_api_services(settings, database_url, clock=clock, opens_demo=True) as services:
        yield services


@pytest_asyncio.fixture
async def demo(settings: Settings, database_url: str, clock: FixedClock) -> AsyncIterator[ApiServices]:
    async with opened(settings, database_url, clock) as services:
        yield services


async def test_in_a_demo_bots_trade_beside_the_engine(demo: ApiServices, clock: FixedClock) -> None:
    services = demo
    async with running_engine(services.engine) as engine:
        await open_pairs(engine)
        view = engine.view

    async with trading(demo):
        await asyncio.wait_for(engine.wait_until_serving(), 30)
        await eventually(
            lambda: all(pair.bids.levels and pair.asks.levels for pair in engine.view.pairs.values())
        )
        services.visits.note()
        clock.at += timedelta(seconds=5)
        await eventually(lambda: engine.view.pairs["BTC-USDT"].last_price)

        assert view is not engine.view
        assert engine.view.open_orders("demo:maker:BTC-USDT")


async def test_seed_completes_what_is_there_and_may_be_repeated(demo: ApiServices, database_url: str) -> None:
    services = demo
    async with running_engine(services.engine) as engine:
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
    async with running_engine(services.engine) as engine:
        await engine.submit(ListCoin(1, "GOLD", 2, 10**9))

    with pytest.raises(StartupError, match="stays without it"):
        await seed_database(services.settings, database_url)


async def test_a_real_ledger_is_served_as_one_whoever_starts_it(
    services: ApiServices, settings: Settings, database_url: str, clock: FixedClock
) -> None:
    """LED-16: opened as a real market; then `clearwater run`, which shows a demo where there is nothing."""
    async with running_engine(services.engine):
        pass

    async with opened(settings, database_url, clock) as again, trading(again):
        await asyncio.wait_for(again.market_open.wait(), 30)

        assert (again.engine.view.kind, again.is_demo) == ("real", False)
        assert not again.engine.view.coins


async def test_a_ledger_is_not_started_as_the_other_kind(
    demo: ApiServices, settings: Settings, database_url: str
) -> None:
    def wished(is_demo: bool | None) -> Settings:
        return settings.model_copy(update={"demo": is_demo})

    for anything in (None, True, False):
        await require_kind(wished(anything), database_url)
    async with running_engine(demo.engine):
        pass

    await require_kind(wished(None), database_url)
    await require_kind(wished(True), database_url)
    with pytest.raises(StartupError, match="This ledger holds play money and stays a demo"):
        await require_kind(wished(False), database_url)


async def test_a_real_ledger_is_not_started_as_a_demo(
    services: ApiServices, settings: Settings, database_url: str
) -> None:
    async with running_engine(services.engine):
        pass
    with pytest.raises(StartupError, match="opened as a real market and stays one"):
        await require_kind(settings.model_copy(update={"demo": True}), database_url)


async def test_seed_does_not_work_beside_a_running_exchange(services: ApiServices, database_url: str) -> None:
    async with running_engine(services.engine):
        with pytest.raises(StartupError, match="stop it first"):
            await seed_database(services.settings, database_url, engine_seconds=0.3)
