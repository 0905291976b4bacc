"""POST /v1/demo/faucet: play money, ten times a day, each time once."""

import asyncio
from datetime import timedelta

import asyncpg
import httpx
import pytest

from clearwater.core.commands import Adjust, ListCoin
from clearwater.domains.demo import service
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from tests.builders import SignedInClient, a_client
from tests.domains.demo.builders import open_pairs

PATH = "/api/v1/demo/faucet"


@pytest.fixture
async def ann(services: ApiServices, engine: Follower) -> SignedInClient:
    """A client of a demo that has one pair."""
    await open_pairs(engine, "BTC-USDT")
    return await a_client(services)


def held(engine: Follower, client: SignedInClient, coin: str) -> int:
    return engine.view.balance(str(client.id), coin, "available")


async def ask(
    client: httpx.AsyncClient, ann: SignedInClient, coin: str = "USDT", **headers: str
) -> httpx.Response:
    return await client.post(PATH, json={"coin": coin}, headers={**ann.headers, **headers})


async def test_the_faucet_gives_about_ten_thousand_usdt_from_the_treasury(
    client: httpx.AsyncClient, ann: SignedInClient, engine: Follower, connection: asyncpg.Connection
) -> None:
    treasury = engine.view.balance("house", "BTC", "treasury")

    first, second = await ask(client, ann), await ask(client, ann, "BTC")

    assert (first.status_code, first.json()) == (201, {"coin": "USDT", "amount": "10000"})
    # At 98,250 that is 0.10178, of which three digits are given.
    assert (second.status_code, second.json()) == (201, {"coin": "BTC", "amount": "0.101"})
    assert (held(engine, ann, "USDT"), held(engine, ann, "BTC")) == (10_000 * 10**7, 10_100_000)
    assert engine.view.balance("house", "BTC", "treasury") == treasury - 10_100_000
    kinds = await connection.fetch("SELECT kind FROM postings WHERE target_owner = $1", str(ann.id))
    assert [row["kind"] for row in kinds] == ["adjustment", "adjustment"]


async def test_ten_gifts_a_day_are_the_limit(
    client: httpx.AsyncClient, ann: SignedInClient, engine: Follower, clock: FixedClock
) -> None:
    for _ in range(10):
        assert (await ask(client, ann)).status_code == 201

    refused = await ask(client, ann, "BTC")

    assert (refused.status_code, refused.json()["code"]) == (422, "LIMIT_DAY_EXCEEDED")
    midnight = clock.at.replace(hour=0) + timedelta(days=1)
    assert (refused.json()["left"], refused.json()["resets_at"]) == ("0", int(midnight.timestamp()))
    assert (held(engine, ann, "USDT"), held(engine, ann, "BTC")) == (100_000 * 10**7, 0)
    clock.at = midnight
    assert (await ask(client, ann, "BTC")).status_code == 201


async def test_concurrent_requests_cannot_exceed_the_daily_limit(
    client: httpx.AsyncClient, ann: SignedInClient, engine: Follower, database_url: str
) -> None:
    for _ in range(9):
        await ask(client, ann)

    answers = await asyncio.gather(*(ask(client, ann) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [201, 422, 422, 422]
    assert held(engine, ann, "USDT") == 100_000 * 10**7
    assert (await audit_ledger(database_url)).differences == []


async def test_ten_concurrent_requests_all_succeed(
    client: httpx.AsyncClient, ann: SignedInClient, engine: Follower
) -> None:
    answers = await asyncio.gather(*(ask(client, ann) for _ in range(10)))

    assert {answer.status_code for answer in answers} == {201}
    assert held(engine, ann, "USDT") == 100_000 * 10**7


async def test_an_idempotency_key_gives_once(
    client: httpx.AsyncClient, ann: SignedInClient, engine: Follower
) -> None:
    key = {"Idempotency-Key": "first"}
    answers = await asyncio.gather(*(ask(client, ann, **key) for _ in range(3)))

    conflict = await ask(client, ann, "BTC", **key)

    assert {(answer.status_code, answer.text) for answer in answers} == {
        (201, '{"coin":"USDT","amount":"10000"}')
    }
    assert sorted(answer.headers.get("idempotent-replay", "") for answer in answers) == ["", "true", "true"]
    assert (conflict.status_code, conflict.json()["code"]) == (409, "IDEMPOTENCY_CONFLICT")
    assert (held(engine, ann, "USDT"), held(engine, ann, "BTC")) == (10_000 * 10**7, 0)


async def test_a_repeated_request_gets_the_same_gift_after_its_answer_was_lost(
    services: ApiServices, ann: SignedInClient, engine: Follower, connection: asyncpg.Connection
) -> None:
    """The process ended after the money had moved, before the answer was stored."""
    now = services.clock.now()

    async def give(coin: str) -> tuple[int, int]:
        gift = await service.give(engine, services.sessions, ann.id, coin, key="lost", now=now)
        return gift.number, gift.amount

    first = await give("BTC")
    again = await give("BTC")

    assert first == again == (1, 10_100_000)
    assert held(engine, ann, "BTC") == 10_100_000
    assert await connection.fetchval("SELECT count(*) FROM faucet_gifts") == 1


async def test_an_empty_treasury_refuses_and_the_try_does_not_count(
    client: httpx.AsyncClient, ann: SignedInClient, engine: Follower, connection: asyncpg.Connection
) -> None:
    treasury = engine.view.balance("house", "BTC", "treasury")
    await engine.submit(Adjust(1, "empty", "somebody", "BTC", treasury - 1))

    refused = await ask(client, ann, "BTC")

    assert (refused.status_code, refused.json()["code"]) == (422, "INSUFFICIENT_BALANCE")
    assert (refused.json()["available"], refused.json()["needed"]) == ("0.00000001", "0.101")
    assert held(engine, ann, "BTC") == 0
    assert await connection.fetchval("SELECT count(*) FROM faucet_gifts") == 0


async def test_a_coin_that_it_does_not_have(
    client: httpx.AsyncClient, ann: SignedInClient, engine: Follower, connection: asyncpg.Connection
) -> None:
    """One that nobody knows, one that is not listed yet, and one that has no price yet."""
    await engine.submit(ListCoin(1, "LTC", 8, 84 * 10**14))
    for coin in ("GOLD", "SOL", "LTC"):
        refused = await ask(client, ann, coin)

        assert (refused.status_code, refused.json()["code"]) == (404, "NOT_FOUND"), coin
    assert await connection.fetchval("SELECT count(*) FROM faucet_gifts") == 0


BAD_BODIES: tuple[object, ...] = (
    {},
    [],
    {"coin": 1},
    {"coin": None},
    {"coin": "btc"},
    {"coin": ["BTC"]},
    {"coin": "BTC", "amount": "1"},
)


async def test_bad_bodies_are_refused(
    client: httpx.AsyncClient, ann: SignedInClient, engine: Follower
) -> None:
    for body in BAD_BODIES:
        refused = await client.post(PATH, json=body, headers=ann.headers)

        assert (refused.status_code, refused.json()["code"]) == (422, "VALIDATION_FAILED"), body
    assert held(engine, ann, "BTC") == 0


async def test_visitors_and_unconfirmed_clients_get_nothing(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, engine: Follower
) -> None:
    bob = await a_client(services, email="bob@example.org", confirmed=False)

    visitor = await client.post(PATH, json={"coin": "USDT"})
    unconfirmed = await ask(client, bob)

    assert (visitor.status_code, visitor.json()["code"]) == (401, "TOKEN_INVALID")
    assert (unconfirmed.status_code, unconfirmed.json()["code"]) == (403, "EMAIL_UNCONFIRMED")
    assert held(engine, bob, "USDT") == 0


class TestWithoutDemo:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"demo": False})

    async def test_a_real_market_has_no_faucet(
        self, client: httpx.AsyncClient, services: ApiServices, engine: Follower
    ) -> None:
        await engine.submit(ListCoin(1, "USDT", 7, 10**15))
        ann = await a_client(services)
        for answer in (
            await ask(client, ann),
            await client.post(PATH, json={}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")

    async def test_the_site_does_not_call_itself_a_demo(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("/api/bff/config")).json()["demo"] is False


async def test_the_site_calls_itself_a_demo(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/bff/config")).json()["demo"] is True
