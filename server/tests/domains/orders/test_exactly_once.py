"""One rule for `Idempotency-Key` and `client_order_id`, alone and together, whatever was forgotten meanwhile:
the same body gets the same order, another body 409, and nothing is placed twice."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import event

from clearwater.adapters.postgres_server import as_application
from clearwater.core.commands import ChangeCoin, ChangePair, Command
from clearwater.domains.orders import service
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.api import create_app, following
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, status_and_code
from tests.conftest import OpenClient
from tests.trading import AT, a_trader, give, place, submit

Forget = Callable[[httpx.AsyncClient, SignedInClient], Awaitable[None]]
Later = Callable[[], Awaitable[None]]
ORDER = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "quantity": "0.1", "price": "50000"}
OCO = ORDER | {"type": "oco", "side": "sell", "price": "51000", "stop_price": "49000"}
KEY = {"Idempotency-Key": "press-1"}
OWN_ID = {"client_order_id": "mine"}
NAMES = [
    pytest.param(KEY, {}, id="key"),
    pytest.param({}, OWN_ID, id="client_order_id"),
    pytest.param(KEY, OWN_ID, id="both"),
]


async def send(
    client: httpx.AsyncClient, who: SignedInClient, body: dict[str, Any], headers: dict[str, str]
) -> httpx.Response:
    return await client.post("/api/v1/order", json=body, headers=who.headers | headers)


@pytest.fixture(params=["in_memory", "older_than_memory"])
def forget(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Forget:
    """What may happen between an order and the same request again."""
    happened = request.param
    if happened == "older_than_memory":
        monkeypatch.setattr("clearwater.core.state.DEDUPLICATION_WINDOW", 2)
        monkeypatch.setattr("clearwater.domains.orders.naming.DEDUPLICATION_WINDOW", 2)

    async def forget(client: httpx.AsyncClient, bob: SignedInClient) -> None:
        if happened == "older_than_memory":
            for number in range(4):
                await place(client, bob, price="49000", client_order_id=f"newer-{number}")

    return forget


@pytest.fixture
def later(client: httpx.AsyncClient, bob: SignedInClient, forget: Forget) -> Later:
    return partial(forget, client, bob)


@pytest.mark.parametrize(("headers", "names"), NAMES)
async def test_the_same_body_gets_the_same_answer_and_places_once(
    client: httpx.AsyncClient,
    ann: SignedInClient,
    later: Later,
    headers: dict[str, str],
    names: dict[str, str],
) -> None:
    first = await send(client, ann, ORDER | names, headers)
    await later()
    again = await send(client, ann, ORDER | names, headers)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert "idempotent-replay" not in first.headers
    assert again.headers["idempotent-replay"] == "true"
    assert first.json()["order"]["client_order_id"] == names.get("client_order_id")
    assert len((await client.get("/api/v1/order", headers=ann.headers)).json()["items"]) == 1


@pytest.mark.parametrize("change", [{"side": "sell"}, {"quantity": "0.2"}, {"post_only": True}])
async def test_a_duplicate_client_order_id_is_answered_with_its_order(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower, change: dict[str, Any]
) -> None:
    first = await send(client, ann, ORDER | OWN_ID, {})
    refused = await send(client, ann, ORDER | OWN_ID | change, {})

    assert (refused.status_code, refused.json()["code"]) == (409, "DUPLICATE_CLIENT_ORDER_ID")
    assert refused.json()["order"] == first.json()["order"]
    assert list(market.view.orders) == [1]


async def test_a_repeated_order_is_answered_with_its_fills(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, database_url: str
) -> None:
    await place(client, bob, side="sell", quantity="0.04")
    first = await send(client, ann, ORDER, KEY)
    again = await send(client, ann, ORDER, KEY)

    assert len(first.json()["fills"]) == 1
    assert again.json() == first.json()
    assert (await audit_ledger(database_url)).differences == []


@pytest.mark.parametrize(("headers", "names"), NAMES)
async def test_another_body_is_a_conflict_and_places_nothing(
    client: httpx.AsyncClient,
    ann: SignedInClient,
    later: Later,
    headers: dict[str, str],
    names: dict[str, str],
) -> None:
    first = await send(client, ann, ORDER | names, headers)
    await later()
    refused = await send(client, ann, ORDER | names | {"side": "sell"}, headers)
    again = await send(client, ann, ORDER | names, headers)

    code = "IDEMPOTENCY_CONFLICT" if headers else "DUPLICATE_CLIENT_ORDER_ID"
    assert (refused.status_code, refused.json()["code"]) == (409, code)
    # A refused body does not take the key away from the one that was first.
    assert (again.status_code, again.json()) == (201, first.json())
    assert len((await client.get("/api/v1/order", headers=ann.headers)).json()["items"]) == 1


async def test_both_legs_of_an_oco_are_answered_again(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower, later: Later
) -> None:
    first = await send(client, ann, OCO, KEY)
    await later()
    again = await send(client, ann, OCO, KEY)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert len(first.json()["orders"]) == 2


async def test_a_key_binds_the_clients_own_id(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower, later: Later
) -> None:
    await send(client, ann, ORDER | OWN_ID, KEY)
    await later()
    other_id = await send(client, ann, ORDER | {"client_order_id": "another"}, KEY)
    no_id = await send(client, ann, ORDER, KEY)

    assert [answer.json()["code"] for answer in (other_id, no_id)] == ["IDEMPOTENCY_CONFLICT"] * 2
    assert len([order for order in market.view.orders.values() if order.terms.client == str(ann.id)]) == 1


async def test_another_key_with_a_used_id_is_the_same_order_or_a_duplicate(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower, later: Later
) -> None:
    first = await send(client, ann, ORDER | OWN_ID, KEY)
    await later()
    same = await send(client, ann, ORDER | OWN_ID, {"Idempotency-Key": "press-2"})
    other = await send(client, ann, ORDER | OWN_ID | {"quantity": "0.3"}, {"Idempotency-Key": "press-3"})

    assert (same.status_code, same.json()) == (201, first.json())
    assert (other.status_code, other.json()["code"]) == (409, "DUPLICATE_CLIENT_ORDER_ID")


@pytest.mark.parametrize(("headers", "names"), NAMES)
async def test_a_repeated_request_is_answered_with_the_orders_current_state(
    client: httpx.AsyncClient,
    ann: SignedInClient,
    market: Follower,
    headers: dict[str, str],
    names: dict[str, str],
) -> None:
    first = (await send(client, ann, ORDER | names, headers)).json()["order"]
    await client.patch(f"/api/v1/order/{first['id']}", json={"quantity": "0.2"}, headers=ann.headers)
    await client.post(f"/api/v1/order/{first['id']}/cancel", headers=ann.headers)
    again = await send(client, ann, ORDER | names, headers)

    assert (again.status_code, again.headers["idempotent-replay"]) == (201, "true")
    order = again.json()["order"]
    assert (order["id"], order["status"], order["quantity"]) == (first["id"], "canceled", "0.2")
    assert market.view.orders == {}


async def test_keys_and_client_order_ids_are_scoped_to_the_client(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    await send(client, ann, ORDER | OWN_ID, KEY)
    others = await send(client, bob, ORDER | OWN_ID | {"price": "40000"}, KEY)

    assert others.status_code == 201
    assert "idempotent-replay" not in others.headers


async def test_concurrent_requests_with_one_key_place_one_order(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    """More requests than there are database connections, and none of them starves."""
    answers = await asyncio.gather(*(send(client, ann, ORDER, KEY) for _ in range(30)))

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert sum(answer.headers.get("idempotent-replay") == "true" for answer in answers) == 29
    assert list(market.view.orders) == [1]
    # The key is nobody's to see.
    assert answers[0].json()["order"]["client_order_id"] is None


async def test_concurrent_requests_with_different_keys_do_not_starve(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    answers = await asyncio.gather(
        *(send(client, ann, ORDER, {"Idempotency-Key": f"press-{number}"}) for number in range(30))
    )

    assert {answer.status_code for answer in answers} == {201}
    assert len(market.view.orders) == 30


async def test_a_new_order_takes_no_database_connection(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, market: Follower
) -> None:
    """Whatever it is named by: what the engine knows is enough."""
    await send(client, ann, ORDER, {})
    pool, checked_out = services.sessions.kw["bind"].sync_engine, list[object]()
    event.listen(pool, "checkout", lambda *_: checked_out.append(1))
    for headers, names in (
        (KEY, {}),
        ({}, OWN_ID),
        ({"Idempotency-Key": "press-2"}, {"client_order_id": "b"}),
    ):
        assert (await send(client, ann, ORDER | names, headers)).status_code == 201

    assert checked_out == []


async def test_a_refused_order_leaves_its_key_unused(
    client: httpx.AsyncClient, services: ApiServices, market: Follower
) -> None:
    """ORD-3: it is decided anew when it is repeated, and the key may name another order."""
    poor = await a_trader(services, market, "poor", usdt="1")
    refused = [await send(client, poor, ORDER | OWN_ID, KEY) for _ in range(2)]
    await give(market, poor, USDT="10000")
    placed = await send(client, poor, ORDER | OWN_ID | {"quantity": "0.2"}, KEY)
    other = await send(client, poor, ORDER | OWN_ID, KEY)

    assert [status_and_code(answer) for answer in refused] == [(422, "INSUFFICIENT_BALANCE")] * 2
    assert all("idempotent-replay" not in answer.headers for answer in (*refused, placed))
    assert placed.status_code == 201
    assert status_and_code(other) == (409, "IDEMPOTENCY_CONFLICT")
    assert len(market.view.orders) == 1


@pytest.mark.parametrize(("headers", "names"), NAMES)
@pytest.mark.parametrize(
    "change", [ChangePair(AT, "BTC-USDT", state="halted"), ChangeCoin(AT, "BTC", trading=False)]
)
async def test_an_order_is_found_though_its_market_takes_none_any_more(
    client: httpx.AsyncClient,
    ann: SignedInClient,
    *,
    market: Follower,
    headers: dict[str, str],
    names: dict[str, str],
    change: Command,
) -> None:
    """A refusal would say that it was never placed."""
    first = await send(client, ann, ORDER | names, headers)
    await submit(market, change)
    again = await send(client, ann, ORDER | names, headers)
    new = await send(client, ann, ORDER, {})

    assert (again.status_code, again.json()) == (201, first.json())
    assert status_and_code(new) == (423, "MARKET_HALTED")


@pytest.mark.parametrize(("headers", "names"), NAMES)
async def test_an_order_is_found_though_its_time_is_over(
    client: httpx.AsyncClient,
    ann: SignedInClient,
    *,
    market: Follower,
    clock: FixedClock,
    headers: dict[str, str],
    names: dict[str, str],
) -> None:
    until = int(clock.now().timestamp()) + 60
    order = ORDER | names | {"time_in_force": "gtd", "expire_at": until}
    first = await send(client, ann, order, headers)
    clock.at += timedelta(minutes=2)
    again = await send(client, ann, order, headers)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["idempotent-replay"] == "true"
    assert again.json()["order"]["id"] == first.json()["order"]["id"]
    assert again.json()["order"]["status"] == "expired"


async def test_two_apis_place_one_order_under_one_key(
    client: httpx.AsyncClient,
    open_client: OpenClient,
    *,
    services: ApiServices,
    database_url: str,
    ann: SignedInClient,
    market: Follower,
) -> None:
    url = as_application(database_url)
    async with open_api_services(services.settings, url, clock=services.clock) as others, following(others):
        await asyncio.wait_for(others.engine.wait_until_serving(), 30)
        second = await open_client(app=create_app(others))
        answers = await asyncio.gather(
            *(send(api, ann, ORDER, KEY) for _ in range(10) for api in (client, second))
        )
        different = await send(second, ann, ORDER | {"side": "sell"}, KEY)

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["order"]["id"] for answer in answers}) == 1
    assert sum("idempotent-replay" not in answer.headers for answer in answers) == 1
    assert status_and_code(different) == (409, "IDEMPOTENCY_CONFLICT")


@pytest.mark.parametrize("key", ["", "x" * 65, "tab\there"])
async def test_an_order_with_a_malformed_key_is_refused(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower, key: str
) -> None:
    refused = await send(client, ann, ORDER, {"Idempotency-Key": key})

    assert (status_and_code(refused), market.view.orders) == ((422, "VALIDATION_FAILED"), {})


async def test_an_order_of_the_first_rules_is_found_by_its_key(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    """They had the key in the place of the client's own id."""
    digest = service.key_digest("press-1")
    old = await send(client, ann, ORDER, {})
    command = next(iter(market.view.orders.values())).terms
    await client.post("/api/v1/order/1/cancel", headers=ann.headers)
    await market.submit(replace(command, client_order_id=f"idempotency-key {digest}"))

    again = await send(client, ann, ORDER, KEY)
    other = await send(client, ann, ORDER | {"side": "sell"}, KEY)

    assert (again.status_code, again.json()["order"]["id"]) == (201, old.json()["order"]["id"] + 1)
    assert again.json()["order"]["client_order_id"] is None
    assert (other.status_code, other.json()["code"]) == (409, "IDEMPOTENCY_CONFLICT")
