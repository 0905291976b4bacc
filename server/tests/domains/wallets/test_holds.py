"""Withdrawals are paused after changes that a thief would make first."""

from datetime import timedelta

import httpx
import pyotp
import pytest

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.authenticator import SoftAuthenticator
from tests.builders import SignedInClient, status_and_code
from tests.conftest import NOON
from tests.domains.security.test_passkeys import a_passkey
from tests.domains.wallets.withdrawing import (
    WITHDRAWALS,
    a_withdrawal,
    change_client,
    confirm,
    held,
    request,
    status_of,
    step_up,
    usdt,
    wait,
)
from tests.mailbox import mailed_code

TOTP = "/api/v1/client/totp"


async def set_up_totp(http: httpx.AsyncClient, client: SignedInClient, clock: FixedClock) -> pyotp.TOTP:
    made = await http.post(TOTP, headers=client.headers)
    totp = pyotp.TOTP(made.json()["secret"])
    answer = await http.patch(TOTP, json={"code": totp.at(clock.now())}, headers=client.headers)
    assert answer.status_code == 200, answer.text
    return totp


@pytest.mark.parametrize(
    ("column", "hours", "cause"),
    [
        ("password_changed_at", 24, "password"),
        ("second_factor_replaced_at", 24, "second_factor"),
        ("email_changed_at", 72, "email"),
    ],
)
async def test_withdrawals_are_paused_after_a_change(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    clock: FixedClock,
    *,
    column: str,
    hours: int,
    cause: str,
) -> None:
    await change_client(services, ann, column, NOON)
    until = int((NOON + timedelta(hours=hours)).timestamp())

    refused = await request(client, ann)
    limits = await client.get(f"{WITHDRAWALS}/limits", headers=ann.headers)
    await wait(services, clock, timedelta(hours=hours, seconds=-1))
    await step_up(services)
    still = await request(client, ann)
    clock.at += timedelta(seconds=1)
    allowed = await request(client, ann)

    assert status_and_code(refused) == status_and_code(still) == (403, "WITHDRAW_HOLD")
    assert (refused.json()["until"], refused.json()["cause"]) == (until, cause)
    assert limits.json()["hold"] == {"until": until, "cause": cause}
    assert allowed.status_code == 201
    assert held(market, ann) == usdt("100")


async def test_changing_the_password_pauses_withdrawals_and_blocks_confirming(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    withdrawal_id = await a_withdrawal(client, ann)
    change = {"current_password": ann.password, "password": "another long secret"}
    changed = await client.patch("/api/v1/client/password", json=change, headers=ann.headers)

    confirmed = await confirm(client, services, ann, withdrawal_id)

    assert changed.status_code == 204
    assert status_and_code(confirmed) == (403, "WITHDRAW_HOLD")
    assert await status_of(client, ann, withdrawal_id) == "awaiting_confirmation"


async def test_the_first_second_factor_pauses_nothing_and_confirms(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, clock: FixedClock
) -> None:
    totp = await set_up_totp(client, ann, clock)
    clock.at += timedelta(seconds=60)
    asked = await request(client, ann)
    withdrawal_id = asked.json()["id"]
    code = await mailed_code(services, ann.email)
    right = totp.at(clock.now())
    wrong = f"{(int(right) + 1) % 1_000_000:06}"

    missing = await confirm(client, services, ann, withdrawal_id, email_code=code)
    incorrect = await confirm(client, services, ann, withdrawal_id, email_code=code, totp=wrong)
    confirmed = await confirm(client, services, ann, withdrawal_id, email_code=code, totp=right)
    replayed = await a_withdrawal(client, ann)
    used = await confirm(client, services, ann, replayed, totp=right)

    assert asked.json()["methods"] == ["email", "totp"]
    assert status_and_code(missing) == (401, "TWO_FACTOR_REQUIRED")
    assert missing.json()["methods"] == ["totp"]
    assert status_and_code(incorrect) == (422, "CODE_INVALID")
    assert incorrect.json()["errors"][0]["field"] == "totp"
    assert confirmed.json()["withdrawal"]["status"] == "processing"
    assert status_and_code(used) == (422, "CODE_INVALID")
    assert await status_of(client, ann, replayed) == "awaiting_confirmation"


async def test_a_passkey_confirms_and_a_strangers_does_not(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient
) -> None:
    hers, _ = await a_passkey(client, ann)
    his, _ = await a_passkey(client, bob)
    asked = await request(client, ann)
    withdrawal_id = asked.json()["id"]

    async def try_with(authenticator: SoftAuthenticator, owner: SignedInClient) -> httpx.Response:
        options = (await client.post("/api/v1/client/step-up/options", headers=owner.headers)).json()
        shown = authenticator.get(options)
        return await confirm(client, services, ann, withdrawal_id, credential=shown)

    strange = await try_with(his, bob)
    confirmed = await try_with(hers, ann)

    assert asked.json()["methods"] == ["email", "passkey"]
    assert status_and_code(strange) == (422, "CODE_INVALID")
    assert confirmed.json()["withdrawal"]["status"] == "processing"


async def test_removing_a_second_factor_pauses_withdrawals_even_when_it_is_added_again(
    client: httpx.AsyncClient, ann: SignedInClient, clock: FixedClock
) -> None:
    await set_up_totp(client, ann, clock)
    assert (await client.delete(TOTP, headers=ann.headers)).status_code == 204
    await set_up_totp(client, ann, clock)

    refused = await request(client, ann)

    assert status_and_code(refused) == (403, "WITHDRAW_HOLD")
    assert refused.json()["cause"] == "second_factor"


async def test_five_wrong_second_factors_have_to_wait(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, clock: FixedClock
) -> None:
    totp = await set_up_totp(client, ann, clock)
    clock.at += timedelta(seconds=60)
    withdrawal_id = await a_withdrawal(client, ann)
    right = totp.at(clock.now())
    wrong = f"{(int(right) + 1) % 1_000_000:06}"

    guesses = [await confirm(client, services, ann, withdrawal_id, totp=wrong) for _ in range(5)]
    locked = await confirm(client, services, ann, withdrawal_id, totp=right)

    assert [guess.json()["attempts_left"] for guess in guesses] == [4, 3, 2, 1, 0]
    assert status_and_code(locked) == (429, "TOO_MANY_ATTEMPTS")
    assert await status_of(client, ann, withdrawal_id) == "awaiting_confirmation"


async def test_limits_show_what_is_open(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    answer = await client.get(f"{WITHDRAWALS}/limits", headers=ann.headers)

    midnight = int((NOON + timedelta(hours=12)).timestamp())
    assert answer.json() == {
        "hold": None,
        "day": {"limit": "1000", "used": "0", "left": "1000", "resets_at": midnight},
        "review_above": "10000",
        "allow_list_only": False,
        "methods": ["email"],
    }
