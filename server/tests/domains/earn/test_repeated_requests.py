"""Idempotency-Key of subscriptions: the same request begins one position, for ever."""

import asyncio
from datetime import timedelta
from typing import Any

import asyncpg
import httpx

from clearwater.adapters.postgres_server import as_application
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.api import following
from clearwater.entrypoints.engine import leading
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, SignedInStaff, status_and_code
from tests.domains.earn.banking import (
    FIX,
    POSITIONS,
    approve,
    create,
    has,
    open_levels,
    pass_time,
    positions,
    redeem,
    subscribe,
)
from tests.trading import a_trader, open_market

REPLAY = "idempotent-replay"


async def test_a_repeated_key_replays_the_answer(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, bank: Follower
) -> None:
    first = await subscribe(client, ann, "key")
    again = await subscribe(client, ann, "key")
    other = await subscribe(client, ann, "key", amount="101")
    of_bob = await subscribe(client, bob, "key", amount="101")

    assert (first.status_code, again.status_code, of_bob.status_code) == (201, 201, 201)
    assert again.json() == first.json()
    assert (REPLAY in first.headers, again.headers[REPLAY]) == (False, "true")
    assert status_and_code(other) == (409, "IDEMPOTENCY_CONFLICT")
    assert (has(bank, ann, "earn"), has(bank, bob, "earn")) == ("100", "101")


async def test_a_refusal_is_replayed_too(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower
) -> None:
    refused = await subscribe(client, ann, "key", amount="9")
    again = await subscribe(client, ann, "key", amount="9")

    assert status_and_code(refused) == status_and_code(again) == (422, "BELOW_MINIMUM")
    assert again.headers[REPLAY] == "true"


async def test_a_key_is_known_without_its_stored_answer_whatever_became_of_the_position(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bank: Follower,
    clock: FixedClock,
    connection: asyncpg.Connection,
) -> None:
    """What was asked for is compared, not what the position is now."""
    for key, product in (("flex", "usdt"), ("fix", "usdt-10")):
        await subscribe(client, ann, key, product_id=product)
    await redeem(client, ann, 1, amount="40")
    await client.patch(f"{POSITIONS}/2", json={"auto_renew": True}, headers=ann.headers)
    await pass_time(services, clock, hours=25)
    await connection.execute("DELETE FROM idempotency_keys")

    flexible, locked = (
        await subscribe(client, ann, "flex"),
        await subscribe(client, ann, "fix", product_id="usdt-10"),
    )
    await connection.execute("DELETE FROM idempotency_keys")
    others = [
        await subscribe(client, ann, "flex", amount="60"),
        await subscribe(client, ann, "fix"),
        await subscribe(client, ann, "fix", product_id="usdt-10", auto_renew=True),
    ]

    assert (flexible.status_code, flexible.headers[REPLAY]) == (201, "true")
    assert (flexible.json()["id"], flexible.json()["amount"]) == (1, "60")
    assert (locked.json()["id"], locked.json()["auto_renew"]) == (2, True)
    assert [status_and_code(other) for other in others] == [(409, "IDEMPOTENCY_CONFLICT")] * 3
    assert has(bank, ann, "earn") == "160"


async def test_concurrent_requests_with_one_key_begin_one_position(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower
) -> None:
    answers = await asyncio.gather(*(subscribe(client, ann, "key") for _ in range(8)))

    assert {answer.status_code for answer in answers} == {201}
    assert {answer.json()["id"] for answer in answers} == {1}
    assert has(bank, ann, "earn") == "100"


async def test_a_repeated_redemption_takes_out_once(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower
) -> None:
    await subscribe(client, ann)

    answers = [await redeem(client, ann, 1, "out", amount="20") for _ in range(2)]
    other = await redeem(client, ann, 1, "out", amount="21")

    assert [answer.json()["amount"] for answer in answers] == ["80", "80"]
    assert status_and_code(other) == (409, "IDEMPOTENCY_CONFLICT")
    assert has(bank, ann, "earn") == "80"


async def test_a_redemption_whose_answer_was_lost_is_not_repeated(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower, connection: asyncpg.Connection
) -> None:
    """However many others came between."""
    before = has(bank, ann, "available")
    await subscribe(client, ann)
    bodies: dict[str, dict[str, Any]] = {
        "part": {"amount": "20"},
        "other": {"amount": "30"},
        "rest": {"all": True},
    }
    for key, body in bodies.items():
        await redeem(client, ann, 1, key, **body)
        await connection.execute("DELETE FROM idempotency_keys")

    again = [await redeem(client, ann, 1, key, **body) for key, body in bodies.items()]
    await connection.execute("DELETE FROM idempotency_keys")
    changed = await redeem(client, ann, 1, "part", amount="21")

    assert [(answer.status_code, answer.headers[REPLAY]) for answer in again] == [(200, "true")] * 3
    assert {answer.json()["status"] for answer in again} == {"redeemed"}
    assert status_and_code(changed) == (409, "IDEMPOTENCY_CONFLICT")
    assert (has(bank, ann, "available"), has(bank, ann, "earn")) == (before, "0")


async def test_positions_and_keys_survive_a_restart_of_the_engine(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    tom: SignedInStaff,
    eve: SignedInStaff,
    clock: FixedClock,
    connection: asyncpg.Connection,
    database_url: str,
) -> None:
    url = as_application(database_url)
    await open_levels(services)
    async with leading(services.settings, url, services.clock, opens_as="real"), following(services):
        await asyncio.wait_for(services.engine.wait_until_serving(), 30)
        await open_market(services.engine)
        ann = await a_trader(services, services.engine, "ann")
        assert (await approve(client, eve, await create(client, tom, **FIX))).json()["status"] == "done"
        assert (await subscribe(client, ann, "key", product_id="usdt-10")).status_code == 201
    stopped = await subscribe(client, ann, "other", product_id="usdt-10")
    await connection.execute("DELETE FROM idempotency_keys")
    clock.at += timedelta(days=3)

    async with leading(services.settings, url, services.clock, opens_as="real"), following(services):
        await asyncio.wait_for(services.engine.wait_until_serving(), 30)
        await pass_time(services, clock, hours=1)
        again = await subscribe(client, ann, "key", product_id="usdt-10")
        [position] = await positions(client, ann)

    assert status_and_code(stopped) == (503, "ENGINE_UNAVAILABLE")
    assert (again.json()["id"], again.headers[REPLAY]) == (1, "true")
    assert position["accrued"] == "0.73"
    assert (await audit_ledger(database_url)).differences == []
