"""A part of the journal folded again: where it leads to, and what came to its end on the way."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import asyncpg
import msgspec

from clearwater.core.commands import decode
from clearwater.core.events import Event
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.money import MAX_UNITS
from clearwater.core.snapshots import Snapshot
from clearwater.core.versions import RULES_VERSION
from clearwater.engine.checkpoints import is_checkpoint, read_checkpoint
from clearwater.engine.recovery import read_snapshot
from clearwater.engine.tallies import Tally, number_clients
from clearwater.kit.collector import collector_paused

read = msgspec.json.Decoder().decode

ROWS_AT_ONCE = 5_000
SHOWN_DIFFERENCES = 20


class Folded(NamedTuple):
    """What became of a part of the journal, and where it does not lead to what was stored."""

    commands: int
    tally: Tally
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
    numbers = await number_clients(connection)
    with collector_paused():
        for start, end in pairwise(marks):
            if exchange is None:
                exchange = Exchange.restore(await read_checkpoint(connection, start)) if start else Exchange()
                exchange.state.be_brief()
            parts.append(await _fold_part(connection, exchange, numbers, start or 0, end))
            if parts[-1].differences:
                exchange = None
    return parts


async def _fold_part(
    connection: asyncpg.Connection,
    exchange: Exchange,
    numbers: Mapping[str, int],
    start: int,
    end: int | None,
) -> Folded:
    state, tally = exchange.state, Tally()
    see = partial(tally.see, numbers)
    commands, differences = await _apply_all(connection, exchange, see, start, end)
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
    return Folded(commands, tally, state.ledger.last_posting_id, differences, is_broken)


async def _apply_all(
    connection: asyncpg.Connection,
    exchange: Exchange,
    see: Callable[[list[Event]], None],
    start: int,
    end: int | None,
) -> tuple[int, list[str]]:
    expected = start + 1
    apply, version = exchange.apply, 0
    cursor = await connection.cursor(
        "SELECT seq, kind, payload, rules_version FROM journal WHERE seq > $1 AND seq <= $2 ORDER BY seq",
        start,
        MAX_UNITS if end is None else end,
    )
    while rows := await cursor.fetch(ROWS_AT_ONCE):
        for seq, kind, payload, rules_version in rows:
            if seq != expected:
                return expected - start - 1, [f"journal: entry {expected} is missing"]
            if rules_version != version:
                if not 1 <= rules_version <= RULES_VERSION:
                    return expected - start - 1, [f"journal: entry {seq} has unknown rules, {rules_version}"]
                version = rules_version
                exchange.follow_rules(version)
            expected += 1
            see(apply(decode(kind, read(payload), version)))
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
