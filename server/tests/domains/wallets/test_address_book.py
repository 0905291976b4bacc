"""The address book, and withdrawals to saved addresses only."""

from datetime import timedelta
from typing import Any

import httpx

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, status_and_code
from tests.conftest import NOON
from tests.domains.wallets.withdrawing import ADDRESS, WITHDRAWALS, held, request, step_up, wait
from tests.mailbox import mail_to

BOOK = f"{WITHDRAWALS}/address"
DAY = timedelta(hours=24)
NOON_SECONDS = int(NOON.timestamp())


async def save(http: httpx.AsyncClient, client: SignedInClient, **changes: Any) -> httpx.Response:
    usual = {"coin": "USDT", "network": "eth", "address": ADDRESS, "label": "Cold wallet"}
    return await http.post(BOOK, json=usual | changes, headers=client.headers)


async def switch(http: httpx.AsyncClient, client: SignedInClient, *, is_on: bool) -> httpx.Response:
    return await http.patch(BOOK, json={"allow_list_only": is_on}, headers=client.headers)


async def test_addresses_are_saved_listed_and_deleted(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient
) -> None:
    saved = await save(client, ann)
    twice = await save(client, ann, label="Again")
    path = f"{BOOK}/{saved.json()['id']}"

    listed = await client.get(BOOK, headers=ann.headers)
    by_bob = await client.delete(path, headers=bob.headers)
    deleted = await client.delete(path, headers=ann.headers)

    shown = {
        "id": saved.json()["id"],
        "coin": "USDT",
        "network": "eth",
        "address": ADDRESS,
        "memo": None,
        "label": "Cold wallet",
        "allowed_at": NOON_SECONDS + 24 * 3600,
    }
    assert (saved.status_code, saved.json()) == (201, shown)
    assert status_and_code(twice) == (409, "STATE_CONFLICT")
    assert listed.json()["items"] == [shown]
    assert (listed.json()["allow_list_only"], listed.json()["allow_list_ends_at"]) == (False, None)
    assert status_and_code(by_bob) == (404, "NOT_FOUND")
    assert deleted.status_code == 204
    assert (await client.get(BOOK, headers=ann.headers)).json()["items"] == []
    assert (await client.get(BOOK, headers=bob.headers)).json()["items"] == []
    assert (await mail_to(services, ann.email))[0].subject == "A withdrawal address was saved"


async def test_bad_addresses_are_not_saved(client: httpx.AsyncClient, ann: SignedInClient) -> None:
    answers = [
        await save(client, ann, address="0x12"),
        await save(client, ann, memo="7"),
        await save(client, ann, network="moon"),
        await save(client, ann, network="tron"),
        await save(client, ann, label=""),
        await client.post(BOOK, json={}),
    ]

    assert [status_and_code(answer) for answer in answers] == [
        (422, "ADDRESS_INVALID"),
        (422, "VALIDATION_FAILED"),
        (404, "NOT_FOUND"),
        (422, "NETWORK_DISABLED"),
        (422, "VALIDATION_FAILED"),
        (401, "TOKEN_INVALID"),
    ]


async def test_saving_and_switching_need_step_up(
    client: httpx.AsyncClient, ann: SignedInClient, clock: FixedClock
) -> None:
    clock.at += timedelta(minutes=5)

    answers = [await save(client, ann), await switch(client, ann, is_on=True)]

    assert [status_and_code(answer) for answer in answers] == [(403, "STEP_UP_REQUIRED")] * 2


async def test_the_allow_list_lets_through_what_was_saved_a_day_ago(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    clock: FixedClock,
) -> None:
    saved = (await save(client, ann)).json()
    before = await request(client, ann)
    switched = await switch(client, ann, is_on=True)

    unknown = await request(client, ann, address="0x" + "cd" * 20)
    early = await request(client, ann)
    other_coin = await request(client, ann, coin="ETH", amount="1")
    await wait(services, clock, DAY)
    await step_up(services)
    allowed = await request(client, ann)
    by_id = await request(client, ann, address=None, address_id=saved["id"])

    assert before.status_code == 201
    assert switched.json()["allow_list_only"] is True
    assert [status_and_code(answer) for answer in (unknown, early, other_coin)] == [
        (403, "ADDRESS_NOT_ALLOWED")
    ] * 3
    assert (allowed.status_code, by_id.status_code) == (201, 201)
    assert by_id.json()["address"] == ADDRESS
    assert held(market, ann)


async def test_switching_the_list_off_takes_a_day(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, clock: FixedClock
) -> None:
    await switch(client, ann, is_on=True)

    off = await switch(client, ann, is_on=False)
    clock.at += timedelta(hours=1)
    await step_up(services)
    again = await switch(client, ann, is_on=False)
    clock.at += DAY - timedelta(hours=1, seconds=1)
    await step_up(services)
    still = await request(client, ann)
    clock.at += timedelta(seconds=1)
    free = await request(client, ann)

    ends_at = NOON_SECONDS + 24 * 3600
    for answer in (off, again):
        shown = answer.json()
        assert (shown["allow_list_only"], shown["allow_list_ends_at"]) == (True, ends_at)
    assert status_and_code(still) == (403, "ADDRESS_NOT_ALLOWED")
    assert free.status_code == 201
    subjects = [mail.subject for mail in await mail_to(services, ann.email)]
    assert subjects.count("Withdrawals to any address were turned on") == 1


async def test_switching_it_on_again_undoes_that(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, clock: FixedClock
) -> None:
    await switch(client, ann, is_on=True)
    await switch(client, ann, is_on=False)
    on = await switch(client, ann, is_on=True)
    await wait(services, clock, DAY)
    await step_up(services)

    refused = await request(client, ann)

    assert (on.json()["allow_list_only"], on.json()["allow_list_ends_at"]) == (True, None)
    assert status_and_code(refused) == (403, "ADDRESS_NOT_ALLOWED")


async def test_a_saved_address_is_for_its_coin_and_owner(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    saved = (await save(client, ann)).json()

    wrong = [
        await request(client, ann, address=None, coin="ETH", amount="1", address_id=saved["id"]),
        await request(client, ann, address="0x" + "cd" * 20, address_id=saved["id"]),
        await request(client, bob, address=None, address_id=saved["id"]),
    ]

    assert [status_and_code(answer) for answer in wrong] == [
        (422, "VALIDATION_FAILED"),
        (422, "VALIDATION_FAILED"),
        (404, "NOT_FOUND"),
    ]


async def test_an_address_is_checked_for_its_network_while_it_is_typed(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower
) -> None:
    def check(**changes: str) -> dict[str, str]:
        return {"coin": "USDT", "network": "eth", "address": ADDRESS} | changes

    path = f"{BOOK}/check"
    valid = await client.get(path, params=check(), headers=ann.headers)
    wrong = await client.get(path, params=check(address="bc1qnotofthisnetwork"), headers=ann.headers)
    unknown = await client.get(path, params=check(network="moon"), headers=ann.headers)
    disabled = await client.get(path, params=check(network="tron"), headers=ann.headers)
    anonymous = await client.get(path, params=check())

    assert (valid.status_code, valid.json()) == (200, {"is_valid": True})
    assert (wrong.status_code, wrong.json()) == (200, {"is_valid": False})
    assert status_and_code(unknown) == (404, "NOT_FOUND")
    assert status_and_code(disabled) == (422, "NETWORK_DISABLED")
    assert status_and_code(anonymous) == (401, "TOKEN_INVALID")
