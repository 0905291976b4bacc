"""The tables beside the replay: every row that the engine has written, compared column by column.

A replay builds the rows of its commands once more, by the same projection. What is only ever added (postings,
fills) or has ended (orders) is compared at once and dropped, so that a long history fits memory: by texts of
whole columns (`encoding`), and row by row where they differ. What still changes is kept as it was last
written, one row for each account, open order or transfer under way; runs that were replayed side by side are
put together in their order before it is compared.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeAlias

import asyncpg
import msgspec
from msgspec.structs import astuple

from clearwater.core.commands import PlaceOrder
from clearwater.core.events import (
    OPEN_STATUSES,
    AccountKey,
    Converted,
    Event,
    Filled,
    OrderAccepted,
    OrderUpdated,
    Posting,
    TransferChanged,
)
from clearwater.core.records import Record
from clearwater.engine.encoding import EncodedColumns, columns_query
from clearwater.engine.product_tables import PRODUCT_TABLES
from clearwater.engine.projections import WRITERS, Row, Rows, overlay_transfer
from clearwater.engine.tables import (
    CONVERSIONS,
    FILL_FIELDS,
    FILLS,
    ORDER_CHANGE_FIELDS,
    ORDER_CHANGES,
    POSTING_FIELDS,
    POSTINGS,
    TERM_FIELDS,
    TERMS,
    TRANSFER_CHANGES,
    TRANSFERS,
    Table,
    select,
)

SHOWN_DIFFERENCES = 20
_read = msgspec.json.Decoder().decode
# A command's number and time, and what it did.
Applied: TypeAlias = tuple[int, int, list[Event]]
# Both sides of a transfer that has changed since: what the journal leads to so far, and what the table has.
Pending: TypeAlias = dict[str, tuple[Row, Row | None]]
# The values of events of one kind, by the name of the field.
Columns: TypeAlias = dict[str, Sequence[Any]]


class RowsQuery:
    """How the rows of a table are found: those between two numbers, or those with some numbers."""

    def __init__(self, table: Table, where: str) -> None:
        self.table = table
        self.columns = columns_query(table, where)
        self.rows = select(table, where)


POSTINGS_BETWEEN = RowsQuery(POSTINGS, "id BETWEEN $1 AND $2")
FILLS_BETWEEN = RowsQuery(FILLS, "id BETWEEN $1 AND $2")
TERMS_BETWEEN = RowsQuery(TERMS, "id BETWEEN $1 AND $2")
ENDED_ORDERS = RowsQuery(ORDER_CHANGES, "id = ANY($1)")
SOME_CONVERSIONS = select(CONVERSIONS, "reference = ANY($1)")
SOME_TRANSFERS = select(TRANSFERS, "reference = ANY($1)")
# What an order's row has of its command; the event has the leg's own type and time.
COMMAND_FIELDS = [
    field
    for field in TERM_FIELDS
    if field in PlaceOrder.__struct_fields__ and field not in OrderAccepted.__struct_fields__
]
# Rows that are found by a reference.
BY_REFERENCE = (TransferChanged, Converted)
get_terms = attrgetter(*COMMAND_FIELDS)


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
    """The rows and columns in which a table differs from what the journal leads to."""
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
    """A row whose JSON documents are compared by content, not by encoding."""
    pairs = zip(table.types, row, strict=True)
    return tuple(_read(value) if kind == "jsonb" else value for kind, value in pairs)


def _by_key(table: Table, rows: Iterable[Any]) -> dict[tuple[Any, ...], list[Row]]:
    places = [table.columns.index(column) for column in table.key]
    keyed: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        keyed.setdefault(tuple(row[place] for place in places), []).append(tuple(row))
    return keyed


def columns_of(events: Sequence[Record]) -> Columns:
    """The fields of events of one kind, each as a column: the names once, the values as quickly as can be."""
    return dict(zip(events[0].__struct_fields__, zip(*map(astuple, events), strict=True), strict=True))


class Batch:
    """What was added and not yet compared."""

    def __init__(self) -> None:
        self.postings = EncodedColumns(POSTINGS)
        self.fills = EncodedColumns(FILLS)
        self.terms = EncodedColumns(TERMS)
        self.ended: list[OrderUpdated] = []
        # Transfers and conversions.
        self.by_reference = Rows()
        # Rows of pre-markets and earn that will not change any more, by key.
        self.ended_products: dict[type[Event], dict[int | str, Row]] = {}
        # The numbers of the first and the last row of each table.
        self.ranges: dict[str, tuple[int, int]] = {}

    def add(self, encoded: EncodedColumns, fields: Sequence[str], values: Columns) -> None:
        """Add rows, given the field that each column of the table is of."""
        columns = encoded.table.values(values[field] for field in fields)
        numbers, name = columns["id"], encoded.table.name
        self.ranges[name] = self.ranges.get(name, numbers)[0], numbers[-1]
        encoded.add(columns.values())


class Comparison:
    """What a run of the replay has compared, and what it leaves to be compared at the end."""

    def __init__(self) -> None:
        self.differences = Differences()
        self._batch = Batch()
        self.transfers = self.conversions = 0
        # The last command that moved something from or to an account.
        self.moved_from: dict[AccountKey, int] = {}
        self.moved_to: dict[AccountKey, int] = {}
        # When they were last changed in this run; everything else of them is in the state.
        self.open_orders: dict[int, int] = {}
        self.pending: Pending = {}
        # Changes of transfers that did not wait for one in this run.
        self.transfer_changes: dict[str, Row] = {}

    def take(self, commands: Iterable[Applied]) -> None:
        """Take in what some commands did: few enough for all of it to be in the processor's cache."""
        posted, seqs, ats = list[Posting](), list[int](), list[int]()
        fills, posted_before = list[Filled](), list[int]()
        accepted = list[tuple[int, OrderAccepted]]()
        ended, open_orders = self._batch.ended, self.open_orders
        for seq, at, events in commands:
            before = len(posted)
            for event in events:
                if type(event) is Posting:
                    posted.append(event)
                elif type(event) is OrderUpdated:
                    if event.status in OPEN_STATUSES:
                        open_orders[event.order_id] = event.at
                    else:
                        open_orders.pop(event.order_id, None)
                        ended.append(event)
                elif type(event) is Filled:
                    fills.append(event)
                    posted_before.append(len(posted))
                elif type(event) is OrderAccepted:
                    accepted.append((seq, event))
                elif type(event) in BY_REFERENCE:
                    WRITERS[type(event)](self._batch.by_reference, seq, at, event)
                elif (product := PRODUCT_TABLES.get(type(event))) is not None and product.is_final(event):
                    row = product.row(event)
                    self._batch.ended_products.setdefault(type(event), {})[row[0]] = row
            count = len(posted) - before
            seqs += [seq] * count
            ats += [at] * count
        self._add_postings(posted, seqs, ats)
        self._add_fills(fills, [posted[before].id for before in posted_before])
        self._add_terms(accepted)

    def _add_postings(self, posted: list[Posting], seqs: list[int], ats: list[int]) -> None:
        if not posted:
            return
        values = columns_of(posted) | {"seq": seqs, "at": ats}
        for side in ("source", "target"):
            parts = zip(*values[side], strict=True)
            values |= {f"{side}.{name}": part for name, part in zip(AccountKey._fields, parts, strict=True)}
        self.moved_from.update(zip(values["source"], seqs, strict=True))
        self.moved_to.update(zip(values["target"], seqs, strict=True))
        self._batch.add(self._batch.postings, POSTING_FIELDS, values)

    def _add_fills(self, fills: list[Filled], posting_ids: list[int]) -> None:
        if fills:
            values = columns_of(fills) | {"posting_id": posting_ids}
            self._batch.add(self._batch.fills, FILL_FIELDS, values)

    def _add_terms(self, accepted: list[tuple[int, OrderAccepted]]) -> None:
        if not accepted:
            return
        seqs, orders = zip(*accepted, strict=True)
        values = columns_of(orders) | {"seq": seqs}
        terms = zip(*map(get_terms, values["terms"]), strict=True)
        values |= dict(zip(COMMAND_FIELDS, terms, strict=True))
        self._batch.add(self._batch.terms, TERM_FIELDS, values)

    async def compare(self, connection: asyncpg.Connection) -> None:
        """Compare the rows of the commands that were taken in since the last time."""
        batch, self._batch = self._batch, Batch()
        for query, encoded in (
            (POSTINGS_BETWEEN, batch.postings),
            (FILLS_BETWEEN, batch.fills),
            (TERMS_BETWEEN, batch.terms),
        ):
            if encoded.count:
                await self._compare(connection, query, encoded, batch.ranges[query.table.name])
        if batch.ended:
            ended = EncodedColumns(ORDER_CHANGES)
            values = columns_of(sorted(batch.ended, key=attrgetter("order_id")))
            ended.add([values[field] for field in ORDER_CHANGE_FIELDS])
            await self._compare(connection, ENDED_ORDERS, ended, (values["order_id"],))
        await self._compare_transfers(connection, batch.by_reference)
        await self._compare_conversions(connection, batch.by_reference.conversions)
        await self._compare_products(connection, batch.ended_products)

    async def _compare(
        self, connection: asyncpg.Connection, query: RowsQuery, encoded: EncodedColumns, where: Sequence[Any]
    ) -> None:
        """Compare by columns; row by row where those differ."""
        stored: Any = await connection.fetchrow(query.columns, *where)
        if stored != encoded.texts():
            found = await connection.fetch(query.rows, *where)
            self.differences.compare(query.table, encoded.rows(), found)

    async def _compare_conversions(self, connection: asyncpg.Connection, new: Mapping[str, Row]) -> None:
        if new:
            self.conversions += len(new)
            found = await connection.fetch(SOME_CONVERSIONS, list(new))
            self.differences.compare(CONVERSIONS, [new[reference] for reference in sorted(new)], found)

    async def _compare_products(
        self, connection: asyncpg.Connection, ended: Mapping[type[Event], Mapping[int | str, Row]]
    ) -> None:
        """Compare what has ended; the rest is part of the state."""
        for event, rows in ended.items():
            table = PRODUCT_TABLES[event].table
            found = await connection.fetch(select(table, f"{table.key[0]} = ANY($1)"), list(rows))
            self.differences.compare(table, [rows[key] for key in sorted(rows)], found)

    async def _compare_transfers(self, connection: asyncpg.Connection, rows: Rows) -> None:
        new = rows.new_transfers
        if new:
            self.transfers += len(new)
            found = {
                row["reference"]: tuple(row) for row in await connection.fetch(SOME_TRANSFERS, list(new))
            }
            for reference, row in new.items():
                if found.get(reference) != row:
                    self.pending[reference] = (row, found.get(reference))
        for reference, change in rows.transfer_changes.items():
            # A transfer changes once: it is settled, released or reversed.
            if not _resolve(self.pending, reference, change):
                self.transfer_changes[reference] = change

    def follow(self, earlier: "Comparison") -> None:
        """Merge the run before this one into it."""
        earlier.differences.merge(self.differences)
        self.differences = earlier.differences
        self.transfers += earlier.transfers
        self.conversions += earlier.conversions
        self.moved_from = earlier.moved_from | self.moved_from
        self.moved_to = earlier.moved_to | self.moved_to
        self.open_orders = earlier.open_orders | self.open_orders
        for reference, change in self.transfer_changes.items():
            if not _resolve(earlier.pending, reference, change):
                status = TRANSFER_CHANGES.values(change)["status"]
                self.differences.add("transfers", f"{reference}: it was {status}, the table says else")
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
    """Apply a change to a pending transfer; whether there was one."""
    waiting = pending.pop(reference, None)
    if waiting is None:
        return False
    row, found = waiting
    row = overlay_transfer(row, change)
    if row != found:
        pending[reference] = (row, found)
    return True
