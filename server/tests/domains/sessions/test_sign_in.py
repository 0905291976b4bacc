"""Coming in with a password, and going out."""

import asyncio
import threading
from datetime import timedelta
from typing import Any

import httpx
import pyotp
import pytest
from argon2 import PasswordHasher
from sqlalchemy import func, select, update

from clearwater.domains.clients.models import Client
from clearwater.domains.sessions import tasks
from clearwater.domains.sessions.models import LoginEvent, Session
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.secrets import hash_token
from tests.builders import SignedInClient, a_client, status_and_code
from tests.mailbox import mail_to

BROWSER = {
    "Sec-Fetch-Site": "same-origin",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36",
}
REFUSED = (401, "INVALID_CREDENTIALS")


async def sign_in(
    client: httpx.AsyncClient, ann: SignedInClient, *, headers: dict[str, str] | None = None, **changes: Any
) -> httpx.Response:
    body = {"login": ann.email, "password": ann.password} | changes
    return await client.post("/api/v1/token", json=body, headers=headers)


async def validate(client: httpx.AsyncClient, token: str) -> int:
    answer = await client.get("/api/bff/auth/validate", headers={"X-Token": token})
    return answer.status_code


async def outcomes(services: ApiServices) -> list[str]:
    async with services.sessions() as session:
        found = await session.scalars(select(LoginEvent.outcome).order_by(LoginEvent.at, LoginEvent.id))
        return list(found.all())


async def count_sessions(services: ApiServices) -> int:
    async with services.sessions() as session:
        return await session.scalar(select(func.count()).select_from(Session)) or 0


def wrong_code(totp: pyotp.TOTP, clock: FixedClock) -> str:
    """One that is wrong now, a step ago and a step ahead."""
    right = {totp.at(int(clock.at.timestamp()) + seconds) for seconds in (-30, 0, 30)}
    return next(code for code in ("000000", "111111", "222222", "333333") if code not in right)


async def secure_with_totp(services: ApiServices, ann: SignedInClient) -> pyotp.TOTP:
    secret = pyotp.random_base32()
    sealed = services.seal.seal(secret.encode(), purpose="totp")
    async with services.sessions() as session:
        await session.execute(update(Client).where(Client.id == ann.id).values(totp_secret=sealed))
        await session.commit()
    return pyotp.TOTP(secret)


async def test_a_program_gets_a_token_for_seven_days(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    ann = await a_client(services)

    answer = await sign_in(client, ann)

    assert answer.status_code == 201
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    token = answer.json()["raw_token"]
    assert answer.json() == {"raw_token": token, "expires_at": int(clock.at.timestamp()) + 7 * 86400}
    assert len(token) == 43
    for _ in range(7):
        # Used every day, for one that is not used ends sooner.
        clock.at += timedelta(days=1) - timedelta(seconds=1)
        assert await validate(client, token) == 200
    clock.at += timedelta(seconds=7)
    assert await validate(client, token) == 401


async def test_an_idle_session_expires_after_a_day(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    ann = await a_client(services)
    clock.at += timedelta(hours=23)
    assert (await client.get("/api/v1/feedback", headers=ann.headers)).status_code == 200
    clock.at += timedelta(hours=24) - timedelta(seconds=1)
    assert (await client.get("/api/v1/feedback", headers=ann.headers)).status_code == 200
    clock.at += timedelta(hours=24)

    assert await validate(client, ann.token) == 401
    await tasks.purge_expired(services.sessions, now=clock.now())
    assert await count_sessions(services) == 0


async def test_a_step_up_renews_the_cookie_and_the_one_before_it_ends(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    ann = await a_client(services)
    answer = await sign_in(client, ann, headers=BROWSER)
    token, old = {"X-Token": answer.json()["raw_token"]}, answer.cookies["sid"]
    clock.at += timedelta(hours=1)

    proof = await client.post("/api/v1/client/step-up", json={"password": ann.password}, headers=token)

    assert proof.status_code == 200
    new = proof.cookies["sid"]
    assert new != old
    assert f"Max-Age={7 * 86400 - 3600};" in proof.headers["set-cookie"]
    client.cookies.clear()
    for sid, after, status in ((new, 0, 200), (old, 29, 200), (old, 1, 401), (new, 0, 200)):
        clock.at += timedelta(seconds=after)
        headers = token | {"Cookie": f"sid={sid}"}
        assert (await client.get("/api/bff/auth/validate", headers=headers)).status_code == status


async def test_a_new_password_renews_the_cookie(client: httpx.AsyncClient, services: ApiServices) -> None:
    ann = await a_client(services)
    answer = await sign_in(client, ann, headers=BROWSER)
    change = {"current_password": ann.password, "password": "an orange bicycle"}

    changed = await client.patch(
        "/api/v1/client/password", json=change, headers={"X-Token": answer.json()["raw_token"]}
    )

    assert changed.status_code == 204
    assert changed.cookies["sid"] != answer.cookies["sid"]
    assert await validate(client, answer.json()["raw_token"]) == 200


@pytest.mark.parametrize(
    "call",
    [
        ("PATCH", "phone", {"phone": "+15550100"}),
        ("PATCH", "anti-phishing-code", {"code": "blue whale"}),
        ("DELETE", "sessions", None),
        ("DELETE", "sessions/{other}", None),
    ],
)
async def test_sensitive_changes_require_step_up(
    client: httpx.AsyncClient,
    services: ApiServices,
    clock: FixedClock,
    call: tuple[str, str, dict[str, str] | None],
) -> None:
    method, path, body = call
    ann = await a_client(services)
    await sign_in(client, ann)
    listed = (await client.get("/api/v1/client/sessions", headers=ann.headers)).json()["items"]
    other = next(item["id"] for item in listed if not item["current"])
    clock.at += timedelta(minutes=6)
    url = f"/api/v1/client/{path.format(other=other)}"

    refused = await client.request(method, url, json=body, headers=ann.headers)

    assert status_and_code(refused) == (403, "STEP_UP_REQUIRED")
    assert refused.json()["methods"] == ["password"]
    assert await count_sessions(services) == 2
    async with services.sessions() as session:
        kept = (await session.execute(select(Client.phone, Client.anti_phishing_code))).one()
    assert tuple(kept) == (None, None)
    await client.post("/api/v1/client/step-up", json={"password": ann.password}, headers=ann.headers)
    assert (await client.request(method, url, json=body, headers=ann.headers)).is_success


async def test_only_hashes_of_a_token_are_stored(client: httpx.AsyncClient, services: ApiServices) -> None:
    ann = await a_client(services)
    token = (await sign_in(client, ann)).json()["raw_token"]

    async with services.sessions() as session:
        row = (await session.scalars(select(Session).where(Session.token_hash == hash_token(token)))).one()

    assert (row.sid_hash, row.ip, row.device) == (None, "127.0.0.1", "python-httpx")
    assert row.stepped_up_until == services.clock.now() + timedelta(minutes=5)


@pytest.mark.parametrize("headers", [BROWSER, {"Origin": "http://localhost"}])
async def test_a_browser_session_needs_token_and_cookie(
    client: httpx.AsyncClient, services: ApiServices, headers: dict[str, str]
) -> None:
    """Also of browsers that send no Sec-Fetch-Site: older Safari, and all of them over plain http."""
    ann = await a_client(services)

    answer = await sign_in(client, ann, headers=headers)

    sid, device = answer.cookies["sid"], answer.cookies["device"]
    assert answer.headers.get_list("set-cookie") == [
        f"sid={sid}; HttpOnly; Max-Age=604800; Path=/; SameSite=strict",
        f"device={device}; HttpOnly; Max-Age=15552000; Path=/; SameSite=strict",
    ]
    token = answer.json()["raw_token"]
    assert await validate(client, token) == 200
    client.cookies.clear()
    assert await validate(client, token) == 401
    client.cookies.set("sid", "another")
    assert await validate(client, token) == 401


async def test_the_cookie_is_secure_over_https(client: httpx.AsyncClient, services: ApiServices) -> None:
    ann = await a_client(services)

    answer = await client.post(
        "https://localhost/api/v1/token",
        json={"login": ann.email, "password": ann.password},
        headers=BROWSER,
    )

    for cookie, name in zip(answer.headers.get_list("set-cookie"), ("sid", "device"), strict=True):
        assert cookie.startswith(f"__Host-{name}=")
        assert cookie.endswith("Path=/; SameSite=strict; Secure")
    token, sid = answer.json()["raw_token"], answer.cookies["__Host-sid"]
    there = "https://localhost/api/bff/auth/validate"
    client.cookies.clear()
    assert (await client.get(there, headers={"X-Token": token})).status_code == 401
    # The name without the prefix is one that a neighbour could have set.
    for name, status in (("sid", 401), ("__Host-sid", 200)):
        headers = {"X-Token": token, "Cookie": f"{name}={sid}"}
        assert (await client.get(there, headers=headers)).status_code == status


async def test_signing_in_again_ends_the_session_this_browser_had(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    eve = await a_client(services, email="eve@example.org")
    first = (await sign_in(client, ann, headers=BROWSER)).json()["raw_token"]
    assert await count_sessions(services) == 3

    second = await sign_in(client, eve, headers=BROWSER)

    assert await count_sessions(services) == 3
    assert await validate(client, first) == 401
    assert await validate(client, second.json()["raw_token"]) == 200
    assert await validate(client, ann.token) == 200


async def test_a_sign_in_never_reuses_an_existing_session(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    """Session fixation: neither half of a new session comes from the request."""
    ann = await a_client(services)
    eve = await a_client(services, email="eve@example.org")
    client.cookies.set("sid", "chosen-by-eve")

    answer = await sign_in(client, ann, headers=BROWSER | eve.headers)

    sid = answer.cookies["sid"]
    token = answer.json()["raw_token"]
    assert sid != "chosen-by-eve"
    assert token != eve.token
    client.cookies.clear()
    client.cookies.set("sid", "chosen-by-eve")
    assert await validate(client, token) == 401
    user = await client.get("/api/bff/auth/user", headers=eve.headers)
    assert user.json()["client"]["email"] == "eve@example.org"


async def test_a_wrong_login_and_a_wrong_password_answer_alike(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)

    wrong = await sign_in(client, ann, password="incorrect horse battery")
    unknown = await sign_in(client, ann, login="nobody@example.org")

    problems = [answer.json() for answer in (wrong, unknown)]
    for problem in problems:
        problem.pop("request_id")
    assert problems[0] == problems[1]
    assert status_and_code(wrong) == status_and_code(unknown) == REFUSED
    assert await outcomes(services) == ["wrong_password"]
    assert await count_sessions(services) == 1


@pytest.mark.usefixtures("full_password_cost")
async def test_a_wrong_login_and_a_wrong_password_cost_the_same(
    client: httpx.AsyncClient, services: ApiServices, argon2_checks: list[str]
) -> None:
    """Nearly all the time of a sign-in is argon2: as much of it for a login that does not exist."""
    ann = await a_client(services)

    for login in (ann.email, "nobody@example.org", "no address at all"):
        argon2_checks.clear()
        assert (
            status_and_code(await sign_in(client, ann, login=login, password="incorrect horse battery"))
            == REFUSED
        )
        assert argon2_checks == ["$argon2id$v=19$m=19456,t=2,p=1"], login


async def test_five_failures_lock_a_login_longer_each_time(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    ann = await a_client(services)
    for _ in range(5):
        assert status_and_code(await sign_in(client, ann, password="wrong")) == REFUSED

    for minutes in (1, 2, 4, 8, 15, 15):
        locked = await sign_in(client, ann)
        assert status_and_code(locked) == (429, "TOO_MANY_ATTEMPTS")
        assert locked.headers["retry-after"] == str(minutes * 60)
        clock.at += timedelta(minutes=minutes)
        assert status_and_code(await sign_in(client, ann, password="wrong")) == REFUSED
    clock.at += timedelta(minutes=15)
    assert (await sign_in(client, ann)).status_code == 201
    assert status_and_code(await sign_in(client, ann, password="wrong")) == REFUSED
    assert (await sign_in(client, ann)).status_code == 201


async def test_an_unknown_login_is_locked_like_a_known_one(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    for _ in range(5):
        await sign_in(client, ann, login="nobody@example.org", password="wrong")

    assert status_and_code(await sign_in(client, ann, login="Nobody@example.org")) == (
        429,
        "TOO_MANY_ATTEMPTS",
    )
    assert (await sign_in(client, ann)).status_code == 201


async def test_an_address_is_locked_after_twenty_failures(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    for number in range(20):
        await sign_in(client, ann, login=f"client{number}@example.org", password="wrong")

    assert status_and_code(await sign_in(client, ann)) == (429, "TOO_MANY_ATTEMPTS")
    assert await count_sessions(services) == 1


async def test_concurrent_password_guesses_get_no_extra_attempts(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    guesses = [f"wrong {number}" for number in range(16)] + [ann.password]

    answers = await asyncio.gather(*(sign_in(client, ann, password=guess) for guess in guesses))

    refused = [answer.status_code for answer in answers]
    assert 201 not in refused
    # As many as are being checked at one moment may still slip through the count.
    assert refused.count(401) <= 8
    assert refused.count(429) >= 9


async def test_concurrent_sign_ins_with_the_right_password_all_succeed(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)

    answers = await asyncio.gather(*(sign_in(client, ann) for _ in range(24)))

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["raw_token"] for answer in answers}) == 24


async def test_the_second_factor_is_asked_for_and_used_once(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    totp = await secure_with_totp(services, ann)
    code = totp.at(services.clock.now())

    missing = await sign_in(client, ann)
    wrong_password = await sign_in(client, ann, password="wrong", totp=code)
    right = await sign_in(client, ann, totp=code)
    replayed = await sign_in(client, ann, totp=code)

    assert status_and_code(missing) == (401, "TWO_FACTOR_REQUIRED")
    assert missing.json()["methods"] == ["totp"]
    assert status_and_code(wrong_password) == REFUSED
    assert right.status_code == 201
    assert status_and_code(replayed) == REFUSED
    assert await outcomes(services) == ["wrong_password", "success", "wrong_second_factor"]


async def test_guessing_the_second_factor_locks_the_login_longer_each_time(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    ann = await a_client(services)
    totp = await secure_with_totp(services, ann)
    for _ in range(5):
        # The password alone is right, but does not give the tries back.
        assert status_and_code(await sign_in(client, ann)) == (401, "TWO_FACTOR_REQUIRED")
        assert status_and_code(await sign_in(client, ann, totp=wrong_code(totp, clock))) == REFUSED

    for minutes in (1, 2, 4):
        locked = await sign_in(client, ann, totp=totp.at(clock.now()))
        assert status_and_code(locked) == (429, "TOO_MANY_ATTEMPTS")
        assert locked.headers["retry-after"] == str(minutes * 60)
        clock.at += timedelta(minutes=minutes)
        assert status_and_code(await sign_in(client, ann, totp=wrong_code(totp, clock))) == REFUSED
    assert await count_sessions(services) == 1


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, [("login", "missing"), ("password", "missing")]),
        ({"login": "ann@example.org"}, [("password", "missing")]),
        ({"login": "a" * 255}, [("login", "string_too_long"), ("password", "missing")]),
        (
            {"totp": "12345"},
            [("login", "missing"), ("password", "missing"), ("totp", "string_pattern_mismatch")],
        ),
        (
            {"knock": "A" * 16, "password": "y", "totp": "1"},
            [("password", "extra_forbidden"), ("totp", "string_pattern_mismatch")],
        ),
        ({"knock": "?"}, [("knock", "string_pattern_mismatch")]),
        (
            {"knock": "A" * 16, "login": "x", "password": "y"},
            [("login", "extra_forbidden"), ("password", "extra_forbidden")],
        ),
        ({"login": "a" * 255, "password": "x"}, [("login", "string_too_long")]),
        ({"login": "ann\nBcc: x", "password": "x"}, [("login", "string_pattern_mismatch")]),
        ({"login": "a", "password": "x" * 1025}, [("password", "too_long")]),
        ({"login": "a", "password": "x", "totp": "12345"}, [("totp", "string_pattern_mismatch")]),
        ({"login": "a", "password": "x", "totp": "١٢٣٤٥٦"}, [("totp", "string_pattern_mismatch")]),
        ({"login": "a", "password": "x", "level": "pro"}, [("level", "extra_forbidden")]),
        ({"login": ["a"], "password": {"$ne": 1}}, [("login", "string_type"), ("password", "string_type")]),
    ],
)
async def test_invalid_sign_in_fields_are_named(
    client: httpx.AsyncClient, body: dict[str, Any], errors: list[tuple[str, str]]
) -> None:
    answer = await client.post("/api/v1/token", json=body)

    assert status_and_code(answer) == (422, "VALIDATION_FAILED")
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == errors


@pytest.mark.usefixtures("full_password_cost")
async def test_a_weak_password_hash_is_upgraded_at_sign_in(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    weak = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(ann.password)
    async with services.sessions() as session:
        await session.execute(update(Client).values(password_hash=weak))
        await session.commit()

    assert (await sign_in(client, ann)).status_code == 201

    async with services.sessions() as session:
        stored = (await session.scalars(select(Client.password_hash))).one()
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert (await sign_in(client, ann)).status_code == 201


async def test_a_sign_in_from_a_new_device_is_emailed(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)
    async with services.sessions() as session:
        await session.execute(update(Client).values(anti_phishing_code="blue <b>whale"))
        await session.commit()
    await sign_in(client, ann)
    await sign_in(client, ann)
    assert await mail_to(services, ann.email) == []

    await sign_in(client, ann, headers=BROWSER)
    await sign_in(client, ann, headers=BROWSER)

    (mail,) = await mail_to(services, ann.email)
    assert mail.subject == "New sign-in to Clearwater"
    assert "Device: Chrome on Linux\nIP address: 127.0.0.1\nTime: 15.11.2026 12:00 UTC\n" in mail.text_body
    assert "Your anti-phishing code: blue <b>whale" in mail.text_body
    assert "Your anti-phishing code: <b>blue &lt;b&gt;whale</b>" in mail.html_body


async def test_signing_out_ends_this_session_alone(client: httpx.AsyncClient, services: ApiServices) -> None:
    ann = await a_client(services)
    answer = await sign_in(client, ann, headers=BROWSER)
    token = answer.json()["raw_token"]

    gone = await client.delete("/api/v1/token", headers={"X-Token": token})

    assert gone.status_code == 204
    assert gone.headers["set-cookie"].startswith('sid=""; ')
    assert "Max-Age=0" in gone.headers["set-cookie"]
    assert "sid" not in client.cookies
    assert await validate(client, token) == 401
    assert await validate(client, ann.token) == 200
    assert status_and_code(await client.delete("/api/v1/token", headers={"X-Token": token})) == (
        401,
        "TOKEN_INVALID",
    )


@pytest.mark.parametrize("headers", [{}, {"X-Token": "nonsense"}, {"Authorization": "Bearer nonsense"}])
@pytest.mark.parametrize("path", ["/api/bff/auth/validate", "/api/bff/auth/user"])
async def test_without_a_session_there_is_nothing_to_see(
    client: httpx.AsyncClient, path: str, headers: dict[str, str]
) -> None:
    answer = await client.get(path, headers=headers)

    assert status_and_code(answer) == (401, "TOKEN_INVALID")
    assert answer.headers["cache-control"] == "no-store"


async def test_the_last_use_of_a_session_is_recorded_to_the_minute(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    ann = await a_client(services)
    clock.at += timedelta(minutes=2)

    answer = await client.get("/api/bff/auth/validate", headers=ann.headers)

    assert answer.json() == {"valid": True}
    assert answer.headers["cache-control"] == "no-store"
    async with services.sessions() as session:
        assert (await session.scalars(select(Session.last_seen_at))).one() == clock.at


async def test_a_flood_of_sign_ins_does_not_block_other_requests(
    client: httpx.AsyncClient, services: ApiServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An argon2 flood neither holds the event loop nor the connections that others need."""
    ann = await a_client(services)
    may_continue, verify = threading.Event(), PasswordHasher.verify

    def verify_later(hasher: PasswordHasher, stored: str, password: str) -> bool:
        may_continue.wait()
        return verify(hasher, stored, password)

    monkeypatch.setattr(PasswordHasher, "verify", verify_later)
    # As many of one address as work at a time leave a slot for others; the rest come from elsewhere.
    elsewhere = [asyncio.create_task(services.passwords.verify(None, "wrong")) for _ in range(37)]
    here = [
        asyncio.create_task(sign_in(client, ann, login=f"client{number}@example.org", password="wrong"))
        for number in range(3)
    ]

    answers = [await validate(client, ann.token) for _ in range(5)]
    are_waiting = not any(task.done() for task in (*elsewhere, *here))
    may_continue.set()
    await asyncio.gather(*elsewhere, *here)

    assert answers == [200] * 5
    assert are_waiting
