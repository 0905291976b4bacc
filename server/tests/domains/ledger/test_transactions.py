"""GET /v1/transactions: what has changed what a client has. LED-11 to LED-13."""

import csv
import io
from datetime import timedelta
from typing import Any

import httpx
import pytest

from clearwater.core.commands import (
    Adjust,
    Deposit,
    Fund,
    HoldWithdrawal,
    ListCoin,
    ReleaseWithdrawal,
    ReverseDeposit,
    SettleWithdrawal,
)
from clearwater.core.earn_commands import CreateEarnProduct, Redeem, Subscribe
from clearwater.core.events import Posting, TransferChanged
from clearwater.core.premarket_commands import (
    CancelPreMarketOrder,
    CreatePreMarket,
    DeliverContract,
    ListPreMarket,
    PlacePreMarketOrder,
)
from clearwater.domains.ledger.service import transaction_of_event
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from tests.builders import SignedInClient, a_client
from tests.conftest import NOON
from tests.trading import AT, DECIMALS, place, submit, units

TRANSACTIONS = "/api/v1/transactions"
NOON_SECONDS = int(NOON.timestamp())
NOON_MS = NOON_SECONDS * 1000


async def transactions_of(
    client: httpx.AsyncClient, caller: SignedInClient, **query: Any
) -> list[dict[str, Any]]:
    answer = await client.get(TRANSACTIONS, params=query, headers=caller.headers)
    assert answer.status_code == 200, answer.json()
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def brief(items: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    return [(item["type"], item["coin"], item["amount"]) for item in items]


async def trade(client: httpx.AsyncClient, buyer: SignedInClient, seller: SignedInClient) -> None:
    """0.1 BTC for 5,000 USDT; the seller was there first."""
    assert (await place(client, seller, side="sell")).status_code == 201
    assert (await place(client, buyer, side="buy")).status_code == 201


async def test_a_trade_shows_each_side_what_it_moved(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    """LED-12"""
    await trade(client, ann, bob)

    bought, sold = await transactions_of(client, ann), await transactions_of(client, bob)

    assert brief(bought)[:3] == [
        ("fee", "BTC", "-0.00025"),
        ("trade", "BTC", "0.1"),
        ("trade", "USDT", "-5000"),
    ]
    assert brief(sold)[:3] == [
        ("fee", "USDT", "-10"),
        ("trade", "BTC", "-0.1"),
        ("trade", "USDT", "5000"),
    ]
    assert {item["reference"] for item in [*bought[:3], *sold[:3]]} == {"1"}
    assert bought[1] == {
        "id": bought[1]["id"],
        "type": "trade",
        "coin": "BTC",
        "amount": "0.1",
        "fee": None,
        "status": "completed",
        "network": None,
        "address": None,
        "tx_id": None,
        "confirmations": None,
        "required_confirmations": None,
        "reference": "1",
        "created_at": NOON_SECONDS,
    }


async def test_transactions_add_up_to_what_a_client_has(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient, bob: SignedInClient
) -> None:
    """LED-11"""
    await trade(client, ann, bob)
    await place(client, ann, quantity="0.3", price="41000")
    for owner in (ann, bob):
        sums = dict.fromkeys(DECIMALS, 0)
        for item in await transactions_of(client, owner):
            amount = units(item["coin"], item["amount"].removeprefix("-"))
            sums[item["coin"]] += -amount if item["amount"].startswith("-") else amount
        held = {
            coin: sum(
                market.view.balance(str(owner.id), coin, purpose) for purpose in ("available", "orders")
            )
            for coin in DECIMALS
        }
        assert sums == held


async def test_holds_and_trades_with_oneself_are_no_transactions(
    client: httpx.AsyncClient, ann: SignedInClient
) -> None:
    """LED-11: they leave everything where it was, but for the fees."""
    before = await transactions_of(client, ann)
    order = (await place(client, ann, price="45000")).json()["order"]
    await client.post(f"/api/v1/order/{order['id']}/cancel", headers=ann.headers)
    await place(client, ann, side="sell")
    await place(client, ann, side="buy", self_trade_prevention="none")

    shown = await transactions_of(client, ann)

    assert brief(shown[: -len(before)]) == [("fee", "USDT", "-10"), ("fee", "BTC", "-0.00025")]
    assert shown[-len(before) :] == before


async def test_deposits_withdrawals_and_adjustments_show_their_status(
    client: httpx.AsyncClient, services: ApiServices, market: Follower
) -> None:
    """LED-13"""
    cat = await a_client(services, email="cat@example.org")
    owner = str(cat.id)
    one = units("ETH", "1")
    for command in (
        Deposit(AT, "d-1", owner, "ETH", "ethereum", 5 * one),
        Deposit(AT, "d-2", owner, "ETH", "ethereum", one),
        ReverseDeposit(AT, "d-2"),
        Fund(AT, "f", "ETH", "ethereum", one),
        Adjust(AT, "a", owner, "ETH", one),
        HoldWithdrawal(AT, "w-1", owner, "ETH", "ethereum", 2 * one, 3),
        SettleWithdrawal(AT, "w-1"),
        HoldWithdrawal(AT, "w-2", owner, "ETH", "ethereum", one, 3),
        ReleaseWithdrawal(AT, "w-2"),
    ):
        await submit(market, command)

    shown = await transactions_of(client, cat)

    rows = [
        tuple(item[name] for name in ("type", "amount", "fee", "status", "network", "reference"))
        for item in shown
    ]
    assert rows == [
        ("fee", "-0.00000003", None, "completed", "ethereum", "w-1"),
        ("withdrawal", "-2", "0.00000003", "completed", "ethereum", "w-1"),
        ("adjustment", "1", None, "completed", None, "a"),
        ("deposit", "-1", None, "orphaned", "ethereum", "d-2"),
        ("deposit", "1", None, "orphaned", "ethereum", "d-2"),
        ("deposit", "5", None, "credited", "ethereum", "d-1"),
    ]
    assert [item["created_at"] for item in shown] == [NOON_SECONDS] * 6


async def test_filters_leave_what_was_asked_for(
    client: httpx.AsyncClient, clock: FixedClock, market: Follower, ann: SignedInClient, bob: SignedInClient
) -> None:
    await submit(market, Deposit(AT, "d-2", str(ann.id), "ETH", "ethereum", units("ETH", "1")))
    await submit(market, ReverseDeposit(AT, "d-2"))
    traded_at = NOON_SECONDS + 60
    clock.at += timedelta(minutes=1)
    await trade(client, ann, bob)

    async def found(**query: Any) -> list[tuple[str, str, str]]:
        return brief(await transactions_of(client, ann, **query))

    deposits = [("deposit", "USDT", "1000000"), ("deposit", "BTC", "10")]
    orphaned = [("deposit", "ETH", "-1"), ("deposit", "ETH", "1")]
    trades = [("trade", "BTC", "0.1"), ("trade", "USDT", "-5000")]
    fee = [("fee", "BTC", "-0.00025")]
    assert await found(type="trade") == trades
    assert await found(type="fee") == fee
    assert await found(type="convert") == []
    assert await found(coin="USDT") == [trades[1], deposits[0]]
    assert await found(coin="DOGE") == []
    assert await found(status="credited") == deposits
    assert await found(status="orphaned") == orphaned
    assert await found(status="completed") == fee + trades
    assert await found(type="trade", coin="BTC", status="completed") == trades[:1]
    assert await found(**{"from": traded_at}) == fee + trades
    assert await found(**{"from": traded_at + 1}) == []
    assert await found(to=traded_at) == orphaned + deposits
    assert await found(**{"from": NOON_SECONDS, "to": NOON_SECONDS}) == []
    assert await found(**{"from": NOON_SECONDS, "to": NOON_SECONDS + 1}) == orphaned + deposits


NO_FILTERS = [
    {"type": "hold"},
    {"type": "funding"},
    {"status": "held"},
    {"coin": "btc"},
    {"coin": "BTC'--"},
    {"coin": "B" * 21},
    {"from": "-1"},
    {"from": "1e400"},
    {"to": "9" * 30},
    {"to": "NaN"},
    {"limit": "201"},
    {"cursor": "no"},
    {"cursor": "WyIxIl0"},
]


async def test_invalid_filters_are_refused(client: httpx.AsyncClient, services: ApiServices) -> None:
    ann = await a_client(services)

    for query in NO_FILTERS:
        answer = await client.get(TRANSACTIONS, params=query, headers=ann.headers)
        refused = (answer.status_code, [error["field"] for error in answer.json()["errors"]])
        assert refused == (422, list(query)), query


async def test_pages_follow_each_other_without_a_gap(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    await trade(client, ann, bob)
    await trade(client, bob, ann)
    whole = await transactions_of(client, ann)

    pages, cursor = [], None
    while True:
        query = {"limit": 3} | ({"cursor": cursor} if cursor else {})
        answer = (await client.get(TRANSACTIONS, params=query, headers=ann.headers)).json()
        pages.append(answer["items"])
        if (cursor := answer["next_cursor"]) is None:
            break

    assert [len(page) for page in pages] == [3, 3, 2]
    assert [item for page in pages for item in page] == whole
    assert [item["id"] for item in whole] == sorted((item["id"] for item in whole), reverse=True)


@pytest.mark.parametrize(("query", "accept"), [({"format": "csv"}, "*/*"), ({}, "text/csv")])
async def test_the_list_is_exported_as_csv(
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    query: dict[str, str],
    accept: str,
) -> None:
    await trade(client, ann, bob)
    listed = await transactions_of(client, ann, type="trade")

    answer = await client.get(
        TRANSACTIONS, params=query | {"type": "trade", "limit": 1}, headers=ann.headers | {"Accept": accept}
    )

    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="transactions.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert rows == [
        {name: "" if value is None else str(value) for name, value in item.items()} for item in listed
    ]
    assert [row["amount"] for row in rows] == ["0.1", "-5000"]


async def test_transactions_are_visible_only_to_their_owner(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    stranger = await a_client(services, email="eve@example.org")

    anonymous = await client.get(TRANSACTIONS)

    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")
    assert await transactions_of(client, stranger) == []
    assert len(await transactions_of(client, ann)) == 2


class Feed:
    """What would be published to a client."""

    def __init__(self, market: Follower, owner: SignedInClient) -> None:
        self.market = market
        self.owner = str(owner.id)
        self.published: list[Any] = []

    async def do(self, *commands: Any) -> None:
        for command in commands:
            outcome = await submit(self.market, command)
            transfers = {one.reference: one for one in outcome.events if isinstance(one, TransferChanged)}
            for event in outcome.events:
                if isinstance(event, Posting):
                    shown = transaction_of_event(
                        event,
                        transfers.get(str(event.reference)),
                        owner=self.owner,
                        at_ms=command.at,
                        decimals=self.market.view.coins[event.source.asset].decimals,
                    )
                    self.published.extend([shown] if shown is not None else [])


async def test_published_transactions_equal_listed_ones(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    """LED-11, LED-13: an event and its row give the same transaction."""
    cat = await a_client(services, email="cat@example.org")
    feed = Feed(market, cat)
    await feed.do(
        Deposit(NOON_MS, "d", feed.owner, "ETH", "ethereum", 500),
        Fund(NOON_MS, "f", "ETH", "ethereum", 100),
        Adjust(NOON_MS, "a", feed.owner, "ETH", 7),
        Adjust(NOON_MS, "b", feed.owner, "ETH", -3),
        HoldWithdrawal(NOON_MS, "w", feed.owner, "ETH", "ethereum", 100, 3),
        SettleWithdrawal(NOON_MS, "w"),
        HoldWithdrawal(NOON_MS, "i", feed.owner, "ETH", "ethereum", 50, 2),
        SettleWithdrawal(NOON_MS, "i", str(ann.id)),
    )

    assert feed.published[::-1] == await transactions_of(client, cat)
    assert [(one["type"], one["network"], one["fee"]) for one in feed.published] == [
        ("deposit", "ethereum", None),
        ("adjustment", None, None),
        ("adjustment", None, None),
        ("withdrawal", "ethereum", "0.00000003"),
        ("fee", "ethereum", None),
        ("withdrawal", "ethereum", "0.00000002"),
        ("fee", "ethereum", None),
    ]


async def test_what_is_set_aside_leaves_the_spot_wallet_and_comes_back(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    """LED-11"""
    cat = await a_client(services, email="cat@example.org")
    feed, seller = Feed(market, cat), str(ann.id)
    # The time of the clock: nothing is due by itself during the test.
    now = milliseconds(services.clock.now())
    await feed.do(
        CreateEarnProduct(now, "usdt", "USDT", "flexible", 0, 1, 10**9, 10**9),
        Deposit(now, "u", feed.owner, "USDT", "test", units("USDT", "100")),
        Subscribe(now, feed.owner, "usdt", units("USDT", "60")),
        Redeem(now, feed.owner, 1, units("USDT", "20")),
        ListCoin(now, "NEW", 5, 10**9),
        Deposit(now, "n", seller, "NEW", "test", 500_000),
        CreatePreMarket(now, "NEW", "USDT", 2, 1, 1, 1, 10**9, 10**12, now, now + 10**6),
        PlacePreMarketOrder(now, feed.owner, "NEW", "buy", 1_000, 300_000),
        CancelPreMarketOrder(now, feed.owner, 1),
        PlacePreMarketOrder(now, feed.owner, "NEW", "buy", 1_000, 300_000),
        PlacePreMarketOrder(now, seller, "NEW", "sell", 1_000, 300_000),
        ListPreMarket(now, "NEW", now),
        DeliverContract(now, seller, 1),
    )

    assert feed.published[::-1] == await transactions_of(client, cat)
    assert brief(feed.published) == [
        ("deposit", "USDT", "100"),
        ("earn_subscribe", "USDT", "-60"),
        ("earn_redeem", "USDT", "20"),
        ("premarket_lock", "USDT", "-30.6"),
        ("premarket_release", "USDT", "30.6"),
        ("premarket_lock", "USDT", "-30.6"),
        # What was locked is paid to the seller, for whom alone that is a transaction.
        ("premarket_settlement", "NEW", "3"),
    ]
    settled = await transactions_of(client, ann, type="premarket_settlement")
    assert brief(settled) == [("premarket_settlement", "USDT", "30"), ("premarket_settlement", "NEW", "-3")]


async def test_the_latest_transactions_come_with_the_signed_in_client(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    await trade(client, ann, bob)

    known = await client.get("/api/bff/auth/user", headers=ann.headers)

    assert known.json()["transactions"] == await transactions_of(client, ann, limit=20)
    assert len(known.json()["transactions"]) == 5


async def test_the_first_credit_is_known_for_good(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    eve = await a_client(services, email="eve@example.org")
    assert (await client.get("/api/bff/auth/user", headers=eve.headers)).json()["has_deposited"] is False
    amount = units("USDT", "5")

    await submit(market, Deposit(AT, "d-1", str(eve.id), "USDT", "ethereum", amount))
    await submit(market, ReverseDeposit(AT, "d-1"))

    for credited in (ann, eve):
        known = await client.get("/api/bff/auth/user", headers=credited.headers)
        assert known.json()["has_deposited"] is True
