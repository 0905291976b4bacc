"""Idempotency-Key, through routes of the real app on a real database."""

import asyncio
from datetime import timedelta
from typing import Annotated

import asyncpg
import httpx
import pytest
from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel
from sqlalchemy import func, select, text

from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.db import SessionFactory
from clearwater.kit.dependencies import AppClock, AppIdempotency, AppSessions
from clearwater.kit.errors import ClearwaterError, RateLimited
from clearwater.kit.idempotency import IdempotencyKey, purge_expired
from clearwater.kit.plain_route import json_answer
from tests.conftest import OpenClient
from tests.databases import Preparation


class Broke(ClearwaterError):
    status, code, title = 422, "INSUFFICIENT_BALANCE", "There is not enough."


# Done again under the same key, it finds what was done before.
INSERT = text("INSERT INTO payments (name, amount) VALUES (:name, :amount) ON CONFLICT DO NOTHING")
COUNT = text("SELECT count(*) FROM payments")


class Payment(BaseModel):
    amount: str
    outcome: str = "paid"


router = APIRouter(prefix="/api/probe")


@router.post("/payments", status_code=201)
async def pay(
    payment: Payment,
    request: Request,
    clock: AppClock,
    idempotency: AppIdempotency,
    sessions: AppSessions,
    *,
    x_owner: Annotated[str, Header()] = "ann",
) -> Response:
    key = request.headers.get("idempotency-key")

    async def work() -> Response:
        if payment.outcome == "refused":
            raise Broke
        if payment.outcome == "limited":
            raise RateLimited(headers={"Retry-After": "1"})
        if payment.outcome == "crash":
            raise RuntimeError
        name = None if key is None else f"{x_owner} {key}"
        async with sessions() as session:
            await session.execute(INSERT, {"name": name, "amount": payment.amount})
            await session.commit()
        async with sessions() as session:
            number = await session.scalar(COUNT)
        return json_answer({"number": number}, status=201)

    answer: Response = await idempotency.answer(request, work, owner=x_owner, now=clock.now())
    return answer


async def create_payments(database_url: str) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute("CREATE TABLE payments (name text UNIQUE, amount text)")
    await connection.execute(f"GRANT ALL ON payments TO {APPLICATION_ROLE}")
    await connection.close()


@pytest.fixture
def preparation() -> Preparation:
    return Preparation("payments", create_payments)


@pytest.fixture
async def probe(open_client: OpenClient) -> httpx.AsyncClient:
    return await open_client(router)


async def post(
    probe: httpx.AsyncClient, body: dict[str, str], *, key: str | None = "k1", owner: str = "ann"
) -> httpx.Response:
    headers = {"X-Owner": owner} | ({"Idempotency-Key": key} if key is not None else {})
    return await probe.post("/api/probe/payments", json=body, headers=headers)


async def count_payments(services: ApiServices) -> int:
    async with services.sessions() as session:
        return await session.scalar(text("SELECT count(*) FROM payments")) or 0


async def test_the_same_key_and_body_answer_the_same_and_act_once(
    services: ApiServices, probe: httpx.AsyncClient
) -> None:
    first = await post(probe, {"amount": "1"})
    second = await post(probe, {"amount": "1"})

    assert (first.status_code, first.json()) == (201, {"number": 1})
    assert (second.status_code, second.json()) == (201, {"number": 1})
    assert "idempotent-replay" not in first.headers
    assert second.headers["idempotent-replay"] == "true"
    assert second.headers["content-type"] == "application/json"
    assert await count_payments(services) == 1


async def test_without_a_key_each_request_acts(services: ApiServices, probe: httpx.AsyncClient) -> None:
    await post(probe, {"amount": "1"}, key=None)
    await post(probe, {"amount": "1"}, key=None)

    assert await count_payments(services) == 2


async def test_the_same_key_with_another_body_conflicts(
    services: ApiServices, probe: httpx.AsyncClient
) -> None:
    await post(probe, {"amount": "1"})

    answer = await post(probe, {"amount": "2"})

    assert (answer.status_code, answer.json()["code"]) == (409, "IDEMPOTENCY_CONFLICT")
    assert await count_payments(services) == 1


async def test_keys_are_scoped_to_their_owner(services: ApiServices, probe: httpx.AsyncClient) -> None:
    await post(probe, {"amount": "1"}, owner="ann")
    await post(probe, {"amount": "1"}, owner="bob")

    assert await count_payments(services) == 2


async def test_concurrent_requests_with_one_key_act_once_and_share_the_answer(
    services: ApiServices, probe: httpx.AsyncClient
) -> None:
    """More than there are connections: whoever waits for another holds none."""
    answers = await asyncio.gather(*(post(probe, {"amount": "1"}) for _ in range(30)))

    assert [(answer.status_code, answer.json()) for answer in answers] == [(201, {"number": 1})] * 30
    assert sum("idempotent-replay" in answer.headers for answer in answers) == 29
    assert await count_payments(services) == 1


async def test_concurrent_keys_do_not_wait_for_each_others_connections(
    services: ApiServices, probe: httpx.AsyncClient
) -> None:
    answers = await asyncio.gather(*(post(probe, {"amount": "1"}, key=f"k{n}") for n in range(30)))

    assert {answer.status_code for answer in answers} == {201}
    assert await count_payments(services) == 30


async def test_the_formatting_of_a_body_does_not_matter(
    services: ApiServices, probe: httpx.AsyncClient
) -> None:
    headers = {"Idempotency-Key": "k1", "Content-Type": "application/json"}
    await post(probe, {"amount": "1", "outcome": "paid"})

    again = await probe.post(
        "/api/probe/payments", content=b'{ "outcome": "paid",\n"amount": "1" }', headers=headers
    )

    assert (again.status_code, again.headers["idempotent-replay"]) == (201, "true")
    assert await count_payments(services) == 1


async def test_a_refusal_is_stored_and_repeated(services: ApiServices, probe: httpx.AsyncClient) -> None:
    first = await post(probe, {"amount": "1", "outcome": "refused"})
    second = await post(probe, {"amount": "1", "outcome": "refused"})

    assert (first.status_code, first.json()["code"]) == (422, "INSUFFICIENT_BALANCE")
    assert second.content == first.content
    assert second.headers["idempotent-replay"] == "true"
    assert await count_payments(services) == 0


async def test_a_completed_request_is_answered_even_if_its_answer_cannot_be_stored(
    services: ApiServices, owner_sessions: SessionFactory, probe: httpx.AsyncClient
) -> None:
    async with owner_sessions() as session:
        await session.execute(text("ALTER TABLE idempotency_keys ADD CHECK (status <> 201)"))
        await session.commit()

    done = await post(probe, {"amount": "1"})
    again = await post(probe, {"amount": "1"})

    assert [(answer.status_code, answer.json()) for answer in (done, again)] == [(201, {"number": 1})] * 2
    assert await count_payments(services) == 1


async def test_a_refusal_that_cannot_be_stored_is_not_answered(
    owner_sessions: SessionFactory, probe: httpx.AsyncClient
) -> None:
    """Told and forgotten, the same request could be done the next time."""
    async with owner_sessions() as session:
        await session.execute(text("ALTER TABLE idempotency_keys ADD CHECK (status <> 422)"))
        await session.commit()

    answer = await post(probe, {"amount": "1", "outcome": "refused"})

    assert answer.status_code == 500


@pytest.mark.parametrize(("outcome", "status"), [("limited", 429), ("crash", 500)])
async def test_transient_errors_are_not_stored(
    services: ApiServices, probe: httpx.AsyncClient, outcome: str, status: int
) -> None:
    body = {"amount": "1", "outcome": outcome}

    assert (await post(probe, body)).status_code == status
    assert "idempotent-replay" not in (await post(probe, body)).headers

    assert await count_payments(services) == 0


@pytest.mark.parametrize("key", ["", "x" * 65, "tab\tinside", "\xe9"])
async def test_an_invalid_key_is_refused(services: ApiServices, probe: httpx.AsyncClient, key: str) -> None:
    headers = {b"Idempotency-Key": key.encode("latin-1")}
    answer = await probe.post("/api/probe/payments", json={"amount": "1"}, headers=headers)

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "Idempotency-Key")
    assert await count_payments(services) == 0


async def test_a_stored_answer_expires_after_a_day(
    services: ApiServices, probe: httpx.AsyncClient, clock: FixedClock
) -> None:
    await post(probe, {"amount": "1"})
    clock.at += timedelta(hours=24)

    answer = await post(probe, {"amount": "2"})

    # The note is forgotten; what was done is still found by whoever does it again.
    assert (answer.json(), "idempotent-replay" in answer.headers) == ({"number": 1}, False)


async def test_only_expired_keys_are_purged(
    services: ApiServices, probe: httpx.AsyncClient, clock: FixedClock
) -> None:
    await post(probe, {"amount": "1"}, key="old")
    clock.at += timedelta(hours=23)
    await post(probe, {"amount": "1"}, key="young")
    clock.at += timedelta(hours=1)

    async with services.sessions() as session:
        await purge_expired(services.sessions, clock.now())

    async with services.sessions() as session:
        kept = await session.scalars(select(IdempotencyKey.key))
        assert kept.all() == ["young"]
        assert await session.scalar(select(func.count()).select_from(IdempotencyKey)) == 1
