"""What the layers promise of every answer holds for reads that pass none of them."""

import asyncio
from dataclasses import replace

import asyncpg
import httpx
import pytest
from fastapi.routing import APIRoute

from clearwater.core.desk import Desk
from clearwater.engine.follower import Follower
from clearwater.entrypoints.api import App, build_app, create_app
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.concurrency import CallerSemaphores
from clearwater.kit.plain_route import PlainRoute
from clearwater.kit.ratelimit import RateLimiter
from tests.builders import SignedInClient
from tests.polling import eventually
from tests.trading import place

READS = {
    *("/api/bff/auth/validate", "/api/bff/auth/user", "/api/v1/client/level", "/api/v1/assets"),
    *("/api/v1/assets/history", "/api/v1/order", "/api/v1/order/{order_id}", "/api/v1/trades"),
    *("/api/v1/transactions", "/api/v1/notices"),
}


def concrete(path: str) -> str:
    return path.format(order_id=1)


def client_of(app: App) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=("203.0.113.1", 1))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


def test_the_reads_that_are_made_most_pass_no_layer() -> None:
    routes = [route for route in build_app().routes if isinstance(route, APIRoute)]
    plain = {
        route.path for route in routes if isinstance(route, PlainRoute) and "GET" in (route.methods or ())
    }

    assert plain >= READS


@pytest.mark.parametrize("path", sorted(READS))
async def test_a_plain_read_is_answered_as_all_others(
    client: httpx.AsyncClient, ann: SignedInClient, services: ApiServices, path: str
) -> None:
    await place(client, ann)
    services.visits._last = None

    answer = await client.get(concrete(path), headers=ann.headers)
    head = await client.head(concrete(path), headers=ann.headers)
    anonymous = await client.get(concrete(path))
    elsewhere = await client.get(concrete(path), headers={**ann.headers, "X-Site": "nowhere.example"})

    assert answer.status_code == 200, answer.text
    assert services.visits.is_watching()
    kept = "private, max-age=60" if path.endswith("history") else "no-store"
    assert answer.headers["cache-control"] == kept
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-request-id"] != head.headers["x-request-id"]
    assert head.status_code == 200
    assert head.headers["content-length"] == answer.headers["content-length"]
    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (421, "SITE_UNKNOWN")


async def test_an_address_has_a_few_plain_reads_at_a_time(ann: SignedInClient, services: ApiServices) -> None:
    limits = CallerSemaphores(1)
    app = create_app(replace(services, caller_limits=limits))
    async with client_of(app) as crowd:
        async with limits.slot("203.0.113.1"):
            waiting = asyncio.create_task(crowd.get("/api/v1/notices", headers=ann.headers))
            other = asyncio.create_task(crowd.get("/api/bff/auth/validate"))
            await eventually(lambda: limits._callers["203.0.113.1"][1] == 3)
            assert not any(task.done() for task in (waiting, other))
        answers = await asyncio.gather(waiting, other)

    assert [answer.status_code for answer in answers] == [200, 401]


async def test_plain_reads_are_counted_by_address(ann: SignedInClient, services: ApiServices) -> None:
    limiter = RateLimiter(redis_url=None, multiplier=3 / 1200, clock=services.clock)
    app = create_app(replace(services, limiter=limiter))
    async with client_of(app) as client:
        path = "/api/bff/auth/validate"
        codes = [(await client.get(path, headers=ann.headers)).status_code for _ in range(4)]
    await limiter.close()

    assert codes == [200, 200, 200, 429]


async def test_a_list_is_never_older_than_what_was_acknowledged_elsewhere(
    ann: SignedInClient, services: ApiServices, market: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may have acknowledged an order that this one has not seen yet."""
    caught_up = list[str]()

    async def catch_up(_desk: Desk) -> None:
        caught_up.append("once")

    monkeypatch.setattr(Follower, "catch_up", catch_up)
    async with client_of(create_app(services)) as client:
        for path in ("/api/v1/order?status=open", "/api/v1/order/1", "/api/v1/assets", "/api/v1/trades"):
            await client.get(path, headers=ann.headers)

    assert caught_up == ["once"] * 4


async def test_a_list_as_a_file_is_streamed_however_it_is_asked_for(
    client: httpx.AsyncClient, ann: SignedInClient
) -> None:
    await place(client, ann)
    for path, headers in (
        ("/api/v1/order?format=csv", {}),
        ("/api/v1/order?f%6Frmat=%63sv&status=open", {}),
        ("/api/v1/order", {"Accept": "text/CSV;q=1"}),
    ):
        answer = await client.get(path, headers={**ann.headers, **headers})
        head, row = answer.text.splitlines()
        assert answer.headers["content-type"].startswith("text/csv"), path
        assert dict(zip(head.split(","), row.split(","), strict=True))["symbol"] == "BTC-USDT"
    wrong = await client.get("/api/v1/order?format=csv&side=both", headers=ann.headers)
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (422, "side")


async def test_a_list_whose_connection_was_lost_is_read_on_another(
    client: httpx.AsyncClient, ann: SignedInClient, connection: asyncpg.Connection
) -> None:
    first = await client.get("/api/v1/trades", headers=ann.headers)

    ended = await connection.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%as_taker FROM fills%'"
        " AND pid <> pg_backend_pid()"
    )
    again = await client.get("/api/v1/trades", headers=ann.headers)

    assert len(ended) == 1
    assert (again.status_code, again.json()) == (200, first.json())
