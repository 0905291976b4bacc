"""/v1/earn/positions: what is put in comes back whole, and the interest is exact."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest

from clearwater.core.commands import ChangeCoin, Fund
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from tests.builders import SignedInClient, SignedInStaff, a_client, status_and_code
from tests.conftest import NOON
from tests.domains.earn.banking import (
    POSITIONS,
    begin,
    change,
    empty_treasury,
    has,
    open_levels,
    pass_time,
    positions,
    redeem,
    subscribe,
)
from tests.trading import AT, give, submit, units

NOON_SECONDS = int(NOON.timestamp())
MIDNIGHT_SECONDS = NOON_SECONDS + 12 * 3600
NO_NUMBERS = ["-1", "0", "0.0", "NaN", "1e3", "", " 1", "1,5", 1, 0.5, True, None, ["1"], "9" * 21]
NO_NUMBERS += ["-0", "1." + 30 * "0", "\N{ARABIC-INDIC DIGIT ONE}", "\N{FULLWIDTH DIGIT ONE}"]


async def test_a_subscription_sets_the_amount_aside(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower, database_url: str
) -> None:
    answer = await subscribe(client, ann)

    assert answer.status_code == 201, answer.text
    assert answer.json() == {
        "id": 1,
        "product_id": "usdt",
        "coin": "USDT",
        "kind": "flexible",
        "amount": "100",
        "apr": "0.876",
        "accrued": "0",
        "paid": "0",
        "started_at": NOON_SECONDS,
        "matures_at": None,
        "next_payout_at": MIDNIGHT_SECONDS,
        "auto_renew": False,
        "status": "active",
    }
    assert await positions(client, ann) == [answer.json()]
    assert (has(bank, ann), has(bank, ann, "earn")) == ("999900", "100")
    assert (await audit_ledger(database_url)).differences == []


async def test_an_amount_that_is_none_is_refused(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower
) -> None:
    await begin(client, ann)
    for amount in NO_NUMBERS:
        answers = [await subscribe(client, ann, amount=amount), await redeem(client, ann, amount=amount)]
        assert {status_and_code(answer) for answer in answers} == {(422, "VALIDATION_FAILED")}, amount
    assert (has(bank, ann), has(bank, ann, "earn")) == ("999900", "100")


@pytest.mark.parametrize(
    ("draft", "status", "code", "detail"),
    [
        ({"amount": "0.0000001"}, 422, "BELOW_MINIMUM", "Minimum: 10."),
        ({"amount": "9.9999999"}, 422, "BELOW_MINIMUM", "Minimum: 10."),
        ({"amount": "10.00000001"}, 422, "BAD_PRECISION", "Use at most 7 decimals."),
        ({"amount": "9900.0000001"}, 422, "ABOVE_MAXIMUM", "Maximum: 9900 USDT."),
        ({"product_id": "nothing"}, 404, "NOT_FOUND", "Product not found."),
        ({"product_id": "USDT"}, 422, "VALIDATION_FAILED", None),
        ({"auto_renew": "yes"}, 422, "VALIDATION_FAILED", None),
        ({"more": 1}, 422, "VALIDATION_FAILED", None),
    ],
)
async def test_a_subscription_that_a_product_does_not_take_is_refused(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bank: Follower,
    draft: dict[str, Any],
    status: int,
    code: str,
    detail: str | None,
) -> None:
    await begin(client, ann)

    answer = await subscribe(client, ann, **draft)

    assert status_and_code(answer) == (status, code), answer.text
    assert detail in (None, answer.json()["detail"])
    assert (has(bank, ann), has(bank, ann, "earn")) == ("999900", "100")


async def test_quota_and_maximum_hold_for_all_positions_together(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, bank: Follower
) -> None:
    await begin(client, ann, amount="9000")
    await begin(client, bob, amount="5990")
    full, most = await subscribe(client, bob, amount="10.1"), await subscribe(client, ann, amount="1000.1")
    await begin(client, bob, amount="10")
    none_left = await subscribe(client, bob, amount="10")

    assert [status_and_code(one) for one in (full, most, none_left)] == [
        (422, "LIMIT_EXCEEDED"),
        (422, "ABOVE_MAXIMUM"),
        (422, "LIMIT_EXCEEDED"),
    ]
    assert full.json()["detail"] == "Only 10 USDT left in this product."
    assert none_left.json()["detail"] == "This product is full."
    assert (has(bank, ann, "earn"), has(bank, bob, "earn")) == ("9000", "6000")


async def test_a_shortfall_says_how_much(
    client: httpx.AsyncClient, services: ApiServices, bank: Follower
) -> None:
    cat = await a_client(services, email="cat@example.org")
    await give(bank, cat, USDT="50")

    answer = await subscribe(client, cat, amount="50.1")

    assert status_and_code(answer) == (422, "INSUFFICIENT_BALANCE")
    assert (answer.json()["available"], answer.json()["needed"]) == ("50", "50.1")
    assert [error["field"] for error in answer.json()["errors"]] == ["amount"]
    assert await positions(client, cat) == []


async def test_a_closed_product_takes_nothing_new_and_gives_everything_back(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower, tom: SignedInStaff
) -> None:
    await begin(client, ann)
    assert (await change(client, tom, "usdt", is_open=False)).status_code == 200

    refused = await subscribe(client, ann)

    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    assert refused.json()["detail"] == "This product takes no new subscriptions."
    assert (await redeem(client, ann)).status_code == 200
    assert has(bank, ann) == "1000000"


async def test_a_coin_that_is_not_traded_any_more_is_paid_and_given_back(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    await begin(client, ann)
    await begin(client, ann, product_id="usdt-10")
    await submit(bank, ChangeCoin(AT, "USDT", trading=False))
    await pass_time(services, clock, hours=12)
    assert has(bank, ann) == "999800.12"

    assert [(await redeem(client, ann, number)).status_code for number in (1, 2)] == [200, 200]
    assert has(bank, ann) == "1000000.12"


async def test_positions_belong_to_their_client(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, bank: Follower
) -> None:
    await begin(client, ann, product_id="usdt-10")
    path = f"{POSITIONS}/1"
    answers = [
        await redeem(client, bob),
        await redeem(client, bob, 2),
        await redeem(client, ann, "one"),
        await redeem(client, ann, "9" * 30),
        await client.patch(path, json={"auto_renew": True}, headers=bob.headers),
    ]

    assert [status_and_code(answer) for answer in answers] == [(404, "NOT_FOUND")] * 5
    assert (await client.post(f"{path}/redeem", json={"all": True})).status_code == 401
    assert (await client.patch(path, json={"auto_renew": True})).status_code == 401
    assert (await client.post(POSITIONS, json={})).status_code == 401
    assert (await client.get(POSITIONS)).status_code == 401
    assert await positions(client, bob) == []
    assert (has(bank, ann, "earn"), has(bank, bob)) == ("100", "1000000")


async def test_interest_is_paid_at_midnight_and_redeemed_up_to_the_last_hour(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    """ERN-4 to ERN-6."""
    await begin(client, ann)
    clock.at += timedelta(hours=3, minutes=59)
    [counted] = await positions(client, ann)
    await pass_time(services, clock, hours=9)
    [paid] = await positions(client, ann)

    answer = await redeem(client, ann)

    assert (counted["accrued"], counted["paid"]) == ("0.03", "0")
    assert (paid["accrued"], paid["paid"]) == ("0", "0.12")
    assert answer.json() == paid | {
        "amount": "0",
        "accrued": "0",
        "paid": "0.12",
        "status": "redeemed",
        "next_payout_at": None,
    }
    assert has(bank, ann) == "1000000.12"


async def test_a_position_is_redeemed_in_parts_and_once(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower
) -> None:
    """ERN-6."""
    await begin(client, ann)
    too_much = await redeem(client, ann, amount="100.0000001")
    too_little_left = await redeem(client, ann, amount="90.0000001")
    too_fine = await redeem(client, ann, amount="1.00000001")
    both = await redeem(client, ann, amount="1", all=True)
    neither = await redeem(client, ann, all=False)
    before = has(bank, ann)
    part = await redeem(client, ann, amount="90")
    rest = await redeem(client, ann, amount="10")
    again = await redeem(client, ann)

    assert [status_and_code(one) for one in (too_much, too_little_left, too_fine, both, neither)] == [
        (422, "ABOVE_MAXIMUM"),
        (422, "BELOW_MINIMUM"),
        (422, "BAD_PRECISION"),
        (422, "VALIDATION_FAILED"),
        (422, "VALIDATION_FAILED"),
    ]
    assert too_little_left.json()["detail"] == "At least 10 USDT must remain. Redeem less, or all of it."
    assert before == "999900"
    assert (part.json()["amount"], part.json()["status"]) == ("10", "active")
    assert (rest.json()["amount"], rest.json()["status"]) == ("0", "redeemed")
    assert status_and_code(again) == (409, "STATE_CONFLICT")
    assert has(bank, ann) == "1000000"


async def test_a_locked_position_that_ends_early_forfeits_its_interest(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    """ERN-7."""
    begun = await begin(client, ann, product_id="usdt-10")
    assert begun["matures_at"] == begun["next_payout_at"] == NOON_SECONDS + 10 * 86_400
    await pass_time(services, clock, days=9)
    [counted] = await positions(client, ann)
    part = await redeem(client, ann, amount="50")

    answer = await redeem(client, ann)

    assert counted["accrued"] == "2.16"
    assert status_and_code(part) == (409, "STATE_CONFLICT")
    assert part.json()["detail"] == "A locked position can only be redeemed as a whole."
    assert (answer.json()["paid"], answer.json()["accrued"]) == ("0", "0")
    assert has(bank, ann) == "1000000"


async def test_a_locked_position_ends_at_maturity_or_begins_again(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    """ERN-7."""
    await begin(client, ann, product_id="usdt-10")
    await begin(client, ann, product_id="usdt-10", auto_renew=True)
    await pass_time(services, clock, days=10)

    renewed, ended = await positions(client, ann)

    assert (ended["status"], ended["amount"], ended["paid"]) == ("redeemed", "0", "2.4")
    assert (renewed["status"], renewed["amount"], renewed["paid"]) == ("active", "100", "2.4")
    assert renewed["matures_at"] == NOON_SECONDS + 20 * 86_400
    assert has(bank, ann) == "999904.8"
    kept = await client.patch(f"{POSITIONS}/2", json={"auto_renew": False}, headers=ann.headers)
    assert (kept.status_code, kept.json()["auto_renew"]) == (200, False)
    await pass_time(services, clock, days=10)
    assert has(bank, ann) == "1000007.2"
    assert [one["id"] for one in await positions(client, ann, "status=redeemed")] == [2, 1]
    assert await positions(client, ann, "status=active") == []


async def test_only_locked_positions_renew(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower
) -> None:
    begun = await begin(client, ann, auto_renew=True)

    answer = await client.patch(f"{POSITIONS}/1", json={"auto_renew": True}, headers=ann.headers)

    assert not begun["auto_renew"]
    assert status_and_code(answer) == (409, "STATE_CONFLICT")
    assert answer.json()["detail"] == "Only locked positions renew."


async def test_a_new_rate_begins_at_its_hour_for_flexible_positions_alone(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bank: Follower,
    tom: SignedInStaff,
    clock: FixedClock,
) -> None:
    """ERN-2."""
    for product in ("usdt", "usdt-10"):
        await begin(client, ann, product_id=product)
        begins_at = NOON_SECONDS + 2 * 3600 + 1
        answer = await change(client, tom, product, apr="0.438", effective_at=begins_at)
        assert answer.status_code == 200, answer.text
        assert answer.json()["next_apr"] == {"apr": "0.438", "from": NOON_SECONDS + 3 * 3600}
    await pass_time(services, clock, hours=5)

    locked, flexible = await positions(client, ann)

    # Three hours of one rate, and two of the other.
    assert (flexible["apr"], flexible["accrued"]) == ("0.438", "0.04")
    assert (locked["apr"], locked["accrued"]) == ("0.876", "0.05")
    assert (await begin(client, ann, product_id="usdt-10"))["apr"] == "0.438"


async def test_what_the_treasury_lacks_stays_owed_and_is_paid_later(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    """ERN-8."""
    await begin(client, ann)
    await empty_treasury(bank, clock)
    await pass_time(services, clock, hours=12)
    [owed] = await positions(client, ann)
    gone = (await redeem(client, ann)).json()

    assert (owed["accrued"], owed["paid"]) == ("0.12", "0")
    assert (gone["status"], gone["accrued"], gone["paid"]) == ("redeemed", "0.12", "0")
    assert gone["next_payout_at"] == MIDNIGHT_SECONDS + 86_400
    assert has(bank, ann) == "1000000"
    await submit(bank, Fund(milliseconds(clock.at), "more", "USDT", "test", units("USDT", "0.1")))
    await pass_time(services, clock, days=1)
    assert (await positions(client, ann))[0]["accrued"] == "0.02"
    await submit(bank, Fund(milliseconds(clock.at), "rest", "USDT", "test", units("USDT", "5")))
    await pass_time(services, clock, days=1)
    [paid] = await positions(client, ann)
    assert (paid["accrued"], paid["paid"], paid["next_payout_at"]) == ("0", "0.12", None)
    assert has(bank, ann) == "1000000.12"


async def test_a_clock_that_jumps_pays_nothing_that_was_not_earned(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    await begin(client, ann)
    clock.set_ahead(timedelta(hours=13))
    redeemed = await redeem(client, ann)
    clock.set_ahead(-timedelta(hours=13))

    assert redeemed.status_code == 200, redeemed.text
    assert has(bank, ann) == "1000000"
    clock.set_ahead(-timedelta(hours=13))
    assert (await begin(client, ann))["started_at"] == NOON_SECONDS
    clock.set_ahead(timedelta(hours=13))
    await pass_time(services, clock, hours=1)
    assert (await positions(client, ann))[0]["accrued"] == "0.01"


async def test_levels_are_needed_to_subscribe_and_never_to_redeem(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    await begin(client, ann)
    await begin(client, ann, product_id="usdt-10")
    # A lost level is noticed within five minutes, however it was lost.
    await open_levels(services, rank=1)
    await pass_time(services, clock, minutes=6)
    locked, flexible = await subscribe(client, ann, product_id="usdt-10"), await subscribe(client, ann)
    await open_levels(services, rank=0)
    await pass_time(services, clock, minutes=6)
    guest = await subscribe(client, ann)

    assert (locked.json()["code"], locked.json()["required"]) == ("LEVEL_REQUIRED", "advanced")
    assert flexible.status_code == 201
    assert (guest.status_code, guest.json()["required"], guest.json()["current"]) == (403, "starter", "guest")
    assert (await client.patch(f"{POSITIONS}/2", json={"auto_renew": True}, headers=ann.headers)).is_success
    for number in (1, 2, 3):
        assert (await redeem(client, ann, number)).status_code == 200
    assert has(bank, ann) == "1000000"


@pytest.mark.parametrize(
    ("state", "code"), [({"confirmed": False}, "EMAIL_UNCONFIRMED"), ({"frozen": True}, "ACCOUNT_FROZEN")]
)
async def test_who_may_not_trade_may_not_subscribe_or_redeem(
    client: httpx.AsyncClient, services: ApiServices, bank: Follower, state: dict[str, bool], code: str
) -> None:
    cat = await a_client(services, email="cat@example.org", confirmed=state.get("confirmed", True))
    await give(bank, cat, USDT="100")
    if state.get("frozen"):
        await begin(client, cat, amount="10")
        assert (await client.post("/api/v1/client/freeze", headers=cat.headers)).status_code == 204
    before = has(bank, cat)

    answers = [await subscribe(client, cat, amount="10"), await redeem(client, cat)]

    assert [status_and_code(answer) for answer in answers] == [(403, code)] * 2
    assert has(bank, cat) == before


async def test_concurrent_redemptions_pay_once(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower
) -> None:
    await begin(client, ann)

    answers = await asyncio.gather(*(redeem(client, ann) for _ in range(8)))

    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
    assert has(bank, ann) == "1000000"


async def test_positions_are_listed_newest_first_in_pages(
    client: httpx.AsyncClient, ann: SignedInClient, bank: Follower
) -> None:
    for _ in range(3):
        await begin(client, ann)

    first = (await client.get(f"{POSITIONS}?limit=2", headers=ann.headers)).json()
    second = (
        await client.get(f"{POSITIONS}?limit=2&cursor={first['next_cursor']}", headers=ann.headers)
    ).json()

    assert [one["id"] for one in first["items"] + second["items"]] == [3, 2, 1]
    assert second["next_cursor"] is None
