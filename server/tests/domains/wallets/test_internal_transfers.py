"""Withdrawals to other clients of the exchange: no chain, once (LED-18)."""

from typing import Any

import httpx

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient, status_and_code
from tests.domains.wallets.withdrawing import (
    a_withdrawal,
    available,
    confirm,
    deposit_address,
    held,
    request,
    usdt,
)
from tests.mailbox import mail_to


async def transactions(http: httpx.AsyncClient, client: SignedInClient) -> list[Any]:
    answer = await http.get("/api/v1/transactions", headers=client.headers)
    return [one for one in answer.json()["items"] if str(one["reference"]).startswith("withdrawal:")]


async def test_a_withdrawal_to_another_client_needs_no_chain(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    bob: SignedInClient,
) -> None:
    before = available(market.view, ann), available(market.view, bob)
    address = await deposit_address(client, bob)
    withdrawal_id = await a_withdrawal(client, ann, address=address.upper().replace("0X", "0x"))

    confirmed = await confirm(client, services, ann, withdrawal_id)

    shown = confirmed.json()["withdrawal"]
    assert (shown["status"], shown["is_internal"]) == ("completed", True)
    assert (shown["tx_id"], shown["confirmations"], shown["required_confirmations"]) == (None, None, None)
    assert available(market.view, ann) == before[0] - usdt("100")
    assert available(market.view, bob) == before[1] + usdt("99")
    assert held(market, ann) == 0
    reference = f"withdrawal:{withdrawal_id}"
    sent = await transactions(client, ann)
    assert sorted((one["type"], one["amount"], one["reference"]) for one in sent) == [
        ("fee", "-1", reference),
        ("withdrawal", "-99", reference),
    ]
    (received,) = await transactions(client, bob)
    assert (received["type"], received["amount"]) == ("deposit", "99")
    assert received["reference"] == f"{reference}:receipt"
    assert (await mail_to(services, ann.email))[0].subject == "Your Clearwater withdrawal is complete"


async def test_nobody_withdraws_to_the_own_deposit_address(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient
) -> None:
    refused = await request(client, ann, address=await deposit_address(client, ann))

    assert status_and_code(refused) == (422, "ADDRESS_INVALID")
    assert refused.json()["detail"] == "This is your own deposit address. Enter another one."
    assert held(market, ann) == 0
