"""Who belongs to the staff."""

import asyncio
from typing import Any

import httpx
import pyotp
import pytest
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInStaff, a_staff


async def add(client: httpx.AsyncClient, admin: SignedInStaff, body: dict[str, Any]) -> httpx.Response:
    return await client.post("/api/operator/staff", json=body, headers=admin.headers)


async def change(
    client: httpx.AsyncClient, admin: SignedInStaff, who: SignedInStaff, body: dict[str, Any]
) -> httpx.Response:
    return await client.patch(f"/api/operator/staff/{who.id}", json=body, headers=admin.headers)


async def list_acts(services: ApiServices) -> list[tuple[str, str]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, subject FROM audit_log ORDER BY seq"))
        return [(row[0], row[1]) for row in rows]


async def test_a_new_colleague_signs_in_with_what_was_shown_once(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    admin = await a_staff(services)

    added = await add(client, admin, {"login": "anna.b", "role": "support"})

    assert added.status_code == 201
    shown = added.json()
    assert shown["totp_uri"].startswith("otpauth://totp/Clearwater%20staff:anna.b?")
    code = pyotp.TOTP(shown["totp_secret"]).at(services.clock.now())
    body = {"login": "anna.b", "password": shown["password"], "totp": code}
    assert (await client.post("/api/operator/token", json=body)).status_code == 201
    listed = (await client.get("/api/operator/staff", headers=admin.headers)).json()["items"]
    assert {row["login"]: (row["role"], row["is_active"]) for row in listed} == {
        "anna.b": ("support", True),
        "admin": ("admin", True),
    }
    assert all(set(row) == {"id", "login", "role", "is_active", "created_at"} for row in listed)
    assert await list_acts(services) == [
        ("staff.added", "staff:anna.b"),
        ("staff.signed_in", "staff:anna.b"),
    ]
    async with services.sessions() as session:
        logged = await session.scalar(text("SELECT string_agg(detail::text, '') FROM audit_log")) or ""
    assert shown["password"] not in logged
    assert shown["totp_secret"] not in logged


@pytest.mark.parametrize(
    "body",
    [
        {"login": "A", "role": "support"},
        {"login": "<script>alert(1)</script>", "role": "support"},
        {"login": "an\nna", "role": "support"},
        {"login": "anna", "role": "owner"},
        {"login": "anna", "role": "support", "is_active": False},
        {"login": "anna", "role": "support", "password": "mine"},
        {"login": "anna"},
    ],
)
async def test_odd_drafts_are_refused(
    services: ApiServices, client: httpx.AsyncClient, body: dict[str, Any]
) -> None:
    admin = await a_staff(services)

    answer = await add(client, admin, body)

    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert await list_acts(services) == []


async def test_of_two_with_the_same_login_one_is_added(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    admin = await a_staff(services)
    body = {"login": "anna", "role": "support"}

    answers = await asyncio.gather(*(add(client, admin, body) for _ in range(3)))

    assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
    assert await list_acts(services) == [("staff.added", "staff:anna")]


async def test_a_closed_account_is_out_at_once(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)
    support = await a_staff(services, "support")

    closed = await change(client, admin, support, {"is_active": False})

    assert closed.json()["is_active"] is False
    assert (await client.get("/api/operator/me", headers=support.headers)).status_code == 401
    opened = await change(client, admin, support, {"is_active": True})
    assert opened.json()["is_active"] is True
    assert (await client.get("/api/operator/me", headers=support.headers)).status_code == 401


async def test_a_new_role_needs_a_new_session(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)
    support = await a_staff(services, "support")

    assert (await change(client, admin, support, {"role": "editor"})).json()["role"] == "editor"

    assert (await client.get("/api/operator/me", headers=support.headers)).status_code == 401


@pytest.mark.parametrize("body", [{"role": "support"}, {"is_active": False}])
async def test_the_last_admin_stays(
    services: ApiServices, client: httpx.AsyncClient, body: dict[str, Any]
) -> None:
    admin = await a_staff(services)
    await a_staff(services, "support")

    answer = await change(client, admin, admin, body)

    assert (answer.status_code, answer.json()["code"]) == (409, "STATE_CONFLICT")
    assert (await client.get("/api/operator/me", headers=admin.headers)).json()["role"] == "admin"
    assert await list_acts(services) == []


async def test_two_admins_cannot_remove_each_other_at_once(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    first = await a_staff(services, login="first")
    second = await a_staff(services, login="second")

    answers = await asyncio.gather(
        change(client, first, second, {"is_active": False}),
        change(client, second, first, {"is_active": False}),
    )

    assert sorted(answer.status_code for answer in answers) in ([200, 401], [200, 409])
    async with services.sessions() as session:
        left = await session.scalar(text("SELECT count(*) FROM staff WHERE role = 'admin' AND is_active"))
    assert left == 1


async def test_a_reset_replaces_both_secrets_and_ends_sessions(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    admin = await a_staff(services)
    support = await a_staff(services, "support")

    answer = await client.post(f"/api/operator/staff/{support.id}/reset", headers=admin.headers)

    shown = answer.json()
    assert shown["password"] != support.password
    assert (await client.get("/api/operator/me", headers=support.headers)).status_code == 401
    code = pyotp.TOTP(shown["totp_secret"]).at(services.clock.now())
    body = {"login": "support", "password": shown["password"], "totp": code}
    assert (await client.post("/api/operator/token", json=body)).status_code == 201
    assert ("staff.reset", "staff:support") in await list_acts(services)
