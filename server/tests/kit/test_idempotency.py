"""Idempotency-Key, through routes of the real app on a real database."""

import asyncio
from datetime import timedelta
from typing import Annotated

import httpx
import pytest
from fastapi import APIRouter, Depends, Header, Request
from pydantic import BaseModel
from sqlalchemy import func, select, text

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import ClearwaterError, RateLimited
from clearwater.kit.idempotency import IdempotencyKey, claim_key, purge_expired
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession
from tests.conftest import OpenClient


class Broke(ClearwaterError):
    status, code, title = 422, "INSUFFICIENT_BALANCE", "There is not enough."


class Payment(BaseModel):
    amount: str
    outcome: str = "paid"


router = APIRouter(prefix="/api/probe", route_class=UnitOfWorkRoute)


async def claim(request: Request, session: WriteSession, x_owner: Annotated[str, Header()] = "ann") -> None:
    await claim_key(request, session, owner=x_owner, now=request.app.state.services.clock.now())


@router.post("/payments", status_code=201, dependencies=[Depends(claim)])
async def pay(payment: Payment, session: WriteSession) -> dict[str, int]:
    await session.execute(text("INSERT INTO payments (amount) VALUES (:amount)"), {"amount": payment.amount})
    if payment.outcome == "refused":
        raise Broke
    if payment.outcome == "limited":
        raise RateLimited(headers={"Retry-After": "1"})
    if payment.outcome == "crash":
        raise RuntimeError
    if payment.outcome == "slow":
        await session.execute(text("SELECT pg_sleep(0.3)"))
    number = await session.scalar(text("SELECT count(*) FROM payments"))
    return {"number": number or 0}


@pytest.fixture
async def probe(services: ApiServices, open_client: OpenClient) -> httpx.AsyncClient:
    async with services.sessions() as session:
        await session.execute(text("CREATE TABLE payments (amount text)"))
        await session.commit()
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


async def test_keys_of_different_owners_are_apart(services: ApiServices, probe: httpx.AsyncClient) -> None:
    await post(probe, {"amount": "1"}, owner="ann")
    await post(probe, {"amount": "1"}, owner="bob")

    assert await count_payments(services) == 2


async def test_eight_at_once_act_once_and_all_get_the_one_answer(
    services: ApiServices, probe: httpx.AsyncClient
) -> None:
    answers = await asyncio.gather(*(post(probe, {"amount": "1", "outcome": "slow"}) for _ in range(8)))

    assert [(answer.status_code, answer.json()) for answer in answers] == [(201, {"number": 1})] * 8
    assert await count_payments(services) == 1


async def test_a_refusal_is_kept_and_what_it_did_is_undone(
    services: ApiServices, probe: httpx.AsyncClient
) -> None:
    first = await post(probe, {"amount": "1", "outcome": "refused"})
    second = await post(probe, {"amount": "1", "outcome": "refused"})

    assert (first.status_code, first.json()["code"]) == (422, "INSUFFICIENT_BALANCE")
    assert second.content == first.content
    assert second.headers["idempotent-replay"] == "true"
    assert await count_payments(services) == 0


@pytest.mark.parametrize(("outcome", "status"), [("limited", 429), ("crash", 500)])
async def test_what_may_go_away_is_not_kept(
    services: ApiServices, probe: httpx.AsyncClient, outcome: str, status: int
) -> None:
    body = {"amount": "1", "outcome": outcome}

    assert (await post(probe, body)).status_code == status
    assert "idempotent-replay" not in (await post(probe, body)).headers

    assert await count_payments(services) == 0


@pytest.mark.parametrize("key", ["", "x" * 65, "tab\tinside", "\xe9"])
async def test_a_key_that_is_none_is_refused(
    services: ApiServices, probe: httpx.AsyncClient, key: str
) -> None:
    headers = {b"Idempotency-Key": key.encode("latin-1")}
    answer = await probe.post("/api/probe/payments", json={"amount": "1"}, headers=headers)

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "Idempotency-Key")
    assert await count_payments(services) == 0


async def test_a_key_is_free_again_after_a_day(
    services: ApiServices, probe: httpx.AsyncClient, clock: FixedClock
) -> None:
    await post(probe, {"amount": "1"})
    clock.at += timedelta(hours=24)

    answer = await post(probe, {"amount": "2"})

    assert answer.json() == {"number": 2}


async def test_the_worker_forgets_old_keys_alone(
    services: ApiServices, probe: httpx.AsyncClient, clock: FixedClock
) -> None:
    await post(probe, {"amount": "1"}, key="old")
    clock.at += timedelta(hours=23)
    await post(probe, {"amount": "1"}, key="young")
    clock.at += timedelta(hours=1)

    async with services.sessions() as session:
        await purge_expired(session, clock.now())

    async with services.sessions() as session:
        kept = await session.scalars(select(IdempotencyKey.key))
        assert kept.all() == ["young"]
        assert await session.scalar(select(func.count()).select_from(IdempotencyKey)) == 1
