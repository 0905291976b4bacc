"""Review of large withdrawals by one or two of the staff."""

import asyncio
import uuid
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.core.commands import Deposit
from clearwater.domains.wallets.incidents import open_incident
from clearwater.domains.wallets.models import Withdrawal
from clearwater.domains.wallets.ports import KeyPath, Payment, UnsignedTransaction
from clearwater.domains.wallets.sending import plan
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import transaction
from clearwater.kit.fields import mask_email
from tests.builders import SignedInClient, SignedInStaff, a_staff, status_and_code
from tests.conftest import NOON
from tests.domains.wallets.withdrawing import (
    ADDRESS,
    a_withdrawal,
    available,
    cancel,
    change_client,
    confirm,
    deposit_address,
    held,
    raise_limits,
    status_of,
    usdt,
)
from tests.mailbox import mail_to
from tests.trading import AT, submit, units

UNSIGNED = UnsignedTransaction("0x02", (KeyPath("hot", 0),), fee=1, fee_rate=1, nonce=0)
REVIEWS = "/api/operator/withdrawals"


async def decide(
    http: httpx.AsyncClient, staff: SignedInStaff, withdrawal_id: str, act: str = "approve"
) -> httpx.Response:
    body = {"reason": "Unusual address."} if act == "reject" else None
    return await http.post(f"{REVIEWS}/{withdrawal_id}/{act}", json=body, headers=staff.headers)


async def a_review(
    http: httpx.AsyncClient, services: ApiServices, client: SignedInClient, **changes: Any
) -> str:
    """A confirmed withdrawal that waits for the staff."""
    await raise_limits(services)
    withdrawal_id = await a_withdrawal(http, client, **{"amount": "10000.01"} | changes)
    confirmed = await confirm(http, services, client, withdrawal_id)
    assert confirmed.json()["withdrawal"]["status"] == "under_review", confirmed.text
    return withdrawal_id


async def test_staff_approve_what_is_worth_more_than_the_limit(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
) -> None:
    await raise_limits(services)
    small = await a_withdrawal(client, ann, amount="10000")
    assert (await confirm(client, services, ann, small)).json()["withdrawal"]["status"] == "processing"
    withdrawal_id = await a_review(client, services, ann)

    listed = await client.get(REVIEWS, params={"status": "under_review"}, headers=tom.headers)
    approved = await decide(client, tom, withdrawal_id)
    again = await decide(client, tom, withdrawal_id)

    (shown,) = listed.json()["items"]
    assert (shown["id"], shown["value"]) == (withdrawal_id, "10000.01")
    # As in the search of clients, where each look at a whole address is logged.
    assert shown["client_email"] == mask_email(ann.email) != ann.email
    assert (shown["address"], shown["receive"]) == (ADDRESS, "9999.01")
    assert shown["risks"] == ["above_review_limit", "new_address"]
    assert (shown["reviews_needed"], shown["reviews"]) == (1, [])
    assert approved.json()["status"] == "processing"
    assert approved.json()["reviews"] == [{"staff": "tom", "created_at": int(NOON.timestamp())}]
    assert status_and_code(again) == (409, "STATE_CONFLICT")
    assert held(market, ann) == usdt("20000.01")
    async with services.sessions() as session:
        lines = await session.execute(text("SELECT staff_login, act, subject, detail FROM audit_log"))
    (line,) = [line for line in lines if line.act.startswith("withdrawal.")]
    assert (line.staff_login, line.act) == ("tom", "withdrawal.approved")
    assert line.subject == f"withdrawal:{withdrawal_id}"
    assert line.detail["amount"] == "10000.01 USDT"


@pytest.mark.parametrize(("first", "second"), [("1", "1"), ("1", "2"), ("2", "1")], ids=str)
async def test_small_withdrawals_of_a_day_are_reviewed_as_the_large_one_that_they_are(
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    *,
    tom: SignedInStaff,
    first: str,
    second: str,
) -> None:
    """Of one client to any address, or of any client to one address."""
    await raise_limits(services)
    clients = {"1": ann, "2": bob}
    small = await a_withdrawal(client, clients[first], amount="6000")
    assert (await confirm(client, services, clients[first], small)).json()["withdrawal"]["status"] == (
        "processing"
    )
    other = await a_withdrawal(client, clients[second], amount="6000")
    confirmed = await confirm(client, services, clients[second], other)

    listed = await client.get(REVIEWS, params={"status": "under_review"}, headers=tom.headers)
    await decide(client, tom, other)
    third = await a_withdrawal(client, clients[second], amount="3000")
    again = await confirm(client, services, clients[second], third)

    assert confirmed.json()["withdrawal"]["status"] == "under_review"
    assert listed.json()["items"][0]["risks"][0] == "above_limit_with_others"
    # What somebody has looked at does not count again.
    assert again.json()["withdrawal"]["status"] == "processing"


async def test_a_rejected_withdrawal_goes_back_with_a_reason(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
) -> None:
    before = available(market.view, ann)
    withdrawal_id = await a_review(client, services, ann)

    rejected = await decide(client, tom, withdrawal_id, "reject")

    assert (rejected.json()["status"], rejected.json()["reason"]) == ("rejected", "Unusual address.")
    assert (available(market.view, ann), held(market, ann)) == (before, 0)
    mail = (await mail_to(services, ann.email))[0]
    assert mail.subject == "Your Clearwater withdrawal was rejected"
    assert "Reason: Unusual address." in mail.text_body
    assert "10000.01 USDT are back in your balance" in mail.text_body
    assert status_and_code(await cancel(client, ann, withdrawal_id)) == (409, "WITHDRAWAL_FINAL")
    assert status_and_code(await decide(client, tom, withdrawal_id)) == (409, "STATE_CONFLICT")


async def test_staff_reject_what_waits_to_be_paid_and_nothing_that_may_be_signed(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
) -> None:
    before = available(market.view, ann)
    waiting = await a_withdrawal(client, ann, amount="50")
    assert (await confirm(client, services, ann, waiting)).json()["withdrawal"]["status"] == "processing"
    rejected = await decide(client, tom, waiting, "reject")
    restored = available(market.view, ann)

    planned = await a_withdrawal(client, ann, amount="50")
    await confirm(client, services, ann, planned)
    async with transaction(services.sessions) as session:
        withdrawal = await session.get_one(Withdrawal, uuid.UUID(planned))
        payment = Payment(withdrawal.address, 1)
        row = plan(
            withdrawal.network,
            "withdrawal",
            withdrawal.reference,
            UNSIGNED,
            (payment,),
            now=services.clock.now(),
        )
        row.withdrawal_id = withdrawal.id
        session.add(row)
    refused = await decide(client, tom, planned, "reject")

    assert rejected.json()["status"] == "rejected"
    assert restored == before
    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    assert held(market, ann) == usdt("50")


async def test_two_people_approve_what_is_very_large(
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    withdrawal_id = await a_review(client, services, ann, amount="100000.01")

    first = await decide(client, tom, withdrawal_id)
    same_person = await decide(client, tom, withdrawal_id)
    second = await decide(client, eve, withdrawal_id)

    assert (first.json()["status"], first.json()["reviews_needed"]) == ("under_review", 2)
    assert status_and_code(same_person) == (403, "FORBIDDEN")
    assert second.json()["status"] == "processing"
    assert [review["staff"] for review in second.json()["reviews"]] == ["tom", "eve"]


async def test_the_second_person_is_independent_of_the_first(
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    withdrawal_id = await a_review(client, services, ann, amount="100000.01")
    async with services.sessions() as session:
        await session.execute(
            text("UPDATE staff SET invited_by_id = :tom WHERE login = 'eve'"), {"tom": tom.id}
        )
        await session.commit()
    await decide(client, tom, withdrawal_id)

    refused = await decide(client, eve, withdrawal_id)

    assert status_and_code(refused) == (403, "FORBIDDEN")
    assert await status_of(client, ann, withdrawal_id) == "under_review"


async def test_a_coin_without_a_price_is_reviewed_by_two(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
) -> None:
    await submit(market, Deposit(AT, "eth-1", str(ann.id), "ETH", "test", units("ETH", "5")))
    withdrawal_id = await a_review(client, services, ann, coin="ETH", amount="0.01")

    shown = (await client.get(f"{REVIEWS}/{withdrawal_id}", headers=tom.headers)).json()

    assert (shown["value"], shown["reviews_needed"]) == (None, 2)
    assert shown["risks"] == ["unknown_value", "new_address"]


async def test_a_client_with_an_open_incident_is_reviewed(
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
) -> None:
    async with transaction(services.sessions) as session:
        await open_incident(session, "eth", "credited_deposit_removed", "x", client_id=ann.id, now=NOON)

    withdrawal_id = await a_review(client, services, ann, amount="100")

    shown = (await client.get(f"{REVIEWS}/{withdrawal_id}", headers=tom.headers)).json()
    assert shown["risks"] == ["open_incident", "new_address"]


async def test_a_frozen_account_is_not_paid(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
) -> None:
    withdrawal_id = await a_review(client, services, ann)
    await change_client(services, ann, "frozen_at", NOON)

    approved = await decide(client, tom, withdrawal_id)

    assert status_and_code(approved) == (409, "STATE_CONFLICT")
    assert "frozen" in approved.json()["detail"]
    assert await status_of(client, ann, withdrawal_id) == "under_review"
    assert (await decide(client, tom, withdrawal_id, "reject")).status_code == 200
    assert held(market, ann) == 0


async def test_a_reviewed_transfer_to_another_client_is_settled_at_its_approval(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    bob: SignedInClient,
    *,
    tom: SignedInStaff,
) -> None:
    before = available(market.view, bob)
    address = await deposit_address(client, bob)
    withdrawal_id = await a_review(client, services, ann, address=address, amount="20000")

    approved = await decide(client, tom, withdrawal_id)

    assert approved.json()["status"] == "completed"
    assert available(market.view, bob) == before + usdt("19999")


async def test_decisions_and_a_cancellation_at_once_have_one_outcome(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    withdrawal_id = await a_review(client, services, ann)

    answers = await asyncio.gather(
        decide(client, tom, withdrawal_id),
        decide(client, eve, withdrawal_id, "reject"),
        cancel(client, ann, withdrawal_id),
    )

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    status = await status_of(client, ann, withdrawal_id)
    assert held(market, ann) == (usdt("10000.01") if status == "processing" else 0)


@pytest.mark.usefixtures("market")
async def test_others_look_but_do_not_decide(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    withdrawal_id = await a_review(client, services, ann)
    sue = await a_staff(services, "support", login="sue")

    looked = await client.get(f"{REVIEWS}/{withdrawal_id}", headers=sue.headers)
    approved = await decide(client, sue, withdrawal_id)
    anonymous = await client.post(f"{REVIEWS}/{withdrawal_id}/approve")

    assert looked.status_code == 200
    assert status_and_code(approved) == (403, "FORBIDDEN")
    assert status_and_code(anonymous) == (401, "TOKEN_INVALID")


async def invite(services: ApiServices, login: str, by: SignedInStaff, *, ago: timedelta) -> None:
    """As if the account had been enrolled by a link of the other one."""
    async with transaction(services.sessions) as session:
        await session.execute(
            text("UPDATE staff SET invited_by_id = :by, enrolled_at = :at WHERE login = :login"),
            {"by": by.id, "at": services.clock.now() - ago, "login": login},
        )


@pytest.mark.usefixtures("market")
async def test_of_two_concurrent_approvals_the_second_is_independent_of_the_first(
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    withdrawal_id = await a_review(client, services, ann, amount="100000.01")
    await invite(services, "eve", tom, ago=timedelta(days=2))
    await invite(services, "tom", eve, ago=timedelta(days=2))

    answers = await asyncio.gather(decide(client, tom, withdrawal_id), decide(client, eve, withdrawal_id))

    assert sorted(answer.status_code for answer in answers) == [200, 403]
    assert await status_of(client, ann, withdrawal_id) == "under_review"


@pytest.mark.usefixtures("market")
@pytest.mark.parametrize("act", ["approve", "reject"])
async def test_a_new_account_does_not_decide(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    tom: SignedInStaff,
    eve: SignedInStaff,
    act: str,
) -> None:
    withdrawal_id = await a_review(client, services, ann)
    await invite(services, "eve", tom, ago=timedelta(hours=23))

    refused = await decide(client, eve, withdrawal_id, act)

    assert status_and_code(refused) == (403, "FORBIDDEN")
    assert await status_of(client, ann, withdrawal_id) == "under_review"
    async with services.sessions() as session:
        audited = await session.execute(
            text("SELECT staff_login, subject FROM audit_log WHERE act = 'access.refused'")
        )
        assert audited.all() == [("eve", f"withdrawal:{withdrawal_id}")]
