"""Codes of withdrawals cannot be guessed at: not over many withdrawals, nor without the password."""

from datetime import timedelta

import httpx
import pytest

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, status_and_code
from tests.domains.wallets.test_holds import set_up_totp
from tests.domains.wallets.withdrawing import a_withdrawal, cancel, confirm, held, request
from tests.mailbox import mail_to, mailed_code

STEP_UP = "/api/v1/client/step-up"


async def step_up(http: httpx.AsyncClient, client: SignedInClient) -> None:
    answer = await http.post(STEP_UP, json={"password": client.password}, headers=client.headers)
    assert answer.status_code == 200, answer.text


async def guess_wrong(
    http: httpx.AsyncClient, services: ApiServices, client: SignedInClient, times: int
) -> list[tuple[int, str]]:
    """Wrong codes for one withdrawal, which is canceled then."""
    withdrawal_id = await a_withdrawal(http, client)
    right = await mailed_code(services, client.email)
    wrong = f"{(int(right) + 1) % 1_000_000:06}"
    answers = [await confirm(http, services, client, withdrawal_id, email_code=wrong) for _ in range(times)]
    await cancel(http, client, withdrawal_id)
    return [status_and_code(answer) for answer in answers]


async def test_wrong_codes_of_all_withdrawals_are_counted_together(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient, clock: FixedClock
) -> None:
    first = await guess_wrong(client, services, ann, 3)
    second = await guess_wrong(client, services, ann, 3)
    withdrawal_id = await a_withdrawal(client, ann)
    early = await confirm(client, services, ann, withdrawal_id)
    clock.at += timedelta(minutes=1)
    late = await confirm(client, services, ann, withdrawal_id)

    assert first == [(422, "CODE_INVALID")] * 3
    assert second == [(422, "CODE_INVALID")] * 2 + [(429, "TOO_MANY_ATTEMPTS")]
    # The right code has to wait, too.
    assert status_and_code(early) == (429, "TOO_MANY_ATTEMPTS")
    assert late.status_code == 200


async def test_wrong_codes_of_email_and_app_are_counted_together(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient, clock: FixedClock
) -> None:
    totp = await set_up_totp(client, ann, clock)
    clock.at += timedelta(seconds=60)
    right = totp.at(clock.now())
    wrong = f"{(int(right) + 1) % 1_000_000:06}"
    first, second = await a_withdrawal(client, ann), await a_withdrawal(client, ann)
    mailed = await mailed_code(services, ann.email)
    other = f"{(int(mailed) + 1) % 1_000_000:06}"

    of_app = [await confirm(client, services, ann, first, totp=wrong) for _ in range(3)]
    of_email = [await confirm(client, services, ann, second, email_code=other, totp=right) for _ in range(2)]
    late = await confirm(client, services, ann, second, email_code=mailed, totp=right)

    assert [status_and_code(answer) for answer in of_app + of_email] == [(422, "CODE_INVALID")] * 5
    assert status_and_code(late) == (429, "TOO_MANY_ATTEMPTS")


async def test_after_fifteen_wrong_codes_within_a_day_withdrawals_are_paused(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient, clock: FixedClock
) -> None:
    for _ in range(3):
        await step_up(client, ann)
        assert await guess_wrong(client, services, ann, 5) == [(422, "CODE_INVALID")] * 5
        clock.at += timedelta(hours=1)
    await step_up(client, ann)

    paused = await request(client, ann)
    mails = [mail.subject for mail in await mail_to(services, ann.email)]
    clock.at += timedelta(hours=23)
    await step_up(client, ann)

    assert status_and_code(paused) == (403, "WITHDRAW_HOLD")
    assert paused.json()["cause"] == "codes"
    assert mails.count("Withdrawals of your Clearwater account are paused") == 1
    assert (await request(client, ann)).status_code == 201


async def test_the_right_codes_of_a_day_are_no_guesses(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient, clock: FixedClock
) -> None:
    for _ in range(18):
        await step_up(client, ann)
        withdrawal_id = await a_withdrawal(client, ann, amount="20")
        assert (await confirm(client, services, ann, withdrawal_id)).status_code == 200
        clock.at += timedelta(minutes=10)

    await step_up(client, ann)
    assert await guess_wrong(client, services, ann, 1) == [(422, "CODE_INVALID")]
    assert (await request(client, ann, amount="20")).status_code == 201


async def test_few_withdrawals_wait_for_their_codes_at_once(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient
) -> None:
    waiting = [await a_withdrawal(client, ann, amount="20") for _ in range(3)]
    before = held(market, ann)

    fourth = await request(client, ann, amount="20")
    await cancel(client, ann, waiting[0])

    assert status_and_code(fourth) == (409, "STATE_CONFLICT")
    assert held(market, ann) == before - before // 3
    assert (await request(client, ann, amount="20")).status_code == 201


async def test_an_hour_has_ten_requests(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient, clock: FixedClock
) -> None:
    for _ in range(10):
        await cancel(client, ann, await a_withdrawal(client, ann))

    refused = await request(client, ann)
    clock.at += timedelta(hours=2)
    await step_up(client, ann)

    assert status_and_code(refused) == (429, "RATE_LIMITED")
    assert int(refused.headers["Retry-After"]) > 3_000
    assert (await request(client, ann)).status_code == 201


async def test_a_request_that_is_repeated_with_its_key_counts_once(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient
) -> None:
    answers = [await request(client, ann, key="once") for _ in range(12)]
    assert {answer.json()["id"] for answer in answers} == {answers[0].json()["id"]}


@pytest.mark.parametrize("has_totp", [False, True])
async def test_without_a_second_factor_a_request_needs_a_recent_password(
    client: httpx.AsyncClient,
    market: Follower,
    ann: SignedInClient,
    clock: FixedClock,
    *,
    has_totp: bool,
) -> None:
    """With one, the confirmation asks for it."""
    if has_totp:
        await set_up_totp(client, ann, clock)
    clock.at += timedelta(minutes=6)

    answer = await request(client, ann)

    if has_totp:
        assert answer.json()["methods"] == ["email", "totp"]
    else:
        assert status_and_code(answer) == (403, "STEP_UP_REQUIRED")
        assert answer.json()["methods"] == ["password"]
        await step_up(client, ann)
        assert (await request(client, ann)).status_code == 201
