"""The proof: fold the journal from zero, and find every way in which the tables say something else."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import asyncpg
import msgspec

from clearwater.core.commands import Command, decode
from clearwater.core.events import Event, Filled, OrderUpdated, Posting
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.views import OPEN
from clearwater.engine.recovery import read_snapshot, read_terms

ROWS_AT_ONCE = 5_000
SHOWN_DIFFERENCES = 20
ALL = 0xFFFFFFFFFFFFFFFF
ORDERS = """
    SELECT id, client, pair, status, reason, price, stop_price, quantity, remaining, filled_quote, fee, held,
    visible, priority, updated_ms FROM orders WHERE status NOT IN ('untriggered', 'new', 'partially_filled')
"""
FILLS = """
    SELECT pair, count(*), sum(quantity), sum(quote_quantity), sum(taker_fee), sum(maker_fee) FROM fills
    GROUP BY pair
"""
# What has come to an account less what has left it is what it holds.
POSTED = """
    WITH moves AS (
        SELECT target_owner AS owner, coin, target_purpose AS purpose, amount FROM postings
        UNION ALL SELECT source_owner, coin, source_purpose, -amount FROM postings
    ), sums AS (SELECT owner, coin, purpose, sum(amount) AS amount FROM moves GROUP BY 1, 2, 3)
    SELECT owner, coin, purpose, coalesce(sums.amount, 0) AS posted, coalesce(balances.amount, 0) AS held
    FROM sums FULL JOIN balances USING (owner, coin, purpose)
    WHERE coalesce(sums.amount, 0) <> coalesce(balances.amount, 0)
"""


class Report(NamedTuple):
    """How many commands were folded, and what does not fit."""

    commands: int
    differences: list[str]


class Tally:
    """What the fold keeps of things that are over: sums, not rows, so that a long history fits memory."""

    def __init__(self) -> None:
        self.orders_hash = 0
        self.orders = 0
        self.postings = 0
        self.fills: dict[str, list[int]] = {}

    def see(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, OrderUpdated):
                if event.status not in OPEN:
                    self.end_order(event)
            elif isinstance(event, Posting):
                self.postings += 1
            elif isinstance(event, Filled):
                sums = self.fills.setdefault(event.pair, [0] * 5)
                sums[0] += 1
                sums[1] += event.quantity
                sums[2] += event.quote_quantity
                sums[3] += event.taker_fee
                sums[4] += event.maker_fee

    def end_order(self, row: tuple[Any, ...]) -> None:
        """Equal sets of rows give equal sums of hashes, in whatever order they come."""
        self.orders += 1
        self.orders_hash = (self.orders_hash + hash(tuple(row))) & ALL


async def audit_ledger(connection: asyncpg.Connection) -> Report:
    """Compare everything that the journal leads to with everything that the tables say."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        exchange, tally, commands, broken = await _fold(connection)
        if broken:
            return Report(commands, broken)
        differences = [f"ledger: {fault}" for fault in find_faults(exchange.state)]
        stored = await read_snapshot(connection, exchange.state.now)
        for name, folded, found in zip(stored._fields, exchange.export(), stored, strict=True):
            differences += _compare(name, folded, found)
        differences += await _compare_history(connection, tally)
    return Report(commands, differences)


async def _fold(connection: asyncpg.Connection) -> tuple[Exchange, Tally, int, list[str]]:
    exchange, tally, expected = Exchange(), Tally(), 1
    apply, see = exchange.apply, tally.see
    cursor = await connection.cursor("SELECT seq, kind, payload FROM journal ORDER BY seq")
    while rows := await cursor.fetch(ROWS_AT_ONCE):
        for seq, kind, payload in rows:
            if seq != expected:
                return exchange, tally, expected - 1, [f"journal: entry {expected} is missing"]
            expected += 1
            see(apply(_read(kind, payload)))
    return exchange, tally, expected - 1, []


def _read(kind: str, payload: str) -> Command:
    if kind == "PlaceOrder":
        return read_terms(payload)
    return decode(kind, msgspec.json.decode(payload))


def _compare(name: str, folded: Any, found: Any) -> Iterator[str]:
    if folded == found:
        return
    if not isinstance(folded, tuple):
        yield f"{name}: the journal leads to {folded}, the tables say {found}"
        return
    only_folded, only_found = Counter(map(repr, folded)), Counter(map(repr, found))
    missing, surplus = only_folded - only_found, only_found - only_folded
    if not missing and not surplus:
        yield f"{name}: the same, but not in the same order"
    for row in list(missing)[:SHOWN_DIFFERENCES]:
        yield f"{name}: the journal leads to {row}, the tables do not"
    for row in list(surplus)[:SHOWN_DIFFERENCES]:
        yield f"{name}: the tables say {row}, the journal does not"


async def _compare_history(connection: asyncpg.Connection, tally: Tally) -> list[str]:
    differences: list[str] = []
    found = Tally()
    async for row in connection.cursor(ORDERS, prefetch=ROWS_AT_ONCE):
        found.end_order(tuple(row))
    if (found.orders, found.orders_hash) != (tally.orders, tally.orders_hash):
        differences.append(
            f"orders: {tally.orders} have ended by the journal, {found.orders} by the tables, or not as told"
        )
    fills = {row[0]: [int(value) for value in row[1:]] for row in await connection.fetch(FILLS)}
    differences += [
        f"fills of {pair}: the journal leads to {tally.fills.get(pair)}, the tables say {fills.get(pair)}"
        for pair in sorted(fills.keys() | tally.fills.keys())
        if fills.get(pair) != tally.fills.get(pair)
    ]
    postings = await connection.fetchval("SELECT count(*) FROM postings")
    if postings != tally.postings:
        differences.append(f"postings: the journal leads to {tally.postings}, the tables say {postings}")
    differences += [
        f"balances: {row['owner']} {row['coin']} {row['purpose']} holds {row['held']}, posted {row['posted']}"
        for row in await connection.fetch(POSTED)
    ]
    return differences
