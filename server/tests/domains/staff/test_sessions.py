"""Sessions of the console: their two halves, how they end, and confirming that it is you."""

from datetime import timedelta

import httpx
import pyotp
import pytest
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.authenticator import SoftAuthenticator
from tests.builders import SignedInStaff, a_client, a_staff
from tests.staffing import propose

BROWSER = {"Sec-Fetch-Site": "same-origin"}
ME = "/api/operator/me"


def credentials(staff: SignedInStaff, clock: FixedClock) -> dict[str, str]:
    code = pyotp.TOTP(staff.totp_secret).at(clock.now())
    return {"login": staff.login, "password": staff.password, "totp": code}


async def enter(client: httpx.AsyncClient, staff: SignedInStaff, clock: FixedClock) -> dict[str, str]:
    answer = await client.post("/api/operator/token", json=credentials(staff, clock), headers=BROWSER)
    assert answer.status_code == 201
    return {"X-Operator-Token": answer.json()["raw_token"]}


async def test_the_token_of_a_browser_is_worth_nothing_without_its_cookie(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    """M5: what a script could steal of the console's storage opens nothing elsewhere."""
    staff = await a_staff(services)
    headers = await enter(client, staff, clock)
    cookie = next(iter(client.cookies.jar))

    assert (await client.get(ME, headers=headers)).status_code == 200
    assert cookie.name == "operator-sid"
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "strict"
    client.cookies.clear()
    assert (await client.get(ME, headers=headers)).json()["code"] == "TOKEN_INVALID"
    assert (await client.get(ME, headers=headers | {"Cookie": "operator-sid=other"})).status_code == 401


async def test_a_program_needs_the_token_alone(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    staff = await a_staff(services)

    answer = await client.post("/api/operator/token", json=credentials(staff, clock))

    assert not client.cookies
    headers = {"X-Operator-Token": answer.json()["raw_token"]}
    assert (await client.get(ME, headers=headers)).status_code == 200


async def test_a_second_tab_of_the_same_operator_leaves_the_first_signed_in(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    staff, other = await a_staff(services), await a_staff(services, "support")
    first = await enter(client, staff, clock)
    clock.at += timedelta(seconds=30)
    second = await enter(client, staff, clock)

    assert [(await client.get(ME, headers=headers)).status_code for headers in (first, second)] == [200, 200]
    # Somebody else at the same browser gets a half of their own.
    third = await enter(client, other, clock)
    assert [(await client.get(ME, headers=one)).status_code for one in (first, third)] == [401, 200]


async def test_a_session_ends_after_half_an_hour_without_a_request(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    """M5: an unlocked desk is not left open for the rest of the day."""
    staff = await a_staff(services)
    clock.at += timedelta(minutes=29)
    assert (await client.get(ME, headers=staff.headers)).status_code == 200
    clock.at += timedelta(minutes=29)
    assert (await client.get(ME, headers=staff.headers)).status_code == 200

    clock.at += timedelta(minutes=30)
    ended = await client.get(ME, headers=staff.headers)

    assert (ended.status_code, ended.json()["code"]) == (401, "TOKEN_INVALID")
    assert ended.json()["detail"] == "You were signed out after 30 minutes without activity."
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM staff_sessions")) == 0


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("post", "staff"),
        ("post", "staff/0192f6f0-0000-7000-8000-000000000000/link"),
        ("post", "staff/proposals/0192f6f0-0000-7000-8000-000000000000/approve"),
        ("post", "ledger/proposals"),
        ("post", "ledger/proposals/0192f6f0-0000-7000-8000-000000000000/approve"),
        ("post", "clients/{client}/freeze"),
        ("post", "clients/{client}/unfreeze"),
        ("get", "outbox/0192f6f0-0000-7000-8000-000000000000"),
        ("post", "rules/hosts"),
        ("patch", "account/password"),
        ("post", "account/totp"),
        ("post", "account/passkeys/options"),
    ],
)
async def test_sensitive_operator_calls_require_step_up(
    *, services: ApiServices, client: httpx.AsyncClient, clock: FixedClock, method: str, path: str
) -> None:
    """M5: whoever finds the desk open can look, and can do none of these."""
    staff, person = await a_staff(services), await a_client(services)
    clock.at += timedelta(minutes=5)

    address = f"/api/operator/{path.format(client=person.id)}"
    body: dict[str, str] | None = None if method == "get" else {}
    answer = await client.request(method, address, json=body, headers=staff.headers)

    assert (answer.status_code, answer.json()["code"]) == (403, "STEP_UP_REQUIRED")
    assert answer.json()["methods"] == ["totp"]
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM audit_log")) == 0


async def test_a_code_confirms_for_five_minutes_and_works_once(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    staff, _ = await a_staff(services), await a_staff(services, login="other")
    clock.at += timedelta(minutes=5)
    code = {"totp": pyotp.TOTP(staff.totp_secret).at(clock.now())}

    confirmed = await client.post("/api/operator/step-up", json=code, headers=staff.headers)
    again = await client.post("/api/operator/step-up", json=code, headers=staff.headers)

    assert confirmed.json() == {"until": int(clock.now().timestamp()) + 300}
    assert (again.status_code, again.json()["code"]) == (401, "INVALID_CREDENTIALS")
    draft = {"login": "anna", "role": "support"}
    assert (await propose(client, staff, draft)).status_code == 201
    clock.at += timedelta(minutes=5)
    assert (await propose(client, staff, draft | {"login": "bert"})).json()["code"] == "STEP_UP_REQUIRED"


async def test_guesses_at_the_code_are_counted(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    staff = await a_staff(services)
    for _ in range(5):
        wrong = await client.post("/api/operator/step-up", json={"totp": "000000"}, headers=staff.headers)
        assert wrong.status_code == 401

    right = {"totp": pyotp.TOTP(staff.totp_secret).at(clock.now())}
    assert (await client.post("/api/operator/step-up", json=right, headers=staff.headers)).status_code == 429


async def test_a_passkey_is_added_signs_in_confirms_and_is_removed(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    staff, key = await a_staff(services), SoftAuthenticator(b"staff-key")
    passkeys = "/api/operator/account/passkeys"

    options = (await client.post(f"{passkeys}/options", headers=staff.headers)).json()
    draft = {"credential": key.create(options), "name": "Desk key"}
    added = await client.post(passkeys, json=draft, headers=staff.headers)
    assert added.status_code == 201
    options = (await client.post("/api/operator/token/passkey/options")).json()
    signed_in = await client.post("/api/operator/token/passkey", json={"credential": key.get(options)})
    assert signed_in.status_code == 201
    headers = {"X-Operator-Token": signed_in.json()["raw_token"]}
    assert (await client.get(ME, headers=headers)).json()["login"] == "admin"

    clock.at += timedelta(minutes=5)
    options = (await client.post("/api/operator/step-up/options", headers=headers)).json()
    shown = {"credential": key.get(options)}
    confirmed = await client.post("/api/operator/step-up", json=shown, headers=headers)
    repeated = await client.post("/api/operator/step-up", json=shown, headers=headers)
    assert (confirmed.status_code, repeated.status_code) == (200, 401)
    removed = await client.delete(f"{passkeys}/{added.json()['id']}", headers=headers)
    assert removed.status_code == 204
    options = (await client.post("/api/operator/token/passkey/options")).json()
    late = await client.post("/api/operator/token/passkey", json={"credential": key.get(options)})
    assert (late.status_code, late.json()["code"]) == (401, "INVALID_CREDENTIALS")


async def test_ones_own_password_and_second_factor_are_changed_and_other_sessions_end(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    staff = await a_staff(services)
    elsewhere = await enter(client, staff, clock)
    account, password = "/api/operator/account", "eleven violet anchors"

    wrong = {"current_password": "not the password", "password": password}
    refused = await client.patch(f"{account}/password", json=wrong, headers=staff.headers)
    assert refused.status_code == 401
    assert (await client.get(ME, headers=elsewhere)).status_code == 200
    right = wrong | {"current_password": staff.password}
    changed = await client.patch(f"{account}/password", json=right, headers=staff.headers)
    assert changed.status_code == 204
    assert (await client.get(ME, headers=elsewhere)).status_code == 401
    setup = (await client.post(f"{account}/totp", headers=staff.headers)).json()
    confirmation = {"setup": setup["setup"], "code": pyotp.TOTP(setup["secret"]).at(clock.now())}
    confirmed = await client.patch(f"{account}/totp", json=confirmation, headers=staff.headers)
    assert confirmed.status_code == 204

    clock.at += timedelta(seconds=30)
    old = await client.post("/api/operator/token", json=credentials(staff, clock))
    code = pyotp.TOTP(setup["secret"]).at(clock.now())
    new = await client.post(
        "/api/operator/token", json={"login": staff.login, "password": password, "totp": code}
    )
    assert (old.status_code, new.status_code) == (401, 201)
    shown = (await client.get(account, headers=staff.headers)).json()
    assert [one["current"] for one in shown["sessions"]].count(True) == 1
    assert shown["passkeys"] == []
