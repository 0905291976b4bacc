"""Withdrawals of clients: request, confirm, cancel and expire (LED-10, LED-17)."""

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, status_and_code
from tests.conftest import NOON
from tests.domains.wallets.withdrawing import (
    ADDRESS,
    WITHDRAWALS,
    a_withdrawal,
    available,
    cancel,
    change_client,
    confirm,
    finish,
    held,
    raise_limits,
    request,
    rows_of,
    status_of,
    usdt,
)
from tests.mailbox import mail_to, mailed_code

NOON_SECONDS = int(NOON.timestamp())


async def test_a_withdrawal_is_held_confirmed_and_passed_on(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    before = available(market.view, ann)

    asked = await request(client, ann)
    in_between = (available(market.view, ann), held(market, ann))
    confirmed = await confirm(client, services, ann, asked.json()["id"])

    assert asked.status_code == 201
    assert asked.json() == {
        "id": asked.json()["id"],
        "status": "awaiting_confirmation",
        "coin": "USDT",
        "network": "eth",
        "address": ADDRESS,
        "memo": None,
        "amount": "100",
        "fee": "1",
        "receive": "99",
        "expires_at": NOON_SECONDS + 600,
        "methods": ["email"],
    }
    assert in_between == (before - usdt("100"), usdt("100"))
    (mail,) = await mail_to(services, ann.email)
    assert mail.subject == "Confirm your Clearwater withdrawal"
    assert "withdraw 100 USDT" in mail.text_body
    assert "You receive: 99 USDT" in mail.text_body
    assert confirmed.status_code == 200
    shown = {
        "id": asked.json()["id"],
        "coin": "USDT",
        "network": "eth",
        "address": ADDRESS,
        "memo": None,
        "amount": "100",
        "fee": "1",
        "receive": "99",
        "status": "processing",
        "reason": None,
        "tx_id": None,
        "confirmations": 0,
        "required_confirmations": 3,
        "created_at": NOON_SECONDS,
        "updated_at": NOON_SECONDS,
        "expires_at": None,
        "is_internal": False,
    }
    assert confirmed.json() == {"withdrawal": shown}
    listed = await client.get(WITHDRAWALS, headers=ann.headers)
    assert listed.json() == {"items": [shown], "next_cursor": None}
    assert held(market, ann) == usdt("100")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"address": "0x12"}, (422, "ADDRESS_INVALID")),
        ({"memo": "7"}, (422, "VALIDATION_FAILED")),
        ({"amount": "100.0000001"}, (422, "BAD_PRECISION")),
        ({"amount": "4.999999"}, (422, "BELOW_MINIMUM")),
        ({"amount": "0"}, (422, "BELOW_MINIMUM")),
        ({"amount": "1000000.000001"}, (422, "ABOVE_MAXIMUM")),
        ({"amount": "99999999999999999999"}, (422, "ABOVE_MAXIMUM")),
        ({"amount": 100}, (422, "VALIDATION_FAILED")),
        ({"amount": "-5"}, (422, "VALIDATION_FAILED")),
        ({"address": None}, (422, "VALIDATION_FAILED")),
        ({"note": "x"}, (422, "VALIDATION_FAILED")),
        ({"network": "tron"}, (422, "NETWORK_DISABLED")),
        ({"network": "moon"}, (404, "NOT_FOUND")),
        ({"coin": "BTC"}, (404, "NOT_FOUND")),
        ({"coin": "LUNA"}, (404, "NOT_FOUND")),
        ({"coin": "ETH", "amount": "1"}, (422, "INSUFFICIENT_BALANCE")),
        ({"amount": "1001"}, (422, "LIMIT_EXCEEDED")),
    ],
)
async def test_what_is_not_possible_is_refused_and_nothing_is_held(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    changes: dict[str, Any],
    expected: tuple[int, str],
) -> None:
    refused = await request(client, ann, **changes)

    assert status_and_code(refused) == expected
    assert held(market, ann) == held(market, ann, "ETH") == 0
    assert (await client.get(WITHDRAWALS, headers=ann.headers)).json()["items"] == []
    assert await mail_to(services, ann.email) == []


async def test_refusals_carry_their_figures(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    await a_withdrawal(client, ann, amount="600")

    limited = await request(client, ann, amount="400.5")
    await raise_limits(services)
    short = await request(client, ann, amount="999999")

    assert status_and_code(limited) == (422, "LIMIT_EXCEEDED")
    midnight = NOON_SECONDS + 12 * 3600
    fields = {name: limited.json()[name] for name in ("limit", "used", "resets_at")}
    assert fields == {"limit": "1000", "used": "600", "resets_at": midnight}
    assert status_and_code(short) == (422, "INSUFFICIENT_BALANCE")
    assert (short.json()["available"], short.json()["needed"]) == ("999400", "999999")


async def test_a_halted_network_takes_no_withdrawals(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    async with services.sessions() as session:
        await session.execute(text("UPDATE networks SET status = 'halted' WHERE key = 'eth'"))
        await session.commit()

    assert status_and_code(await request(client, ann)) == (422, "NETWORK_DISABLED")


async def test_withdrawals_belong_to_their_client(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    bob: SignedInClient,
) -> None:
    withdrawal_id = await a_withdrawal(client, ann)
    code = await mailed_code(services, ann.email)
    path = f"{WITHDRAWALS}/{withdrawal_id}"

    by_others = [
        await client.get(path, headers=bob.headers),
        await confirm(client, services, bob, withdrawal_id, email_code=code),
        await cancel(client, bob, withdrawal_id),
    ]
    anonymous = [
        await client.get(path),
        await client.get(WITHDRAWALS),
        await client.post(WITHDRAWALS, json={}),
        await client.post(f"{path}/confirm", json={"email_code": code}),
        await client.post(f"{path}/cancel"),
        await client.get(f"{WITHDRAWALS}/limits"),
    ]

    assert [status_and_code(answer) for answer in by_others] == [(404, "NOT_FOUND")] * 3
    assert [status_and_code(answer) for answer in anonymous] == [(401, "TOKEN_INVALID")] * 6
    assert (await client.get(WITHDRAWALS, headers=bob.headers)).json()["items"] == []
    assert await status_of(client, ann, withdrawal_id) == "awaiting_confirmation"
    assert held(market, ann) == usdt("100")


async def test_two_withdrawals_have_a_code_each(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    first = await a_withdrawal(client, ann)
    first_code = await mailed_code(services, ann.email)
    second = await a_withdrawal(client, ann)
    second_code = await mailed_code(services, ann.email)

    crossed = await confirm(client, services, ann, first, email_code=second_code)
    right = [
        await confirm(client, services, ann, second, email_code=second_code),
        await confirm(client, services, ann, first, email_code=first_code),
    ]

    assert first_code != second_code
    assert status_and_code(crossed) == (422, "CODE_INVALID")
    assert crossed.json()["attempts_left"] == 4
    assert [answer.status_code for answer in right] == [200, 200]


async def test_five_wrong_codes_close_a_withdrawal(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient, clock: FixedClock
) -> None:
    withdrawal_id = await a_withdrawal(client, ann)
    code = await mailed_code(services, ann.email)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"

    guesses = [await confirm(client, services, ann, withdrawal_id, email_code=wrong) for _ in range(5)]
    late = await confirm(client, services, ann, withdrawal_id, email_code=code)

    assert [guess.json()["attempts_left"] for guess in guesses] == [4, 3, 2, 1, 0]
    assert status_and_code(late) == (429, "TOO_MANY_ATTEMPTS")
    clock.at += timedelta(minutes=1)
    assert status_and_code(await confirm(client, services, ann, withdrawal_id, email_code=code)) == (
        410,
        "CODE_EXPIRED",
    )
    assert (await cancel(client, ann, withdrawal_id)).status_code == 200
    assert held(market, ann) == 0


async def test_canceling_gives_everything_back(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    before = available(market.view, ann)
    withdrawal_id = await a_withdrawal(client, ann)

    canceled = await cancel(client, ann, withdrawal_id)
    again = await cancel(client, ann, withdrawal_id)
    confirmed = await confirm(client, services, ann, withdrawal_id)

    assert canceled.status_code == 200
    assert canceled.json()["withdrawal"]["status"] == "canceled"
    assert status_and_code(again) == (409, "WITHDRAWAL_FINAL")
    assert status_and_code(confirmed) == (409, "WITHDRAWAL_FINAL")
    assert (available(market.view, ann), held(market, ann)) == (before, 0)
    # What is canceled on the same day does not count (LED-17).
    assert (await request(client, ann, amount="1000")).status_code == 201


async def test_what_is_confirmed_can_no_longer_be_canceled(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    withdrawal_id = await a_withdrawal(client, ann)
    assert (await confirm(client, services, ann, withdrawal_id)).status_code == 200

    canceled = await cancel(client, ann, withdrawal_id)
    confirmed = await confirm(client, services, ann, withdrawal_id)

    assert status_and_code(canceled) == status_and_code(confirmed) == (409, "WITHDRAWAL_FINAL")
    assert held(market, ann) == usdt("100")


async def test_what_is_not_confirmed_in_time_is_canceled(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient, clock: FixedClock
) -> None:
    withdrawal_id = await a_withdrawal(client, ann)
    clock.at += timedelta(minutes=10)

    late = await confirm(client, services, ann, withdrawal_id)
    untouched = held(market, ann)
    await finish(services)

    assert status_and_code(late) == (410, "CODE_EXPIRED")
    assert untouched == usdt("100")
    assert held(market, ann) == 0
    shown = (await client.get(f"{WITHDRAWALS}/{withdrawal_id}", headers=ann.headers)).json()
    assert (shown["status"], shown["reason"]) == ("canceled", "Not confirmed in time.")


async def test_of_many_withdrawals_of_everything_one_succeeds(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    await raise_limits(services)

    answers = await asyncio.gather(*(request(client, ann, amount="1000000") for _ in range(20)))

    codes = Counter(str(answer.json().get("code")) for answer in answers)
    # Those that find three others waiting, and more than an hour may have, do not get to the ledger.
    assert (codes["None"], codes["RATE_LIMITED"]) == (1, 10)
    assert codes["INSUFFICIENT_BALANCE"] + codes["STATE_CONFLICT"] == 9, codes
    assert (available(market.view, ann), held(market, ann)) == (0, usdt("1000000"))
    assert len((await client.get(WITHDRAWALS, headers=ann.headers)).json()["items"]) == 1


async def test_concurrent_withdrawals_stay_within_the_day_limit(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient
) -> None:
    answers = await asyncio.gather(*(request(client, ann, amount="600") for _ in range(3)))

    codes = sorted(str(answer.json().get("code")) for answer in answers)
    assert codes == ["LIMIT_EXCEEDED"] * 2 + ["None"]
    assert held(market, ann) == usdt("600")


async def test_confirming_and_canceling_at_once_has_one_outcome(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    for _ in range(5):
        withdrawal_id = await a_withdrawal(client, ann)
        code = await mailed_code(services, ann.email)
        before = held(market, ann)

        answers = await asyncio.gather(
            confirm(client, services, ann, withdrawal_id, email_code=code),
            cancel(client, ann, withdrawal_id),
            cancel(client, ann, withdrawal_id),
        )

        assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
        is_confirmed = answers[0].status_code == 200
        expected = "processing" if is_confirmed else "canceled"
        assert await status_of(client, ann, withdrawal_id) == expected
        assert held(market, ann) == before - (0 if is_confirmed else usdt("100"))


async def test_a_frozen_account_neither_requests_nor_confirms(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    withdrawal_id = await a_withdrawal(client, ann)
    await change_client(services, ann, "frozen_at", NOON)

    confirmed = await confirm(client, services, ann, withdrawal_id)

    assert status_and_code(await request(client, ann)) == (403, "ACCOUNT_FROZEN")
    assert status_and_code(confirmed) == (403, "ACCOUNT_FROZEN")
    assert await status_of(client, ann, withdrawal_id) == "awaiting_confirmation"


async def test_fees_are_public(client: httpx.AsyncClient, market: Follower) -> None:
    answer = await client.get(f"{WITHDRAWALS}/fees", params={"coin": "USDT"})

    usual = {"coin": "USDT", "fee": "1", "min": "5", "max": "1000000", "decimals": 6}
    assert answer.json()["items"] == [
        usual | {"network": "eth", "name": "Ethereum", "status": "enabled"},
        usual | {"network": "tron", "name": "Tron", "status": "disabled"},
    ]
    every = (await client.get(f"{WITHDRAWALS}/fees")).json()["items"]
    assert [(one["coin"], one["network"], one["decimals"]) for one in every] == [
        ("ETH", "eth", 8),
        ("USDT", "eth", 6),
        ("ETH", "tron", 8),
        ("USDT", "tron", 6),
    ]
    unknown = await client.get(f"{WITHDRAWALS}/fees", params={"coin": "LUNA"})
    assert status_and_code(unknown) == (404, "NOT_FOUND")


async def test_withdrawals_are_paged_and_exported(client: httpx.AsyncClient, ann: SignedInClient) -> None:
    made = [await a_withdrawal(client, ann, amount=str(amount)) for amount in (10, 20, 30)]

    first = (await client.get(WITHDRAWALS, params={"limit": 2}, headers=ann.headers)).json()
    rest = await client.get(
        WITHDRAWALS, params={"limit": 2, "cursor": first["next_cursor"]}, headers=ann.headers
    )
    exported = await client.get(WITHDRAWALS, params={"format": "csv"}, headers=ann.headers)

    shown = [one["id"] for one in first["items"] + rest.json()["items"]]
    assert shown == list(reversed(made))
    assert rest.json()["next_cursor"] is None
    lines = exported.text.splitlines()
    assert lines[0].split(",")[:6] == ["id", "coin", "network", "address", "memo", "amount"]
    assert [line.split(",")[5] for line in lines[1:]] == ["30", "20", "10"]


async def test_a_request_that_was_refused_leaves_nothing_behind(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, clock: FixedClock
) -> None:
    refused = await request(client, ann, amount="1001", key="once")

    replayed = await request(client, ann, amount="1001", key="once")
    clock.at += timedelta(hours=1, minutes=1)
    await finish(services)
    await finish(services)

    assert status_and_code(refused) == status_and_code(replayed) == (422, "LIMIT_EXCEEDED")
    assert replayed.headers["Idempotent-Replay"] == "true"
    assert await rows_of(services) == []
