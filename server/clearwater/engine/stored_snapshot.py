"""The state as the tables have it, in the form in which the core writes it down."""

from collections.abc import Iterable, Iterator
from typing import Any

import asyncpg
import msgspec

from clearwater.core.commands import PairRules, PlaceOrder, decode
from clearwater.core.events import AccountKey, TrailingMarked, TransferChanged
from clearwater.core.money import Coin
from clearwater.core.placing import leg_terms
from clearwater.core.snapshots import OrderRow, PairRow, Snapshot, sort_marks
from clearwater.core.state import REMEMBERED, ClientOrderId, names_of
from clearwater.domains.orders.models import OPEN
from clearwater.engine.tables import (
    ORDER_CHANGE_FIELDS,
    ORDER_CHANGES,
    PAIR_FIELDS,
    TRANSFER_FIELDS,
    TRANSFERS,
)
from clearwater.engine.tables import PAIRS as PAIR_TABLE

OPEN_ORDERS = f"""
    SELECT orders.*, journal.payload, journal.rules_version FROM orders JOIN journal USING (seq)
    WHERE {OPEN} ORDER BY id
"""
RECENT_IDS = """
    SELECT id, client, idempotency_key, client_order_id FROM orders
    WHERE (client_order_id IS NOT NULL OR idempotency_key IS NOT NULL)
    AND id > (
        SELECT max(id) FROM orders WHERE client_order_id IS NOT NULL OR idempotency_key IS NOT NULL
    ) - $1::int8 ORDER BY id
"""
# In the order in which the core writes its state down: by code points, whatever the database's language.
COINS = f'SELECT {", ".join(Coin._fields)} FROM coins ORDER BY symbol COLLATE "C"'
OPENED_AS = "SELECT payload ->> 'kind' FROM journal WHERE kind = 'OpenLedger' ORDER BY seq LIMIT 1"
UNTRADED = 'SELECT symbol FROM coins WHERE NOT trading ORDER BY symbol COLLATE "C"'
PAIRS = 'SELECT * FROM pairs ORDER BY symbol COLLATE "C"'
MARKS = f"SELECT {', '.join(TrailingMarked.__struct_fields__)} FROM trailing_marks"
HELD = "SELECT * FROM transfers WHERE status = 'held'"
ENDED = """
    SELECT * FROM (SELECT * FROM transfers WHERE status <> 'held' ORDER BY seq DESC LIMIT $1) AS ended
    ORDER BY seq
"""
# Which field each column is of; the last change of an order is not part of its state.
CHANGING = [
    (field, column)
    for field, column in zip(ORDER_CHANGE_FIELDS, ORDER_CHANGES.columns, strict=True)
    if field in OrderRow._fields
]
TRANSFER = [
    (field, column)
    for field, column in zip(TRANSFER_FIELDS, TRANSFERS.columns, strict=True)
    if field in TransferChanged.__struct_fields__
]
PAIR = list(zip(PAIR_FIELDS, PAIR_TABLE.columns, strict=True))
read = msgspec.json.Decoder().decode


async def read_snapshot(connection: asyncpg.Connection, now: int) -> Snapshot:
    """The state as the tables have it; inside of one transaction, so that they fit together."""
    last_order_id = await connection.fetchval("SELECT coalesce(max(id), 0) FROM orders")
    kind = await connection.fetchval(OPENED_AS)
    balances = await connection.fetch("SELECT owner, coin, purpose, amount FROM balances WHERE amount <> 0")
    coins = await connection.fetch(COINS)
    held = await connection.fetch(HELD)
    ended = await connection.fetch(ENDED, REMEMBERED)
    return Snapshot(
        now,
        last_order_id,
        await connection.fetchval("SELECT coalesce(max(id), 0) FROM fills"),
        await connection.fetchval("SELECT coalesce(max(id), 0) FROM postings"),
        tuple(Coin(*row) for row in coins),
        tuple(_pair(row) for row in await connection.fetch(PAIRS)),
        tuple(
            sorted((AccountKey(owner, coin, purpose), amount) for owner, coin, purpose, amount in balances)
        ),
        tuple(_order(row) for row in await connection.fetch(OPEN_ORDERS)),
        tuple(_recent_ids(await connection.fetch(RECENT_IDS, REMEMBERED))),
        (*sorted(map(_transfer, held), key=lambda one: one.reference), *map(_transfer, ended)),
        kind or "",
        # Before the ledger is opened, the journal does not mention them.
        tuple(row[0] for row in await connection.fetch(UNTRADED)) if kind else (),
        tuple(sort_marks(TrailingMarked(*row) for row in await connection.fetch(MARKS))),
    )


def _recent_ids(rows: Iterable[Any]) -> Iterator[ClientOrderId]:
    for order_id, client, idempotency_key, client_order_id in rows:
        for name in names_of(idempotency_key, client_order_id):
            yield ClientOrderId(order_id, client, name)


def _pair(row: Any) -> PairRow:
    values = {field: row[column] for field, column in PAIR}
    return PairRow(**values | {"rules": PairRules(**read(row["rules"]))})


def _order(row: Any) -> OrderRow:
    terms = decode("PlaceOrder", read(row["payload"]), row["rules_version"])
    assert isinstance(terms, PlaceOrder)
    if terms.type == "oco":
        terms = leg_terms(terms, row["type"])
    changing = {field: row[column] for field, column in CHANGING}
    return OrderRow(
        type=row["type"], list_id=row["list_id"], terms=terms, created_at=row["created_ms"], **changing
    )


def _transfer(row: Any) -> TransferChanged:
    return TransferChanged(**{field: row[column] for field, column in TRANSFER})
