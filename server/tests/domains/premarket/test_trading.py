"""/v1/premarkets: orders and contracts, through the real engine."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.core.commands import ListCoin
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from tests.builders import SignedInClient, status_and_code
from tests.premarket import (
    DOLLAR,
    NOVA,
    ORDERS,
    PATH,
    a_premarket,
    balances,
    contracts_of,
    order,
    pass_time,
    placed,
    require_sound,
)
from tests.trading import AT, a_trader, submit

START = 1_000_000 * DOLLAR


async def test_an_order_that_meets_another_becomes_a_contract_at_the_resting_price(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    sold = await placed(client, bob, "sell", price="2", quantity="10")
    now = int(clock.now().timestamp())
    assert sold == {
        "id": 1,
        "symbol": NOVA,
        "quote": "USDT",
        "side": "sell",
        "price": "2",
        "quantity": "10",
        "filled_quantity": "0",
        "locked": "20.4",
        "fee": "0.4",
        "status": "open",
        "created_at": now,
    }

    bought = await placed(client, ann, "buy", price="2.5", quantity="4")

    assert (bought["status"], bought["filled_quantity"], bought["locked"], bought["fee"]) == (
        "filled",
        "4",
        "0",
        "0",
    )
    assert balances(nova, ann) == {"USDT": START - 816 * DOLLAR // 100, "reserved": 816 * DOLLAR // 100}
    assert balances(nova, bob) == {"USDT": START - 204 * DOLLAR // 10, "reserved": 204 * DOLLAR // 10}
    shared = {
        "id": 1,
        "symbol": NOVA,
        "quote": "USDT",
        "price": "2",
        "quantity": "4",
        "value": "8",
        "fee": "0.16",
        "collateral": "8",
        "status": "matched",
        "delivered_quantity": "0",
        "deliver_by": None,
        "missing_quantity": "0",
        "created_at": now,
        "ended_at": None,
        "outcome": None,
    }
    assert await contracts_of(client, ann) == [shared | {"side": "buy"}]
    assert await contracts_of(client, bob) == [shared | {"side": "sell"}]
    shown = (await client.get(f"{PATH}/{NOVA}", headers=bob.headers)).json()
    assert shown["book"] == {"bids": [], "asks": [["2", "6"]]}
    assert shown["trades"] == [
        {"id": 1, "price": "2", "quantity": "4", "side": "buy", "time_ms": milliseconds(clock.now())}
    ]
    assert (shown["last_price"], shown["change"], shown["volume"]) == ("2", "0", "8")
    assert (shown["best_bid"], shown["best_ask"]) == (None, "2")
    mine = shown["my"]
    assert [(one["status"], one["locked"]) for one in mine["orders"]] == [("partially_filled", "12.24")]
    assert mine["contracts"] == [shared | {"side": "sell"}]
    assert (mine["exposure"], mine["exposure_left"]) == ("20", "9980")
    await require_sound(database_url)


async def cancel(
    http: httpx.AsyncClient, client: SignedInClient, order_id: object, symbol: str = NOVA
) -> httpx.Response:
    return await http.post(f"{PATH}/{symbol}/orders/{order_id}/cancel", headers=client.headers)


async def test_the_open_part_of_an_order_is_canceled_and_the_contract_stays(
    *, client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, nova: Follower, database_url: str
) -> None:
    bought = await placed(client, ann, "buy", price="2", quantity="10")
    await placed(client, bob, "sell", price="2", quantity="4")

    answer = await cancel(client, ann, bought["id"])

    assert answer.status_code == 200, answer.text
    canceled = answer.json()
    assert (canceled["status"], canceled["filled_quantity"], canceled["locked"]) == ("canceled", "4", "0")
    # 8 USDT and 2 % of it stay set aside for the contract.
    assert balances(nova, ann) == {"USDT": START - 816 * DOLLAR // 100, "reserved": 816 * DOLLAR // 100}
    assert [one["quantity"] for one in await contracts_of(client, ann)] == ["4"]
    assert status_and_code(await cancel(client, ann, bought["id"])) == (409, "ORDER_FINAL")
    await require_sound(database_url)


async def test_orders_and_contracts_of_others_are_not_found(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, nova: Follower
) -> None:
    resting = await placed(client, ann, "buy", price="1", quantity="10")
    await placed(client, ann, "buy", price="2", quantity="1")
    await placed(client, bob, "sell", price="2", quantity="1")
    before = dict(nova.view.balances)

    for order_id in (resting["id"], 99, "0x1", "9" * 30):
        assert status_and_code(await cancel(client, bob, order_id)) == (404, "NOT_FOUND")
    # The right client, by the name of another pre-market.
    assert status_and_code(await cancel(client, ann, resting["id"], "BTC")) == (404, "NOT_FOUND")
    for contract_id in (99, "abc"):
        answer = await client.post(f"{PATH}/contracts/{contract_id}/deliver", headers=bob.headers)
        assert status_and_code(answer) == (404, "NOT_FOUND")
    assert dict(nova.view.balances) == before
    assert [one["id"] for one in (await listed(client, ann, "orders", status="open"))] == [resting["id"]]
    assert await listed(client, bob, "orders", status="open") == []
    assert len(await listed(client, bob, "orders", status="ended")) == 1


async def listed(
    http: httpx.AsyncClient, client: SignedInClient, what: str, **query: str
) -> list[dict[str, Any]]:
    answer = await http.get(f"{PATH}/{what}", params=query, headers=client.headers)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def test_visitors_see_the_market_and_cannot_trade(
    client: httpx.AsyncClient, ann: SignedInClient, nova: Follower
) -> None:
    await placed(client, ann, "buy")

    listed_all = (await client.get(PATH)).json()
    row = listed_all["items"]
    shown = (await client.get(f"{PATH}/{NOVA}")).json()

    assert [one["symbol"] for one in row] == [NOVA]
    assert row[0] == {name: shown[name] for name in row[0]}
    assert row[0]["best_bid"] == "2"
    assert (row[0]["fee_rate"], row[0]["collateral_rate"]) == ("0.02", "1")
    assert (row[0]["tick_size"], row[0]["step_size"], row[0]["max_exposure"]) == ("0.01", "0.01", "10000")
    assert listed_all["protection"] == [shown["protection"]] == [{"coin": "USDT", "amount": "0"}]
    assert shown["my"] is None
    rules = {rule["key"]: rule["text"] for rule in shown["rules"]}
    assert "2%" in rules["buyer"]
    assert "4 hours" in rules["delivery"]
    assert "90%" in rules["default"]
    assert "30 days" in rules["late"]
    assert "up to 10,000 USDT" in rules["exposure"]
    spanish = (await client.get(f"{PATH}/{NOVA}", headers={"Accept-Language": "es"})).json()
    translated = {rule["key"]: rule["text"] for rule in spanish["rules"]}
    assert "4 horas" in translated["delivery"]
    assert "30 días" in translated["late"]
    assert not set(rules.values()) & set(translated.values())
    assert (await client.get(PATH, params={"status": "settled"})).json()["items"] == []
    for path in (f"{PATH}/BTC", f"{PATH}/BTC/candles", f"{PATH}/nova"):
        assert status_and_code(await client.get(path)) == (404, "NOT_FOUND")
    for path in (f"{PATH}/orders", f"{PATH}/contracts"):
        assert status_and_code(await client.get(path)) == (401, "TOKEN_INVALID")
    assert status_and_code(await client.post(ORDERS, json={})) == (401, "TOKEN_INVALID")


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        ({"price": "0"}, (422, "VALIDATION_FAILED")),
        ({"quantity": "0"}, (422, "VALIDATION_FAILED")),
        ({"price": "-1"}, (422, "VALIDATION_FAILED")),
        ({"price": "-0"}, (422, "VALIDATION_FAILED")),
        ({"price": "NaN"}, (422, "VALIDATION_FAILED")),
        ({"price": "2e0"}, (422, "VALIDATION_FAILED")),
        ({"price": "\N{FULLWIDTH DIGIT TWO}"}, (422, "VALIDATION_FAILED")),
        ({"quantity": "1." + 30 * "0"}, (422, "VALIDATION_FAILED")),
        ({"price": 2}, (422, "VALIDATION_FAILED")),
        ({"side": "hold"}, (422, "VALIDATION_FAILED")),
        ({"extra": "1"}, (422, "VALIDATION_FAILED")),
        ({"price": "2.001"}, (422, "BAD_PRECISION")),
        ({"quantity": "1.000000001"}, (422, "BAD_PRECISION")),
        ({"quantity": "0.125"}, (422, "BAD_PRECISION")),
        ({"quantity": "0.09"}, (422, "BELOW_MINIMUM")),
        ({"quantity": "1000.01"}, (422, "MAX_QUANTITY")),
        # 10 at 1,000.01 is worth 0.1 more than the limit.
        ({"price": "1000.01"}, (422, "LIMIT_EXCEEDED")),
        ({"price": "99999999999999999999"}, (422, "VALIDATION_FAILED")),
    ],
)
async def test_an_order_against_the_rules_leaves_nothing(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    nova: Follower,
    draft: dict[str, Any],
    code: tuple[int, str],
) -> None:
    before = dict(nova.view.balances)

    answer = await order(client, ann, **{"side": "buy"} | draft)

    assert status_and_code(answer) == code
    assert dict(nova.view.balances) == before
    assert await listed(client, ann, "orders") == []


async def test_refusals_say_how_much_is_allowed_and_needed(
    *, client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, nova: Follower
) -> None:
    poor = await a_trader(services, nova, "cid", usdt="20.3999999")

    short = await order(client, poor, "buy")
    exposed = await order(client, ann, "buy", price="1000", quantity="10.01")

    assert status_and_code(short) == (422, "INSUFFICIENT_BALANCE")
    assert (short.json()["needed"], short.json()["available"]) == ("20.4", "20.3999999")
    assert status_and_code(exposed) == (422, "LIMIT_EXCEEDED")
    assert (exposed.json()["limit"], exposed.json()["left"]) == ("10000", "10000")
    await placed(client, ann, "buy", price="1000", quantity="9")
    again = await order(client, ann, "sell", price="2000", quantity="1")
    # What is bought and sold counts together.
    assert again.json()["left"] == "1000"


async def test_an_order_that_would_meet_an_own_one_is_refused(
    client: httpx.AsyncClient, ann: SignedInClient, nova: Follower
) -> None:
    await placed(client, ann, "sell", price="2")
    before = dict(nova.view.balances)

    answer = await order(client, ann, "buy", price="2.5")

    assert status_and_code(answer) == (422, "SELF_TRADE_PREVENTED")
    assert dict(nova.view.balances) == before
    await placed(client, ann, "buy", price="1.99")


async def test_an_order_needs_an_open_market(
    *, client: httpx.AsyncClient, ann: SignedInClient, nova: Follower, clock: FixedClock
) -> None:
    await submit(nova, ListCoin(AT, "LATER", 8, 10**17))
    now = milliseconds(clock.now())
    await submit(nova, a_premarket(now, symbol="LATER", opens_at=now + 1000, closes_at=now + 2000))
    body = {"side": "buy", "price": "2", "quantity": "1"}

    early = await client.post(f"{PATH}/LATER/orders", json=body, headers=ann.headers)
    unknown = await client.post(f"{PATH}/BTC/orders", json=body, headers=ann.headers)
    await pass_time(nova, clock, hours=1)
    late = await order(client, ann, "buy")

    assert status_and_code(early) == (422, "PREMARKET_NOT_OPEN")
    assert early.json()["detail"].startswith("This pre-market opens on 15.11.2026 12:00 UTC")
    assert status_and_code(unknown) == (404, "NOT_FOUND")
    assert status_and_code(late) == (422, "PREMARKET_NOT_OPEN")
    assert late.json()["detail"] == "Trading in this pre-market has ended."


async def test_a_key_names_one_order_for_ever(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
) -> None:
    first = await order(client, ann, "buy", key="k-1")
    again = await order(client, ann, "buy", key="k-1")
    other = await order(client, ann, "buy", key="k-1", quantity="11")
    someone = await order(client, bob, "buy", key="k-1")

    assert first.status_code == again.status_code == someone.status_code == 201
    assert again.json() == first.json()
    assert again.headers["idempotent-replay"] == "true"
    assert status_and_code(other) == (409, "IDEMPOTENCY_CONFLICT")
    # The stored answer is deleted after a day; the order itself has the key.
    async with services.sessions() as session:
        await session.execute(text("DELETE FROM idempotency_keys"))
        await session.commit()
    late = await order(client, ann, "buy", key="k-1")
    assert late.status_code == 201, late.text
    assert late.json()["id"] == first.json()["id"]
    assert late.headers["idempotent-replay"] == "true"
    assert status_and_code(await order(client, ann, "buy", key="k-1", price="3")) == (
        409,
        "IDEMPOTENCY_CONFLICT",
    )
    assert len(await listed(client, ann, "orders")) == 1


async def test_many_requests_with_one_key_place_one_order(
    client: httpx.AsyncClient, ann: SignedInClient, nova: Follower
) -> None:
    answers = await asyncio.gather(*(order(client, ann, "buy", key="k-2") for _ in range(8)))

    assert {answer.status_code for answer in answers} == {201}
    assert {answer.json()["id"] for answer in answers} == {1}
    assert balances(nova, ann)["reserved"] == 204 * DOLLAR // 10


async def set_levels(services: ApiServices, *, kyc_from_rank: int) -> None:
    async with services.sessions() as session:
        statement = text("UPDATE levels SET requires_kyc = rank >= :rank")
        await session.execute(statement, {"rank": kyc_from_rank})
        await session.commit()
    services.traders.on_notice(None)


async def test_buying_requires_starter_and_selling_advanced(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, nova: Follower
) -> None:
    await set_levels(services, kyc_from_rank=1)
    for side, level in (("buy", "starter"), ("sell", "advanced")):
        answer = await order(client, ann, side)
        assert status_and_code(answer) == (403, "LEVEL_REQUIRED")
        assert (answer.json()["required"], answer.json()["current"]) == (level, "guest")
        assert answer.json()["missing"]["kyc"] is True
    await set_levels(services, kyc_from_rank=2)
    resting = await placed(client, ann, "buy")
    answer = await order(client, ann, "sell", price="3")
    assert (status_and_code(answer), answer.json()["current"]) == ((403, "LEVEL_REQUIRED"), "starter")

    # A level that is lost keeps nobody from taking an order back.
    await set_levels(services, kyc_from_rank=1)
    assert (await cancel(client, ann, resting["id"])).status_code == 200


async def test_a_frozen_account_neither_orders_nor_cancels(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, nova: Follower
) -> None:
    resting = await placed(client, ann, "buy")
    async with services.sessions() as session:
        await session.execute(text("UPDATE clients SET frozen_at = now()"))
        await session.commit()
    services.traders.on_notice(None)

    assert status_and_code(await order(client, ann, "buy")) == (403, "ACCOUNT_FROZEN")
    assert status_and_code(await cancel(client, ann, resting["id"])) == (403, "ACCOUNT_FROZEN")
    assert len(await listed(client, ann, "orders", status="open")) == 1


async def test_candles_are_of_the_fills(
    *, client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, nova: Follower, clock: FixedClock
) -> None:
    for price, quantity in (("2", "1"), ("3", "2"), ("2.5", "1")):
        await placed(client, bob, "sell", price=price, quantity=quantity)
        await placed(client, ann, "buy", price=price, quantity=quantity)
    start = milliseconds(clock.now())
    await pass_time(nova, clock, minutes=12)
    await placed(client, bob, "sell", price="4", quantity="1")
    await placed(client, ann, "buy", price="4", quantity="1")

    answer = await client.get(f"{PATH}/{NOVA}/candles", params={"interval": "5m"})

    first = {"time_ms": start, "open": "2", "high": "3", "low": "2", "close": "2.5", "volume": "4"}
    last = {"open": "4", "high": "4", "low": "4", "close": "4", "volume": "1"}
    assert answer.json() == {"items": [first, {"time_ms": start + 600_000, **last}]}
    one = await client.get(f"{PATH}/{NOVA}/candles", params={"interval": "5m", "limit": "1"})
    assert one.json()["items"] == [{"time_ms": start + 600_000, **last}]
    assert (await client.get(PATH)).json()["items"][0]["change"] == "1"
    assert (await client.get(PATH)).json()["items"][0]["volume"] == "14.5"
    wrong = await client.get(f"{PATH}/{NOVA}/candles", params={"interval": "1s"})
    assert status_and_code(wrong) == (422, "VALIDATION_FAILED")
