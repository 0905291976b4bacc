"""POST /v1/order: what is answered is durable, what is refused changes nothing."""

import asyncio
from typing import Any

import asyncpg
import httpx
import pytest
from sqlalchemy import event

from clearwater.core.commands import ChangePair
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from tests.builders import SignedInClient, a_client
from tests.conftest import app_with
from tests.trading import AT, a_trader, place, submit

A_NUMBER = "Write a plain number, such as 12.5: no sign, and at most 18 digits after the point."
NO_NUMBERS = [
    "-1", "0", "0.0", "1e400", "NaN", "Infinity", "0x10", "1_000", "0." + "1" * 40, "\uff19", "", " 1", "1 ",
    "+1", "1,5", "1.", ".5", -1, 0, 1.5, 10**400, True, ["1"], {"a": 1}, "9" * 21, "99999999999999999999",
]  # fmt: skip


async def test_a_resting_order_is_answered_with_all_its_fields(
    client: httpx.AsyncClient, ann: SignedInClient
) -> None:
    answer = await place(client, ann, client_order_id="first")

    assert answer.status_code == 201
    order = answer.json()["order"]
    assert answer.json()["fills"] == []
    created_at = order.pop("created_at")
    assert order.pop("updated_at") == created_at
    assert order.pop("updated_ms") // 1000 == created_at
    assert order == {
        "id": 1,
        "client_order_id": "first",
        "symbol": "BTC-USDT",
        "side": "buy",
        "type": "limit",
        "time_in_force": "gtc",
        "status": "new",
        "price": "50000",
        "stop_price": None,
        "quantity": "0.1",
        "filled_quantity": "0",
        "remaining_quantity": "0.1",
        "filled_quote": "0",
        "average_price": None,
        "fee": "0",
        "fee_coin": "BTC",
        "maker_fee_rate": "0.002",
        "taker_fee_rate": "0.0025",
        "post_only": False,
        "expire_at": None,
        "trailing_delta_bps": None,
        "display_quantity": None,
        "quote_quantity": None,
        "list_id": None,
        "reason": None,
    }
    shown = await client.get("/api/v1/order/1", headers=ann.headers)
    assert shown.json()["order"] == answer.json()["order"]


async def test_two_orders_meet_and_both_pay_their_fees(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, market: Follower
) -> None:
    await place(client, ann)
    answer = await place(client, bob, side="sell", quantity="0.04", price="49999.99")

    taken = answer.json()
    assert taken["order"]["status"] == "filled"
    assert taken["order"]["average_price"] == "50000"
    assert taken["order"]["fee"] == "5"
    assert taken["order"]["fee_coin"] == "USDT"
    [fill] = taken["fills"]
    assert {**fill, "created_at": 0} == {
        "id": 1,
        "order_id": 2,
        "symbol": "BTC-USDT",
        "side": "sell",
        "price": "50000",
        "quantity": "0.04",
        "quote_quantity": "2000",
        "fee": "5",
        "fee_coin": "USDT",
        "role": "taker",
        "created_at": 0,
    }
    [seen] = (await client.get("/api/v1/trades", headers=ann.headers)).json()["items"]
    assert (seen["role"], seen["side"], seen["order_id"], seen["fee"], seen["fee_coin"]) == (
        "maker",
        "buy",
        1,
        "0.00008",
        "BTC",
    )
    assert market.view.balance(str(bob.id), "USDT", "available") == 10_019_950_000_000
    assert market.view.balance(str(ann.id), "BTC", "available") == 1_003_992_000


async def test_an_oco_answers_both_legs(client: httpx.AsyncClient, ann: SignedInClient) -> None:
    answer = await place(
        client, ann, side="sell", type="oco", price="55000", stop_price="46000", stop_limit_price="45900"
    )

    assert answer.status_code == 201, answer.text
    placed = answer.json()
    assert [order["type"] for order in placed["orders"]] == ["limit", "stop_limit"]
    assert [order["status"] for order in placed["orders"]] == ["new", "untriggered"]
    assert placed["list_id"] == placed["orders"][0]["list_id"] == placed["orders"][1]["list_id"] == 1
    assert "order" not in placed


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"price": "NaN"}, A_NUMBER),
        ({"quantity": "-1"}, A_NUMBER),
        (
            {"client_order_id": "a b"},
            "It holds a character that does not belong here, or is too long or short.",
        ),
        ({"side": "up"}, "Input should be 'buy' or 'sell'"),
    ],
)
async def test_an_invalid_field_is_answered_with_the_expected_format(
    client: httpx.AsyncClient, ann: SignedInClient, sent: dict[str, str], message: str
) -> None:
    answer = await place(client, ann, **sent)

    assert [(one["field"], one["message"]) for one in answer.json()["errors"]] == [(*sent, message)]


@pytest.mark.parametrize("field", ["quantity", "price", "quote_quantity", "stop_price", "display_quantity"])
async def test_an_invalid_number_is_refused(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower, field: str
) -> None:
    before = dict(market.view.balances)
    for value in NO_NUMBERS:
        answer = await place(client, ann, **{field: value})

        assert answer.status_code == 422, (value, answer.text)
        problem = answer.json()
        assert problem["code"] in {"VALIDATION_FAILED", "BAD_PRECISION"}, value
        assert [error["field"].split(".")[0] for error in problem["errors"]] == [field], value
    assert market.view.balances == before
    assert market.view.orders == {}


REFUSALS: list[tuple[dict[str, Any], int, str, str | None]] = [
    ({"symbol": "ETH-USDT"}, 404, "PAIR_UNKNOWN", None),
    ({"symbol": "btc-usdt"}, 422, "VALIDATION_FAILED", "symbol"),
    ({"price": "50000.001"}, 422, "BAD_PRECISION", "price"),
    ({"quantity": "0.100001"}, 422, "BAD_PRECISION", "quantity"),
    ({"quantity": "0.000001"}, 422, "BELOW_MINIMUM", "quantity"),
    ({"quantity": "0.0000000001"}, 422, "BAD_PRECISION", "quantity"),
    ({"quantity": "0.00001"}, 422, "MIN_NOTIONAL", None),
    ({"quantity": "101"}, 422, "MAX_QUANTITY", "quantity"),
    ({"price": "39999.99"}, 422, "PRICE_OUT_OF_BAND", "price"),
    ({"price": "60000.01"}, 422, "PRICE_OUT_OF_BAND", "price"),
    ({"quantity": "30"}, 422, "INSUFFICIENT_BALANCE", None),
    ({"side": "sell", "quantity": "11"}, 422, "INSUFFICIENT_BALANCE", None),
    ({"price": None}, 422, "VALIDATION_FAILED", "price"),
    ({"quantity": None}, 422, "VALIDATION_FAILED", "quantity"),
    ({"type": "market", "price": None}, 422, "NO_LIQUIDITY", None),
    ({"time_in_force": "fok"}, 422, "FOK_NOT_FILLABLE", None),
    ({"time_in_force": "gtd"}, 422, "VALIDATION_FAILED", "expire_at"),
    ({"time_in_force": "day"}, 422, "VALIDATION_FAILED", "time_in_force"),
    ({"type": "iceberg"}, 422, "VALIDATION_FAILED", "type"),
    ({"side": "both"}, 422, "VALIDATION_FAILED", "side"),
    ({"post_only": "yes"}, 422, "VALIDATION_FAILED", "post_only"),
    ({"leverage": 10}, 422, "VALIDATION_FAILED", "leverage"),
    ({"client_order_id": "two words"}, 422, "VALIDATION_FAILED", "client_order_id"),
    ({"client_order_id": "x" * 65}, 422, "VALIDATION_FAILED", "client_order_id"),
    ({"type": "stop_limit", "stop_price": "50000"}, 422, "WOULD_TRIGGER", "stop_price"),
    ({"type": "trailing_stop", "price": None, "trailing_delta_bps": 5_001}, 422, "VALIDATION_FAILED",
     "trailing_delta_bps"),
]  # fmt: skip


async def test_a_refusal_has_a_code_and_changes_nothing(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    before = dict(market.view.balances)
    for order, status, code, field in REFUSALS:
        answer = await place(client, ann, **order)

        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (status, code), (order, answer.text)
        if field is not None:
            assert field in [error["field"] for error in problem["errors"]], order
    assert market.view.balances == before
    assert market.view.orders == {}


async def test_insufficient_balance_states_available_and_needed(
    client: httpx.AsyncClient, ann: SignedInClient
) -> None:
    problem = (await place(client, ann, quantity="30")).json()

    assert (problem["available"], problem["needed"]) == ("1000000", "1500000")


async def test_post_only_that_would_take_is_refused(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    await place(client, ann)
    answer = await place(client, bob, side="sell", post_only=True)

    assert (answer.status_code, answer.json()["code"]) == (422, "POST_ONLY_WOULD_TAKE")


async def test_a_halted_market_takes_no_orders(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    for state in ("cancel_only", "halted"):
        await submit(market, ChangePair(AT, "BTC-USDT", state=state))
        answer = await place(client, ann)
        assert (answer.status_code, answer.json()["code"]) == (423, "MARKET_HALTED")


async def test_trading_requires_a_confirmed_client(
    services: ApiServices, client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    unconfirmed = await a_client(services, email="new@example.org", confirmed=False)

    assert (await client.post("/api/v1/order", json={})).status_code == 401
    refused = await place(client, unconfirmed)
    assert (refused.status_code, refused.json()["code"]) == (403, "EMAIL_UNCONFIRMED")
    wrong = await client.post("/api/v1/order", json={}, headers={"X-Token": "x" * 43})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "TOKEN_INVALID")
    # Who asks comes before what is asked, which comes before the rules.
    assert (await client.post("/api/v1/order", json={}, headers=ann.headers)).status_code == 422
    assert market.view.orders == {}


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"1", b"{", b'"x"', b"\xff"])
async def test_a_body_that_is_not_an_order_is_refused(
    client: httpx.AsyncClient, ann: SignedInClient, body: bytes
) -> None:
    headers = ann.headers | {"Content-Type": "application/json"}
    answer = await client.post("/api/v1/order", content=body, headers=headers)

    assert answer.status_code in {400, 422}
    assert answer.json()["code"] in {"MALFORMED", "VALIDATION_FAILED"}


async def test_concurrent_orders_cannot_overspend_the_balance(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, database_url: str
) -> None:
    ann = await a_trader(services, market, "ann", usdt="20000")
    answers = await asyncio.gather(*(place(client, ann) for _ in range(10)))

    assert sorted(answer.status_code for answer in answers) == [201] * 4 + [422] * 6
    connection = await asyncpg.connect(database_url)
    assert (await audit_ledger(database_url)).differences == []
    await connection.close()


async def test_orders_are_rate_limited(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    answer, before = await place(client, ann, price="1"), 0
    # A few more fit while the window moves on.
    while answer.status_code == 422 and before < 200:
        answer, before = await place(client, ann, price="1"), before + 1

    assert before >= 100
    assert (answer.status_code, answer.json()["code"]) == (429, "RATE_LIMITED")
    assert int(answer.headers["retry-after"]) >= 1
    assert (await place(client, bob)).status_code == 201


async def test_forged_tokens_are_rate_limited_before_any_database_access(
    settings: Settings, database_url: str, clock: FixedClock
) -> None:
    """30 writes a minute and 5 orders in 10 s are left of the limits here, and no time passes."""
    strict = settings.model_copy(update={"rate_limits": 0.05})
    async with open_api_services(strict, database_url, clock=clock) as services:
        ann = await a_client(services)
        transport = httpx.ASGITransport(app_with(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            known = (await place(client, ann)).json()["code"]
            asked: list[object] = []
            event.listen(
                services.sessions.kw["bind"].sync_engine.pool, "checkout", lambda *_: asked.append(0)
            )

            codes = []
            for number in range(60):
                made_up = {"X-Token": f"made up {number}"}
                codes.append((await client.post("/api/v1/order", json={}, headers=made_up)).json()["code"])

            assert codes.count("TOKEN_INVALID") == len(asked) < 40
            assert codes[-10:] == ["RATE_LIMITED"] * 10
            assert (await place(client, ann)).json()["code"] == known, "who is known is not kept out"
