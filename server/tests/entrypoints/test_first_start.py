"""The first start of a demo: who reads that it is ready finds a market."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from clearwater.domains.demo.coins import PAIRS
from tests.builders import a_web_build
from tests.processes import Exchange

# A quarter of a year is made up for each of twenty pairs; alone on a machine it takes seconds.
FIRST_START_SECONDS = 240


@pytest.fixture
def place(run_folder: Path) -> Iterator[Path]:
    place = run_folder / "first-start"
    a_web_build(place / "web")
    yield place
    shutil.rmtree(place, ignore_errors=True)


def test_ready_means_that_every_pair_has_its_past_and_its_book(place: Path) -> None:
    exchange = Exchange(place, CLEARWATER_DEMO="true", CLEARWATER_DEMO_RATE="0", CLEARWATER_RATE_LIMITS="0")
    try:
        exchange.wait_until_ready(FIRST_START_SECONDS)

        assert require_market(exchange) == {pair.symbol for pair in PAIRS}
        progress = [line["percent"] for line in exchange.logged("demo_seeding") if line["step"] == "history"]
        assert progress == [100 * done // len(PAIRS) for done in range(1, len(PAIRS) + 1)]

        assert exchange.interrupt() == 0
        exchange.start_again()
        exchange.wait_until_ready()

        assert require_market(exchange) == {pair.symbol for pair in PAIRS}
        assert exchange.logged("demo_seeding") == []
        assert exchange.interrupt() == 0
    finally:
        exchange.end()


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
