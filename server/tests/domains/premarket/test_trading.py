"""/v1/premarkets: orders, contracts, delivery and default, through the real engine."""

import httpx

from clearwater.engine.follower import Follower
from clearwater.kit.clock import FixedClock, milliseconds
from tests.builders import SignedInClient
from tests.premarket import (
    DOLLAR,
    NOVA,
    PATH,
    balances,
    contracts_of,
    placed,
    require_sound,
)

START = 1_000_000 * DOLLAR


async def test_an_order_that_meets_another_becomes_a_contract_at_the_resting_price(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    sold = await placed(client, bob, "sell", price="2", quantity="10")
    now = int(clock.now().timestamp())
    assert sold == {
        "id": 1,
        "symbol": NOVA,
        "quote": "USDT",
        "side": "sell",
        "price": "2",
        "quantity": "10",
        "filled_quantity": "0",
        "locked": "20.4",
        "fee": "0.4",
        "status": "open",
        "created_at": now,
    }

    bought = await placed(client, ann, "buy", price="2.5", quantity="4")

    assert (bought["status"], bought["filled_quantity"], bought["locked"], bought["fee"]) == (
        "filled",
        "4",
        "0",
        "0",
    )
    assert balances(nova, ann) == {"USDT": START - 816 * DOLLAR // 100, "reserved": 816 * DOLLAR // 100}
    assert balances(nova, bob) == {"USDT": START - 204 * DOLLAR // 10, "reserved": 204 * DOLLAR // 10}
    shared = {
        "id": 1,
        "symbol": NOVA,
        "quote": "USDT",
        "price": "2",
        "quantity": "4",
        "value": "8",
        "fee": "0.16",
        "collateral": "8",
        "status": "matched",
        "delivered_quantity": "0",
        "deliver_by": None,
        "missing_quantity": "0",
        "created_at": now,
        "ended_at": None,
        "outcome": None,
    }
    assert await contracts_of(client, ann) == [shared | {"side": "buy"}]
    assert await contracts_of(client, bob) == [shared | {"side": "sell"}]
    shown = (await client.get(f"{PATH}/{NOVA}", headers=bob.headers)).json()
    assert shown["book"] == {"bids": [], "asks": [["2", "6"]]}
    assert shown["trades"] == [
        {"id": 1, "price": "2", "quantity": "4", "side": "buy", "time_ms": milliseconds(clock.now())}
    ]
    assert (shown["last_price"], shown["change"], shown["volume"]) == ("2", "0", "8")
    assert (shown["best_bid"], shown["best_ask"]) == (None, "2")
    mine = shown["my"]
    assert [(one["status"], one["locked"]) for one in mine["orders"]] == [("partially_filled", "12.24")]
    assert mine["contracts"] == [shared | {"side": "sell"}]
    assert (mine["exposure"], mine["exposure_left"]) == ("20", "9980")
    await require_sound(database_url)
