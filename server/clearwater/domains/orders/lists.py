"""The lists of orders and fills, newest first: closed ones from their tables, open ones from memory."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from clearwater.core.commands import Side
from clearwater.core.events import Filled, OrderUpdated
from clearwater.core.views import OrderView, View
from clearwater.domains.orders.models import OPEN_ORDERS_SQL
from clearwater.domains.orders.queries import order_of
from clearwater.kit.keyset import decode_cursor, encode_cursor
from clearwater.kit.paging import PageRequest
from clearwater.kit.prepared_reads import PreparedReads, Row, Statement

# Open, closed, or one final status.
WantedStatus: TypeAlias = Literal["open", "history", "all", "filled", "canceled", "expired"]


@dataclass(frozen=True)
class OrderFilter:
    """Filter for a client's orders."""

    status: WantedStatus = "all"
    symbol: str | None = None
    side: str | None = None
    type: str | None = None
    from_ms: int | None = None
    to_ms: int | None = None
    client_order_id: str | None = None


@dataclass(frozen=True)
class FillFilter:
    """Filter for a client's fills."""

    symbol: str | None = None
    side: Side | None = None
    order_id: int | None = None
    from_ms: int | None = None
    to_ms: int | None = None


# In the order of their records.
STATE_FIELDS = (
    *("id", "client", "pair", "status", "reason", "price", "stop_price", "quantity", "remaining"),
    *("filled_quote", "fee", "held", "visible", "priority", "updated_ms"),
)
FILL_FIELDS = (
    *("id", "pair", "price", "quantity", "quote_quantity", "taker_side", "taker_order_id", "maker_order_id"),
    *("taker_client", "maker_client", "taker_fee", "maker_fee", "at_ms"),
)
# The requested terms are read for the rows of the page alone.
SELECT_ORDERS = f"""
    SELECT {", ".join(STATE_FIELDS)}, type, list_id, created_ms,
        (SELECT json_build_array(rules_version, payload) FROM journal WHERE journal.seq = orders.seq) AS asked
    FROM orders WHERE"""  # noqa: S608 (names of columns)


async def read_orders(
    reads: PreparedReads, view: View, owner: str, wanted: OrderFilter, page: PageRequest
) -> tuple[list[OrderView], str | None]:
    """A page of a client's orders, newest first, and the next cursor."""
    if wanted.status == "open":
        return _list_open(view, owner, wanted, page)
    statement = Statement()
    conditions = [f"client = {statement.bind(owner)}"]
    if wanted.status == "history":
        conditions.append(f"NOT {OPEN_ORDERS_SQL}")
    elif wanted.status != "all":
        conditions.append(f"status = {statement.bind(wanted.status)}")
    for condition, value in (
        ("pair =", wanted.symbol),
        ("side =", wanted.side),
        ("type =", wanted.type),
        ("client_order_id =", wanted.client_order_id),
        ("created_ms >=", wanted.from_ms),
        ("created_ms <", wanted.to_ms),
    ):
        if value is not None:
            conditions.append(f"{condition} {statement.bind(value)}")
    if page.cursor is not None:
        conditions.append(f"id < {statement.bind(decode_cursor(page.cursor, int)[0])}")
    limit = statement.bind(page.limit + 1)
    rows = await reads.fetch(
        f"{SELECT_ORDERS} {' AND '.join(conditions)} ORDER BY id DESC LIMIT {limit}", *statement.values
    )
    shown = [_order_of(row) for row in rows[: page.limit]]
    return shown, encode_cursor([shown[-1].order_id]) if len(rows) > page.limit else None


async def read_order(reads: PreparedReads, view: View, owner: str, order_id: int) -> OrderView | None:
    """A client's order; None for another client's."""
    known = view.orders.get(order_id)
    if known is not None:
        return known if known.terms.client == owner else None
    rows = await reads.fetch(f"{SELECT_ORDERS} client = $1 AND id = $2", owner, order_id)
    return _order_of(rows[0]) if rows else None


def _order_of(row: Row) -> OrderView:
    *state, kind, list_id, created_ms, entry = row
    return order_of(OrderUpdated(*state), kind, list_id, created_ms, msgspec.json.decode(entry))


def _list_open(
    view: View, owner: str, wanted: OrderFilter, page: PageRequest
) -> tuple[list[OrderView], str | None]:
    """A page of the open orders, from memory: all of them as of one entry of the journal."""
    before = None if page.cursor is None else decode_cursor(page.cursor, int)[0]
    found = [
        order
        for order in view.open_orders(owner)
        if (before is None or order.order_id < before) and _is_wanted(order, wanted)
    ]
    shown = found[: page.limit]
    return shown, encode_cursor([shown[-1].order_id]) if len(found) > page.limit else None


def _is_wanted(order: OrderView, wanted: OrderFilter) -> bool:
    terms = order.terms
    return (
        wanted.symbol in (None, order.state.pair)
        and wanted.side in (None, terms.side)
        and wanted.type in (None, order.type)
        and wanted.client_order_id in (None, terms.client_order_id)
        and (wanted.from_ms is None or order.created_at >= wanted.from_ms)
        and (wanted.to_ms is None or order.created_at < wanted.to_ms)
    )


class OwnFill(NamedTuple):
    """A fill from one client's side; a self-trade appears twice."""

    fill: Filled
    as_taker: bool


async def read_fills(
    reads: PreparedReads, owner: str, wanted: FillFilter, page: PageRequest
) -> tuple[list[OwnFill], str | None]:
    """A page of a client's fills, newest first, and the next cursor."""
    statement = Statement()
    client, limit = statement.bind(owner), statement.bind(page.limit + 1)
    conditions = [
        f"{condition} {statement.bind(value)}"
        for condition, value in (
            ("pair =", wanted.symbol),
            ("at_ms >=", wanted.from_ms),
            ("at_ms <", wanted.to_ms),
        )
        if value is not None
    ]
    side = None if wanted.side is None else statement.bind(wanted.side)
    order = None if wanted.order_id is None else statement.bind(wanted.order_id)
    cursor = None if page.cursor is None else decode_cursor(page.cursor, int, bool)
    arms = []
    for role in ("taker", "maker"):
        own = [f"{role}_client = {client}", *conditions]
        if side is not None:
            own.append(f"taker_side {'=' if role == 'taker' else '<>'} {side}")
        if order is not None:
            own.append(f"{role}_order_id = {order}")
        if cursor is not None:
            fill_id, was_taker = cursor
            # Of a self-trade the taker's side comes first.
            is_next = role == "maker" and was_taker
            own.append(f"id {'<=' if is_next else '<'} {statement.bind(fill_id)}")
        arms.append(
            f"(SELECT {', '.join(FILL_FIELDS)}, {role == 'taker'} AS as_taker FROM fills"  # noqa: S608
            f" WHERE {' AND '.join(own)} ORDER BY id DESC LIMIT {limit})"
        )
    rows = await reads.fetch(
        f"{' UNION ALL '.join(arms)} ORDER BY id DESC, as_taker DESC LIMIT {limit}", *statement.values
    )
    shown = [OwnFill(Filled(*tuple(row)[:-1]), row["as_taker"]) for row in rows[: page.limit]]
    if len(rows) <= page.limit:
        return shown, None
    return shown, encode_cursor([shown[-1].fill.fill_id, shown[-1].as_taker])
