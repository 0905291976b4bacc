"""A part of the journal folded again: where it leads to, and what came to its end on the way."""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Any, NamedTuple

import asyncpg
import msgspec

from clearwater.core.commands import decode
from clearwater.core.events import Event, Filled, OrderUpdated
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.money import MAX_UNITS
from clearwater.core.snapshots import Snapshot
from clearwater.core.views import OPEN
from clearwater.engine.checkpoints import is_checkpoint, read_checkpoint
from clearwater.engine.recovery import read_snapshot
from clearwater.kit.collector import collector_paused

read = msgspec.json.Decoder().decode

ROWS_AT_ONCE = 5_000
SHOWN_DIFFERENCES = 20
ALL = 0xFFFFFFFFFFFFFFFF


class Numbers(dict[str, int]):
    """A number for every text, the same in every process; Python's own hashes of texts are not."""

    def __missing__(self, text: str) -> int:
        number = self[text] = int.from_bytes(blake2b(text.encode(), digest_size=7).digest())
        return number


class Tally:
    """What a fold keeps of things that are over: sums, not rows, so that a long history fits memory."""

    def __init__(self) -> None:
        self.orders_hash = 0
        self.orders = 0
        self.fills: dict[str, list[int]] = {}
        self._numbers = Numbers()

    def see(self, events: list[Event]) -> None:
        for event in events:
            if type(event) is OrderUpdated:
                if event.status not in OPEN:
                    self.end_order(event)
            elif type(event) is Filled:
                sums = self.fills.get(event.pair)
                if sums is None:
                    sums = self.fills[event.pair] = [0] * 5
                sums[0] += 1
                sums[1] += event.quantity
                sums[2] += event.quote_quantity
                sums[3] += event.taker_fee
                sums[4] += event.maker_fee

    def end_order(self, row: Sequence[Any]) -> None:
        """Equal sets of rows give equal sums of hashes, in whatever order they come."""
        numbers = self._numbers
        self.orders += 1
        self.orders_hash += hash(
            (row[0], numbers[row[1]], numbers[row[2]], numbers[row[3]], numbers[row[4]], *row[5:])
        )

    def add(self, other: "Tally") -> None:
        """Take in what another part of the history has."""
        self.orders += other.orders
        self.orders_hash = (self.orders_hash + other.orders_hash) & ALL
        for pair, sums in other.fills.items():
            self.fills[pair] = [
                one + more for one, more in zip(self.fills.get(pair, [0] * 5), sums, strict=True)
            ]


class Folded(NamedTuple):
    """What became of a part of the journal, and where it does not lead to what was stored.

    The orders placed in it are those after the first number up to the last.
    """

    commands: int
    tally: Tally
    first_order_id: int
    last_order_id: int
    last_posting_id: int
    differences: list[str]
    is_broken: bool


async def fold(connection: asyncpg.Connection, marks: Sequence[int | None]) -> list[Folded]:
    """Fold the parts of a run one after another: from the first checkpoint to the second, and so on.

    0 is the beginning of all things, None the end: what the tables say now. A part goes on from where the one
    before it arrived; from its own checkpoint where that one did not arrive there.
    """
    parts: list[Folded] = []
    exchange: Exchange | None = None
    with collector_paused():
        for start, end in pairwise(marks):
            if exchange is None:
                exchange = Exchange.restore(await read_checkpoint(connection, start)) if start else Exchange()
                exchange.state.be_brief()
            parts.append(await _fold_part(connection, exchange, start or 0, end))
            if parts[-1].differences:
                exchange = None
    return parts


async def _fold_part(
    connection: asyncpg.Connection, exchange: Exchange, start: int, end: int | None
) -> Folded:
    state, tally = exchange.state, Tally()
    first_order_id = state.last_order_id
    commands, differences = await _apply_all(connection, exchange, tally, start, end)
    is_broken = bool(differences)
    if not is_broken:
        differences = [f"ledger: {fault}" for fault in find_faults(state)]
        if end is None:
            differences += _compare_all(exchange.export(), await read_snapshot(connection, state.now))
        else:
            snapshot = exchange.export()
            if not await is_checkpoint(connection, end, snapshot):
                stored = await read_checkpoint(connection, end)
                differences += [f"checkpoint {end}: {one}" for one in _compare_all(snapshot, stored)]
    return Folded(
        commands,
        tally,
        first_order_id,
        state.last_order_id,
        state.ledger.last_posting_id,
        differences,
        is_broken,
    )


async def _apply_all(
    connection: asyncpg.Connection, exchange: Exchange, tally: Tally, start: int, end: int | None
) -> tuple[int, list[str]]:
    expected = start + 1
    apply, see = exchange.apply, tally.see
    cursor = await connection.cursor(
        "SELECT seq, kind, payload FROM journal WHERE seq > $1 AND seq <= $2 ORDER BY seq",
        start,
        MAX_UNITS if end is None else end,
    )
    while rows := await cursor.fetch(ROWS_AT_ONCE):
        for seq, kind, payload in rows:
            if seq != expected:
                return expected - start - 1, [f"journal: entry {expected} is missing"]
            expected += 1
            see(apply(decode(kind, read(payload))))
    if end is not None and expected != end + 1:
        return expected - start - 1, [f"journal: entry {expected} is missing"]
    return expected - start - 1, []


def _compare_all(folded: Snapshot, found: Snapshot) -> Iterator[str]:
    for name, one, other in zip(folded._fields, folded, found, strict=True):
        yield from _compare(name, one, other)


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
