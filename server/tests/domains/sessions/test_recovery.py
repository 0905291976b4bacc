"""Sign-in links by email, and resetting the password."""

import asyncio
from datetime import timedelta
from time import perf_counter
from typing import Any

import httpx
import pyotp
import pytest
from sqlalchemy import func, select, update

from clearwater.domains.clients.models import Client
from clearwater.domains.security.models import OneTimeCode
from clearwater.domains.sessions.models import Session
from clearwater.domains.sessions.recovery import ANSWER_AFTER_SECONDS
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, a_client, status_and_code
from tests.mailbox import mail_to, mailed_code, mailed_link_code

NEW_PASSWORD = "an orange bicycle"


async def knock(client: httpx.AsyncClient, email: str) -> httpx.Response:
    return await client.post("/api/v1/knock", json={"email": email})


async def sign_in_by_link(client: httpx.AsyncClient, code: str, **more: str) -> httpx.Response:
    return await client.post("/api/v1/token", json={"knock": code, **more})


async def ask_for_reset(client: httpx.AsyncClient, email: str) -> httpx.Response:
    return await client.post("/api/v1/password-reset", json={"email": email})


async def reset(client: httpx.AsyncClient, code: str, password: str = NEW_PASSWORD) -> httpx.Response:
    return await client.patch("/api/v1/password-reset", json={"code": code, "password": password})


async def sign_in(client: httpx.AsyncClient, ann: SignedInClient, password: str) -> httpx.Response:
    return await client.post("/api/v1/token", json={"login": ann.email, "password": password})


async def change_client(services: ApiServices, ann: SignedInClient, **columns: Any) -> None:
    async with services.sessions() as session:
        await session.execute(update(Client).where(Client.id == ann.id).values(columns))
        await session.commit()


async def enable_totp(services: ApiServices, ann: SignedInClient) -> str:
    secret = pyotp.random_base32()
    await change_client(services, ann, totp_secret=services.seal.seal(secret.encode(), purpose="totp"))
    return secret


async def emailed_sign_in_code(client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient) -> str:
    await knock(client, ann.email)
    return await mailed_link_code(services, ann.email, "/knock-knock")


async def emailed_reset_code(client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient) -> str:
    await ask_for_reset(client, ann.email)
    return await mailed_link_code(services, ann.email, "/password")


async def count(services: ApiServices, model: type[Any]) -> int:
    async with services.sessions() as session:
        return await session.scalar(select(func.count()).select_from(model)) or 0


async def test_the_emailed_link_and_the_typed_code_are_the_same_and_work_once(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    ann = await a_client(services)
    assert (await knock(client, "Ann@example.org")).status_code == 202
    link_code = await mailed_link_code(services, ann.email, "http://localhost:8000/knock-knock")
    typed = await mailed_code(services, ann.email)
    assert typed.replace("-", "") == link_code

    answer = await sign_in_by_link(client, typed.lower())

    assert answer.status_code == 201
    token = answer.json()["raw_token"]
    user = await client.get("/api/bff/auth/user", headers={"X-Token": token})
    assert user.json()["client"]["email"] == ann.email
    assert status_and_code(await sign_in_by_link(client, link_code)) == (410, "CODE_EXPIRED")
    clock.at += timedelta(minutes=1)
    await knock(client, ann.email)
    second = await mailed_link_code(services, ann.email, "/knock-knock")
    assert (await sign_in_by_link(client, second)).status_code == 201


async def test_signing_in_by_emailed_link_is_no_step_up(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    await knock(client, ann.email)

    await sign_in_by_link(client, await mailed_link_code(services, ann.email, "/knock-knock"))

    async with services.sessions() as session:
        stepped_up = await session.scalars(select(Session.stepped_up_until).order_by(Session.id))
        assert stepped_up.all()[-1] is None


async def test_concurrent_sign_ins_with_one_emailed_link_succeed_once(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    code = await emailed_sign_in_code(client, services, ann)

    answers = await asyncio.gather(*(sign_in_by_link(client, code) for _ in range(5)))

    assert sorted(answer.status_code for answer in answers) == [201, 410, 410, 410, 410]
    assert await count(services, Session) == 2


async def test_an_emailed_link_does_not_replace_the_second_factor(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    secret = await enable_totp(services, ann)
    code = await emailed_sign_in_code(client, services, ann)

    assert status_and_code(await sign_in_by_link(client, code)) == (401, "TWO_FACTOR_REQUIRED")
    answer = await sign_in_by_link(client, code, totp=pyotp.TOTP(secret).at(services.clock.now()))

    assert answer.status_code == 201


async def test_concurrent_second_factor_guesses_with_a_mailed_link_are_limited_to_five(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    secret = await enable_totp(services, ann)
    code = await emailed_sign_in_code(client, services, ann)
    right = pyotp.TOTP(secret).at(services.clock.now())
    wrong = [f"{(int(right) + 1000 * number) % 1_000_000:06}" for number in range(1, 11)]

    answers = await asyncio.gather(*(sign_in_by_link(client, code, totp=guess) for guess in wrong))

    statuses = [answer.status_code for answer in answers]
    assert 201 not in statuses
    assert statuses.count(401) <= 5
    assert (await sign_in_by_link(client, code, totp=right)).status_code in (410, 429)


async def test_an_emailed_sign_in_link_expires_after_ten_minutes(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    ann = await a_client(services)
    code = await emailed_sign_in_code(client, services, ann)
    clock.at += timedelta(minutes=10)

    assert status_and_code(await sign_in_by_link(client, code)) == (410, "CODE_EXPIRED")
    assert await count(services, Session) == 1


async def test_guessing_sign_in_links_locks_the_ip_address(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    for number in range(20):
        assert status_and_code(await sign_in_by_link(client, f"AAAABBBBCCCC{number:04}")) == (
            401,
            "INVALID_CREDENTIALS",
        )

    assert status_and_code(await sign_in_by_link(client, "AAAABBBBCCCCDDDD")) == (429, "TOO_MANY_ATTEMPTS")
    assert status_and_code(await sign_in(client, ann, ann.password)) == (429, "TOO_MANY_ATTEMPTS")


async def test_a_code_is_valid_only_for_its_purpose(client: httpx.AsyncClient, services: ApiServices) -> None:
    ann = await a_client(services)
    await knock(client, ann.email)
    await ask_for_reset(client, ann.email)
    knocked = await mailed_link_code(services, ann.email, "/knock-knock")
    reset_code = await mailed_link_code(services, ann.email, "/password")

    assert status_and_code(await reset(client, knocked)) == (422, "CODE_INVALID")
    assert status_and_code(await sign_in_by_link(client, reset_code)) == (401, "INVALID_CREDENTIALS")
    confirmed = await client.patch(
        "/api/v1/client/email-confirmation", params={"code": reset_code}, headers=ann.headers
    )
    assert status_and_code(confirmed) == (422, "CODE_INVALID")


async def test_a_password_reset_ends_every_session_and_is_emailed(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services, confirmed=False)
    assert (await ask_for_reset(client, ann.email)).status_code == 202
    code = await mailed_link_code(services, ann.email, "http://localhost:8000/password")

    answer = await reset(client, code)

    assert (answer.status_code, answer.content) == (204, b"")
    assert (await client.get("/api/bff/auth/validate", headers=ann.headers)).status_code == 401
    assert status_and_code(await sign_in(client, ann, ann.password)) == (401, "INVALID_CREDENTIALS")
    assert (await sign_in(client, ann, NEW_PASSWORD)).status_code == 201
    assert status_and_code(await reset(client, code, "another bicycle")) == (410, "CODE_EXPIRED")
    newest = (await mail_to(services, ann.email))[0]
    assert newest.subject == "Your Clearwater password was changed"
    async with services.sessions() as session:
        row = (await session.scalars(select(Client))).one()
    assert row.password_changed_at == services.clock.now()
    assert row.email_is_confirmed


async def test_a_password_reset_clears_the_lockout(client: httpx.AsyncClient, services: ApiServices) -> None:
    ann = await a_client(services)
    for _ in range(5):
        await sign_in(client, ann, "wrong")
    assert status_and_code(await sign_in(client, ann, ann.password)) == (429, "TOO_MANY_ATTEMPTS")
    await ask_for_reset(client, ann.email)

    await reset(client, await mailed_link_code(services, ann.email, "/password"))

    assert (await sign_in(client, ann, NEW_PASSWORD)).status_code == 201


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("too short", "too_short"),
        ("1234567890", "password_common"),
        ("it is me, ann!", "password_has_email"),
    ],
)
async def test_a_weak_new_password_is_refused_and_the_link_stays_valid(
    client: httpx.AsyncClient, services: ApiServices, password: str, code: str
) -> None:
    ann = await a_client(services)
    await ask_for_reset(client, ann.email)
    link_code = await mailed_link_code(services, ann.email, "/password")

    refused = await reset(client, link_code, password)

    assert status_and_code(refused) == (422, "VALIDATION_FAILED")
    assert [(error["field"], error["code"]) for error in refused.json()["errors"]] == [("password", code)]
    assert (await client.get("/api/bff/auth/validate", headers=ann.headers)).status_code == 200
    assert (await reset(client, link_code)).status_code == 204


async def test_a_frozen_account_keeps_its_password(client: httpx.AsyncClient, services: ApiServices) -> None:
    ann = await a_client(services)
    await change_client(services, ann, frozen_at=services.clock.now())
    await ask_for_reset(client, ann.email)

    answer = await reset(client, await mailed_link_code(services, ann.email, "/password"))

    assert status_and_code(answer) == (403, "ACCOUNT_FROZEN")
    assert (await sign_in(client, ann, ann.password)).status_code == 201


async def test_a_reset_link_expires_after_ten_minutes(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    ann = await a_client(services)
    code = await emailed_reset_code(client, services, ann)
    clock.at += timedelta(minutes=10)

    assert status_and_code(await reset(client, code)) == (410, "CODE_EXPIRED")
    assert (await sign_in(client, ann, ann.password)).status_code == 201


@pytest.mark.parametrize("path", ["/api/v1/knock", "/api/v1/password-reset"])
async def test_answers_do_not_reveal_whether_an_account_exists(
    client: httpx.AsyncClient, services: ApiServices, path: str
) -> None:
    """Neither from the answer nor from the moment at which it comes: both wait for the same one."""
    ann = await a_client(services)
    # The second time there is an account but no mail, for it has just had one.
    for email in (ann.email, ann.email, "nobody@example.org"):
        started = perf_counter()
        answer = await client.post(path, json={"email": email})
        took = perf_counter() - started

        assert (answer.status_code, answer.json()) == (202, {"accepted": True})
        assert took >= ANSWER_AFTER_SECONDS, email
    assert len(await mail_to(services, ann.email)) == 1
    assert await mail_to(services, "nobody@example.org") == []


@pytest.mark.parametrize("path", ["/api/v1/knock", "/api/v1/password-reset"])
async def test_emails_to_one_address_are_rate_limited(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock, path: str
) -> None:
    ann = await a_client(services)
    for _ in range(7):
        clock.at += timedelta(seconds=60)
        first, second = [await client.post(path, json={"email": ann.email}) for _ in range(2)]
        assert first.status_code == second.status_code == 202

    assert len(await mail_to(services, ann.email)) == 5
    assert await count(services, OneTimeCode) == 5


@pytest.mark.parametrize(
    "body",
    [{}, {"email": "ann"}, {"email": "a@example.org\nBcc: b@example.org"}, {"email": "a@b.org", "x": 1}],
)
@pytest.mark.parametrize("path", ["/api/v1/knock", "/api/v1/password-reset"])
async def test_an_invalid_email_address_is_refused(
    client: httpx.AsyncClient, path: str, body: dict[str, Any]
) -> None:
    assert status_and_code(await client.post(path, json=body)) == (422, "VALIDATION_FAILED")
