"""What is left of the day's withdrawal limit, on every screen and in the refusal (LED-17)."""

from datetime import timedelta

import httpx
import pytest
from sqlalchemy import text

from clearwater.core.commands import ListPair
from clearwater.domains.markets.models import CandleRow
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import transaction
from tests.builders import SignedInClient, status_and_code
from tests.domains.wallets.withdrawing import WITHDRAWALS, a_withdrawal, held, request
from tests.trading import AT, PRICE_DECIMALS, RULES, give, place, submit, units


async def trade_ether(http: httpx.AsyncClient, client: SignedInClient, price: str) -> None:
    for side in ("sell", "buy"):
        order = {"symbol": "ETH-USDT", "side": side, "price": price, "self_trade_prevention": "none"}
        answer = await place(http, client, **order)
        assert answer.status_code == 201, answer.text


async def test_limits_level_and_refusal_agree_when_prices_move(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient
) -> None:
    """A withdrawal counts with its value at the time of the request, rounded up to a cent."""
    await submit(market, ListPair(AT, "ETH-USDT", "ETH", "USDT", PRICE_DECIMALS, RULES, 300_000))
    await give(market, ann, ETH="1")
    await trade_ether(client, ann, "3000.01")
    await a_withdrawal(client, ann, coin="ETH", amount="0.1")
    await trade_ether(client, ann, "2500")

    limits = (await client.get(f"{WITHDRAWALS}/limits", headers=ann.headers)).json()["day"]
    level = (await client.get("/api/v1/client/level", headers=ann.headers)).json()["withdraw"]
    refused = await request(client, ann, amount="700")

    assert (limits["used"], limits["left"]) == ("300.01", "699.99")
    assert (level["used_day"], level["left_day"]) == ("300.01", "699.99")
    assert status_and_code(refused) == (422, "LIMIT_EXCEEDED")
    assert refused.json()["used"] == "300.01"


@pytest.mark.parametrize(
    ("average", "hours_ago", "used"),
    [("5000", 3, "500"), ("2000", 3, "250"), ("5000", 25, "250")],
)
async def test_one_small_trade_does_not_make_a_withdrawal_small(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    average: str,
    hours_ago: int,
    used: str,
) -> None:
    """It counts at the higher of the last price and the average of 24 hours."""
    await submit(market, ListPair(AT, "ETH-USDT", "ETH", "USDT", PRICE_DECIMALS, RULES, 300_000))
    await give(market, ann, ETH="1")
    hour = milliseconds(services.clock.now() - timedelta(hours=hours_ago))
    traded = {"volume": units("ETH", "1"), "quote_volume": units("USDT", average), "taker_buy_volume": 0}
    prices = dict.fromkeys(("open", "high", "low", "close"), 1)
    async with transaction(services.sessions) as session:
        session.add(CandleRow(pair="ETH-USDT", interval="1h", start_ms=hour, trades=1, **traded, **prices))
    await trade_ether(client, ann, "2500")

    await a_withdrawal(client, ann, coin="ETH", amount="0.1")

    limits = (await client.get(f"{WITHDRAWALS}/limits", headers=ann.headers)).json()["day"]
    assert limits["used"] == used


async def test_a_limit_below_a_hundredth_lets_nothing_out(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    """For the ledger a limit of 0 is none at all."""
    async with transaction(services.sessions) as session:
        await session.execute(text("UPDATE levels SET withdraw_day = 0.009"))

    refused = [await request(client, ann, amount="100", key=key) for key in ("a-first-key", "a-first-key")]

    assert [status_and_code(one) for one in refused] == [(422, "LIMIT_EXCEEDED")] * 2
    assert (refused[0].json()["limit"], refused[0].json()["used"]) == ("0", "0")
    assert held(market, ann) == 0
    listed = await client.get(WITHDRAWALS, headers=ann.headers)
    assert listed.json()["items"] == []
