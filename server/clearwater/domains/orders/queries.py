"""All SQL of orders and fills. Read-only: only the engine writes these tables."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import structs
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.coding import decode
from clearwater.core.commands import PlaceOrder
from clearwater.core.events import OPEN_STATUSES, Filled, OrderUpdated
from clearwater.core.placing import leg_terms
from clearwater.core.state import KEY_PREFIX
from clearwater.core.views import OrderView
from clearwater.domains.orders.models import FillRow, OrderRow


async def find_order(session: AsyncSession, owner: str, order_id: int) -> OrderView | None:
    """A client's order; None for another client's."""
    row = await session.get(OrderRow, order_id)
    return view_of(row) if row is not None and row.client == owner else None


async def get_row(session: AsyncSession, order_id: int) -> OrderRow:
    return await session.get_one(OrderRow, order_id)


# A lookup of an index for each id, however many there are and whatever the statistics say.
IDS_BY_NAMES = """
    SELECT asked.place, found.id
    FROM unnest($1::int[], $2::text[], $3::text[], $4::text[]) AS asked (place, client, key, own_id),
    LATERAL (
        (SELECT id, 1 AS rank FROM orders
         WHERE client = asked.client AND idempotency_key = asked.key LIMIT 1)
        UNION ALL
        (SELECT id, 2 FROM orders
         WHERE client = asked.client AND client_order_id = $5::text || asked.key LIMIT 1)
        UNION ALL
        (SELECT id, 3 FROM orders
         WHERE client = asked.client AND client_order_id = asked.own_id LIMIT 1)
    ) AS found
    ORDER BY asked.place, found.rank DESC
"""


async def find_ids_by_names(session: AsyncSession, commands: Sequence[PlaceOrder]) -> dict[int, int]:
    """By place in the sequence, the orders that have the idempotency key or client order id already.

    The key takes precedence if they differ. Orders of version 1 of the rules have it in place of the client's
    own id.
    """
    # By the driver, which prepares it once and needs no transaction: orders wait for this.
    connection = await (await session.connection()).get_raw_connection()
    driver = connection.driver_connection
    assert driver is not None
    rows = await driver.fetch(
        IDS_BY_NAMES,
        list(range(len(commands))),
        [command.client for command in commands],
        [command.idempotency_key for command in commands],
        [command.client_order_id for command in commands],
        KEY_PREFIX,
    )
    return dict(rows)


def requested_terms(entry: tuple[int, dict[str, Any]]) -> PlaceOrder:
    """The terms that a journal entry asked for, both legs of an oco in one."""
    version, fields = entry
    asked = decode(PlaceOrder.__name__, fields, version)
    assert isinstance(asked, PlaceOrder), "an order comes from no other entry"
    client_order_id = asked.client_order_id
    if client_order_id is not None and client_order_id.startswith(KEY_PREFIX):
        return structs.replace(
            asked, client_order_id=None, idempotency_key=client_order_id.removeprefix(KEY_PREFIX)
        )
    return asked


async def list_by_ids(session: AsyncSession, ids: Sequence[int]) -> list[OrderView]:
    rows = await session.scalars(select(OrderRow).where(OrderRow.id.in_(ids)).order_by(OrderRow.id.desc()))
    return [view_of(row) for row in rows]


async def list_legs(session: AsyncSession, list_id: int) -> list[OrderView]:
    """Both legs of an oco: the limit order and the stop."""
    rows = await session.scalars(
        select(OrderRow).where(OrderRow.id.in_((list_id, list_id + 1))).order_by(OrderRow.id)
    )
    return [view_of(row) for row in rows]


async def list_taken(session: AsyncSession, order_ids: Sequence[int]) -> Sequence[FillRow]:
    """The fills of orders as takers."""
    statement = select(FillRow).where(FillRow.taker_order_id.in_(order_ids)).order_by(FillRow.id)
    return (await session.scalars(statement)).all()


class Execution(NamedTuple):
    """A fill, and whose orders it has filled."""

    id: int
    pair: str
    price: int
    at_ms: int
    taker_order_id: int
    taker_client: str
    maker_order_id: int
    maker_client: str


class FilledOrder(NamedTuple):
    """A closed order with fills."""

    id: int
    client: str
    pair: str
    side: str
    status: str
    filled: int
    filled_quote: int


async def list_executions_after(session: AsyncSession, fill_id: int, *, limit: int) -> list[Execution]:
    """The next fills of all pairs. The engine commits them in the order of their ids."""
    columns = [getattr(FillRow, name) for name in Execution._fields]
    rows = await session.execute(
        select(*columns).where(FillRow.id > fill_id).order_by(FillRow.id).limit(limit)
    )
    return [Execution(*row) for row in rows]


async def find_last_execution(session: AsyncSession, pair: str) -> tuple[int, int] | None:
    """The id and the price of a pair's last fill."""
    statement = select(FillRow.id, FillRow.price).where(FillRow.pair == pair).order_by(FillRow.id.desc())
    row = (await session.execute(statement.limit(1))).first()
    return None if row is None else (row.id, row.price)


async def list_filled(session: AsyncSession, ids: Sequence[int], *, up_to: int) -> list[FilledOrder]:
    """Which of these orders are closed, with fills, none of which is later than `up_to`."""
    newest = func.greatest(
        *(
            func.coalesce(
                select(func.max(FillRow.id)).where(column == OrderRow.id).scalar_subquery(),
                0,
            )
            for column in (FillRow.taker_order_id, FillRow.maker_order_id)
        )
    )
    rows = await session.execute(
        select(
            OrderRow.id,
            OrderRow.client,
            OrderRow.pair,
            OrderRow.side,
            OrderRow.status,
            OrderRow.quantity - OrderRow.remaining,
            OrderRow.filled_quote,
        )
        .where(
            OrderRow.id.in_(ids),
            OrderRow.status.not_in(OPEN_STATUSES),
            OrderRow.filled_quote > 0,
            newest <= up_to,
        )
        .order_by(OrderRow.id)
    )
    return [FilledOrder(*row) for row in rows]


def view_of(row: OrderRow) -> OrderView:
    """A row as the view that the engine publishes."""
    state = OrderUpdated(
        row.id,
        row.client,
        row.pair,
        row.status,  # type: ignore[arg-type]
        row.reason,  # type: ignore[arg-type]
        row.price,
        row.stop_price,
        row.quantity,
        row.remaining,
        row.filled_quote,
        row.fee,
        row.held,
        row.visible,
        row.priority,
        row.updated_ms,
    )
    return order_of(state, row.type, row.list_id, row.created_ms, row.asked)


def order_of(
    state: OrderUpdated, kind: str, list_id: int, created_ms: int, entry: tuple[int, dict[str, Any]]
) -> OrderView:
    """An order with the terms of its journal entry; of an oco those of the leg."""
    terms = requested_terms(entry)
    if terms.type == "oco":
        terms = leg_terms(terms, kind)  # type: ignore[arg-type]
    return OrderView(state.order_id, terms.type, list_id, terms, created_ms, state)


def fill_of(row: FillRow) -> Filled:
    return Filled(
        row.id,
        row.pair,
        row.price,
        row.quantity,
        row.quote_quantity,
        row.taker_side,  # type: ignore[arg-type]
        row.taker_order_id,
        row.maker_order_id,
        row.taker_client,
        row.maker_client,
        row.taker_fee,
        row.maker_fee,
        row.at_ms,
    )
