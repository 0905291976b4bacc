"""How contracts end: delivered early or at the end of the window, defaulted, or void. Books balance."""

from datetime import timedelta
from typing import Any

import httpx
from sqlalchemy import text

from clearwater.core.commands import ChangeCoin
from clearwater.core.ledger import HOUSE
from clearwater.core.premarket_commands import CancelPreMarket, ListPreMarket
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from tests.builders import SignedInClient, status_and_code
from tests.premarket import (
    COIN,
    DOLLAR,
    NOVA,
    PATH,
    balances,
    contracts_of,
    give_nova,
    pass_time,
    placed,
    require_sound,
)
from tests.trading import AT, submit

START = 1_000_000 * DOLLAR
# Of a contract of 10 at 2 USDT: the value is the collateral, too.
VALUE, FEE = 20 * DOLLAR, 4 * DOLLAR // 10


async def trade(http: httpx.AsyncClient, buyer: SignedInClient, seller: SignedInClient) -> None:
    """A contract of 10 NOVA at 2 USDT."""
    await placed(http, buyer, "buy")
    await placed(http, seller, "sell")


async def list_now(engine: Follower, clock: FixedClock) -> None:
    """The window of 4 hours opens now."""
    await submit(engine, ListPreMarket(milliseconds(clock.now()), NOVA, milliseconds(clock.now())))
    await pass_time(engine, clock)


async def deliver(http: httpx.AsyncClient, client: SignedInClient, contract_id: int = 1) -> httpx.Response:
    return await http.post(f"{PATH}/contracts/{contract_id}/deliver", headers=client.headers)


async def the_contract(http: httpx.AsyncClient, client: SignedInClient) -> dict[str, Any]:
    (contract,) = await contracts_of(http, client)
    return contract


def house(engine: Follower, purpose: str) -> int:
    return engine.view.balance(HOUSE, "USDT", purpose)


async def status_of(http: httpx.AsyncClient) -> str:
    return str((await http.get(f"{PATH}/{NOVA}")).json()["status"])


async def test_a_contract_is_delivered_early_by_hand(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    await trade(client, ann, bob)
    await give_nova(nova, bob, 10 * COIN - 1)
    assert status_and_code(await deliver(client, bob)) == (409, "STATE_CONFLICT")
    await list_now(nova, clock)
    ends_at = int(clock.now().timestamp()) + 4 * 3600
    sold = await the_contract(client, bob)
    assert (sold["status"], sold["deliver_by"]) == ("delivering", ends_at)
    assert sold["missing_quantity"] == "0.00000001"
    assert (await the_contract(client, ann))["missing_quantity"] == "0"
    assert status_and_code(await deliver(client, ann)) == (409, "STATE_CONFLICT")
    short = await deliver(client, bob)
    assert status_and_code(short) == (422, "INSUFFICIENT_BALANCE")
    assert (short.json()["available"], short.json()["needed"]) == ("9.99999999", "10")
    await give_nova(nova, bob, 1)

    answer = await deliver(client, bob)

    assert answer.status_code == 200, answer.text
    settled = answer.json()
    assert (settled["status"], settled["delivered_quantity"]) == ("settled", "10")
    assert settled["outcome"] == {"received": [{"coin": "USDT", "amount": "40"}]}
    assert settled["ended_at"] == int(clock.now().timestamp())
    assert (await deliver(client, bob)).json() == settled
    bought = await the_contract(client, ann)
    assert bought["outcome"] == {"received": [{"coin": NOVA, "amount": "10"}]}
    assert balances(nova, ann) == {"USDT": START - VALUE - FEE, NOVA: 10 * COIN}
    assert balances(nova, bob) == {"USDT": START + VALUE - FEE}
    assert (house(nova, "fees"), house(nova, "protection")) == (2 * FEE, 0)
    await require_sound(database_url)


async def test_what_the_seller_has_in_the_last_second_is_delivered(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    await trade(client, ann, bob)
    await list_now(nova, clock)
    await pass_time(nova, clock, hours=4, milliseconds=-1)
    assert await status_of(client) == "delivering"
    await give_nova(nova, bob, 10 * COIN)

    await pass_time(nova, clock, milliseconds=1)

    assert await status_of(client) == "settled"
    assert (await the_contract(client, bob))["status"] == "settled"
    assert balances(nova, ann) == {"USDT": START - VALUE - FEE, NOVA: 10 * COIN}
    assert status_and_code(await deliver(client, ann)) == (409, "STATE_CONFLICT")
    await require_sound(database_url)


async def test_a_seller_who_lacks_one_unit_defaults(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    await trade(client, ann, bob)
    await give_nova(nova, bob, 10 * COIN - 1)
    await list_now(nova, clock)

    await pass_time(nova, clock, hours=4)

    bought, sold = await the_contract(client, ann), await the_contract(client, bob)
    assert (bought["status"], sold["status"]) == ("defaulted", "defaulted")
    # The value, the fee and nine tenths of the collateral.
    assert bought["outcome"] == {"received": [{"coin": "USDT", "amount": "38.4"}]}
    assert sold["outcome"] == {"received": []}
    assert (bought["delivered_quantity"], sold["missing_quantity"]) == ("0", "0")
    assert balances(nova, ann) == {"USDT": START + VALUE * 9 // 10}
    assert balances(nova, bob) == {"USDT": START - VALUE - FEE, NOVA: 10 * COIN - 1}
    assert (house(nova, "fees"), house(nova, "protection")) == (FEE, VALUE // 10)
    # Everybody can see what is in the protection account.
    protection = {"coin": "USDT", "amount": "2"}
    assert (await client.get(PATH)).json()["protection"] == [protection]
    assert (await client.get(f"{PATH}/{NOVA}")).json()["protection"] == protection
    assert status_and_code(await deliver(client, bob)) == (409, "STATE_CONFLICT")
    assert "defaulted" in (await deliver(client, bob)).json()["detail"]
    await require_sound(database_url)


async def test_a_clock_that_jumps_does_not_end_the_window(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    await trade(client, ann, bob)
    await list_now(nova, clock)
    for hours in (5, -10, 5):
        clock.set_ahead(timedelta(hours=hours))
        await pass_time(nova, clock, minutes=1)
        assert await status_of(client) == "delivering"
        assert status_and_code(await deliver(client, bob)) == (422, "INSUFFICIENT_BALANCE")
    await give_nova(nova, bob, 10 * COIN)

    assert (await deliver(client, bob)).json()["status"] == "settled"
    await require_sound(database_url)


async def test_a_canceled_market_gives_everything_back(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    await trade(client, ann, bob)
    await placed(client, ann, "buy", price="1.5")

    await submit(nova, CancelPreMarket(milliseconds(clock.now()), NOVA))
    await pass_time(nova, clock)

    bought, sold = await the_contract(client, ann), await the_contract(client, bob)
    assert bought["outcome"] == sold["outcome"] == {"received": [{"coin": "USDT", "amount": "20.4"}]}
    assert (bought["status"], sold["deliver_by"]) == ("voided", None)
    assert balances(nova, ann) == balances(nova, bob) == {"USDT": START}
    assert await status_of(client) == "canceled"
    orders = (await client.get(f"{PATH}/orders", headers=ann.headers)).json()["items"]
    assert [(one["status"], one["locked"]) for one in orders] == [("canceled", "0"), ("filled", "0")]
    await require_sound(database_url)


async def test_without_a_listing_for_30_days_everything_is_void(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    await trade(client, ann, bob)
    shown = (await client.get(f"{PATH}/{NOVA}")).json()
    assert shown["late_at"] == shown["closes_at"] + 30 * 24 * 3600
    await pass_time(nova, clock, days=30, hours=1, milliseconds=-1)
    assert await status_of(client) == "closed"

    await pass_time(nova, clock, milliseconds=1)

    assert await status_of(client) == "canceled"
    assert balances(nova, ann) == balances(nova, bob) == {"USDT": START}
    assert house(nova, "fees") == 0
    await require_sound(database_url)


async def test_a_delay_moves_the_window_until_it_is_open(
    *, client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, nova: Follower, clock: FixedClock
) -> None:
    await trade(client, ann, bob)
    now = milliseconds(clock.now())
    await submit(nova, ListPreMarket(now, NOVA, now + 3_600_000))
    await submit(nova, ListPreMarket(now, NOVA, now + 7_200_000))
    await pass_time(nova, clock, hours=1)
    assert await status_of(client) == "closed"
    assert (await the_contract(client, bob))["deliver_by"] == now // 1000 + 6 * 3600

    await pass_time(nova, clock, hours=1)

    assert await status_of(client) == "delivering"
    again = await nova.submit(ListPreMarket(milliseconds(clock.now()), NOVA, now + 9_000_000))
    assert again.refusal is not None


async def test_a_coin_that_is_not_traded_and_a_lost_level_do_not_keep_a_seller_from_delivering(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    await trade(client, ann, bob)
    await give_nova(nova, bob, 10 * COIN)
    await list_now(nova, clock)
    await submit(nova, ChangeCoin(AT, NOVA, False))
    async with services.sessions() as session:
        await session.execute(text("UPDATE levels SET requires_kyc = rank > 0"))
        await session.commit()
    services.traders.on_notice(None)

    answer = await deliver(client, bob)

    assert (answer.status_code, answer.json()["status"]) == (200, "settled")
    await require_sound(database_url)


async def test_older_contracts_are_delivered_first(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    for _ in range(3):
        await trade(client, ann, bob)
    await give_nova(nova, bob, 25 * COIN)
    await list_now(nova, clock)

    await pass_time(nova, clock, hours=4)

    assert [one["status"] for one in await contracts_of(client, ann)] == ["defaulted", "settled", "settled"]
    assert balances(nova, bob)[NOVA] == 5 * COIN
    assert balances(nova, ann)[NOVA] == 20 * COIN
    await require_sound(database_url)
