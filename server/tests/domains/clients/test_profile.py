"""PATCH /v1/client/...: what clients change of themselves."""

import asyncio
from datetime import datetime
from typing import Any

import httpx
from sqlalchemy import text, update

from clearwater.domains.clients.models import Client
from clearwater.domains.files.models import File
from clearwater.domains.kyc.models import KycCase
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.ids import new_id
from tests.builders import SignedInClient, a_client

SCRIPT = "<script>alert(1)</script>"
PERSONAL_INFO = {
    "first_name": "Ann",
    "last_name": "Lee",
    "middle_name": "",
    "birth_date": "1990-02-28",
    "country": "DE",
    "region": "",
    "city": "Berlin",
    "address": "Unter den Linden 1",
    "postal_code": "",
}
CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("username", {"username": "ann_1"}),
    ("sex", {"sex": "female"}),
    ("language", {"language": "es"}),
    ("location", {"country": "DE"}),
    ("description", {"description": "Hello"}),
    ("phone", {"phone": "+4915112345678"}),
    ("anti-phishing-code", {"code": "blue whale"}),
    ("personal-info", PERSONAL_INFO),
    ("site-data", {"theme": "dark"}),
]

WRONG: list[tuple[str, dict[str, Any]]] = [
    ("username", {"username": "ab"}),
    ("username", {"username": "a" * 21}),
    ("username", {"username": "Ann"}),
    ("username", {"username": "ann lee"}),
    ("username", {"username": "ann\n"}),
    ("username", {"username": None}),
    ("username", {"username": SCRIPT}),
    ("sex", {"sex": "unknown"}),
    ("sex", {}),
    ("language", {"language": "xx"}),
    ("language", {"language": None}),
    ("location", {"country": "XX"}),
    ("location", {"country": "de"}),
    ("location", {"country": "DE", "city": "x" * 101}),
    ("description", {"description": "x" * 281}),
    ("description", {"description": "a\x1b[31mb"}),
    ("phone", {"phone": "015112345678"}),
    ("phone", {"phone": "+0123456789"}),
    ("phone", {"phone": "+1234567890123456"}),
    ("phone", {"phone": "+49 151 12345678"}),
    ("phone", {"phone": "+٤٩١٥١١٢٣٤٥"}),
    ("anti-phishing-code", {"code": "abc"}),
    ("anti-phishing-code", {"code": "x" * 21}),
    ("anti-phishing-code", {"code": "    a    "}),
    ("anti-phishing-code", {"code": "blue\r\nBcc: x@y.z"}),
    ("anti-phishing-code", {"code": "blue\u202ewhale"}),
    ("personal-info", PERSONAL_INFO | {"birth_date": "2008-11-16"}),
    ("personal-info", PERSONAL_INFO | {"birth_date": "2026-11-15"}),
    ("personal-info", PERSONAL_INFO | {"birth_date": "2990-01-01"}),
    ("personal-info", PERSONAL_INFO | {"birth_date": "1899-12-31"}),
    ("personal-info", PERSONAL_INFO | {"birth_date": "1990-02-30"}),
    ("personal-info", PERSONAL_INFO | {"birth_date": "28.02.1990"}),
    ("personal-info", PERSONAL_INFO | {"birth_date": 631152000}),
    ("personal-info", PERSONAL_INFO | {"birth_date": "631152000"}),
    ("personal-info", PERSONAL_INFO | {"country": "UK"}),
    ("personal-info", PERSONAL_INFO | {"first_name": "x" * 101}),
    ("personal-info", PERSONAL_INFO | {"first_name": "Ann\nLee"}),
    ("personal-info", {"first_name": "Ann"}),
]


async def patch(
    client: httpx.AsyncClient, caller: SignedInClient, name: str, body: dict[str, Any]
) -> httpx.Response:
    return await client.patch(f"/api/v1/client/{name}", json=body, headers=caller.headers)


async def row_of(services: ApiServices, caller: SignedInClient) -> Client:
    async with services.sessions() as session:
        return await session.get_one(Client, caller.id)


async def test_each_change_answers_the_client_as_it_now_is(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)

    answers = {name: await patch(client, ann, name, body) for name, body in CHANGES}

    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(answers, 200)
    shown = answers["site-data"].json()["client"]
    assert shown["id"] == str(ann.id)
    assert shown["username"] == "ann_1"
    assert shown["sex"] == "female"
    assert shown["language"] == "es"
    assert shown["location"] == {"country": "DE", "region": None, "city": None}
    assert shown["description"] == "Hello"
    assert shown["phone"] == "+4915112345678"
    assert shown["anti_phishing_code_set"] is True
    assert "blue whale" not in answers["site-data"].text
    assert shown["personal_info"] == PERSONAL_INFO | {
        "middle_name": None,
        "region": None,
        "postal_code": None,
    }
    assert shown["site_data"] == {"theme": "dark"}


async def test_a_change_needs_a_session_that_is_not_frozen(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    async with services.sessions() as session:
        await session.execute(text("UPDATE clients SET frozen_at = now()"))
        await session.commit()

    for name, body in CHANGES:
        anonymous = await client.patch(f"/api/v1/client/{name}", json=body)
        frozen = await patch(client, ann, name, body)

        assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID"), name
        assert (frozen.status_code, frozen.json()["code"]) == (403, "ACCOUNT_FROZEN"), name
    row = await row_of(services, ann)
    assert (row.username, row.sex, row.location, row.description) == (None, None, None, None)
    assert (row.phone, row.anti_phishing_code, row.first_name, row.site_data) == (None, None, None, {})


async def test_a_profile_can_be_changed_before_the_address_is_confirmed(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services, confirmed=False)

    assert (await patch(client, ann, "username", {"username": "ann"})).status_code == 200


async def test_no_change_reaches_a_field_that_is_not_its_own(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services, confirmed=False)
    foreign = ["email_is_confirmed", "level", "kyc", "frozen_at", "password_hash", "id", "avatar"]

    for name, body in CHANGES[:-1]:
        answer = await patch(client, ann, name, body | dict.fromkeys(foreign, True))

        assert answer.status_code == 422, name
        assert [error["field"] for error in answer.json()["errors"]] == foreign, name
    await patch(client, ann, "site-data", {"email_is_confirmed": True, "level": "vip"})
    row = await row_of(services, ann)
    assert (row.email_is_confirmed, row.frozen_at, row.avatar) == (False, None, None)
    assert (row.username, row.phone, row.first_name) == (None, None, None)


async def test_a_wrong_value_is_refused_and_changes_nothing(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)

    for name, body in WRONG:
        answer = await patch(client, ann, name, body)

        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED"), body
        assert answer.json()["errors"], body
    row = await row_of(services, ann)
    assert (row.username, row.sex, row.location, row.description) == (None, None, None, None)
    assert (row.phone, row.anti_phishing_code, row.first_name) == (None, None, None)


async def test_text_that_no_database_can_hold_is_refused(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    for name, body in [
        ("description", b'{"description": "\\ud800"}'),
        ("description", b'{"description": "a\\u0000b"}'),
        ("location", b'{"country": "DE", "city": "a\\u0000b"}'),
        ("site-data", b'{"a": "\\ud800"}'),
        ("site-data", b'{"a": {"\\u0000": 1}}'),
        ("site-data", b'{"a": ["x\\u0000"]}'),
        ("site-data", b'{"a": NaN}'),
        ("site-data", b'{"a": 1e999}'),
        ("site-data", b'{"a": ' + b"[" * 900 + b"]" * 900 + b"}"),
        ("site-data", b"[" * 60_000),
    ]:
        answer = await client.patch(
            f"/api/v1/client/{name}",
            content=body,
            headers=ann.headers | {"Content-Type": "application/json"},
        )

        assert answer.status_code in (400, 422), body[:40]
    row = await row_of(services, ann)
    assert (row.description, row.site_data) == (None, {})


async def test_a_client_must_be_eighteen(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)

    young = await patch(client, ann, "personal-info", PERSONAL_INFO | {"birth_date": "2008-11-16"})
    adult = await patch(client, ann, "personal-info", PERSONAL_INFO | {"birth_date": "2008-11-15"})

    assert young.json()["errors"] == [
        {"field": "birth_date", "code": "too_young", "message": "You must be at least 18 years old."}
    ]
    assert adult.json()["client"]["personal_info"]["birth_date"] == "2008-11-15"


async def test_script_in_text_is_text(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    info = PERSONAL_INFO | dict.fromkeys(
        ("first_name", "last_name", "middle_name", "region", "city", "address"), SCRIPT
    )

    await patch(client, ann, "description", {"description": SCRIPT})
    await patch(client, ann, "location", {"country": "DE", "city": SCRIPT, "region": SCRIPT})
    await patch(client, ann, "site-data", {SCRIPT: SCRIPT})
    answer = await patch(client, ann, "personal-info", info)

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    shown = answer.json()["client"]
    assert shown["description"] == SCRIPT
    assert shown["location"] == {"country": "DE", "region": SCRIPT, "city": SCRIPT}
    assert shown["site_data"] == {SCRIPT: SCRIPT}
    assert shown["personal_info"] == info | {"postal_code": None}


async def test_a_username_belongs_to_one_client_of_a_site(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    clients = [await a_client(services, email=f"c{number}@example.org") for number in range(4)]

    answers = await asyncio.gather(*(patch(client, one, "username", {"username": "same"}) for one in clients))

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert {answer.json().get("code") for answer in answers} == {None, "USERNAME_TAKEN"}
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM clients WHERE username = 'same'")) == 1


async def test_setting_the_current_username_again_is_accepted(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)

    first = await patch(client, ann, "username", {"username": "ann"})
    second = await patch(client, ann, "username", {"username": "ann"})

    assert (first.status_code, second.status_code) == (200, 200)


async def test_blank_texts_are_stored_as_null(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    for name, body in CHANGES:
        await patch(client, ann, name, body)

    await patch(client, ann, "description", {"description": "  "})
    await patch(client, ann, "sex", {"sex": None})
    answer = await patch(client, ann, "phone", {"phone": None})

    shown = answer.json()["client"]
    assert (shown["description"], shown["sex"], shown["phone"]) == (None, None, None)


async def test_site_data_is_merged_key_by_key(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    await patch(client, ann, "site-data", {"theme": "dark", "favourites": ["BTC-USDT"], "layout": {"a": 1}})

    answer = await patch(client, ann, "site-data", {"favourites": ["ETH-USDT"], "theme": None, "layout": {}})

    assert answer.json()["client"]["site_data"] == {"favourites": ["ETH-USDT"], "layout": {}}


async def test_site_data_stays_small_in_all(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    room = 16 * 1024 - len('{"a":""}')

    full = await patch(client, ann, "site-data", {"a": "x" * room})
    more = await patch(client, ann, "site-data", {"b": 1})
    umlauts = await patch(client, ann, "site-data", {"a": "ä" * room})
    backslash = await patch(client, ann, "site-data", {"a": "\\u0000"})

    assert full.status_code == 200
    assert (more.status_code, more.json()["errors"][0]["code"]) == (422, "too_large")
    assert umlauts.status_code == 422
    assert backslash.json()["client"]["site_data"] == {"a": "\\u0000"}


async def test_names_are_locked_while_and_after_they_are_checked(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    await patch(client, ann, "personal-info", PERSONAL_INFO)
    await add_kyc_case(services, ann, now=clock.at)

    for status in ("pending", "approved"):
        await set_kyc_status(services, status)
        renamed = await patch(client, ann, "personal-info", PERSONAL_INFO | {"last_name": "Kim"})
        moved = await patch(client, ann, "personal-info", PERSONAL_INFO | {"city": status})

        assert (renamed.status_code, renamed.json()["code"]) == (409, "NAMES_LOCKED"), status
        assert moved.json()["client"]["personal_info"]["last_name"] == "Lee"
        assert moved.json()["client"]["personal_info"]["city"] == status
    await set_kyc_status(services, "rejected")
    free = await patch(client, ann, "personal-info", PERSONAL_INFO | {"last_name": "Kim"})
    assert free.json()["client"]["personal_info"]["last_name"] == "Kim"


async def add_kyc_case(services: ApiServices, owner: SignedInClient, *, now: datetime) -> None:
    picture = File(
        id=new_id(), client_id=owner.id, kind="kyc_selfie", mime="image/png", size=1, created_at=now
    )
    async with services.sessions() as session:
        session.add(picture)
        await session.flush()
        session.add(
            KycCase(
                client_id=owner.id,
                status="pending",
                type="passport",
                selfie_id=picture.id,
                document_front_id=picture.id,
                submitted_at=now,
            )
        )
        await session.commit()


async def set_kyc_status(services: ApiServices, status: str) -> None:
    approved_at = services.clock.now() if status == "approved" else None
    async with services.sessions() as session:
        await session.execute(update(KycCase).values(status=status, approved_at=approved_at))
        await session.commit()
