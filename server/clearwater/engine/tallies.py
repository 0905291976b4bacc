"""What is over, in sums: the orders that have ended and the fills, as a fold tells and as the tables say."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from operator import add
from typing import TypeAlias

import asyncpg

from clearwater.core.events import Event, Filled, OrderUpdated
from clearwater.core.views import OPEN

Sums: TypeAlias = dict[tuple[str, ...], list[int]]
NONE = [0]


class Tally:
    """What a fold keeps of things that are over: sums, not rows, so that a long history fits memory.

    Each value is mixed with the number of its row, so that the sums know which row had it. A client counts by
    the number that the database has for its name.
    """

    def __init__(self) -> None:
        # By pair, status and reason; by pair and the taker's side.
        self.ended: Sums = {}
        self.fills: Sums = {}

    def see(self, numbers: Mapping[str, int], events: list[Event]) -> None:
        for event in events:
            if type(event) is OrderUpdated:
                if event.status not in OPEN:
                    _count(self.ended, event[2:5], event.order_id, (numbers[event.client], *event[5:]))
            elif type(event) is Filled:
                key = (event.pair, event.taker_side)
                clients = (numbers[event.taker_client], numbers[event.maker_client])
                _count(self.fills, key, event.fill_id, (*event[2:5], *event[6:8], *clients, *event[10:]))

    def add(self, other: "Tally") -> None:
        """Take in what another part of the history has."""
        for mine, others in ((self.ended, other.ended), (self.fills, other.fills)):
            for key, more in others.items():
                sums = mine.get(key)
                mine[key] = more if sums is None else list(map(add, sums, more))


def _count(all_sums: Sums, key: tuple[str, ...], number: int, values: tuple[int, ...]) -> None:
    """Count a row: itself, then each of its values."""
    sums = all_sums.get(key)
    if sums is None:
        sums = all_sums[key] = [0] * (len(values) + 1)
    sums[0] += 1
    for place, value in enumerate(values, 1):
        sums[place] += value ^ number


# The same sums, of the tables.
ENDED = """
    SELECT pair, status, reason, count(*), sum(hashtextextended(client, 0) # id), sum(price # id),
    sum(stop_price # id), sum(quantity # id), sum(remaining # id), sum(filled_quote # id), sum(fee # id),
    sum(held # id), sum(visible # id), sum(priority # id), sum(updated_ms # id) FROM orders
    WHERE status NOT IN ('untriggered', 'new', 'partially_filled') GROUP BY 1, 2, 3
"""
FILLS = """
    SELECT pair, taker_side, count(*), sum(price # id), sum(quantity # id), sum(quote_quantity # id),
    sum(taker_order_id # id), sum(maker_order_id # id), sum(hashtextextended(taker_client, 0) # id),
    sum(hashtextextended(maker_client, 0) # id), sum(taker_fee # id), sum(maker_fee # id), sum(at_ms # id)
    FROM fills GROUP BY 1, 2
"""
CLIENTS = "SELECT owner, hashtextextended(owner, 0) FROM (SELECT DISTINCT owner FROM balances) AS owners"


async def tally_tables(connection: asyncpg.Connection) -> Tally:
    """What the tables keep of things that are over."""
    tally = Tally()
    for sums, query, width in ((tally.ended, ENDED, 3), (tally.fills, FILLS, 2)):
        for row in await connection.fetch(query):
            sums[tuple(row[:width])] = [int(value) for value in row[width:]]
    return tally


async def number_clients(connection: asyncpg.Connection) -> Mapping[str, int]:
    """The database's numbers for everybody who has ever had something; 0 for all others."""
    return defaultdict(int, {row[0]: row[1] for row in await connection.fetch(CLIENTS)})


def find_differences(told: Tally, found: Tally) -> Iterator[str]:
    """Where the journal and the tables do not agree on what is over."""
    for name, journal, tables in (("orders", told.ended, found.ended), ("fills", told.fills, found.fills)):
        for key in sorted(journal.keys() | tables.keys()):
            led_to, said = journal.get(key, NONE), tables.get(key, NONE)
            if led_to != said:
                others = ", but not the same" if led_to[0] == said[0] else ""
                yield (
                    f"{name} {' '.join(filter(None, key))}: the journal leads to {led_to[0]},"
                    f" the tables say {said[0]}{others}"
                )
