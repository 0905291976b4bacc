"""What one order and one command may do, as clients see it."""

import asyncio

import httpx
from msgspec.structs import replace

from clearwater.core.commands import ChangePair, Deposit, PlaceOrder
from clearwater.core.limits import Limits
from clearwater.domains.markets.listing import cancel_orders
from clearwater.engine.follower import Follower
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient
from tests.trading import AT, RULES, place, submit, units


async def test_an_iceberg_of_too_many_parts_is_refused(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    before = dict(market.view.balances)
    refused = await place(client, ann, display_quantity="0.004")

    assert (refused.status_code, refused.json()["code"]) == (422, "VALIDATION_FAILED")
    [error] = refused.json()["errors"]
    assert error["field"] == "display_quantity"
    assert error["message"] == "Show at least 5% of the amount, and at most all of it."
    assert (market.view.orders, market.view.balances) == ({}, before)
    assert (await place(client, ann, display_quantity="0.005")).status_code == 201


async def test_a_resting_iceberg_cannot_be_amended_beyond_twenty_parts(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    await place(client, ann, display_quantity="0.005")
    refused = await client.patch("/api/v1/order/1", json={"quantity": "0.2"}, headers=ann.headers)

    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "display_quantity")
    assert market.view.orders[1].state.quantity == units("BTC", "0.1")


async def test_an_order_that_reaches_the_fill_limit_expires_with_that_reason(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    most = Limits().fills
    await submit(market, Deposit(AT, "more", "maker", "BTC", "test", units("BTC", "10")))
    await submit(market, ChangePair(AT, "BTC-USDT", rules=replace(RULES, max_open_orders=1_000)))
    offer = PlaceOrder(AT, "maker", "BTC-USDT", "sell", "limit", units("BTC", "0.001"), 5_000_000)
    await asyncio.gather(*(submit(market, offer) for _ in range(most + 1)))
    placed = (await place(client, ann, quantity="1")).json()

    assert (placed["order"]["status"], placed["order"]["reason"]) == ("expired", "fill_limit")
    assert (placed["order"]["filled_quantity"], len(placed["fills"])) == ("0.25", most)
    assert market.view.balance(str(ann.id), "USDT", "orders") == 0


async def with_orders(market: Follower, owner: str, count: int) -> None:
    await submit(market, ChangePair(AT, "BTC-USDT", rules=replace(RULES, max_open_orders=1_000)))
    order = PlaceOrder(AT, owner, "BTC-USDT", "sell", "limit", units("BTC", "0.01"), 5_100_000)
    await asyncio.gather(*(submit(market, order) for _ in range(count)))


async def test_cancel_all_takes_as_many_commands_as_needed(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    count = 2 * Limits().cancels + 50
    await with_orders(market, str(ann.id), count)
    answer = await client.post("/api/v1/order/cancel-all", json={}, headers=ann.headers)

    assert len(answer.json()["orders"]) == count
    assert {order["status"] for order in answer.json()["orders"]} == {"canceled"}
    assert market.view.orders == {}
    assert market.view.balance(str(ann.id), "BTC", "orders") == 0


async def test_staff_cancel_all_takes_as_many_commands_as_needed(
    ann: SignedInClient, market: Follower, clock: FixedClock
) -> None:
    count = Limits().cancels + 50
    await with_orders(market, str(ann.id), count)

    assert await cancel_orders(market, "BTC-USDT", now=clock.now()) == count
    assert market.view.orders == {}


async def test_a_trailing_order_shows_where_its_stop_price_is(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, market: Follower
) -> None:
    """TRG-4: 10 % below 50,000, then below 52,000; nothing of the order itself is written for that."""
    placed = await place(client, ann, side="sell", type="trailing_stop", price=None, trailing_delta_bps=1_000)
    order = placed.json()["order"]
    assert order["stop_price"] == "45000"
    await place(client, bob, side="sell", price="52000")
    await place(client, ann, price="52000")

    path = f"/api/v1/order/{order['id']}"
    shown = (await client.get(path, headers=ann.headers)).json()["order"]
    listed = (await client.get("/api/v1/order?status=open", headers=ann.headers)).json()["items"]
    assert (shown["stop_price"], listed[0]["stop_price"]) == ("46800", "46800")
    canceled = await client.post(f"{path}/cancel", headers=ann.headers)
    assert canceled.json()["order"]["stop_price"] == "46800"
    assert (await client.get(path, headers=ann.headers)).json()["order"]["stop_price"] == "46800"
