"""Books with a little of everything: BTC at 50,000 and ETH at 2,500 USDT, offered by Bob."""

from functools import partial

import httpx
import pytest

from clearwater.core.commands import ListPair
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient
from tests.conftest import app_with
from tests.databases import Preparation
from tests.domains.conftest import open_with_traders, traders_of
from tests.preparations import prepared_ledger
from tests.trading import AT, PRICE_DECIMALS, RULES, give, place, submit

ETH_USDT = "ETH-USDT"


async def open_books(services: ApiServices, names: tuple[str, ...]) -> dict[str, SignedInClient]:
    traders = await open_with_traders(services, names)
    bob = traders["bob"]
    await submit(services.engine, ListPair(AT, ETH_USDT, "ETH", "USDT", PRICE_DECIMALS, RULES, 250_000))
    await give(services.engine, bob, ETH="1000")
    transport = httpx.ASGITransport(app_with(services))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for symbol, quantity, bids, asks in (
            ("BTC-USDT", 1, ("49990", "49900"), ("50010", "50100")),
            (ETH_USDT, 20, ("2499", "2490"), ("2501", "2510")),
        ):
            for side, prices in (("buy", bids), ("sell", asks)):
                for number, price in enumerate(prices, 1):
                    answer = await place(
                        client, bob, symbol=symbol, side=side, price=price, quantity=str(quantity * number)
                    )
                    assert answer.status_code == 201, answer.text
    return traders


@pytest.fixture
def preparation(request: pytest.FixtureRequest, preparation: Preparation) -> Preparation:
    if "books" not in request.fixturenames:
        return preparation
    names = traders_of(request)
    return prepared_ledger("-".join(("books", *names)), partial(open_books, names=names))


@pytest.fixture
def books(bob: SignedInClient, market: Follower) -> Follower:
    """Bids at 49,990 and 2,499, asks at 50,010 and 2,501: 1 BTC and 20 ETH each, and twice that behind."""
    assert ETH_USDT in market.view.pairs
    return market
