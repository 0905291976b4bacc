"""Books with a little of everything: BTC at 50,000 and ETH at 2,500 USDT, offered by Bob."""

import httpx
import pytest_asyncio

from clearwater.core.commands import ListPair
from clearwater.engine.follower import Follower
from tests.builders import SignedInClient
from tests.trading import AT, PRICE_DECIMALS, RULES, give, place, submit

ETH_USDT = "ETH-USDT"


@pytest_asyncio.fixture
async def books(client: httpx.AsyncClient, bob: SignedInClient, market: Follower) -> Follower:
    """Bids at 49,990 and 2,499, asks at 50,010 and 2,501: 1 BTC and 20 ETH each, and twice that behind."""
    await submit(market, ListPair(AT, ETH_USDT, "ETH", "USDT", PRICE_DECIMALS, RULES, 250_000))
    await give(market, bob, ETH="1000")
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
    return market
