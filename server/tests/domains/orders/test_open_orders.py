"""Changing, taking back, listing and previewing orders."""

from typing import NoReturn

import httpx
import pytest

from clearwater.core.commands import ChangePair
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient
from tests.trading import AT, place, submit


async def test_a_canceled_order_releases_its_hold(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    await place(client, ann)
    assert market.view.balance(str(ann.id), "USDT", "orders") == 50_000_000_000
    answer = await client.post("/api/v1/order/1/cancel", headers=ann.headers)

    assert answer.status_code == 200
    assert (answer.json()["order"]["status"], answer.json()["order"]["reason"]) == ("canceled", "client")
    assert market.view.balance(str(ann.id), "USDT", "orders") == 0
    again = await client.post("/api/v1/order/1/cancel", headers=ann.headers)
    assert (again.status_code, again.json()["code"]) == (409, "ORDER_FINAL")


async def test_another_clients_order_cannot_be_accessed(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, market: Follower
) -> None:
    await place(client, ann)
    for number in ("1", "99", "abc", "-1", "\uff11", "9" * 30):
        for answer in (
            await client.get(f"/api/v1/order/{number}", headers=bob.headers),
            await client.post(f"/api/v1/order/{number}/cancel", headers=bob.headers),
            await client.patch(f"/api/v1/order/{number}", json={"price": "45000"}, headers=bob.headers),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
    assert (await client.get("/api/v1/order", headers=bob.headers)).json()["items"] == []
    for path in ("/api/v1/order", "/api/v1/order/1", "/api/v1/trades"):
        assert (await client.get(path)).status_code == 401
    assert (await client.post("/api/v1/order/1/cancel")).status_code == 401
    assert market.view.orders[1].state.status == "new"


async def test_an_order_is_changed_and_keeps_its_number(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    await place(client, ann)
    answer = await client.patch(
        "/api/v1/order/1", json={"price": "49000", "quantity": "0.2"}, headers=ann.headers
    )

    order = answer.json()["order"]
    assert (order["id"], order["price"], order["quantity"]) == (1, "49000", "0.2")
    assert market.view.balance(str(ann.id), "USDT", "orders") == 98_000_000_000
    for change, code in (
        ({}, "VALIDATION_FAILED"),
        ({"price": "-1"}, "VALIDATION_FAILED"),
        ({"price": "0"}, "VALIDATION_FAILED"),
        ({"price": "49000.001"}, "BAD_PRECISION"),
        ({"price": "1"}, "PRICE_OUT_OF_BAND"),
        ({"quantity": "90"}, "INSUFFICIENT_BALANCE"),
        ({"side": "sell"}, "VALIDATION_FAILED"),
    ):
        refused = await client.patch("/api/v1/order/1", json=change, headers=ann.headers)
        assert (refused.status_code, refused.json()["code"]) == (422, code), change
    assert market.view.balance(str(ann.id), "USDT", "orders") == 98_000_000_000
    await client.post("/api/v1/order/1/cancel", headers=ann.headers)
    late = await client.patch("/api/v1/order/1", json={"price": "48000"}, headers=ann.headers)
    assert (late.status_code, late.json()["code"]) == (409, "ORDER_FINAL")


async def test_cancel_all_cancels_the_matching_orders(client: httpx.AsyncClient, ann: SignedInClient) -> None:
    await place(client, ann)
    await place(client, ann, price="49000")
    await place(client, ann, side="sell", price="55000")
    sold = await client.post("/api/v1/order/cancel-all", json={"side": "sell"}, headers=ann.headers)
    assert [order["id"] for order in sold.json()["orders"]] == [3]
    stops = await client.post(
        "/api/v1/order/cancel-all", json={"types": ["stop_limit", "oco"]}, headers=ann.headers
    )
    assert stops.json() == {"orders": []}
    wrong = await client.post("/api/v1/order/cancel-all", json={"types": ["odd"]}, headers=ann.headers)
    assert (wrong.status_code, wrong.json()["code"]) == (422, "VALIDATION_FAILED")
    unknown = await client.post("/api/v1/order/cancel-all", json={"symbol": "X-Y"}, headers=ann.headers)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "PAIR_UNKNOWN")
    rest = await client.post("/api/v1/order/cancel-all", headers=ann.headers)
    assert [(order["id"], order["status"]) for order in rest.json()["orders"]] == [
        (2, "canceled"),
        (1, "canceled"),
    ]
    assert (await client.post("/api/v1/order/cancel-all", headers=ann.headers)).json() == {"orders": []}


async def test_in_a_halted_market_orders_stay(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    await place(client, ann)
    await submit(market, ChangePair(AT, "BTC-USDT", state="halted"))
    answer = await client.post("/api/v1/order/1/cancel", headers=ann.headers)
    assert (answer.status_code, answer.json()["code"]) == (423, "MARKET_HALTED")
    await submit(market, ChangePair(AT, "BTC-USDT", state="cancel_only"))
    assert (await client.post("/api/v1/order/1/cancel", headers=ann.headers)).status_code == 200


@pytest.fixture
async def history(client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient) -> None:
    await place(client, ann, client_order_id="one")
    await place(client, bob, side="sell", quantity="0.1")
    await place(client, ann, price="45000")
    await place(client, ann, side="sell", price="55000")
    await client.post("/api/v1/order/4/cancel", headers=ann.headers)


@pytest.mark.usefixtures("history")
async def test_orders_are_listed_by_what_is_asked_for(client: httpx.AsyncClient, ann: SignedInClient) -> None:
    async def ids(query: str) -> list[int]:
        answer = await client.get(f"/api/v1/order?{query}", headers=ann.headers)
        assert answer.status_code == 200, answer.text
        return [order["id"] for order in answer.json()["items"]]

    assert await ids("") == [4, 3, 1]
    assert await ids("status=open") == [3]
    assert await ids("status=history") == [4, 1]
    assert await ids("status=filled") == [1]
    assert await ids("status=canceled") == [4]
    assert await ids("status=expired") == []
    assert await ids("side=sell") == [4]
    assert await ids("type=market") == []
    assert await ids("symbol=BTC-USDT&client_order_id=one") == [1]
    assert await ids("from=1&to=2") == []
    first = (await client.get("/api/v1/order?limit=2", headers=ann.headers)).json()
    assert [order["id"] for order in first["items"]] == [4, 3]
    assert await ids(f"limit=2&cursor={first['next_cursor']}") == [1]
    for wrong in ("status=some", "side=x", "from=x", "from=-1", "limit=0", "cursor=zzz", "to=1e99"):
        answer = await client.get(f"/api/v1/order?{wrong}", headers=ann.headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED"), wrong


@pytest.mark.usefixtures("history")
async def test_orders_and_trades_come_as_csv(client: httpx.AsyncClient, ann: SignedInClient) -> None:
    headers = ann.headers | {"Accept": "text/csv"}
    orders = (await client.get("/api/v1/order", headers=headers)).text.splitlines()
    trades = (await client.get("/api/v1/trades", headers=headers)).text.splitlines()

    assert orders[0].startswith("id,client_order_id,symbol,side,type")
    assert [line.split(",")[0] for line in orders[1:]] == ["4", "3", "1"]
    assert trades[0].startswith("id,order_id,symbol,side,price")
    assert trades[1].startswith("1,1,BTC-USDT,buy,50000,0.1,5000,0.0002,BTC,maker,")


async def test_a_self_trade_is_listed_on_both_sides(client: httpx.AsyncClient, ann: SignedInClient) -> None:
    await place(client, ann)
    await place(client, ann, side="sell", self_trade_prevention="none")
    first = (await client.get("/api/v1/trades?limit=1", headers=ann.headers)).json()
    second = (
        await client.get(f"/api/v1/trades?limit=1&cursor={first['next_cursor']}", headers=ann.headers)
    ).json()

    assert [fill["role"] for fill in first["items"] + second["items"]] == ["taker", "maker"]
    assert second["next_cursor"] is None
    for side, role in (("buy", "maker"), ("sell", "taker")):
        found = (await client.get(f"/api/v1/trades?side={side}", headers=ann.headers)).json()["items"]
        assert [(fill["side"], fill["role"]) for fill in found] == [(side, role)]
    only = (await client.get("/api/v1/trades?order_id=1", headers=ann.headers)).json()["items"]
    assert [fill["role"] for fill in only] == ["maker"]


async def test_a_preview_estimates_fills_fee_and_slippage(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, market: Follower
) -> None:
    await place(client, bob, side="sell", price="50000")
    await place(client, bob, side="sell", price="50500", quantity="0.3")
    before = dict(market.view.balances)
    wanted = {"symbol": "BTC-USDT", "side": "buy", "type": "market", "quantity": "0.2"}
    answer = await client.post("/api/v1/order/preview", json=wanted, headers=ann.headers)

    assert answer.json() == {
        "average_price": "50250",
        "filled_quantity": "0.2",
        "fee": "0.0005",
        "fee_coin": "BTC",
        "slippage": "0.005",
        "receives": "0.1995",
    }
    by_amount = wanted | {"quantity": None, "quote_quantity": "5000"}
    answer = await client.post("/api/v1/order/preview", json=by_amount, headers=ann.headers)
    assert (answer.json()["filled_quantity"], answer.json()["slippage"]) == ("0.1", "0")
    low = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "quantity": "1", "price": "45000"}
    answer = await client.post("/api/v1/order/preview", json=low, headers=ann.headers)
    assert (answer.json()["filled_quantity"], answer.json()["average_price"]) == ("0", None)
    for wrong, code in (
        (wanted | {"symbol": "X-Y"}, "PAIR_UNKNOWN"),
        (wanted | {"quantity": None}, "VALIDATION_FAILED"),
        (wanted | {"side": "sell"}, "NO_LIQUIDITY"),
        (low | {"type": "stop_limit", "stop_price": "44000"}, "VALIDATION_FAILED"),
    ):
        refused = await client.post("/api/v1/order/preview", json=wrong, headers=ann.headers)
        assert refused.json()["code"] == code
    assert market.view.balances == before


@pytest.mark.parametrize(
    "order",
    [
        {"type": "limit", "price": "50000", "quantity": "0.2"},
        {"type": "limit", "price": "45000", "quantity": "0.1"},
        {"type": "market", "quantity": "0.2"},
        {"type": "market", "quote_quantity": "6000"},
    ],
)
async def test_a_preview_of_fill_or_kill_is_all_or_nothing(
    order: dict[str, str],
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    market: Follower,
) -> None:
    await place(client, bob, side="sell", price="50000")
    wanted = {"symbol": "BTC-USDT", "side": "buy", "time_in_force": "fok", **order}
    answer = await client.post("/api/v1/order/preview", json=wanted, headers=ann.headers)

    assert answer.json() == {
        "average_price": None,
        "filled_quantity": "0",
        "fee": "0",
        "fee_coin": "BTC",
        "slippage": "0",
        "receives": "0",
    }
    refused = await client.post("/api/v1/order", json=wanted, headers=ann.headers)
    assert refused.json()["code"] == "FOK_NOT_FILLABLE"
    whole = wanted | {"type": "limit", "price": "50000", "quantity": "0.1", "quote_quantity": None}
    answer = await client.post("/api/v1/order/preview", json=whole, headers=ann.headers)
    assert answer.json()["filled_quantity"] == "0.1"


async def test_open_orders_are_listed_without_the_database(
    client: httpx.AsyncClient, ann: SignedInClient, services: ApiServices
) -> None:
    """By page and by filter as all others, and single ones, too."""
    await place(client, ann, client_order_id="first")
    await place(client, ann, price="49000")
    await place(client, ann, side="sell", price="55000")
    await services.reads.close()
    services.reads._open = unreachable

    async def ids(**query: str) -> list[int]:
        answer = await client.get("/api/v1/order", params={"status": "open", **query}, headers=ann.headers)
        assert answer.status_code == 200, answer.text
        return [order["id"] for order in answer.json()["items"]]

    assert await ids() == [3, 2, 1]
    assert await ids(side="buy") == [2, 1]
    assert await ids(side="buy", type="market") == []
    assert await ids(symbol="ETH-USDT") == []
    assert await ids(client_order_id="first") == [1]
    assert await ids(to="1") == []
    assert await ids(**{"from": "1"}) == [3, 2, 1]
    first = (
        await client.get("/api/v1/order", params={"status": "open", "limit": "2"}, headers=ann.headers)
    ).json()
    assert await ids(cursor=first["next_cursor"]) == [1]
    one = await client.get("/api/v1/order/3", headers=ann.headers)
    assert one.json()["order"]["side"] == "sell"
    closed = await client.get("/api/v1/order/4", headers=ann.headers)
    assert (closed.status_code, closed.json()["code"]) == (503, "ENGINE_UNAVAILABLE")


async def unreachable() -> NoReturn:
    raise ConnectionRefusedError


@pytest.mark.parametrize("path", ["/api/v1/order", "/api/v1/trades"])
async def test_wrong_parameters_of_a_list_are_named_together(
    client: httpx.AsyncClient, ann: SignedInClient, path: str
) -> None:
    answer = await client.get(
        path, params={"side": "both", "from": "-1", "limit": "201"}, headers=ann.headers
    )

    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert [error["field"] for error in answer.json()["errors"]] == ["side", "from", "limit"]
    for cursor in ("x", "W10", "W3RydWVd", "WzEwMDAwMDAwMDAwMDAwMDAwMDAwMDBd"):
        refused = await client.get(path, params={"cursor": cursor}, headers=ann.headers)
        assert [error["field"] for error in refused.json()["errors"]] == ["cursor"], cursor
    unstorable = await client.get(path, params={"symbol": "BTC\0"}, headers=ann.headers)
    assert (unstorable.status_code, unstorable.json()["code"]) == (400, "MALFORMED")
    assert (await client.get(path, params={"side": "both"})).status_code == 401
