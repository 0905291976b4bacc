"""GET /v1/assets/history and /v1/ledger-status: what was, at the prices of then, and nothing made up."""

from datetime import timedelta
from typing import Any

import httpx
from sqlalchemy import text

from clearwater.core.commands import Deposit
from clearwater.domains.ledger import tasks
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, a_client
from tests.trading import a_trader, place, submit, units

# Each is the sum of the postings before.
WRONG_BALANCES = """
    SELECT * FROM past_balances AS past WHERE amount <> (
        SELECT sum(CASE WHEN target_owner = past.owner THEN amount ELSE 0 END)
            - sum(CASE WHEN source_owner = past.owner THEN amount ELSE 0 END)
        FROM postings WHERE coin = past.coin AND at_ms < past.until_ms
    )
"""
HISTORY = "/api/v1/assets/history"
STATUS = "/api/v1/ledger-status"


async def trade(client: httpx.AsyncClient, seller: SignedInClient, buyer: SignedInClient, price: str) -> None:
    for side, trader in (("sell", seller), ("buy", buyer)):
        answer = await place(client, trader, side=side, quantity="0.1", price=price)
        assert answer.status_code == 201


async def arrive(market: Follower, clock: FixedClock, client: SignedInClient, coin: str, amount: str) -> None:
    at = int(clock.at.timestamp() * 1000)
    await submit(market, Deposit(at, f"{coin}-{at}", str(client.id), coin, "test", units(coin, amount)))


async def test_past_values_use_the_balances_and_prices_of_that_time(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, clock: FixedClock
) -> None:
    ann, bob = await a_trader(services, market, "ann"), await a_trader(services, market, "bob")
    clock.at = clock.at.replace(hour=9, minute=50) + timedelta(days=1)
    late = await a_client(services, email="late@example.org")
    await trade(client, ann, bob, "50000")
    clock.at += timedelta(minutes=20)
    await arrive(market, clock, late, "BTC", "2")
    clock.at += timedelta(minutes=20)
    await trade(client, ann, bob, "51000")
    await services.board.store()
    clock.at += timedelta(minutes=35)
    await arrive(market, clock, late, "USDT", "40")

    answer = await client.get(f"{HISTORY}?period=1d", headers=late.headers)

    assert answer.headers["cache-control"] == "private, max-age=60"
    history = answer.json()
    assert (history["period"], history["step_seconds"]) == ("1d", 900)
    began = int(clock.at.replace(minute=0).timestamp()) - 3600
    # He came at 10:10; the price went from 50,000 to 51,000 at 10:30, and 40 USDT came just now.
    assert [(item["at"] - began, item["total_usdt"]) for item in history["items"]] == [
        (15 * 60, "100000"),
        (30 * 60, "100000"),
        (45 * 60, "102000"),
        (60 * 60, "102000"),
        (65 * 60, "102040"),
    ]
    assert history["items"][0]["total_btc"] == "2"
    assets = (await client.get("/api/v1/assets", headers=late.headers)).json()
    assert history["items"][-1]["total_btc"] == assets["total_btc"]
    assert history["items"][-1]["total_usdt"] == assets["total_usdt"]


async def test_several_movements_of_one_step_all_count(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, clock: FixedClock
) -> None:
    ann, bob = await a_trader(services, market, "ann"), await a_trader(services, market, "bob")
    clock.at = clock.at.replace(hour=9, minute=50) + timedelta(days=1)
    await trade(client, ann, bob, "50000")
    await services.board.store()
    saver = await a_client(services, email="saver@example.org")
    for minutes in (0, 20, 2):
        clock.at += timedelta(minutes=minutes)
        await arrive(market, clock, saver, "BTC", "1")
    clock.at += timedelta(minutes=20)

    history = (await client.get(f"{HISTORY}?period=1d", headers=saver.headers)).json()

    # One at 9:50, and one each at 10:10 and 10:12.
    assert [item["total_btc"] for item in history["items"]] == ["1", "3", "3", "3"]


async def test_stored_balances_change_no_history(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, clock: FixedClock
) -> None:
    ann, bob = await a_trader(services, market, "ann"), await a_trader(services, market, "bob")
    both = (ann, bob)

    async def histories() -> list[Any]:
        paths = [f"{HISTORY}?period={period}" for period in ("1d", "7d", "30d", "90d", "1y")]
        return [(await client.get(path, headers=who.headers)).json() for path in paths for who in both]

    async def stored() -> list[tuple[Any, ...]]:
        async with services.sessions() as session:
            rows = await session.execute(text("SELECT * FROM past_balances ORDER BY 1, 2, 3"))
            return [tuple(row) for row in rows]

    for hours in (0, 1, 9):
        clock.at += timedelta(hours=hours, minutes=7)
        await trade(client, ann, bob, "50000")
        await arrive(market, clock, ann, "USDT", "40")
        clock.at += timedelta(minutes=31)
        await trade(client, bob, ann, "51000")
    await services.board.store()
    clock.at += timedelta(minutes=40)
    before = await histories()
    await tasks.store_past_balances(services.sessions)
    first = await stored()
    assert len({row[2] for row in first}) == 5

    assert await histories() == before
    await tasks.store_past_balances(services.sessions)
    assert await stored() == first
    # What happens later is added to what is stored, and what is not stored yet is seen, too.
    await trade(client, ann, bob, "50000")
    clock.at += timedelta(hours=3)
    await arrive(market, clock, bob, "BTC", "1")
    later = await histories()
    await tasks.store_past_balances(services.sessions)
    assert await histories() == later
    assert (await stored())[: len(first)] != first
    async with services.sessions() as session:
        wrong = await session.execute(text(WRONG_BALANCES))
        assert wrong.all() == []


async def test_a_new_client_has_only_the_current_value(
    client: httpx.AsyncClient, services: ApiServices, market: Follower
) -> None:
    newcomer = await a_client(services, email="new@example.org")

    for period in ("1d", "7d", "30d", "90d", "1y"):
        history = (await client.get(f"{HISTORY}?period={period}", headers=newcomer.headers)).json()
        assert [item["total_usdt"] for item in history["items"]] == ["0"]


async def test_the_value_history_requires_a_session(client: httpx.AsyncClient, market: Follower) -> None:
    anonymous = await client.get(HISTORY)
    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")


async def test_an_unknown_period_is_refused(client: httpx.AsyncClient, ann: SignedInClient) -> None:
    answer = await client.get(f"{HISTORY}?period=2d", headers=ann.headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")


async def test_everybody_sees_when_the_ledger_was_checked(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, clock: FixedClock
) -> None:
    assert (await client.get(STATUS)).json() == {"balanced": None, "checked_at": None, "seq": None}

    await tasks.check_all(services.sessions, now=clock.now())

    first = {"balanced": True, "checked_at": int(clock.at.timestamp()), "seq": 7}
    assert (await client.get(STATUS)).json() == first

    async with services.sessions() as session:
        await session.execute(text("UPDATE balances SET amount = amount + 1 WHERE purpose = 'available'"))
        await session.commit()
    clock.at += timedelta(minutes=5)
    await tasks.check_all(services.sessions, now=clock.now())

    assert (await client.get(STATUS)).json()["balanced"] is False
