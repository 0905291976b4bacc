"""Passkeys: making, using and removing them, with real signatures."""

import asyncio
import copy
import uuid
from datetime import timedelta
from typing import Any

import httpx
from sqlalchemy import select, text

from clearwater.domains.clients.models import Client
from clearwater.domains.security.models import Passkey
from clearwater.domains.sessions.models import Session
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.outbox import Mail
from tests.authenticator import SoftAuthenticator
from tests.builders import SignedInClient, a_client

PASSKEYS = "/api/v1/client/passkeys"


async def creation_options(client: httpx.AsyncClient, caller: SignedInClient) -> dict[str, Any]:
    answer = await client.post(f"{PASSKEYS}/options", headers=caller.headers)
    assert answer.status_code == 200, answer.text
    options: dict[str, Any] = answer.json()
    return options


async def add(
    client: httpx.AsyncClient, caller: SignedInClient, credential: dict[str, Any], **more: str
) -> httpx.Response:
    return await client.post(PASSKEYS, json={"credential": credential, **more}, headers=caller.headers)


async def a_passkey(
    client: httpx.AsyncClient, caller: SignedInClient, name: str = "Laptop"
) -> tuple[SoftAuthenticator, str]:
    """A registered passkey and its id."""
    authenticator = SoftAuthenticator(uuid.uuid5(caller.id, name).bytes)
    made = authenticator.create(await creation_options(client, caller))
    answer = await add(client, caller, made, name=name)
    assert answer.status_code == 201, answer.text
    return authenticator, answer.json()["id"]


async def sign_in_options(client: httpx.AsyncClient) -> dict[str, Any]:
    options: dict[str, Any] = (await client.post("/api/v1/token/passkey/options")).json()
    return options


async def sign_in(client: httpx.AsyncClient, credential: dict[str, Any], **headers: str) -> httpx.Response:
    return await client.post("/api/v1/token/passkey", json={"credential": credential}, headers=headers)


async def count(services: ApiServices, table: type[Passkey | Session]) -> int:
    async with services.sessions() as session:
        return len((await session.scalars(select(table))).all())


async def test_a_passkey_is_made_shown_and_used_to_sign_in(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    options = await creation_options(client, ann)
    authenticator = SoftAuthenticator(b"key-1")

    made = await add(client, ann, authenticator.create(options), name="Laptop")
    clock.at += timedelta(minutes=10)
    asked = await sign_in_options(client)
    opened = await sign_in(client, authenticator.get(asked))
    listed = await client.get(PASSKEYS, headers={"X-Token": opened.json()["raw_token"]})

    assert options["rp"] == {"id": "localhost", "name": "Clearwater"}
    assert options["user"]["name"] == "ann@example.org"
    assert options["authenticatorSelection"] == {
        "residentKey": "required",
        "requireResidentKey": True,
        "userVerification": "required",
    }
    assert options["attestation"] == "none"
    assert asked["rpId"] == "localhost"
    assert (asked["allowCredentials"], asked["userVerification"]) == ([], "required")
    made_at = int((clock.at - timedelta(minutes=10)).timestamp())
    assert made.status_code == 201
    assert made.json() == {
        "id": made.json()["id"],
        "name": "Laptop",
        "created_at": made_at,
        "last_used_at": None,
    }
    assert opened.status_code == 201
    assert opened.json()["expires_at"] == int((clock.at + timedelta(days=7)).timestamp())
    assert listed.json() == {
        "items": [made.json() | {"last_used_at": int(clock.at.timestamp())}],
        "next_cursor": None,
    }
    async with services.sessions() as session:
        row = await session.get_one(Client, ann.id)
        emails = (await session.scalars(select(Mail.subject))).all()
    assert row.second_factor_changed_at == clock.at - timedelta(minutes=10)
    assert "A passkey was added" in emails


async def test_signing_in_with_a_passkey_counts_as_both_factors_and_as_step_up(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    authenticator, passkey_id = await a_passkey(client, ann)

    by_password = await client.post("/api/v1/token", json={"login": ann.email, "password": ann.password})
    opened = await sign_in(
        client, authenticator.get(await sign_in_options(client)), **{"Sec-Fetch-Site": "same-origin"}
    )
    removed = await client.delete(f"{PASSKEYS}/{passkey_id}", headers={"X-Token": opened.json()["raw_token"]})

    assert (by_password.status_code, by_password.json()["code"]) == (401, "TWO_FACTOR_REQUIRED")
    assert by_password.json()["methods"] == ["passkey"]
    assert "HttpOnly" in opened.headers["set-cookie"]
    assert removed.status_code == 204


async def test_passkey_calls_require_a_confirmed_client_and_step_up(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    early = await a_client(services, email="early@example.org", confirmed=False)
    clock.at += timedelta(minutes=5)

    anonymous = [
        await client.get(PASSKEYS),
        await client.post(f"{PASSKEYS}/options"),
        await client.post(PASSKEYS, json={}),
        await client.delete(f"{PASSKEYS}/{uuid.UUID(int=0)}"),
        await client.post("/api/v1/client/step-up/options"),
    ]
    unconfirmed = await client.post(f"{PASSKEYS}/options", headers=early.headers)
    stale = await client.post(f"{PASSKEYS}/options", headers=ann.headers)

    assert [answer.status_code for answer in anonymous] == [401] * 5
    assert unconfirmed.json()["code"] == "EMAIL_UNCONFIRMED"
    assert (stale.json()["code"], stale.json()["methods"]) == ("STEP_UP_REQUIRED", ["password"])


async def test_a_tampered_passkey_registration_is_refused(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    authenticator = SoftAuthenticator(b"key-1")
    tampered: list[dict[str, Any]] = [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost.evil.example"},
        {"origin": "null"},
        {"rp_id": "evil.example"},
        {"verified": False},
        {"cross_origin": True},
        {"kind": "webauthn.get"},
        {"challenge": "AAAA"},
    ]

    for change in tampered:
        credential = authenticator.create(await creation_options(client, ann), **change)
        answer = await add(client, ann, credential)

        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED"), change
        assert answer.json()["errors"][0]["field"] == "credential"
    of_bob = authenticator.create(await creation_options(client, bob))
    assert (await add(client, ann, of_bob)).status_code == 422
    late = authenticator.create(await creation_options(client, ann))
    clock.at += timedelta(minutes=5)
    assert (await add(client, ann, late)).status_code == 422
    assert await count(services, Passkey) == 0


async def test_a_challenge_answers_one_ceremony_even_a_failed_one(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    first, second = SoftAuthenticator(b"key-1"), SoftAuthenticator(b"key-2")
    options = await creation_options(client, ann)

    failed = await add(client, ann, first.create(options, verified=False))
    again = await add(client, ann, first.create(options))
    options = await creation_options(client, ann)
    made = await add(client, ann, first.create(options))
    reused = await add(client, ann, second.create(options))

    assert [answer.status_code for answer in (failed, again, made, reused)] == [422, 422, 201, 422]
    assert await count(services, Passkey) == 1


async def test_a_malformed_credential_is_refused(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    authenticator = SoftAuthenticator(b"key-1")
    options = await creation_options(client, ann)
    good = authenticator.create(options)
    attestation = good["response"]["attestationObject"]

    garbage: list[dict[str, Any]] = []
    for size in range(1, len(attestation), 7):
        short = copy.deepcopy(authenticator.create(await creation_options(client, ann)))
        short["response"]["attestationObject"] = attestation[:size]
        garbage.append(short)
    for field, value in [("clientDataJSON", "e30"), ("clientDataJSON", "A"), ("clientDataJSON", "bnVsbA")]:
        other = copy.deepcopy(good)
        other["response"][field] = value
        garbage.append(other)
    for credential in garbage:
        answer = await add(client, ann, credential)

        assert answer.status_code == 422, credential
    endless = SoftAuthenticator(b"x" * 1024).create(await creation_options(client, ann))
    assert (await add(client, ann, endless)).status_code == 422
    empty = await add(client, ann, {})
    assert empty.status_code == 422
    assert await count(services, Passkey) == 0


async def test_a_tampered_passkey_sign_in_is_refused(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    authenticator, _ = await a_passkey(client, ann)
    stranger = SoftAuthenticator(b"nobody's")
    impostor = SoftAuthenticator(authenticator.credential_id, authenticator.user_handle, sign_count=50)
    tampered: list[tuple[SoftAuthenticator, dict[str, Any]]] = [
        (authenticator, {"origin": "https://evil.example"}),
        (authenticator, {"origin": "http://localhost.evil.example"}),
        (authenticator, {"rp_id": "evil.example"}),
        (authenticator, {"verified": False}),
        (authenticator, {"cross_origin": True}),
        (authenticator, {"kind": "webauthn.create"}),
        (authenticator, {"challenge": "AAAA"}),
        (authenticator, {"user_handle": b"0123456789abcdef"}),
        (stranger, {"user_handle": ann.id.bytes}),
        (impostor, {}),
    ]

    for who, change in tampered:
        answer = await sign_in(client, who.get(await sign_in_options(client), **change))

        assert (answer.status_code, answer.json()["code"]) == (401, "INVALID_CREDENTIALS"), change
    late = authenticator.get(await sign_in_options(client))
    clock.at += timedelta(minutes=5)
    assert (await sign_in(client, late)).status_code == 401
    assert await count(services, Session) == 1


async def test_an_assertion_signs_in_once(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    authenticator, _ = await a_passkey(client, ann)
    credential = authenticator.get(await sign_in_options(client))

    answers = await asyncio.gather(*(sign_in(client, credential) for _ in range(4)))
    later = await sign_in(client, credential)

    assert sorted(answer.status_code for answer in answers) == [201, 401, 401, 401]
    assert later.status_code == 401


async def test_a_cloned_passkey_is_detected_by_its_counter(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    authenticator, _ = await a_passkey(client, ann)
    copied = copy.copy(authenticator)
    await sign_in(client, authenticator.get(await sign_in_options(client)))
    await sign_in(client, authenticator.get(await sign_in_options(client)))

    from_copy = await sign_in(client, copied.get(await sign_in_options(client)))

    assert from_copy.status_code == 401


async def test_signature_counters_work_up_to_32_bits(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    worn = SoftAuthenticator(b"worn", sign_count=2**31 - 1)
    assert (await add(client, ann, worn.create(await creation_options(client, ann)))).status_code == 201
    worn.sign_count = 2**32 - 2

    last = await sign_in(client, worn.get(await sign_in_options(client)))
    worn.sign_count -= 1
    repeated = await sign_in(client, worn.get(await sign_in_options(client)))

    assert (last.status_code, repeated.status_code) == (201, 401)


async def test_the_origin_of_the_assertion_must_match_the_request(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    authenticator, _ = await a_passkey(client, ann)

    other_port = authenticator.get(await sign_in_options(client), origin="http://localhost:9999")
    refused = await sign_in(client, other_port, Origin="http://localhost:5173")
    same_port = authenticator.get(await sign_in_options(client), origin="http://localhost:5173")
    opened = await sign_in(client, same_port, Origin="http://localhost:5173")

    assert (refused.status_code, opened.status_code) == (401, 201)


async def test_passkeys_are_refused_on_a_numeric_ip_host(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    for host in ("127.0.0.1", "[::1]"):
        by_number = {"X-Site": host}

        options = await client.post(f"{PASSKEYS}/options", headers=ann.headers | by_number)
        signing = await client.post("/api/v1/token/passkey/options", headers=by_number)

        assert (options.status_code, options.json()["code"]) == (409, "STATE_CONFLICT")
        assert "http://localhost" in options.json()["detail"]
        assert (signing.status_code, signing.json()["code"]) == (409, "STATE_CONFLICT")


async def test_passkeys_belong_to_their_owner(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    authenticator, passkey_id = await a_passkey(client, ann)

    listed = await client.get(PASSKEYS, headers=bob.headers)
    removed = await client.delete(f"{PASSKEYS}/{passkey_id}", headers=bob.headers)
    taken = await add(client, bob, authenticator.create(await creation_options(client, bob)))
    stepped = await client.post(
        "/api/v1/client/step-up",
        json={"credential": authenticator.get(await sign_in_options(client))},
        headers=bob.headers,
    )

    assert listed.json()["items"] == []
    assert (removed.status_code, removed.json()["code"]) == (404, "NOT_FOUND")
    assert taken.status_code == 422
    assert stepped.status_code == 401
    async with services.sessions() as session:
        assert (await session.scalars(select(Passkey.client_id))).all() == [ann.id]


async def test_a_passkey_steps_up(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    authenticator, passkey_id = await a_passkey(client, ann)
    clock.at += timedelta(minutes=6)

    closed = await client.delete(f"{PASSKEYS}/{passkey_id}", headers=ann.headers)
    by_password = await client.post(
        "/api/v1/client/step-up", json={"password": ann.password}, headers=ann.headers
    )
    options = (await client.post("/api/v1/client/step-up/options", headers=ann.headers)).json()
    stepped = await client.post(
        "/api/v1/client/step-up", json={"credential": authenticator.get(options)}, headers=ann.headers
    )
    removed = await client.delete(f"{PASSKEYS}/{passkey_id}", headers=ann.headers)
    signed_in = await sign_in(client, authenticator.get(await sign_in_options(client)))

    assert (closed.status_code, closed.json()["methods"]) == (403, ["passkey"])
    assert (by_password.status_code, by_password.json()["methods"]) == (403, ["passkey"])
    assert len(options["allowCredentials"]) == 1
    assert stepped.json() == {"until": int((clock.at + timedelta(minutes=5)).timestamp())}
    assert removed.status_code == 204
    assert signed_in.status_code == 401


async def test_a_step_up_challenge_does_not_sign_in(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    authenticator, _ = await a_passkey(client, ann)
    options = (await client.post("/api/v1/client/step-up/options", headers=ann.headers)).json()

    assert (await sign_in(client, authenticator.get(options))).status_code == 401


async def test_guesses_with_passkeys_are_locked_out(services: ApiServices, client: httpx.AsyncClient) -> None:
    stranger = SoftAuthenticator(b"nobody's", b"0123456789abcdef")

    answers = [await sign_in(client, stranger.get(await sign_in_options(client))) for _ in range(21)]

    assert [answer.status_code for answer in answers] == [401] * 20 + [429]


async def test_unanswered_challenges_expire(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    for _ in range(3):
        await sign_in_options(client)
    clock.at += timedelta(minutes=5)

    await sign_in_options(client)

    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM passkey_challenges")) == 1


async def test_a_passkey_has_a_name_of_plain_text(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    script = "<script>alert(1)</script>"

    for number, name in enumerate(["", " ", "x" * 61, "a\nb"]):
        made = SoftAuthenticator(bytes([number] * 8)).create(await creation_options(client, ann))
        assert (await add(client, ann, made, name=name)).status_code in (400, 422), name
    _, passkey_id = await a_passkey(client, ann, script)
    nameless = SoftAuthenticator(b"nameless").create(await creation_options(client, ann))
    unnamed = await add(client, ann, nameless)

    listed = (await client.get(PASSKEYS, headers=ann.headers)).json()["items"]
    assert {item["id"]: item["name"] for item in listed} == {
        passkey_id: script,
        unnamed.json()["id"]: "Passkey",
    }
