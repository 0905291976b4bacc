"""Sessions, the sign-in history and the self-freeze."""

import math
import re
import uuid
from datetime import timedelta
from pathlib import Path

import httpx
from sqlalchemy import select, text

from clearwater.domains.clients.models import Client
from clearwater.domains.sessions.models import Session
from clearwater.domains.sessions.sign_in import SESSION_LIFETIME
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.outbox import Mail
from tests.builders import SignedInClient, a_client

SESSIONS = "/api/v1/client/sessions"
TOKEN_COOKIE = Path(__file__).parents[4] / "web/src/session/token.ts"


async def sign_in(
    client: httpx.AsyncClient, caller: SignedInClient, *, password: str | None = None
) -> dict[str, str]:
    body = {"login": caller.email, "password": password or caller.password}
    answer = await client.post("/api/v1/token", json=body, headers={"User-Agent": "curl/8.0"})
    return {"X-Token": answer.json().get("raw_token", "")}


async def ids(client: httpx.AsyncClient, headers: dict[str, str]) -> list[str]:
    return [item["id"] for item in (await client.get(SESSIONS, headers=headers)).json()["items"]]


async def test_sessions_are_listed_newest_first(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    await a_client(services, email="bob@example.org")
    started = int(clock.at.timestamp())
    clock.at += timedelta(hours=1)
    other = await sign_in(client, ann)

    listed = (await client.get(SESSIONS, headers=ann.headers)).json()
    seen_there = (await client.get(SESSIONS, headers=other)).json()

    newest, oldest = listed["items"]
    assert newest == {
        "id": newest["id"],
        "device": "curl",
        "ip": "127.0.0.1",
        "created_at": started + 3600,
        "last_seen_at": started + 3600,
        "current": False,
    }
    assert (oldest["device"], oldest["created_at"], oldest["current"]) == ("Test program", started, True)
    assert [item["current"] for item in seen_there["items"]] == [True, False]
    assert listed["next_cursor"] is None


async def test_sessions_are_paged_and_expired_ones_left_out(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    clock.at += timedelta(hours=12)
    headers = [await sign_in(client, ann) for _ in range(3)]
    everything = await ids(client, headers[0])
    clock.at += timedelta(hours=12)

    first = (await client.get(SESSIONS, params={"limit": 2}, headers=headers[0])).json()
    rest = await client.get(SESSIONS, params={"limit": 2, "cursor": first["next_cursor"]}, headers=headers[0])

    assert len(everything) == 4
    assert [item["id"] for item in first["items"] + rest.json()["items"]] == everything[:3]
    assert (await client.get(SESSIONS, headers=ann.headers)).status_code == 401


async def test_a_session_is_revoked_immediately_and_only_by_its_owner(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    other = await sign_in(client, ann)
    (target,) = set(await ids(client, ann.headers)) - {await current(client, ann.headers)}

    anonymous = await client.delete(f"{SESSIONS}/{target}")
    foreign = await client.delete(f"{SESSIONS}/{target}", headers=bob.headers)
    unknown = await client.delete(f"{SESSIONS}/{uuid.UUID(int=7)}", headers=ann.headers)
    nonsense = await client.delete(f"{SESSIONS}/1%20OR%201=1", headers=ann.headers)
    alive = await client.get(SESSIONS, headers=other)
    ended = await client.delete(f"{SESSIONS}/{target}", headers=ann.headers)
    dead = await client.get(SESSIONS, headers=other)

    assert anonymous.status_code == 401
    assert (foreign.status_code, foreign.json()["code"]) == (404, "NOT_FOUND")
    assert (unknown.status_code, nonsense.status_code) == (404, 422)
    assert alive.status_code == 200
    assert ended.status_code == 204
    assert (dead.status_code, dead.json()["code"]) == (401, "TOKEN_INVALID")
    assert len(await ids(client, bob.headers)) == 1


async def current(client: httpx.AsyncClient, headers: dict[str, str]) -> str:
    items = (await client.get(SESSIONS, headers=headers)).json()["items"]
    return next(str(item["id"]) for item in items if item["current"])


async def test_all_other_sessions_end_together(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    others = [await sign_in(client, ann) for _ in range(2)]

    anonymous = await client.delete(SESSIONS)
    ended = await client.delete(SESSIONS, headers=ann.headers)

    assert anonymous.status_code == 401
    assert ended.status_code == 204
    assert [(await client.get(SESSIONS, headers=headers)).status_code for headers in others] == [401, 401]
    assert len(await ids(client, ann.headers)) == 1
    assert len(await ids(client, bob.headers)) == 1


async def test_the_login_history_includes_failed_attempts(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    await sign_in(client, ann, password="not the password")
    clock.at += timedelta(minutes=1)
    await sign_in(client, ann)
    await sign_in(client, bob)

    anonymous = await client.get("/api/v1/client/login-history")
    listed = (await client.get("/api/v1/client/login-history", headers=ann.headers)).json()
    csv = await client.get("/api/v1/client/login-history", headers=ann.headers | {"Accept": "text/csv"})

    assert anonymous.status_code == 401
    now = int(clock.at.timestamp())
    assert csv.headers["content-type"] == "text/csv; charset=utf-8"
    assert csv.text == (
        "at,device,ip,outcome\r\n"
        f"{now},curl,127.0.0.1,success\r\n"
        f"{now - 60},curl,127.0.0.1,wrong_password\r\n"
    )
    assert len({login.pop("id") for login in listed["items"]}) == 2
    assert listed == {
        "items": [
            {"at": now, "device": "curl", "ip": "127.0.0.1", "outcome": "success"},
            {"at": now - 60, "device": "curl", "ip": "127.0.0.1", "outcome": "wrong_password"},
        ],
        "next_cursor": None,
    }


async def test_freezing_the_own_account_blocks_changes_and_ends_other_sessions(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    other = await sign_in(client, ann)

    anonymous = await client.post("/api/v1/client/freeze")
    frozen = await client.post("/api/v1/client/freeze", headers=ann.headers)
    twice = await client.post("/api/v1/client/freeze", headers=ann.headers)
    change = await client.patch("/api/v1/client/sex", json={"sex": None}, headers=ann.headers)
    reading = await client.get(SESSIONS, headers=ann.headers)
    elsewhere = await client.get(SESSIONS, headers=other)

    assert anonymous.status_code == 401
    assert frozen.status_code == 204
    assert (twice.status_code, twice.json()["code"]) == (403, "ACCOUNT_FROZEN")
    assert change.json()["code"] == "ACCOUNT_FROZEN"
    assert reading.status_code == 200
    assert elsewhere.status_code == 401
    async with services.sessions() as session:
        frozen_ids = (await session.scalars(select(Client.id).where(Client.frozen_at == clock.at))).all()
        owners = (await session.scalars(select(Session.client_id))).all()
        emails = (await session.execute(select(Mail.recipient, Mail.subject))).all()
    assert frozen_ids == [ann.id]
    assert sorted(owners) == sorted([ann.id, bob.id])
    assert ("ann@example.org", "Your account is frozen") in [tuple(mail) for mail in emails]


async def test_freezing_needs_step_up(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    clock.at += timedelta(minutes=5)

    refused = await client.post("/api/v1/client/freeze", headers=ann.headers)

    assert (refused.status_code, refused.json()["code"]) == (403, "STEP_UP_REQUIRED")
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM clients WHERE frozen_at IS NOT NULL")) == 0


def test_the_web_client_s_cookie_lives_as_long_as_the_session() -> None:
    factors = re.search(r"LIFETIME_SECONDS = ([\d *]+);", TOKEN_COOKIE.read_text())

    assert factors
    assert math.prod(map(int, factors[1].split("*"))) == SESSION_LIFETIME.total_seconds()
