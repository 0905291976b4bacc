"""Becoming a client and confirming the e-mail address."""

import asyncio
import hashlib
import hmac
import uuid
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import msgspec
import pytest
from sqlalchemy import func, select

from clearwater.domains.clients.models import Client
from clearwater.domains.security.models import OneTimeCode
from clearwater.domains.sites import service as sites
from clearwater.domains.sites.service import SiteChange
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.notices import CALLER_CHANGED, CHANNEL, Notice
from tests.builders import a_client
from tests.mailbox import mail_to, mailed_code, mailed_link_code
from tests.polling import eventually

EMAIL = "ann@example.org"
PASSWORD = "correct horse battery"
REGISTRATION: dict[str, Any] = {"email": EMAIL, "password": PASSWORD, "accept_terms": True}


async def register(client: httpx.AsyncClient, **changes: Any) -> httpx.Response:
    return await client.post("/api/v1/client", json=REGISTRATION | changes)


async def sign_in(client: httpx.AsyncClient, email: str = EMAIL) -> dict[str, str]:
    answer = await client.post("/api/v1/token", json={"login": email, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return {"X-Token": answer.json()["raw_token"]}


async def confirm(client: httpx.AsyncClient, code: str, headers: dict[str, str]) -> httpx.Response:
    return await client.patch("/api/v1/client/email-confirmation", params={"code": code}, headers=headers)


async def resend(client: httpx.AsyncClient, headers: dict[str, str]) -> httpx.Response:
    return await client.post("/api/v1/client/resend-email-confirmation", headers=headers)


async def count_clients(services: ApiServices) -> int:
    async with services.sessions() as session:
        return await session.scalar(select(func.count()).select_from(Client)) or 0


async def is_confirmed(services: ApiServices, email: str = EMAIL) -> bool:
    async with services.sessions() as session:
        return (await session.scalars(select(Client).where(Client.email == email))).one().email_is_confirmed


@pytest.mark.usefixtures("full_password_cost")
async def test_a_registration_creates_a_client_and_answers_all_its_fields(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    answer = await register(client, country="DE")

    assert answer.status_code == 201
    assert answer.headers["cache-control"] == "no-store"
    made = answer.json()["client"]
    assert uuid.UUID(made.pop("id")).version == 7
    assert made == {
        "email": EMAIL,
        "password": PASSWORD,
        "email_is_confirmed": False,
        "username": None,
        "avatar": None,
        "sex": None,
        "location": None,
        "description": None,
        "phone": None,
        "anti_phishing_code_set": False,
        "personal_info": {
            "first_name": None,
            "last_name": None,
            "middle_name": None,
            "birth_date": None,
            "country": "DE",
            "region": None,
            "city": None,
            "address": None,
            "postal_code": None,
        },
        "kyc": {
            "status": "unverified",
            "type": None,
            "message": None,
            "reason": None,
            "submitted_at": None,
            "photos": {"selfie": None, "document_front": None, "document_back": None},
        },
        "level": "guest",
        "security": {"totp": False, "passkeys": 0},
        "language": "en",
        "site_data": {},
        "chat_identifier_hash": "",
        "created_at": 1794744000,
    }
    async with services.sessions() as session:
        row = (await session.scalars(select(Client))).one()
    assert row.password_hash.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.parametrize(
    ("change", "stored"), [(SiteChange(features={"referral": True}), "friend-1"), (SiteChange(), None)]
)
async def test_a_referral_code_is_stored_only_where_the_site_has_a_programme(
    client: httpx.AsyncClient,
    services: ApiServices,
    clock: FixedClock,
    change: SiteChange,
    stored: str | None,
) -> None:
    async with services.sessions() as session:
        await sites.change_site(session, "localhost", change, resources=services.site_resources)
        await session.commit()
    clock.at += timedelta(minutes=1)

    assert (await register(client, referral_code="friend-1")).status_code == 201

    async with services.sessions() as session:
        assert (await session.scalars(select(Client))).one().referral_code == stored


async def test_the_chat_hash_is_made_from_the_sites_secret(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    async with services.sessions() as session:
        change = SiteChange(chat_secret="hmac-key")
        await sites.change_site(session, "localhost", change, resources=services.site_resources)
        await session.commit()
    clock.at += timedelta(seconds=10)
    ann = await a_client(services)

    answer = await client.get("/api/bff/auth/user", headers=ann.headers)

    assert answer.json() == {
        "client": answer.json()["client"],
        "transactions": [],
        "has_deposited": False,
        "asks_terms": False,
    }
    expected = hmac.new(b"hmac-key", str(ann.id).encode(), hashlib.sha256).hexdigest()
    assert answer.json()["client"]["chat_identifier_hash"] == expected
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ann@Example.ORG", "ann@example.org"),
        ("  ann@example.org ", "ann@example.org"),
        ("ann@xn--bcher-kva.example", "ann@bücher.example"),
        ("Zoë@bücher.example", "zoë@bücher.example"),
    ],
)
async def test_email_addresses_are_normalized(client: httpx.AsyncClient, given: str, kept: str) -> None:
    answer = await register(client, email=given)

    assert answer.status_code == 201, answer.text
    assert answer.json()["client"]["email"] == kept
    assert (await register(client, email=kept.upper())).json()["code"] == "EMAIL_TAKEN"
    await sign_in(client, given)


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"email": "ann"}, "email", "email"),
        ({"email": "ann@localhost"}, "email", "email"),
        ({"email": "ann@example.org\r\nBcc: eve@example.org"}, "email", "email"),
        ({"email": "a" * 250 + "@example.org"}, "email", "string_too_long"),
        ({"password": "short-one"}, "password", "too_short"),
        ({"password": "x1" * 65}, "password", "too_long"),
        ({"password": "Password123"}, "password", "password_common"),
        ({"password": "my ANN password"}, "password", "password_has_email"),
        ({"accept_terms": False}, "accept_terms", "literal_error"),
        ({"accept_terms": 1}, "accept_terms", "bool_type"),
        ({"country": "XX"}, "country", "value_error"),
        ({"referral_code": "<script>"}, "referral_code", "string_pattern_mismatch"),
        ({"email_is_confirmed": True}, "email_is_confirmed", "extra_forbidden"),
        ({"kyc": {"status": "approved"}}, "kyc", "extra_forbidden"),
        ({"level": "pro"}, "level", "extra_forbidden"),
        ({"id": str(uuid.UUID(int=1))}, "id", "extra_forbidden"),
    ],
)
async def test_invalid_registration_fields_are_named(
    client: httpx.AsyncClient, services: ApiServices, changes: dict[str, Any], field: str, code: str
) -> None:
    answer = await register(client, **changes)

    assert answer.status_code == 422
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]
    assert PASSWORD not in answer.text
    assert await count_clients(services) == 0


async def test_a_short_local_part_may_be_in_the_password(client: httpx.AsyncClient) -> None:
    answer = await register(client, email="an@example.org", password="an orange bicycle")

    assert answer.status_code == 201


async def test_a_client_starts_with_the_language_of_the_registration(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/v1/client", json=REGISTRATION, headers={"Accept-Language": "es-MX, en"})

    assert answer.json()["client"]["language"] == "es"


async def test_concurrent_registrations_of_one_email_create_one_client(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    answers = await asyncio.gather(*(register(client) for _ in range(6)))

    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"EMAIL_TAKEN"}
    assert await count_clients(services) == 1
    assert len(await mail_to(services, EMAIL)) == 1


async def test_one_address_may_be_a_client_of_two_sites(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    async with services.sessions() as session:
        await sites.add_site(session, hostname="blue.example.org", sitename="Blue")
        await session.commit()
    clock.at += timedelta(seconds=10)
    await register(client)

    answer = await client.post("/api/v1/client", json=REGISTRATION, headers={"X-Site": "blue.example.org"})

    assert answer.status_code == 201
    assert [mail.sender_name for mail in await mail_to(services, EMAIL)] == ["Blue", "Clearwater"]
    token = await sign_in(client)
    elsewhere = await client.get("/api/bff/auth/validate", headers=token | {"X-Site": "blue.example.org"})
    assert elsewhere.status_code == 401


async def test_registrations_are_limited_to_ten_an_hour(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    await register(client)
    answers = [await register(client) for _ in range(10)]

    assert [answer.status_code for answer in answers] == [409] * 9 + [429]
    assert answers[-1].json()["code"] == "RATE_LIMITED"
    assert int(answers[-1].headers["retry-after"]) > 0
    assert await count_clients(services) == 1


async def test_a_six_digit_code_confirms_once(client: httpx.AsyncClient, services: ApiServices) -> None:
    await register(client)
    token = await sign_in(client)
    code = await mailed_code(services, EMAIL)

    answer = await confirm(client, code, token)

    assert answer.status_code == 200
    assert answer.json()["client"]["email_is_confirmed"] is True
    again = await confirm(client, code, token)
    assert (again.status_code, again.json()["code"]) == (410, "CODE_EXPIRED")


async def test_a_confirmation_notifies_caller_caches(
    client: httpx.AsyncClient, services: ApiServices, database_url: str
) -> None:
    registered = await register(client)
    token = await sign_in(client)
    received: list[Notice] = []
    connection = await asyncpg.connect(database_url)
    await connection.add_listener(
        CHANNEL, lambda *sent: received.append(msgspec.json.decode(str(sent[3]), type=Notice))
    )

    await confirm(client, await mailed_code(services, EMAIL), token)

    client_id = uuid.UUID(registered.json()["client"]["id"])
    expected = [
        Notice(CALLER_CHANGED, client_id),
        Notice("security", client_id, {"change": "email_confirmed"}),
    ]
    await eventually(lambda: len(received) == len(expected))
    assert sorted(received) == expected
    await connection.close()


async def test_a_password_s_length_is_counted_in_characters(client: httpx.AsyncClient) -> None:
    short, long = await register(client, password="short-one"), await register(client, password="x1" * 65)

    messages = [answer.json()["errors"][0]["message"] for answer in (short, long)]
    assert messages == [
        "String should have at least 10 characters",
        "String should have at most 128 characters",
    ]


async def test_a_confirmation_link_works_once_and_only_signed_in_to_its_account(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    await register(client)
    eve = await a_client(services, email="eve@example.org", confirmed=False)
    code = await mailed_link_code(services, EMAIL, "http://localhost:8000/email")

    anonymous = await confirm(client, code, {})
    another = await confirm(client, code, eve.headers)
    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")
    assert (another.status_code, another.json()["code"]) == (422, "CODE_INVALID")
    assert not await is_confirmed(services)
    assert not await is_confirmed(services, "eve@example.org")
    token = await sign_in(client)
    answer = await confirm(client, code, token)

    assert answer.status_code == 200
    assert answer.json()["client"]["email_is_confirmed"] is True
    again = await confirm(client, code, token)
    assert (again.status_code, again.json()["code"]) == (410, "CODE_EXPIRED")


async def test_a_code_without_its_session_confirms_no_account(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    await register(client)
    eve = await a_client(services, email="eve@example.org", confirmed=False)
    code = await mailed_code(services, EMAIL)

    anonymous = await confirm(client, code, {})
    another = await confirm(client, code, eve.headers)

    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")
    assert (another.status_code, another.json()["code"]) == (410, "CODE_EXPIRED")
    assert not await is_confirmed(services)
    assert not await is_confirmed(services, "eve@example.org")


async def test_guesses_at_a_code_are_limited_to_five(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    await register(client)
    token = await sign_in(client)
    code = await mailed_code(services, EMAIL)
    wrong = "000000" if code != "000000" else "111111"

    tries = [await confirm(client, wrong, token) for _ in range(5)]

    assert {answer.status_code for answer in tries} == {422}
    assert {answer.json()["code"] for answer in tries} == {"CODE_INVALID"}
    assert [answer.json()["attempts_left"] for answer in tries] == [4, 3, 2, 1, 0]
    right = await confirm(client, code, token)
    assert (right.status_code, right.json()["code"]) == (410, "CODE_EXPIRED")
    assert not await is_confirmed(services)


async def test_concurrent_guesses_at_a_code_are_limited_to_five(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    await register(client)
    token = await sign_in(client)
    code = int(await mailed_code(services, EMAIL))

    wrong = [f"{(code + offset) % 1_000_000:06}" for offset in range(1, 9)]
    answers = await asyncio.gather(*(confirm(client, guess, token) for guess in wrong))

    assert sorted(answer.status_code for answer in answers) == [410] * 3 + [422] * 5
    assert (await confirm(client, f"{code:06}", token)).status_code == 410


async def test_a_code_expires_after_ten_minutes(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    await register(client)
    token = await sign_in(client)
    digits = await mailed_code(services, EMAIL)
    link_code = await mailed_link_code(services, EMAIL, "/email")

    clock.at += timedelta(minutes=10)

    for code in (digits, link_code):
        answer = await confirm(client, code, token)
        assert (answer.status_code, answer.json()["code"]) == (410, "CODE_EXPIRED")
    assert not await is_confirmed(services)


@pytest.mark.parametrize("code", ["", "x" * 65, "12 456", "<script>", "%00"])
async def test_a_malformed_code_is_refused(client: httpx.AsyncClient, code: str) -> None:
    answer = await confirm(client, code, {})

    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")


async def test_a_link_that_was_never_mailed_is_invalid(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services, confirmed=False)

    answer = await confirm(client, "a" * 43, ann.headers)

    assert (answer.status_code, answer.json()["code"]) == (422, "CODE_INVALID")
    assert answer.json()["attempts_left"] == 0


async def test_a_frozen_account_confirms_nothing(client: httpx.AsyncClient, services: ApiServices) -> None:
    await register(client)
    token = await sign_in(client)
    async with services.sessions() as session:
        row = (await session.scalars(select(Client))).one()
        row.frozen_at = services.clock.now()
        await session.commit()

    for code in (await mailed_code(services, EMAIL), await mailed_link_code(services, EMAIL, "/email")):
        answer = await confirm(client, code, token)
        assert (answer.status_code, answer.json()["code"]) == (403, "ACCOUNT_FROZEN")
    assert (await resend(client, token)).json()["code"] == "ACCOUNT_FROZEN"
    assert not await is_confirmed(services)


async def test_the_registration_email_starts_the_resend_interval(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    await register(client)
    token = await sign_in(client)
    first = await mailed_code(services, EMAIL)
    clock.at += timedelta(seconds=20)

    too_soon = await resend(client, token)

    assert (too_soon.status_code, too_soon.json()["code"]) == (429, "CODE_RESEND_TOO_SOON")
    assert too_soon.headers["retry-after"] == "40"
    assert len(await mail_to(services, EMAIL)) == 1
    clock.at += timedelta(seconds=40)
    assert (await resend(client, token)).status_code == 202
    second = await mailed_code(services, EMAIL)
    if first != second:
        assert (await confirm(client, first, token)).status_code == 422
    assert (await confirm(client, second, token)).status_code == 200


async def test_resends_are_limited_to_five_an_hour(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    await register(client)
    token = await sign_in(client)
    for _ in range(5):
        clock.at += timedelta(seconds=60)
        answer = await resend(client, token)
        assert (answer.status_code, answer.json()) == (202, {"retry_after": 60})
    clock.at += timedelta(seconds=60)

    sixth = await resend(client, token)

    assert (sixth.status_code, sixth.json()["code"]) == (429, "CODE_RESEND_TOO_SOON")
    assert sixth.headers["retry-after"] == str(3600 - 5 * 60)
    clock.at += timedelta(seconds=3600 - 5 * 60)
    assert (await resend(client, token)).status_code == 202


async def test_concurrent_resends_create_one_code(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    ann = await a_client(services, confirmed=False)
    clock.at += timedelta(hours=2)

    answers = await asyncio.gather(*(resend(client, ann.headers) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [202, 429, 429, 429]
    async with services.sessions() as session:
        assert await session.scalar(select(func.count()).select_from(OneTimeCode)) == 1


async def test_no_code_is_emailed_to_visitors_or_confirmed_clients(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)

    assert (await resend(client, {})).json()["code"] == "TOKEN_INVALID"
    assert (await resend(client, ann.headers)).json()["code"] == "STATE_CONFLICT"
    assert await mail_to(services, ann.email) == []


async def test_links_lead_to_the_canonical_host_whatever_was_asked(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    hosts = {
        "localhost:8000": "http://localhost:8000/email",
        "localhost:6666": "http://localhost:8000/email",
        "127.0.0.1:8000": "http://127.0.0.1:8000/email",
        "evil.example": "http://localhost:8000/email",
        "localhost:80@evil.example": "http://localhost:8000/email",
        "localhost.evil.example": "http://localhost:8000/email",
    }
    for number, (host, page) in enumerate(hosts.items()):
        email = f"client{number}@example.org"
        headers = {"Host": host, "X-Site": "localhost"}
        await client.post("/api/v1/client", json=REGISTRATION | {"email": email}, headers=headers)

        assert await mailed_link_code(services, email, page)
        assert "evil" not in (await mail_to(services, email))[0].text_body
