"""The first start of a demo: who reads that it is ready finds all of it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from clearwater.adapters.chains.networks import read_development_chains
from clearwater.domains.demo.coins import PAIRS
from clearwater.domains.demo.earn import OFFERS
from clearwater.domains.demo.premarkets import STAGES
from tests.builders import a_web_build
from tests.processes import Exchange, until

# A quarter of a year is made up for each of twenty pairs; alone on a machine it takes seconds.
FIRST_START_SECONDS = 240


@pytest.fixture
def place(run_folder: Path) -> Iterator[Path]:
    place = run_folder / "first-start"
    a_web_build(place / "web")
    yield place
    shutil.rmtree(place, ignore_errors=True)


def test_ready_means_that_all_of_the_demo_is_there(place: Path) -> None:
    exchange = Exchange(
        place,
        CLEARWATER_DEMO="true",
        CLEARWATER_DEMO_RATE="0",
        CLEARWATER_RATE_LIMITS="0",
        CLEARWATER_DEV_CHAINS="true",
        # The EVM chain alone.
        LITECOIND="/missing",
        BITCOIND="/missing",
    )
    try:
        exchange.wait_until_ready(FIRST_START_SECONDS)

        assert require_market(exchange) == {pair.symbol for pair in PAIRS}
        progress = [line["percent"] for line in exchange.logged("demo_seeding") if line["step"] == "history"]
        assert progress == [15 + 75 * done // len(PAIRS) for done in range(1, len(PAIRS) + 1)]
        assert [line["step"] for line in exchange.logged("starting")] == ["database", "tables", "services"]
        require_products(exchange)

        assert exchange.interrupt() == 0
        exchange.start_again()
        exchange.wait_until_ready()

        assert require_market(exchange) == {pair.symbol for pair in PAIRS}
        assert exchange.logged("demo_seeding") == []
        require_development_chain(exchange)
    finally:
        exchange.end()


def require_products(exchange: Exchange) -> None:
    """What a visitor finds at once beside the pairs."""
    _, premarkets = exchange.get("/api/v1/premarkets")
    shown = {row["symbol"]: row for row in premarkets["items"]}
    assert shown.keys() == STAGES.keys()
    (traded,) = [symbol for symbol, stage in STAGES.items() if stage == "open"]
    assert shown[traded]["status"] == "open"
    assert shown[traded]["last_price"] is not None
    _, earn = exchange.get("/api/v1/earn/products")
    assert {product["id"] for product in earn["items"]} == {offer.id for offer in OFFERS}
    _, targets = exchange.get("/api/v1/coins/exchange/USDT")
    assert len(targets["targets"]) > 1
    _, news = exchange.get("/api/v1/news")
    assert news["items"] != []


def require_development_chain(exchange: Exchange) -> None:
    """A demo has one once it is ready, and an orderly stop ends its node."""
    until(lambda: exchange.logged("development_chain_ready"))
    (chain,) = read_development_chains(exchange.data_folder)
    assert chain.network == "eth-dev"
    command_line = Path(f"/proc/{chain.pid}/cmdline")
    assert b"hardhat" in command_line.read_bytes()

    assert exchange.interrupt() == 0

    assert not command_line.exists() or b"hardhat" not in command_line.read_bytes()
    assert read_development_chains(exchange.data_folder) == []


def require_market(exchange: Exchange) -> set[str]:
    """The pairs that a visitor sees, each with bids, asks and a history."""
    _, listed = exchange.get("/api/v1/pairs")
    symbols = {pair["symbol"] for pair in listed["items"]}
    for symbol in symbols:
        _, depth = exchange.get(f"/api/v1/pairs/{symbol}/depth")
        assert depth["bids"], symbol
        assert depth["asks"], symbol
        _, candles = exchange.get(f"/api/v1/pairs/{symbol}/candles?interval=1d")
        assert len(candles["items"]) >= 89, symbol
    return symbols
