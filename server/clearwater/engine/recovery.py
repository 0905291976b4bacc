"""From the tables back to the state: the same path at every start, after a stop as after a crash."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import asyncpg
import msgspec
from msgspec.structs import replace

from clearwater.core.coding import decode
from clearwater.core.commands import LedgerKind, OpenLedger, PairRules, PlaceOrder
from clearwater.core.events import AccountKey, TrailingMarked, TransferChanged
from clearwater.core.exchange import Exchange
from clearwater.core.money import Coin
from clearwater.core.placing import leg_terms
from clearwater.core.snapshots import OrderRow, PairRow, Snapshot, sort_marks
from clearwater.core.state import DAY_MS, DEDUPLICATION_WINDOW, ClientOrderId, names_of
from clearwater.core.versions import RULES_VERSION
from clearwater.core.views import View
from clearwater.domains.orders.models import OPEN_ORDERS_SQL
from clearwater.engine.ledger_kind import OPENED_AS, find_kind
from clearwater.engine.product_recovery import read_earn, read_premarkets
from clearwater.engine.tables import (
    ORDER_CHANGE_FIELDS,
    ORDER_CHANGES,
    PAIR_FIELDS,
    TRANSFER_FIELDS,
    TRANSFERS,
)
from clearwater.engine.tables import PAIRS as PAIR_TABLE
from clearwater.kit.chain_heads import GENESIS, Head
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.gc_tuning import gc_paused

OPEN_ORDERS = f"""
    SELECT orders.*, journal.payload, journal.rules_version FROM orders JOIN journal USING (seq)
    WHERE {OPEN_ORDERS_SQL} ORDER BY id
"""
# When an order last changed is shown, though it is not part of the state.
LAST_CHANGES = f"SELECT id, updated_ms FROM orders WHERE {OPEN_ORDERS_SQL}"
RECENT_IDS = """
    SELECT id, client, idempotency_key, client_order_id FROM orders
    WHERE (client_order_id IS NOT NULL OR idempotency_key IS NOT NULL)
    AND id > (
        SELECT max(id) FROM orders WHERE client_order_id IS NOT NULL OR idempotency_key IS NOT NULL
    ) - $1::int8 ORDER BY id
"""
# In the order in which the core writes its state down: by code points, whatever the database's language.
COINS = f'SELECT {", ".join(Coin._fields)} FROM coins ORDER BY symbol COLLATE "C"'
UNTRADED = 'SELECT symbol FROM coins WHERE NOT trading ORDER BY symbol COLLATE "C"'
PAIRS = 'SELECT * FROM pairs ORDER BY symbol COLLATE "C"'
MARKS = f"SELECT {', '.join(TrailingMarked.__struct_fields__)} FROM trailing_marks"
HELD = "SELECT * FROM transfers WHERE status = 'held'"
# A transfer between clients ends with its receipt in one entry; the receipt's reference is the longer one.
ENDED = """
    SELECT * FROM (
        SELECT * FROM transfers WHERE status <> 'held' ORDER BY seq DESC, reference COLLATE "C" DESC LIMIT $1
    ) AS ended ORDER BY seq, reference COLLATE "C"
"""
CONVERSIONS = """
    SELECT reference FROM (
        SELECT reference, seq FROM conversions ORDER BY seq DESC LIMIT $1
    ) AS latest ORDER BY seq
"""
WITHDRAWN = """
    SELECT client, sum(value)::int8 FROM transfers
    WHERE kind = 'withdrawal' AND held_ms >= $1 AND status IN ('held', 'settled') AND value > 0
    GROUP BY client ORDER BY client COLLATE "C"
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
    ended = await connection.fetch(ENDED, DEDUPLICATION_WINDOW)
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
        tuple(_recent_ids(await connection.fetch(RECENT_IDS, DEDUPLICATION_WINDOW))),
        (*sorted(map(_transfer, held), key=lambda one: one.reference), *map(_transfer, ended)),
        kind or "",
        # Before the ledger is opened, the journal does not mention them.
        tuple(row[0] for row in await connection.fetch(UNTRADED)) if kind else (),
        tuple(sort_marks(TrailingMarked(*row) for row in await connection.fetch(MARKS))),
        tuple((client, used) for client, used in await connection.fetch(WITHDRAWN, now - now % DAY_MS)),
        tuple(row[0] for row in await connection.fetch(CONVERSIONS, DEDUPLICATION_WINDOW)),
        premarkets=await read_premarkets(connection),
        earn=await read_earn(connection),
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


async def make_opening(connection: asyncpg.Connection, *, opens_as: LedgerKind, at: int) -> OpenLedger:
    """The command that opens a ledger which is not opened yet; a new one gets the requested kind."""
    untraded = tuple(row[0] for row in await connection.fetch(UNTRADED))
    return OpenLedger(at, await find_kind(connection) or opens_as, untraded)


class Loaded(NamedTuple):
    """The exchange as it was after the last command that was made durable, and that command's entry."""

    exchange: Exchange
    head: Head


async def load_exchange(connection: asyncpg.Connection) -> Loaded:
    """Read the exchange from the tables."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        last = await connection.fetchrow(
            "SELECT seq, hash, at_ms, rules_version FROM journal ORDER BY seq DESC LIMIT 1"
        )
        seq, digest, now, version = last or (0, GENESIS, 0, RULES_VERSION)
        if version > RULES_VERSION:
            raise EngineUnavailable(f"The journal has rules that are newer than this program: {version}.")
        with gc_paused():
            snapshot = await read_snapshot(connection, now)
            return Loaded(Exchange.restore(snapshot), Head(seq, digest))


async def load_view(connection: asyncpg.Connection) -> tuple[View, Head]:
    """Read what is shown of the exchange from the tables, and how far they go."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        exchange, head = await load_exchange(connection)
        changes = await connection.fetch(LAST_CHANGES)
    with gc_paused():
        view = View.of(exchange)
        for order_id, updated_ms in changes:
            order = view.orders[order_id]
            order.state = replace(order.state, at=updated_ms)
        return view, head
