"""The authenticator app, recovery codes and step-up."""

import asyncio
import re
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import httpx
import pyotp
from sqlalchemy import select, text

from clearwater.domains.clients.models import Client
from clearwater.domains.security.models import RecoveryCode
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.outbox import Mail
from tests.builders import SignedInClient, a_client

STEP = timedelta(seconds=30)


def code_of(secret: str, clock: FixedClock) -> str:
    return pyotp.TOTP(secret).at(clock.at)


def wrong_code(secret: str, clock: FixedClock) -> str:
    around = {pyotp.TOTP(secret).at(clock.at + STEP * offset) for offset in (-1, 0, 1)}
    return next(code for code in ("000000", "111111", "222222", "333333") if code not in around)


async def set_up(
    client: httpx.AsyncClient, clock: FixedClock, caller: SignedInClient
) -> tuple[str, list[str]]:
    """An authenticator app that is on, whose first code is used up."""
    secret = (await client.post("/api/v1/client/totp", headers=caller.headers)).json()["secret"]
    body = {"code": code_of(secret, clock)}
    answer = await client.patch("/api/v1/client/totp", json=body, headers=caller.headers)
    clock.at += STEP
    return secret, answer.json()["recovery_codes"]


async def sign_in(client: httpx.AsyncClient, caller: SignedInClient, **more: str) -> httpx.Response:
    body = {"login": caller.email, "password": caller.password, **more}
    return await client.post("/api/v1/token", json=body)


async def step_up(client: httpx.AsyncClient, caller: SignedInClient, **proof: str) -> httpx.Response:
    return await client.post("/api/v1/client/step-up", json=proof, headers=caller.headers)


async def row_of(services: ApiServices, caller: SignedInClient) -> Client:
    async with services.sessions() as session:
        return await session.get_one(Client, caller.id)


async def subjects(services: ApiServices) -> list[str]:
    async with services.sessions() as session:
        return list((await session.scalars(select(Mail.subject).order_by(Mail.created_at))).all())


async def test_totp_is_enabled_once_its_first_code_is_confirmed(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)

    begun = await client.post("/api/v1/client/totp", headers=ann.headers)
    before = await sign_in(client, ann)
    secret = begun.json()["secret"]
    confirmed = await client.patch(
        "/api/v1/client/totp", json={"code": code_of(secret, clock)}, headers=ann.headers
    )
    after = await sign_in(client, ann)

    uri = urlsplit(begun.json()["uri"])
    assert (uri.scheme, uri.netloc, uri.path) == ("otpauth", "totp", "/Clearwater:ann%40example.org")
    assert parse_qs(uri.query) == {"secret": [secret], "issuer": ["Clearwater"]}
    assert before.status_code == 201
    assert confirmed.status_code == 200
    recovery_codes = confirmed.json()["recovery_codes"]
    assert len(set(recovery_codes)) == 10
    # Of 32 characters each: 80 bits.
    assert all(re.fullmatch("([a-z2-7]{4}-){3}[a-z2-7]{4}", code) for code in recovery_codes)
    assert (after.status_code, after.json()["code"]) == (401, "TWO_FACTOR_REQUIRED")
    assert after.json()["methods"] == ["totp", "recovery_code"]
    row = await row_of(services, ann)
    assert row.second_factor_changed_at == clock.at
    assert row.totp_secret is not None
    assert secret.encode() not in row.totp_secret
    assert (await client.get("/api/v1/client/sessions", headers=ann.headers)).status_code == 200
    assert "Your authenticator app is set up" in await subjects(services)


async def test_neither_secret_nor_recovery_codes_are_stored_as_they_are(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    _, recovery_codes = await set_up(client, clock, ann)

    async with services.sessions() as session:
        stored = (await session.scalars(select(RecoveryCode.code_hash))).all()

    assert len(stored) == 10
    assert not any(code.replace("-", "").encode() in digest for code in recovery_codes for digest in stored)


async def test_setting_up_needs_a_session_a_confirmed_address_and_step_up(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    unconfirmed = await a_client(services, email="bob@example.org", confirmed=False)
    clock.at += timedelta(minutes=5)

    anonymous = [
        await client.post("/api/v1/client/totp"),
        await client.patch("/api/v1/client/totp", json={"code": "123456"}),
        await client.delete("/api/v1/client/totp"),
        await client.post("/api/v1/client/step-up", json={"password": "x"}),
    ]
    early = await client.post("/api/v1/client/totp", headers=unconfirmed.headers)
    stale = await client.post("/api/v1/client/totp", headers=ann.headers)

    assert [answer.status_code for answer in anonymous] == [401, 401, 401, 401]
    assert (early.status_code, early.json()["code"]) == (403, "EMAIL_UNCONFIRMED")
    assert (stale.status_code, stale.json()["code"]) == (403, "STEP_UP_REQUIRED")
    assert stale.json()["methods"] == ["password"]
    assert (await row_of(services, ann)).totp_pending_secret is None


async def test_a_wrong_first_code_leaves_the_app_off_and_counts(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    nothing = await client.patch("/api/v1/client/totp", json={"code": "123456"}, headers=ann.headers)
    secret = (await client.post("/api/v1/client/totp", headers=ann.headers)).json()["secret"]

    answers = [
        await client.patch(
            "/api/v1/client/totp", json={"code": wrong_code(secret, clock)}, headers=ann.headers
        )
        for _ in range(6)
    ]
    right = await client.patch(
        "/api/v1/client/totp", json={"code": code_of(secret, clock)}, headers=ann.headers
    )

    assert (nothing.status_code, nothing.json()["code"]) == (410, "CODE_EXPIRED")
    assert [answer.json()["code"] for answer in answers[:5]] == ["CODE_INVALID"] * 5
    assert [answer.json()["attempts_left"] for answer in answers[:5]] == [4, 3, 2, 1, 0]
    assert (answers[5].status_code, answers[5].json()["code"]) == (429, "TOO_MANY_ATTEMPTS")
    assert (right.status_code, right.headers["retry-after"]) == (429, "60")
    assert (await row_of(services, ann)).totp_secret is None


async def test_a_code_of_the_app_signs_in_once(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    secret, _ = await set_up(client, clock, ann)
    code = code_of(secret, clock)

    first = await sign_in(client, ann, totp=code)
    replayed = await sign_in(client, ann, totp=code)
    stepped = await step_up(client, ann, totp=code)
    older = await sign_in(client, ann, totp=pyotp.TOTP(secret).at(clock.at - STEP))
    following = await sign_in(client, ann, totp=pyotp.TOTP(secret).at(clock.at + STEP))

    assert first.status_code == 201
    assert (replayed.status_code, replayed.json()["code"]) == (401, "INVALID_CREDENTIALS")
    assert (stepped.status_code, stepped.json()["code"]) == (401, "INVALID_CREDENTIALS")
    assert older.status_code == 401
    assert following.status_code == 201


async def test_concurrent_sign_ins_with_one_code_succeed_once(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    secret, _ = await set_up(client, clock, ann)
    code = code_of(secret, clock)

    answers = await asyncio.gather(*(sign_in(client, ann, totp=code) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [201, 401, 401, 401]


async def test_a_totp_code_of_another_time_step_is_refused(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    secret, _ = await set_up(client, clock, ann)
    clock.at += STEP * 5

    for steps in (-2, 2, 1000):
        answer = await sign_in(client, ann, totp=pyotp.TOTP(secret).at(clock.at + STEP * steps))

        assert answer.status_code == 401, steps


async def test_with_two_factors_a_new_password_needs_a_step_up(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    secret, _ = await set_up(client, clock, ann)
    clock.at += timedelta(hours=1)
    body = {"current_password": ann.password, "password": "a fresh and long secret"}

    refused = await client.patch("/api/v1/client/password", json=body, headers=ann.headers)
    await step_up(client, ann, totp=code_of(secret, clock))
    changed = await client.patch("/api/v1/client/password", json=body, headers=ann.headers)

    assert (refused.status_code, refused.json()["code"]) == (403, "STEP_UP_REQUIRED")
    assert changed.status_code == 204


async def test_a_recovery_code_works_once_in_any_spelling(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    _, recovery_codes = await set_up(client, clock, ann)
    typed = recovery_codes[0].upper().replace("-", " ")

    first = await sign_in(client, ann, recovery_code=typed)
    again = await sign_in(client, ann, recovery_code=recovery_codes[0])
    concurrent = await asyncio.gather(
        *(sign_in(client, ann, recovery_code=recovery_codes[1]) for _ in range(3))
    )

    assert first.status_code == 201
    assert (again.status_code, again.json()["code"]) == (401, "INVALID_CREDENTIALS")
    assert sorted(answer.status_code for answer in concurrent) == [201, 401, 401]


async def test_a_recovery_code_of_another_client_is_wrong(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    _, codes_of_ann = await set_up(client, clock, ann)
    await set_up(client, clock, bob)

    stolen = await sign_in(client, bob, recovery_code=codes_of_ann[0])
    own = await sign_in(client, ann, recovery_code=codes_of_ann[0])

    assert (stolen.status_code, own.status_code) == (401, 201)


async def test_a_new_setup_replaces_secret_and_recovery_codes(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    old_secret, old_codes = await set_up(client, clock, ann)
    new_secret, _ = await set_up(client, clock, ann)

    with_old = await sign_in(client, ann, totp=code_of(old_secret, clock))
    with_old_recovery = await sign_in(client, ann, recovery_code=old_codes[0])
    with_new = await sign_in(client, ann, totp=code_of(new_secret, clock))

    assert [with_old.status_code, with_old_recovery.status_code, with_new.status_code] == [401, 401, 201]


async def test_removing_the_app_needs_step_up_and_voids_recovery_codes(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    secret, recovery_codes = await set_up(client, clock, ann)
    clock.at += timedelta(minutes=5)

    refused = await client.delete("/api/v1/client/totp", headers=ann.headers)
    still_on = (await row_of(services, ann)).totp_secret
    await step_up(client, ann, totp=code_of(secret, clock))
    removed = await client.delete("/api/v1/client/totp", headers=ann.headers)
    twice = await client.delete("/api/v1/client/totp", headers=ann.headers)
    signed_in = await sign_in(client, ann)

    assert (refused.status_code, refused.json()["methods"]) == (403, ["totp"])
    assert still_on is not None
    assert (removed.status_code, removed.content) == (204, b"")
    assert twice.status_code == 404
    assert signed_in.status_code == 201
    row = await row_of(services, ann)
    assert (row.totp_secret, row.totp_last_step, row.second_factor_changed_at) == (None, None, clock.at)
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM recovery_codes")) == 0
    assert "Your authenticator app was removed" in await subjects(services)
    assert len(recovery_codes) == 10


async def test_a_step_up_lasts_five_minutes_for_its_session_alone(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    other = (await sign_in(client, ann)).json()["raw_token"]
    clock.at += timedelta(minutes=6)

    stepped = await step_up(client, ann, password=ann.password)
    here = await client.post("/api/v1/client/totp", headers=ann.headers)
    elsewhere = await client.post("/api/v1/client/totp", headers={"X-Token": other})
    clock.at += timedelta(minutes=5)
    later = await client.post("/api/v1/client/totp", headers=ann.headers)

    assert stepped.json() == {"until": int(clock.at.timestamp())}
    assert here.status_code == 200
    assert (elsewhere.status_code, later.status_code) == (403, 403)


async def test_a_password_cannot_step_up_a_client_with_a_second_factor(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    secret, _ = await set_up(client, clock, ann)
    clock.at += timedelta(minutes=6)

    by_password = await step_up(client, ann, password=ann.password)
    closed = await client.delete("/api/v1/client/totp", headers=ann.headers)
    by_code = await step_up(client, ann, totp=code_of(secret, clock))

    assert (by_password.status_code, by_password.json()["code"]) == (403, "STEP_UP_REQUIRED")
    assert by_password.json()["methods"] == ["totp"]
    assert closed.status_code == 403
    assert by_code.status_code == 200


async def test_a_step_up_takes_exactly_one_factor(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    bodies: list[dict[str, object]] = [
        {},
        {"totp": None},
        {"totp": "12345"},
        {"totp": "abcdef"},
        {"totp": 123456},
        {"totp": "123456", "password": "x"},
        {"password": ""},
        {"password": "x" * 2000},
        {"credential": {}},
        {"password": "x", "until": 1},
    ]
    for body in bodies:
        answer = await client.post("/api/v1/client/step-up", json=body, headers=ann.headers)

        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED"), body


async def test_step_up_guesses_are_locked_out_with_backoff(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    clock.at += timedelta(minutes=6)

    guesses = [await step_up(client, ann, password="wrong guess") for _ in range(5)]
    right = await step_up(client, ann, password=ann.password)
    clock.at += timedelta(seconds=60)
    after_a_minute = await step_up(client, ann, password="wrong guess")
    blocked = await step_up(client, ann, password=ann.password)
    clock.at += timedelta(seconds=120)
    late = await step_up(client, ann, password=ann.password)

    assert [answer.json()["code"] for answer in guesses] == ["INVALID_CREDENTIALS"] * 5
    assert (right.status_code, right.json()["code"]) == (429, "TOO_MANY_ATTEMPTS")
    assert right.headers["retry-after"] == "60"
    assert after_a_minute.status_code == 401
    assert (blocked.status_code, blocked.headers["retry-after"]) == (429, "120")
    assert late.status_code == 200


async def test_step_up_guesses_at_a_totp_code_are_locked_out(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    secret, _ = await set_up(client, clock, ann)

    guesses = [await step_up(client, ann, totp=wrong_code(secret, clock)) for _ in range(6)]
    right = await step_up(client, ann, totp=code_of(secret, clock))

    assert [answer.status_code for answer in guesses] == [401] * 5 + [429]
    assert right.status_code == 429
    signed_in = await sign_in(client, ann, totp=code_of(secret, clock))
    assert signed_in.status_code == 201
