"""What a fresh installation is given, once, however often it is asked and wherever it is cut off."""

from typing import Any

import asyncpg
import httpx
import pytest

from clearwater.adapters.chains.known_networks import DEVELOPMENT_NETWORKS
from clearwater.core.commands import Command, Convert, PlaceOrder
from clearwater.core.convert import ConversionForecast
from clearwater.core.desk import Desk, Outcome
from clearwater.core.execution import Forecast
from clearwater.core.views import View
from clearwater.domains.demo.coins import COINS, PAIRS, Pair
from clearwater.domains.demo.funding import STOCK_WORTH, TREASURY_WORTH, is_demo
from clearwater.domains.demo.seeding import Seeding
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.config import Settings
from tests.domains.demo.builders import TODAY, Seed, pairs_of

EVERYTHING = """
    SELECT (SELECT max(seq) FROM journal) AS commands, (SELECT count(*) FROM candles) AS candles,
    (SELECT count(*) FROM coin_details) AS coins, (SELECT count(*) FROM pair_details) AS pairs
"""


async def everything(connection: asyncpg.Connection) -> dict[str, Any]:
    return dict((await connection.fetch(EVERYTHING))[0])


async def test_the_engine_accepts_every_coin_and_pair(
    seed: Seed, engine: Follower, connection: asyncpg.Connection, database_url: str
) -> None:
    ready = await seed(pairs=PAIRS)

    assert ready == set(engine.view.pairs) == {pair.symbol for pair in PAIRS}
    assert {symbol: coin.decimals for symbol, coin in engine.view.coins.items()} == {
        coin.symbol: coin.decimals for coin in COINS
    }
    for pair in PAIRS:
        known = engine.view.pairs[pair.symbol]
        assert (known.state, known.rules, known.reference_price) == (
            "trading",
            pair.rules,
            pair.reference_price,
        )
    # The ledger opened, 18 coins listed, funded and stocked for conversions, 20 pairs.
    assert await everything(connection) == {
        "commands": 1 + 18 + 18 + 18 + 20,
        "candles": 20 * (720 + 144 + 48 + 12 + 3 + 1 + 1),
        "coins": 18,
        "pairs": 20,
    }
    assert (await audit_ledger(database_url)).differences == []


async def test_seeded_coins_have_names_and_funds(
    seed: Seed, engine: Follower, connection: asyncpg.Connection
) -> None:
    await seed("BTC-USDT")

    details = (await connection.fetch("SELECT * FROM coin_details WHERE symbol = 'BTC'"))[0]
    assert (details["name"], details["icon"]) == ("Bitcoin", None)
    assert engine.view.untraded == set()
    switches = await connection.fetch("SELECT symbol, deposit, withdraw FROM coin_details")
    on_chain = {coin.symbol for coin in COINS} & {
        asset.coin for network, _ in DEVELOPMENT_NETWORKS.values() for asset in network.assets
    }
    assert {row["symbol"] for row in switches if row["deposit"]} == on_chain
    assert {row["symbol"] for row in switches if row["withdraw"]} == on_chain
    stock = engine.view.balance("house", "USDT", "convert")
    assert stock == STOCK_WORTH * 10**7
    assert all(engine.view.balance("house", coin.symbol, "convert") for coin in COINS)
    treasury = engine.view.balance("house", "USDT", "treasury")
    assert treasury == TREASURY_WORTH * 10**7 - stock
    assert is_demo(engine.view)


async def test_seeding_twice_changes_nothing(seed: Seed, connection: asyncpg.Connection) -> None:
    await seed("BTC-USDT", "ETH-BTC")
    before = await everything(connection)

    ready = await seed("BTC-USDT", "ETH-BTC")

    assert ready == {"BTC-USDT", "ETH-BTC"}
    assert await everything(connection) == before


class CutOff(Exception):
    """The process dies here."""


class DyingDesk:
    """Takes some commands, and then the process dies."""

    def __init__(self, desk: Desk, commands: int) -> None:
        self._desk = desk
        self._left = commands

    @property
    def view(self) -> View:
        return self._desk.view

    async def submit(self, command: Command) -> Outcome:
        if not self._left:
            raise CutOff
        self._left -= 1
        return await self._desk.submit(command)

    async def catch_up(self) -> None:
        """Its view is always up to date."""

    async def preview(self, terms: PlaceOrder) -> Forecast:
        return await self._desk.preview(terms)

    async def preview_conversion(self, terms: Convert) -> ConversionForecast:
        return await self._desk.preview_conversion(terms)


@pytest.mark.parametrize("commands", [2, 5, 37])
async def test_interrupted_seeding_resumes_to_the_same_result(
    commands: int, services: ApiServices, engine: Follower, connection: asyncpg.Connection, database_url: str
) -> None:
    """Also right before a pair is listed, when its past is stored already."""
    cuts = 0
    while True:
        desk = DyingDesk(engine, commands)
        pairs = pairs_of("BTC-USDT", "ETH-USDT")
        try:
            seeding = Seeding(
                desk, services.board, services.sessions, services.clock, pairs=pairs, days=TODAY
            )
            assert await seeding.run()
        except CutOff:
            cuts += 1
        else:
            break

    assert cuts == (54 + 2 - 1) // commands
    assert await everything(connection) == {
        "commands": 1 + 18 + 18 + 18 + 2,
        "candles": 2 * (720 + 144 + 48 + 12 + 3 + 1 + 1),
        "coins": 18,
        "pairs": 2,
    }
    assert (await audit_ledger(database_url)).differences == []


class TestOfARealMarket:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"demo": False})

    async def test_it_is_never_seeded(
        self, services: ApiServices, engine: Follower, connection: asyncpg.Connection
    ) -> None:
        """LED-16: whatever is asked for later, and though it has nothing yet."""
        pairs = pairs_of("BTC-USDT")
        seeding = Seeding(engine, services.board, services.sessions, services.clock, pairs=pairs)

        assert await seeding.run() is False

        assert await everything(connection) == {"commands": 1, "candles": 0, "coins": 0, "pairs": 0}
        assert not is_demo(engine.view)


async def test_market_data_shows_the_past(
    seed: Seed, services: ApiServices, client: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    await seed("BTC-USDT", days=3)
    await services.board.load()

    candles = (await client.get("/api/v1/pairs/BTC-USDT/candles?interval=1d")).json()["items"]
    ticker = (await client.get("/api/v1/pairs/BTC-USDT/ticker")).json()

    stored = await connection.fetch(
        "SELECT start_ms, open, close FROM candles WHERE interval = '1d' ORDER BY start_ms"
    )
    assert [candle["start_ms"] for candle in candles] == [row["start_ms"] for row in stored]
    assert len(candles) == 4
    assert candles[-1]["close"] == ticker["last"] == "98250"
    assert float(ticker["quote_volume"]) > 1_000_000


def a_pair_is_exact(pair: Pair) -> bool:
    divisor = 10 ** (pair.price_decimals + pair.base.decimals - pair.quote.decimals)
    return not pair.tick_units * pair.step_units % divisor


def test_supplies_fit_and_every_trade_is_worth_whole_units() -> None:
    assert all(coin.supply_units < 2**63 and coin.decimals <= 8 for coin in COINS)
    assert len(COINS) >= 16
    assert all(a_pair_is_exact(pair) for pair in PAIRS)
