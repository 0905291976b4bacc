"""The tables beside the fold: every row that the engine has written, compared column by column.

A fold builds the rows of its commands once more, by the same projection. What is only ever added (postings,
fills) or has ended (orders) is compared at once and dropped, so that a long history fits memory: by hashes of
whole columns (`digests`), and row by row where they differ. What still changes is kept as it was last
written, one row for each account, open order or transfer under way; runs that were folded side by side are
put together in their order before it is compared.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import asyncpg
import msgspec
from msgspec.structs import astuple

from clearwater.core.events import (
    AccountKey,
    Event,
    Filled,
    OrderAccepted,
    OrderUpdated,
    Posting,
    TransferChanged,
)
from clearwater.core.views import OPEN
from clearwater.engine.digests import digest, digest_query
from clearwater.engine.projections import WRITERS, Row, Rows, order_change, overlay_transfer
from clearwater.engine.tables import FILLS, ORDER_CHANGES, POSTINGS, TERMS, TRANSFERS, Table

SHOWN_DIFFERENCES = 20
_read = msgspec.json.Decoder().decode
# Both sides of a transfer that has changed since: what the journal leads to so far, and what the table says.
Pending: TypeAlias = dict[str, tuple[Row, Row | None]]


def select(table: Table, where: str) -> str:
    """All columns that the engine writes, by key; texts by code points, as they are sorted here."""
    kinds = dict(zip(table.columns, table.types, strict=True))
    key = ", ".join(f'{column} COLLATE "C"' if kinds[column] == "text" else column for column in table.key)
    return f"SELECT {table.column_list} FROM {table.name} WHERE {where} ORDER BY {key}"


class Ranged:
    """How the rows of a table are found: those between two numbers, or those with some numbers."""

    def __init__(self, table: Table, where: str) -> None:
        self.table = table
        self.digests = digest_query(table, where)
        self.rows = select(table, where)


POSTINGS_BETWEEN = Ranged(POSTINGS, "id BETWEEN $1 AND $2")
FILLS_BETWEEN = Ranged(FILLS, "id BETWEEN $1 AND $2")
TERMS_BETWEEN = Ranged(TERMS, "id BETWEEN $1 AND $2")
ENDED_ORDERS = Ranged(ORDER_CHANGES, "id = ANY($1)")
SOME_TRANSFERS = select(TRANSFERS, "reference = ANY($1)")


class Differences:
    """What does not fit, the first of each table in words and the others as a number."""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}
        self.more: Counter[str] = Counter()

    def add(self, table: str, difference: str) -> None:
        found = self.found.setdefault(table, [])
        if len(found) < SHOWN_DIFFERENCES:
            found.append(difference)
        else:
            self.more[table] += 1

    def compare(self, table: Table, expected: Sequence[Row], found: Sequence[Any]) -> None:
        """Compare rows; both have the table's columns."""
        if "jsonb" in table.types:
            expected, found = [_parse(table, row) for row in expected], [_parse(table, row) for row in found]
        if found == expected:
            return
        for difference in find_differences(table, expected, found):
            self.add(table.name, difference)

    def merge(self, others: "Differences") -> None:
        for table, differences in others.found.items():
            for difference in differences:
                self.add(table, difference)
        self.more += others.more

    def lines(self) -> Iterator[str]:
        for table, found in self.found.items():
            yield from (f"{table}: {difference}" for difference in found)
            if self.more[table]:
                yield f"{table}: {self.more[table]} more"

    def __bool__(self) -> bool:
        return bool(self.found)


def find_differences(table: Table, expected: Sequence[Row], found: Sequence[Any]) -> Iterator[str]:
    """In which rows and columns a table does not say what the journal leads to."""
    led_to, said = _by_key(table, expected), _by_key(table, found)
    for key in sorted(led_to.keys() | said.keys(), key=repr):
        name = " ".join(map(str, key))
        if len(led_to.get(key, ())) != 1 or len(said.get(key, ())) != 1:
            yield (
                f"{name}: the journal leads to {len(led_to.get(key, ()))} rows,"
                f" the table has {len(said.get(key, ()))}"
            )
            continue
        for column, wanted, value in zip(table.columns, *led_to[key], *said[key], strict=True):
            if wanted != value:
                yield f"{name}: {column} is {value!r}, the journal leads to {wanted!r}"


def _parse(table: Table, row: Any) -> Row:
    """A row whose documents are compared by what they say, not by how it is spelled."""
    pairs = zip(table.types, row, strict=True)
    return tuple(_read(value) if kind == "jsonb" else value for kind, value in pairs)


def _by_key(table: Table, rows: Iterable[Any]) -> dict[tuple[Any, ...], list[Row]]:
    places = [table.columns.index(column) for column in table.key]
    keyed: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        keyed.setdefault(tuple(row[place] for place in places), []).append(tuple(row))
    return keyed


class Comparison:
    """What a run of the fold has compared, and what it leaves to be compared at the end."""

    def __init__(self) -> None:
        self.differences = Differences()
        # What was taken in and not yet compared.
        self._rows = Rows()
        self._ended: list[OrderUpdated] = []
        self.transfers = 0
        # The last command that moved something from or to an account.
        self.moved_from: dict[AccountKey, int] = {}
        self.moved_to: dict[AccountKey, int] = {}
        # As they were last changed in this run.
        self.open_orders: dict[int, OrderUpdated] = {}
        self.pending: Pending = {}
        # Changes of transfers that did not wait for one in this run.
        self.transfer_changes: dict[str, Row] = {}

    def take(self, seq: int, at: int, events: list[Event]) -> None:
        """Take in what a command did; most of it is a row already, or nearly so."""
        rows, ended, open_orders = self._rows, self._ended, self.open_orders
        posted, before = rows.posted, len(rows.posted)
        for event in events:
            if type(event) is Posting:
                posted.append(event)
            elif type(event) is OrderUpdated:
                if event.status in OPEN:
                    open_orders[event.order_id] = event
                else:
                    open_orders.pop(event.order_id, None)
                    ended.append(event)
            elif type(event) is Filled:
                rows.fills.append(astuple(event))
            elif type(event) is OrderAccepted or type(event) is TransferChanged:
                WRITERS[type(event)](rows, seq, at, event)
        count = len(posted) - before
        rows.posted_seqs += [seq] * count
        rows.posted_ats += [at] * count

    async def compare(self, connection: asyncpg.Connection) -> None:
        """Compare the rows of the commands that were taken in since the last time."""
        rows, self._rows = self._rows, Rows()
        ended, self._ended = self._ended, []
        await self._compare_postings(connection, rows)
        for ranged, expected in (
            (FILLS_BETWEEN, rows.fills),
            (TERMS_BETWEEN, list(rows.new_orders.values())),
        ):
            if expected:
                where = expected[0][0], expected[-1][0]
                await self._compare(connection, ranged, where, zip(*expected, strict=True), expected)
        if ended:
            changes = sorted(map(order_change, ended))
            numbers, *others = zip(*changes, strict=True)
            await self._compare(connection, ENDED_ORDERS, (numbers,), (numbers, *others), changes)
        await self._compare_transfers(connection, rows)

    async def _compare(
        self,
        connection: asyncpg.Connection,
        ranged: Ranged,
        where: Sequence[Any],
        columns: Iterable[Sequence[Any]],
        rows: Sequence[Row] | Callable[[], Sequence[Row]],
    ) -> None:
        """Compare columns by their hashes; row by row where those differ."""
        expected = digest(ranged.table, columns)
        stored: Any = await connection.fetchrow(ranged.digests, *where)
        if stored != expected:
            found = await connection.fetch(ranged.rows, *where)
            self.differences.compare(ranged.table, rows() if callable(rows) else rows, found)

    async def _compare_postings(self, connection: asyncpg.Connection, rows: Rows) -> None:
        if not rows.posted:
            return
        numbers, kinds, sources, targets, amounts, _, _, references = zip(
            *map(astuple, rows.posted), strict=True
        )
        owners, coins, purposes = zip(*sources, strict=True)
        to_owners, _, to_purposes = zip(*targets, strict=True)
        seqs = rows.posted_seqs
        self.moved_from.update(zip(sources, seqs, strict=True))
        self.moved_to.update(zip(targets, seqs, strict=True))
        columns = (
            numbers,
            seqs,
            rows.posted_ats,
            kinds,
            coins,
            amounts,
            owners,
            purposes,
            to_owners,
            to_purposes,
            list(map(str, references)),
        )
        where = numbers[0], numbers[-1]
        await self._compare(connection, POSTINGS_BETWEEN, where, columns, rows.postings)

    async def _compare_transfers(self, connection: asyncpg.Connection, rows: Rows) -> None:
        new = rows.new_transfers
        if new:
            self.transfers += len(new)
            found = {row[0]: tuple(row) for row in await connection.fetch(SOME_TRANSFERS, list(new))}
            for reference, row in new.items():
                if found.get(reference) != row:
                    self.pending[reference] = (row, found.get(reference))
        for reference, change in rows.transfer_changes.items():
            # A transfer changes once: it is settled, released or reversed.
            if not _resolve(self.pending, reference, change):
                self.transfer_changes[reference] = change

    def follow(self, earlier: "Comparison") -> None:
        """Put the run before this one in front of it."""
        earlier.differences.merge(self.differences)
        self.differences = earlier.differences
        self.transfers += earlier.transfers
        self.moved_from = earlier.moved_from | self.moved_from
        self.moved_to = earlier.moved_to | self.moved_to
        self.open_orders = earlier.open_orders | self.open_orders
        for reference, change in self.transfer_changes.items():
            if not _resolve(earlier.pending, reference, change):
                self.differences.add("transfers", f"{reference}: it was {change[1]}, the table says else")
        self.transfer_changes = {}
        self.pending = earlier.pending | self.pending

    def balances(self, held: Mapping[AccountKey, int]) -> list[Row]:
        """The row of every account that anything was ever moved from or to."""
        last, moved_to = self.moved_from, self.moved_to
        return [
            (*account, held.get(account, 0), max(last.get(account, 0), moved_to.get(account, 0)))
            for account in sorted(last.keys() | moved_to.keys())
        ]


def _resolve(pending: Pending, reference: str, change: Row) -> bool:
    """Let a change come over a transfer that waits for one; whether there was such a transfer."""
    waiting = pending.pop(reference, None)
    if waiting is None:
        return False
    row, found = waiting
    row = overlay_transfer(row, change)
    if row != found:
        pending[reference] = (row, found)
    return True
