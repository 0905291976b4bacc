"""Who is let in, and who is shown out."""

import asyncio
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from socketio.exceptions import ConnectionError as Refused
from sqlalchemy import update

from clearwater.domains.sessions import service as sessions
from clearwater.domains.sessions.models import Session
from clearwater.domains.sites import service as sites
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.notices import Notice, announce
from clearwater.kit.secrets import hash_token
from tests.builders import SignedInClient, a_client, a_staff
from tests.domains.realtime.conftest import Listen, served
from tests.domains.realtime.listening import Json, Listening, Polling, Received


async def refusal_of(address: str, **auth: str) -> Json:
    client = Listening()
    with pytest.raises(Refused):
        await client.connect(address, **auth)  # type: ignore[arg-type]
    refusal: Json = client.refusal
    await client.close()
    return refusal


async def test_a_wrong_token_is_refused_with_its_reason(address: str, services: ApiServices) -> None:
    assert await refusal_of(address, token="wrong") == {
        "message": "Sign in again.",
        "data": {"code": "TOKEN_INVALID"},
    }
    assert await refusal_of(address, token="\ud800") == {
        "message": "Sign in again.",
        "data": {"code": "TOKEN_INVALID"},
    }
    assert services.realtime.hub.members == set()


async def test_an_unknown_site_is_refused(address: str) -> None:
    refusal = await refusal_of(address, site="elsewhere.example")
    assert refusal["data"] == {"code": "SITE_UNKNOWN"}


async def test_a_token_of_another_site_is_refused(address: str, services: ApiServices) -> None:
    ann = await a_client(services)
    async with services.sessions() as session:
        await sites.add_site(session, hostname="b.example", sitename="B")
        await session.commit()

    assert (await refusal_of(address, site="B.example:443", token=ann.token))["data"] == {
        "code": "TOKEN_INVALID"
    }


async def test_an_expired_session_is_refused(address: str, services: ApiServices, clock: FixedClock) -> None:
    ann = await a_client(services)
    clock.at += timedelta(days=8)
    assert (await refusal_of(address, token=ann.token))["data"] == {"code": "TOKEN_INVALID"}


async def test_the_session_of_a_browser_needs_token_and_cookie(address: str, services: ApiServices) -> None:
    ann = await a_client(services)
    async with services.sessions() as session:
        await session.execute(update(Session).values(sid_hash=hash_token("other-half")))
        await session.commit()

    assert (await refusal_of(address, token=ann.token))["data"] == {"code": "TOKEN_INVALID"}
    browser = Listening()
    await browser.connect(address, token=ann.token, headers={"Cookie": "theme=dark; sid=other-half"})
    assert (await browser.follow("account"))["ok"]
    await browser.close()


@pytest.mark.parametrize("kind", [Listening, Polling])
async def test_ending_a_session_closes_its_sockets(
    *,
    kind: type[Received],
    listen: Listen,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
) -> None:
    hers, quiet, his = await listen(ann, kind), await listen(ann), await listen(bob)
    seq = (await hers.follow("account"))["seq"]
    await his.follow("account")

    assert (await client.delete("/api/v1/token", headers=ann.headers)).status_code == 204
    await hers.wait_for_end()
    await quiet.wait_for_end()

    (event,) = hers.of("account")
    assert (event["type"], event["seq"]) == ("session_revoked", seq + 1)
    assert [message["type"] for message in quiet.received] == ["session_revoked"]
    assert {member.client for member in services.realtime.hub.members} == {str(bob.id)}
    assert his.received == []


async def test_the_remaining_session_is_notified_and_stays_connected(
    listen: Listen, client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    signed_in = await client.post("/api/v1/token", json={"login": ann.email, "password": ann.password})
    there = SignedInClient(ann.id, ann.email, ann.password, signed_in.json()["raw_token"])
    here, other = await listen(ann), await listen(there)
    await here.follow("account")
    await other.follow("account")

    answer = await client.delete("/api/v1/client/sessions", headers=ann.headers)
    await other.wait_for_end()
    (event,) = await here.wait_for("account")

    assert answer.status_code == 204
    assert event["type"] == "session_revoked"
    assert event == other.of("account")[0]
    assert (await here.follow("orders"))["ok"]


async def test_staff_who_sign_a_client_out_close_his_sockets(
    listen: Listen, client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    staff, hers = await a_staff(services), await listen(ann)

    await client.delete(f"/api/operator/clients/{ann.id}/sessions", headers=staff.headers)

    await hers.wait_for_end()


async def test_account_changes_are_published_on_commit(
    listen: Listen, client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    hers = await listen(ann)
    seq = (await hers.follow("account"))["seq"]

    async with services.sessions() as session:
        await announce(session, Notice("kyc", ann.id, {"status": "approved"}))
        await session.rollback()
        await announce(session, Notice("kyc", ann.id, {"status": "pending"}))
        await session.commit()
    await client.post("/api/v1/client/freeze", headers=ann.headers)

    assert await hers.wait_for("account", 2) == [
        {"channel": "account", "type": "kyc", "seq": seq + 1, "status": "pending"},
        {"channel": "account", "type": "security", "seq": seq + 2, "change": "freeze"},
    ]


async def test_a_notice_reaches_its_client_and_an_announcement_everybody(
    listen: Listen, services: ApiServices, ann: SignedInClient, bob: SignedInClient
) -> None:
    hers, his = await listen(ann), await listen(bob)
    seq, other_seq = [(await one.follow("account"))["seq"] for one in (hers, his)]
    shown = {
        "id": str(ann.id),
        "kind": "kyc",
        "data": {"status": "approved"},
        "created_at": 1,
        "read_at": None,
    }

    async with services.sessions() as session:
        await announce(session, Notice("notice", ann.id, {"notice": shown, "unread": 2}))
        await announce(session, Notice("announcement", None, {"site_id": "1"}))
        await session.commit()

    assert await hers.wait_for("account", 2) == [
        {"channel": "account", "type": "notice", "seq": seq + 1, "notice": shown, "unread": 2},
        {"channel": "account", "type": "announcement", "seq": seq + 2},
    ]
    assert await his.wait_for("account", 1) == [
        {"channel": "account", "type": "announcement", "seq": other_seq + 1}
    ]


async def test_after_missed_notices_every_session_is_revalidated(
    listen: Listen, services: ApiServices, clock: FixedClock, ann: SignedInClient, bob: SignedInClient
) -> None:
    """The session ended without a word, as it does while nobody listens."""
    hers, his = await listen(ann), await listen(bob)
    async with services.sessions() as session:
        await session.execute(
            update(Session).where(Session.client_id == ann.id).values(expires_at=clock.now())
        )
        await session.commit()

    services.realtime.on_notice(None)

    await hers.wait_for_end()
    assert (await his.follow("ticker:all"))["ok"]


async def test_sessions_are_revalidated_after_a_connection_that_was_lost_while_it_was_opened(
    listen: Listen, services: ApiServices, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error is the driver's own: SQLAlchemy translates none before a connection is in its pool."""
    hers, his = await listen(ann), await listen()
    async with services.sessions() as session:
        await session.execute(
            update(Session).where(Session.client_id == ann.id).values(expires_at=services.clock.now())
        )
        await session.commit()
    read, errors = sessions.list_open_sessions, [asyncpg.InterfaceError("connection is closed")]

    async def fail_once(*args: Any, **named: Any) -> Any:
        if errors:
            raise errors.pop()
        return await read(*args, **named)

    monkeypatch.setattr(sessions, "list_open_sessions", fail_once)

    services.realtime.on_notice(None)

    await hers.wait_for_end()
    assert (await his.follow("ticker:all"))["ok"]


async def test_a_session_revoked_during_the_handshake_is_refused(
    address: str, services: ApiServices, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = services.callers.find

    async def find_and_lose(*arguments: Any) -> object:
        caller = await find(*arguments)
        notice = Notice("session_revoked", ann.id, {"session_id": str(caller.session_id)})
        services.realtime.on_notice(notice)
        return caller

    monkeypatch.setattr(services.callers, "find", find_and_lose)

    assert (await refusal_of(address, token=ann.token))["data"] == {"code": "TOKEN_INVALID"}
    assert services.realtime.hub.members == set()


async def test_a_stopping_server_ends_long_polls(services: ApiServices, market: object) -> None:
    loop = asyncio.get_running_loop()
    async with served(services) as address:
        poller = Polling()
        await poller.connect(address)
        began = loop.time()
    await poller.wait_for_end()

    assert loop.time() - began < 5
    await poller.close()
