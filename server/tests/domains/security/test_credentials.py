"""Changing the password and the e-mail address."""

import asyncio
import re
from datetime import timedelta

import httpx
from sqlalchemy import select, text

from clearwater.domains.clients.models import Client
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.outbox import Mail
from tests.builders import SignedInClient, a_client

PASSWORD = "/api/v1/client/password"
EMAIL = "/api/v1/client/email"
NEW_PASSWORD = "a fresh and long secret"
NEW_EMAIL = "ann.new@example.org"


async def change_password(
    client: httpx.AsyncClient, caller: SignedInClient, *, current: str, new: str = NEW_PASSWORD
) -> httpx.Response:
    body = {"current_password": current, "password": new}
    return await client.patch(PASSWORD, json=body, headers=caller.headers)


async def sign_in(client: httpx.AsyncClient, login: str, password: str) -> httpx.Response:
    return await client.post("/api/v1/token", json={"login": login, "password": password})


async def ask(client: httpx.AsyncClient, caller: SignedInClient, email: str = NEW_EMAIL) -> httpx.Response:
    return await client.post(EMAIL, json={"email": email}, headers=caller.headers)


async def confirm(client: httpx.AsyncClient, caller: SignedInClient, code: str) -> httpx.Response:
    return await client.patch(EMAIL, json={"code": code}, headers=caller.headers)


async def emails(services: ApiServices) -> list[tuple[str, str]]:
    async with services.sessions() as session:
        rows = (await session.scalars(select(Mail).order_by(Mail.id))).all()
    return [(mail.recipient, mail.subject) for mail in rows]


async def code_in_mail(services: ApiServices, recipient: str) -> str:
    async with services.sessions() as session:
        mail = (
            await session.scalars(
                select(Mail).where(Mail.recipient == recipient).order_by(Mail.id.desc()).limit(1)
            )
        ).one()
    found = re.search(r"^ +([0-9]{6})$", mail.text_body, re.MULTILINE)
    assert found is not None
    return found.group(1)


async def row_of(services: ApiServices, caller: SignedInClient) -> Client:
    async with services.sessions() as session:
        return await session.get_one(Client, caller.id)


async def test_a_new_password_ends_the_other_sessions(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    other = {"X-Token": (await sign_in(client, ann.email, ann.password)).json()["raw_token"]}
    clock.at += timedelta(hours=1)

    changed = await change_password(client, ann, current=ann.password)

    assert (changed.status_code, changed.content) == (204, b"")
    assert (await client.get("/api/v1/client/sessions", headers=ann.headers)).status_code == 200
    assert (await client.get("/api/v1/client/sessions", headers=other)).status_code == 401
    assert (await client.get("/api/v1/client/sessions", headers=bob.headers)).status_code == 200
    assert (await sign_in(client, ann.email, ann.password)).status_code == 401
    assert (await sign_in(client, ann.email, NEW_PASSWORD)).status_code == 201
    assert (await row_of(services, ann)).password_changed_at == clock.at
    assert (ann.email, "Your Clearwater password was changed") in await emails(services)


async def test_guesses_at_the_current_password_are_locked_out(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    before = (await row_of(services, ann)).password_hash

    anonymous = await client.patch(PASSWORD, json={})
    guesses = [await change_password(client, ann, current="wrong guess") for _ in range(5)]
    right = await change_password(client, ann, current=ann.password)

    assert anonymous.status_code == 401
    assert [answer.json()["code"] for answer in guesses] == ["INVALID_CREDENTIALS"] * 5
    assert (right.status_code, right.json()["code"]) == (429, "TOO_MANY_ATTEMPTS")
    assert right.headers["retry-after"] == "60"
    assert (await row_of(services, ann)).password_hash == before
    assert await emails(services) == []


async def test_a_weak_new_password_is_refused(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services, email="annabelle@example.org")
    before = (await row_of(services, ann)).password_hash

    for weak in ("tiny one", "x" * 129, "annabelle and more"):
        answer = await change_password(client, ann, current=ann.password, new=weak)

        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED"), weak
        assert answer.json()["errors"][0]["field"] == "password", weak
        assert weak not in answer.text
    assert (await row_of(services, ann)).password_hash == before


async def test_an_email_changes_once_the_new_address_is_confirmed(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)

    asked = await ask(client, ann, " Ann.New@Example.org ")
    before = await row_of(services, ann)
    notice = await emails(services)
    confirmed = await confirm(client, ann, await code_in_mail(services, NEW_EMAIL))

    assert (asked.status_code, asked.json()) == (202, {"retry_after": 60})
    assert before.email == "ann@example.org"
    assert notice == [
        (NEW_EMAIL, "Confirm your new email"),
        ("ann@example.org", "Your email is about to change"),
    ]
    assert confirmed.status_code == 200
    assert confirmed.json()["client"]["email"] == NEW_EMAIL
    assert confirmed.json()["client"]["email_is_confirmed"] is True
    after = await row_of(services, ann)
    assert (after.email, after.email_changed_at) == (NEW_EMAIL, clock.at)
    assert (await emails(services))[-1] == ("ann@example.org", "Your email was changed")
    assert (await sign_in(client, NEW_EMAIL, ann.password)).status_code == 201
    assert (await sign_in(client, "ann@example.org", ann.password)).status_code == 401


async def test_an_email_change_code_works_once_and_allows_five_attempts(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    await ask(client, ann)
    code = await code_in_mail(services, NEW_EMAIL)
    wrong = "000000" if code != "000000" else "111111"

    by_bob = await confirm(client, bob, code)
    guesses = [await confirm(client, ann, wrong) for _ in range(5)]
    right = await confirm(client, ann, code)
    clock.at += timedelta(minutes=1)
    await ask(client, ann)
    renewed = await code_in_mail(services, NEW_EMAIL)
    used = await confirm(client, ann, renewed)
    reused = await confirm(client, ann, renewed)

    assert by_bob.status_code == 410
    assert [answer.json()["code"] for answer in guesses] == ["CODE_INVALID"] * 5
    assert [answer.json()["attempts_left"] for answer in guesses] == [4, 3, 2, 1, 0]
    assert (right.status_code, right.json()["code"]) == (410, "CODE_EXPIRED")
    assert used.status_code == 200
    assert (reused.status_code, reused.json()["code"]) == (410, "CODE_EXPIRED")


async def test_an_email_change_code_expires_after_ten_minutes_and_is_sent_once_a_minute(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    await ask(client, ann)
    code = await code_in_mail(services, NEW_EMAIL)

    too_soon = await ask(client, ann, "ann.other@example.org")
    clock.at += timedelta(minutes=10)
    late = await confirm(client, ann, code)

    assert (too_soon.status_code, too_soon.json()["code"]) == (429, "CODE_RESEND_TOO_SOON")
    assert too_soon.headers["retry-after"] == "60"
    assert len(await emails(services)) == 2
    assert (late.status_code, late.json()["code"]) == (410, "CODE_EXPIRED")
    assert (await row_of(services, ann)).email == "ann@example.org"


async def test_changing_the_address_needs_a_session_and_step_up(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    clock.at += timedelta(minutes=5)

    anonymous = [await client.post(EMAIL, json={}), await client.patch(EMAIL, json={})]
    stale = await ask(client, ann)

    assert [answer.status_code for answer in anonymous] == [401, 401]
    assert (stale.status_code, stale.json()["code"]) == (403, "STEP_UP_REQUIRED")
    assert await emails(services) == []


async def test_invalid_and_current_email_addresses_are_refused(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)

    for email in (
        "",
        "nobody",
        "a@b",
        "x" * 250 + "@example.org",
        "ANN@example.org",
        "a@example.org\nBcc: b@c.d",
    ):
        answer = await ask(client, ann, email)

        assert answer.status_code == 422, email
        assert answer.json()["errors"][0]["field"] == "email", email
    extra = await client.post(
        EMAIL, json={"email": NEW_EMAIL, "email_is_confirmed": True}, headers=ann.headers
    )
    assert extra.status_code == 422
    assert await emails(services) == []


async def test_a_taken_email_is_refused_and_enumeration_is_rate_limited(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")

    answers = [await ask(client, ann, "BOB@example.org") for _ in range(6)]

    assert [answer.json()["code"] for answer in answers] == ["EMAIL_TAKEN"] * 5 + ["TOO_MANY_ATTEMPTS"]
    assert await emails(services) == []
    assert (await row_of(services, bob)).email == "bob@example.org"


async def test_concurrent_changes_to_one_email_succeed_once(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    clients = [await a_client(services, email=f"c{number}@example.org") for number in range(2)]
    codes = []
    for one in clients:
        await ask(client, one)
        codes.append(await code_in_mail(services, NEW_EMAIL))

    answers = await asyncio.gather(
        *(confirm(client, one, code) for one, code in zip(clients, codes, strict=True))
    )

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert {answer.json().get("code") for answer in answers} == {None, "EMAIL_TAKEN"}
    async with services.sessions() as session:
        assert (
            await session.scalar(text("SELECT count(*) FROM clients WHERE email = 'ann.new@example.org'"))
            == 1
        )


async def test_links_emailed_to_the_old_address_stop_working(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    await client.post("/api/v1/password-reset", json={"email": ann.email})
    async with services.sessions() as session:
        mail = (await session.scalars(select(Mail).where(Mail.recipient == ann.email))).one()
    link = re.search(r"/password\?code=([A-Za-z0-9_-]+)", mail.text_body)
    assert link is not None
    await ask(client, ann)
    await confirm(client, ann, await code_in_mail(services, NEW_EMAIL))

    reset = await client.patch(
        "/api/v1/password-reset", json={"code": link.group(1), "password": NEW_PASSWORD}
    )

    assert (reset.status_code, reset.json()["code"]) == (410, "CODE_EXPIRED")
    assert (await sign_in(client, NEW_EMAIL, ann.password)).status_code == 201
