"""What is read through fills and through indexes is together every posting of an owner, each once. LED-11."""

from collections.abc import AsyncIterator
from typing import Any, NamedTuple, get_args

import asyncpg
import pytest
import pytest_asyncio

from clearwater.core.exchange import Exchange
from clearwater.core.simulation import CLIENTS
from clearwater.domains.ledger.movements import (
    TransactionFilter,
    find_first_movement,
    read_transactions,
    sum_movements,
)
from clearwater.domains.ledger.schemas import TransactionType
from clearwater.engine.projections import Rows
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.paging import PageRequest
from clearwater.kit.prepared_reads import PreparedReads
from tests.engine.conftest import a_day, commit_rows

KINDS = {
    "fee": ("fee", "withdrawal_fee", "convert_fee"),
    "premarket_lock": ("premarket_hold",),
    "premarket_settlement": ("premarket_payment", "premarket_delivery"),
}


class Day(NamedTuple):
    """A day of trading: every posting that is or could be a transaction, and where to read it."""

    reads: PreparedReads
    postings: list[asyncpg.Record]
    self_trades: int

    def of(self, owner: str) -> list[asyncpg.Record]:
        """What has changed the owner's spot wallet."""
        return [
            one for one in self.postings if wallet_of(one, "source", owner) != wallet_of(one, "target", owner)
        ]

    def total_of(self, owner: str) -> list[asyncpg.Record]:
        """What has changed the owner's total, earn and pre-markets included."""
        return [
            one for one in self.postings if (one["source_owner"] == owner) != (one["target_owner"] == owner)
        ]

    async def pages(self, owner: str, wanted: TransactionFilter, limit: int) -> list[list[int]]:
        """The ids of each page."""
        found, cursor = list[list[int]](), None
        while True:
            rows, cursor = await read_transactions(self.reads, owner, wanted, PageRequest(cursor, limit))
            found.append([row.id for row in rows])
            if cursor is None:
                return found

    async def ids(self, owner: str, **wanted: Any) -> list[int]:
        return [one for page in await self.pages(owner, TransactionFilter(**wanted), 200) for one in page]


def wallet_of(posting: asyncpg.Record, side: str, owner: str) -> bool:
    """Whether a side of a posting is the spot wallet of an owner."""
    return posting[f"{side}_owner"] == owner and posting[f"{side}_purpose"] not in {"earn", "premarket"}


@pytest_asyncio.fixture
async def day(services: ApiServices, database_url: str) -> AsyncIterator[Day]:
    exchange, rows = Exchange(), Rows()
    for seq, command in enumerate(a_day(seed=5, length=2_000), 1):
        rows.add(seq, command, exchange.apply(command))
    connection = await asyncpg.connect(database_url)
    await commit_rows(connection, rows)
    postings = await connection.fetch(
        "SELECT * FROM postings WHERE kind NOT IN ('hold', 'release') ORDER BY id DESC"
    )
    self_trades = await connection.fetchval("SELECT count(*) FROM fills WHERE taker_client = maker_client")
    await connection.close()
    yield Day(services.reads, postings, self_trades)


@pytest.mark.parametrize("limit", [3, 20])
async def test_pages_of_any_size_have_every_posting_once(day: Day, limit: int) -> None:
    """A page ends between the postings of a fill, too, and between those of trades and others."""
    for owner in CLIENTS:
        pages = await day.pages(owner, TransactionFilter(), limit)

        assert [one for page in pages for one in page] == [one["id"] for one in day.of(owner)]
        assert len(pages) > 2
        assert {len(page) for page in pages[:-1]} == {limit}


async def test_the_day_has_postings_of_every_origin(day: Day) -> None:
    """So that the other tests here mean something."""
    kinds = {one["kind"] for one in day.postings}

    assert kinds >= {"trade", "fee", "deposit", "withdrawal", "withdrawal_fee", "adjustment"}
    assert kinds >= {"convert", "convert_fee", "earn_subscribe", "earn_redeem", "earn_interest"}
    assert kinds >= {"premarket_hold", "premarket_release", "premarket_payment", "premarket_delivery"}
    assert kinds >= {"premarket_fee", "premarket_penalty"}
    assert day.self_trades > 0


@pytest.mark.parametrize("kind", [*get_args(TransactionType)])
async def test_a_type_has_its_postings_wherever_they_are_read(day: Day, kind: str) -> None:
    kinds = KINDS.get(kind, (kind,))
    for owner in CLIENTS:
        of_kind = [one for one in day.of(owner) if one["kind"] in kinds]

        assert await day.ids(owner, type=kind) == [one["id"] for one in of_kind]
        assert await day.ids(owner, type=kind, coin="USDT") == [
            one["id"] for one in of_kind if one["coin"] == "USDT"
        ]


@pytest.mark.parametrize(("status", "shows_deposits"), [("completed", False), ("credited", True)])
async def test_a_status_has_its_postings_wherever_they_are_read(
    day: Day, status: str, shows_deposits: bool
) -> None:
    for owner in CLIENTS:
        found = await day.ids(owner, status=status)

        deposits = {one["id"] for one in day.of(owner) if one["kind"] == "deposit"}
        if shows_deposits:
            assert set(found) <= deposits
        else:
            assert found == [one["id"] for one in day.of(owner) if one["id"] not in deposits]


async def test_dates_bound_what_is_read_through_fills(day: Day) -> None:
    times = sorted({one["at_ms"] for one in day.postings})
    first, last = times[len(times) // 3], times[2 * len(times) // 3]
    for owner in CLIENTS:
        own = day.of(owner)

        assert await day.ids(owner, from_ms=first) == [one["id"] for one in own if one["at_ms"] >= first]
        assert await day.ids(owner, to_ms=last) == [one["id"] for one in own if one["at_ms"] < last]
        within = TransactionFilter(from_ms=first, to_ms=last)
        pages = await day.pages(owner, within, 3)
        assert [one for page in pages for one in page] == [
            one["id"] for one in own if first <= one["at_ms"] < last
        ]


async def test_movements_add_up_to_the_postings_of_each_step(day: Day) -> None:
    times = sorted({one["at_ms"] for one in day.postings})
    since, length, last = times[len(times) // 4], (times[-1] - times[0]) // 10, 5
    for owner in CLIENTS:
        expected: dict[int, dict[str, int]] = {}
        for one in day.total_of(owner):
            if one["at_ms"] >= since:
                coins = expected.setdefault(min((one["at_ms"] - since) // length, last), {})
                amount = one["amount"] if one["target_owner"] == owner else -one["amount"]
                coins[one["coin"]] = coins.get(one["coin"], 0) + amount

        found = await sum_movements(day.reads, owner, since_ms=since, length_ms=length, last=last)

        assert {step: _moved(coins) for step, coins in found.items() if _moved(coins)} == {
            step: _moved(coins) for step, coins in expected.items() if _moved(coins)
        }


def _moved(coins: dict[str, int]) -> dict[str, int]:
    return {coin: amount for coin, amount in coins.items() if amount}


async def test_the_first_movement_is_none_of_a_trade(day: Day) -> None:
    for owner in CLIENTS:
        assert await find_first_movement(day.reads, owner) == day.of(owner)[-1]["at_ms"]
        assert day.of(owner)[-1]["kind"] not in {"trade", "fee"}
