"""How the staff come in, and how everybody else stays out."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pyotp
import pytest
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInStaff, a_staff
from tests.conftest import OpenClient


def code_of(staff: SignedInStaff, clock: FixedClock) -> str:
    return pyotp.TOTP(staff.totp_secret).at(clock.now())


def credentials_of(staff: SignedInStaff, clock: FixedClock) -> dict[str, str]:
    return {"login": staff.login, "password": staff.password, "totp": code_of(staff, clock)}


async def sign_in(client: httpx.AsyncClient, body: dict[str, Any]) -> httpx.Response:
    return await client.post("/api/operator/token", json=body)


async def list_acts(services: ApiServices) -> list[tuple[str, str]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, staff_login FROM audit_log ORDER BY seq"))
        return [(row[0], row[1]) for row in rows]


async def count_sessions(services: ApiServices) -> int:
    async with services.sessions() as session:
        return await session.scalar(text("SELECT count(*) FROM staff_sessions")) or 0


async def test_login_password_and_code_open_a_session_of_eight_hours(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    staff = await a_staff(services, "compliance")

    answer = await sign_in(client, credentials_of(staff, clock) | {"login": " Compliance "})

    assert answer.status_code == 201
    assert answer.json()["expires_at"] == int(clock.now().timestamp()) + 8 * 3600
    headers = {"X-Operator-Token": answer.json()["raw_token"]}
    me = await client.get("/api/operator/me", headers=headers)
    assert me.json() == {
        "login": "compliance",
        "role": "compliance",
        "permissions": [
            "audit",
            "clients",
            "clients_freeze",
            "clients_unfreeze",
            "feedback",
            "files_audit",
            "health",
            "kyc",
            "ledger",
        ],
        "expires_at": int(clock.now().timestamp()) + 8 * 3600,
        "idle_limit": 1800,
    }
    assert await list_acts(services) == [("staff.signed_in", "compliance")]

    for _ in range(16):
        clock.at += timedelta(minutes=29, seconds=59)
        assert (await client.get("/api/operator/me", headers=headers)).status_code == 200
    clock.at += timedelta(seconds=16)
    expired = await client.get("/api/operator/me", headers=headers)
    assert (expired.status_code, expired.json()["code"]) == (401, "TOKEN_INVALID")


@pytest.mark.usefixtures("full_password_cost")
@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"totp": "000000"}, ("staff.sign_in_refused", "admin")),
        ({"password": "not the password"}, ("staff.sign_in_refused", "admin")),
        ({"login": "nobody"}, ("staff.sign_in_refused", "unknown")),
    ],
)
async def test_each_wrong_credential_is_refused_identically(
    *,
    services: ApiServices,
    client: httpx.AsyncClient,
    clock: FixedClock,
    argon2_checks: list[str],
    wrong: dict[str, str],
    line: tuple[str, str],
) -> None:
    staff = await a_staff(services)

    answer = await sign_in(client, credentials_of(staff, clock) | wrong)

    assert (answer.status_code, answer.json()["code"]) == (401, "INVALID_CREDENTIALS")
    assert answer.json()["detail"] == "Incorrect username, password or code."
    # As much work, and so as much time, whatever was wrong.
    assert argon2_checks == ["$argon2id$v=19$m=19456,t=2,p=1"]
    assert await count_sessions(services) == 1
    assert await list_acts(services) == [line]


@pytest.mark.parametrize(
    "totp", [None, "", "12345", "1234567", "12 456", "\u0661\u0662\u0663\u0664\u0665\u0666"]
)
async def test_a_code_is_never_optional(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock, totp: str | None
) -> None:
    body = credentials_of(await a_staff(services), clock)
    if totp is None:
        del body["totp"]
    else:
        body["totp"] = totp

    answer = await sign_in(client, body)

    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert [error["field"] for error in answer.json()["errors"]] == ["totp"]
    assert await count_sessions(services) == 1


async def test_a_totp_code_works_once(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    staff = await a_staff(services)
    body = credentials_of(staff, clock)
    assert (await sign_in(client, body)).status_code == 201

    again = await sign_in(client, body)
    clock.at += timedelta(seconds=30)
    late = await sign_in(client, body)
    following = await sign_in(client, credentials_of(staff, clock))

    assert (again.status_code, late.status_code, following.status_code) == (401, 401, 201)


async def test_concurrent_sign_ins_with_one_code_succeed_once(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    body = credentials_of(await a_staff(services), clock)

    answers = await asyncio.gather(*(sign_in(client, body) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [201, 401, 401, 401]
    assert await count_sessions(services) == 2


async def test_a_locked_login_refuses_even_the_right_code(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    staff = await a_staff(services)
    right = credentials_of(staff, clock)
    for _ in range(5):
        assert (await sign_in(client, right | {"totp": "000000"})).status_code == 401

    locked = await sign_in(client, right)
    assert (locked.status_code, locked.json()["code"]) == (429, "TOO_MANY_ATTEMPTS")
    assert locked.headers["retry-after"] == "60"

    clock.at += timedelta(seconds=60)
    assert (await sign_in(client, right | {"totp": "000000"})).status_code == 401
    assert (await sign_in(client, right)).headers["retry-after"] == "120"

    clock.at += timedelta(seconds=120)
    assert (await sign_in(client, credentials_of(staff, clock))).status_code == 201


async def test_concurrent_code_guesses_get_no_extra_attempts(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    right = credentials_of(await a_staff(services), clock)
    guesses = [right | {"totp": f"{number:06}"} for number in range(12)]

    answers = await asyncio.gather(*(sign_in(client, body) for body in guesses))

    assert {answer.status_code for answer in answers} <= {401, 429}
    assert (await sign_in(client, right)).status_code == 429


async def test_an_ip_address_that_tries_many_logins_is_locked(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    right = credentials_of(await a_staff(services), clock)
    for number in range(20):
        assert (await sign_in(client, right | {"login": f"guess{number}"})).status_code == 401

    assert (await sign_in(client, right)).status_code == 429


async def test_a_closed_staff_account_cannot_sign_in(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    await a_staff(services)
    gone = await a_staff(services, "support")
    async with services.sessions() as session:
        await session.execute(text("UPDATE staff SET is_active = false WHERE login = 'support'"))
        await session.commit()

    assert (await sign_in(client, credentials_of(gone, clock))).status_code == 401
    assert (await client.get("/api/operator/me", headers=gone.headers)).status_code == 401


async def test_signing_out_ends_the_session(services: ApiServices, client: httpx.AsyncClient) -> None:
    staff = await a_staff(services)

    assert (await client.delete("/api/operator/token", headers=staff.headers)).status_code == 204

    assert (await client.get("/api/operator/me", headers=staff.headers)).status_code == 401
    assert await list_acts(services) == [("staff.signed_out", "admin")]


@pytest.mark.parametrize("token", [None, "", "x" * 43, "x" * 5000, "\xff\xfe"])
async def test_no_token_or_a_wrong_one_is_401(client: httpx.AsyncClient, token: str | None) -> None:
    headers = {} if token is None else {b"X-Operator-Token": token.encode("latin-1")}

    answer = await client.get("/api/operator/me", headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (401, "TOKEN_INVALID")


async def test_the_token_of_a_client_opens_nothing_here(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    from tests.builders import a_client

    person = await a_client(services)

    assert (await client.get("/api/operator/me", headers=person.headers)).status_code == 401
    headers = {"X-Operator-Token": person.token}
    assert (await client.get("/api/operator/me", headers=headers)).status_code == 401


async def test_wrong_guesses_elsewhere_do_not_lock_out_staff(
    services: ApiServices, open_client: OpenClient, clock: FixedClock
) -> None:
    """H4: wrong guesses from another network leave a login open, and at the same network a known device."""
    staff = await a_staff(services)
    desk, stranger = await open_client(), await open_client(ip="203.0.113.9")
    browser = {"Sec-Fetch-Site": "same-origin"}
    body = credentials_of(staff, clock)
    assert (await desk.post("/api/operator/token", json=body, headers=browser)).status_code == 201
    for _ in range(5):
        assert (await sign_in(stranger, body | {"totp": "000000"})).status_code == 401
    assert (await sign_in(stranger, body)).status_code == 429

    clock.at += timedelta(seconds=30)
    elsewhere = await open_client(ip="198.51.100.7")
    assert (await sign_in(elsewhere, credentials_of(staff, clock))).status_code == 201
    # A colleague at the same network who guesses, and this device, which has been right before.
    neighbour = await open_client()
    for _ in range(5):
        await sign_in(neighbour, body | {"totp": "000000"})
    clock.at += timedelta(seconds=30)
    assert (await sign_in(neighbour, credentials_of(staff, clock))).status_code == 429
    known = await desk.post("/api/operator/token", json=credentials_of(staff, clock), headers=browser)
    assert known.status_code == 201


async def test_a_device_is_known_for_one_login_only_and_still_counts(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    """The cookie opens nothing, and cannot be made up or carried over to somebody else's login."""
    admin, support = await a_staff(services), await a_staff(services, "support")
    browser = {"Sec-Fetch-Site": "same-origin"}
    body = credentials_of(admin, clock)
    assert (await client.post("/api/operator/token", json=body, headers=browser)).status_code == 201
    wrong = credentials_of(support, clock) | {"totp": "000000"}
    for _ in range(5):
        assert (await sign_in(client, wrong)).status_code == 401
    assert (await sign_in(client, wrong)).status_code == 429
    for _ in range(5):
        assert (await sign_in(client, body | {"totp": "000000"})).status_code == 401
    assert (await sign_in(client, body | {"totp": "000000"})).status_code == 429
