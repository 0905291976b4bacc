"""Who trades is cached: what changes ends the cached caller and the cached fees."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from sqlalchemy import event, text

from clearwater.engine.follower import Follower
from clearwater.entrypoints import api
from clearwater.entrypoints.api import fill_caches
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.notices import CALLER_CHANGED, Notice, NoticeListener
from tests.builders import SignedInClient, a_staff, status_and_code
from tests.polling import eventually
from tests.trading import a_trader, place

ORDER = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "price": "50000", "quantity": "0.01"}


async def test_any_number_of_clients_are_looked_up_by_the_same_number_of_statements(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However long the machine is busy with something else.
    monkeypatch.setattr(NoticeListener, "is_current", True)
    traders = [await a_trader(services, market, f"trader{number}") for number in range(30)]
    statements: list[str] = []
    engine = services.sessions.kw["bind"].sync_engine
    event.listen(engine, "before_cursor_execute", lambda _, __, statement, *___: statements.append(statement))

    async def place_cold(*those: SignedInClient) -> int:
        services.callers.on_notice(None)
        services.traders.on_notice(None)
        statements.clear()
        answers = await asyncio.gather(*(place(client, trader, price="40000") for trader in those))
        assert {answer.status_code for answer in answers} == {201}
        return len(statements)

    # The first order also loads what is not of a client, such as the sites.
    await place_cold(traders[0])
    for_one, for_two = await place_cold(traders[0]), await place_cold(*traders[:2])
    for_all = await place_cold(*traders)
    statements.clear()
    await asyncio.gather(*(place(client, trader, price="40000") for trader in traders))

    assert (for_two, for_all) == (for_one, for_one)
    assert statements == []


async def test_whoever_was_filled_in_trades_without_a_lookup(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NoticeListener, "is_current", True)
    assert (await place(client, ann, price="40000")).status_code == 201
    services.callers.on_notice(None)
    services.traders.on_notice(None)
    await fill_caches(services)
    statements: list[str] = []
    engine = services.sessions.kw["bind"].sync_engine
    event.listen(engine, "before_cursor_execute", lambda _, __, statement, *___: statements.append(statement))

    placed = await place(client, ann, price="40000")

    assert (placed.status_code, statements) == (201, [])


async def test_a_database_that_is_away_delays_no_start(
    services: ApiServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "FILL_SECONDS", 0.01)

    # Nobody listens for notices here, which is waited for first.
    await asyncio.wait_for(fill_caches(services), 5)


async def test_a_frozen_client_who_was_cached_is_refused_from_the_notice_on(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient
) -> None:
    assert {(await place(client, trader, price="40000")).status_code for trader in (ann, bob)} == {201}
    noticed: list[Notice | None] = []
    services.notices.subscribe(noticed.append)
    admin = await a_staff(services)
    frozen = await client.post(
        f"/api/operator/clients/{ann.id}/freeze",
        json={"reason": "Asked by the client."},
        headers=admin.headers,
    )
    assert frozen.status_code == 200, frozen.text
    await eventually(lambda: Notice("security", ann.id, {"change": "freeze"}) in noticed)

    assert status_and_code(await place(client, ann)) == (403, "ACCOUNT_FROZEN")
    assert (await place(client, bob, price="40000")).status_code == 201


async def test_a_cached_session_expires_on_time(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, clock: FixedClock
) -> None:
    async with services.sessions() as session:
        await session.execute(
            text("UPDATE sessions SET expires_at = :soon"), {"soon": clock.now() + timedelta(seconds=30)}
        )
        await session.commit()
    assert (await place(client, ann)).status_code == 201
    clock.at += timedelta(seconds=29)
    assert (await place(client, ann)).status_code == 201
    clock.at += timedelta(seconds=1)

    assert status_and_code(await place(client, ann)) == (401, "TOKEN_INVALID")


async def test_sessions_that_are_looked_up_together_are_recorded_as_used(
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    clock: FixedClock,
) -> None:
    await asyncio.gather(*(place(client, trader) for trader in (ann, bob)))
    clock.at += timedelta(minutes=2)
    answers = await asyncio.gather(*(place(client, trader) for trader in (ann, bob)))

    assert [answer.status_code for answer in answers] == [201, 201]
    async with services.sessions() as session:
        assert set(await session.scalars(text("SELECT last_seen_at FROM sessions"))) == {clock.now()}


async def test_an_order_with_the_cookie_before_a_step_up_is_refused_though_it_was_cached(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, clock: FixedClock
) -> None:
    who = {"login": ann.email, "password": ann.password}
    signed_in = await client.post("/api/v1/token", json=who, headers={"Sec-Fetch-Site": "same-origin"})
    token, old = {"X-Token": signed_in.json()["raw_token"]}, signed_in.cookies["sid"]
    client.cookies.clear()

    async def place_with(sid: str) -> int:
        headers = token | {"Cookie": f"sid={sid}"}
        return (await client.post("/api/v1/order", json=ORDER, headers=headers)).status_code

    assert await place_with(old) == 201
    noticed: list[Notice | None] = []
    services.notices.subscribe(noticed.append)
    proof = await client.post(
        "/api/v1/client/step-up",
        json={"password": ann.password},
        headers=token | {"Cookie": f"sid={old}"},
    )
    client.cookies.clear()
    await eventually(lambda: Notice(CALLER_CHANGED, ann.id) in noticed)
    clock.at += timedelta(seconds=30)

    assert [await place_with(old), await place_with(proof.cookies["sid"])] == [401, 201]


async def test_changed_fees_of_a_level_apply_from_the_next_order(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient
) -> None:
    assert (await place(client, ann)).status_code == 201
    admin, second = await a_staff(services), await a_staff(services, login="eve")
    listed = await client.get("/api/operator/levels?site=localhost", headers=admin.headers)
    guest = listed.json()["items"][0]
    change = {
        "name": "Guest",
        "requirements": guest["requirements"],
        "fees": {"maker": "0.001", "taker": "0.001"},
        "limits": {"withdraw_day": guest["limits"]["withdraw_day"]},
        "features": guest["features"],
        "reason": "A week of low fees",
    }
    noticed: list[Notice | None] = []
    services.notices.subscribe(noticed.append)
    proposed = await client.post(
        "/api/operator/levels/guest/proposals?site=localhost", json=change, headers=admin.headers
    )
    approval = f"/api/operator/levels/proposals/{proposed.json()['id']}/approve"
    approved = await client.post(approval, headers=second.headers)
    assert approved.json()["status"] == "done", approved.text

    await eventually(lambda: Notice("levels", None) in noticed)

    await place(client, bob, side="sell", price="60000", quantity="0.01")
    bought = await place(client, ann, type="market", price=None, quantity="0.01")

    # 0.1 % of 0.01 BTC.
    assert bought.json()["order"]["fee"] == "0.00001"
