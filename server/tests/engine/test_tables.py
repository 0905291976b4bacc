"""Each column has the value of the field that it is called after, however rows are put together."""

from collections.abc import Sequence
from typing import Any

import pytest

import clearwater.entrypoints.wiring  # noqa: F401, knows the models of every domain
from clearwater.core.commands import PlaceOrder
from clearwater.core.events import (
    AccountKey,
    Event,
    Filled,
    OrderAccepted,
    OrderUpdated,
    Posting,
    TransferChanged,
)
from clearwater.core.snapshots import OrderRow
from clearwater.engine import tables
from clearwater.engine.projections import Rows, order_row, overlay_transfer
from clearwater.engine.tables import Table
from clearwater.kit.db import Base

TERMS = PlaceOrder(
    at=1,
    client="ann",
    pair="BTC-USDT",
    side="buy",
    type="limit",
    quantity=2,
    price=3,
    time_in_force="gtd",
    post_only=True,
    maker_ppm=4,
    taker_ppm=5,
    client_order_id="mine",
    idempotency_key="key",
)
UPDATED = OrderUpdated(
    order_id=10,
    client="ann",
    pair="BTC-USDT",
    status="partially_filled",
    reason="oco",
    price=11,
    stop_price=12,
    quantity=13,
    remaining=14,
    filled_quote=15,
    fee=16,
    held=17,
    visible=18,
    priority=19,
    at=20,
)
UPDATED_ROW = {
    "id": 10,
    "status": "partially_filled",
    "reason": "oco",
    "price": 11,
    "stop_price": 12,
    "quantity": 13,
    "remaining": 14,
    "filled_quote": 15,
    "fee": 16,
    "held": 17,
    "visible": 18,
    "priority": 19,
    "updated_ms": 20,
}
TRANSFER = TransferChanged(
    reference="one",
    kind="withdrawal",
    status="held",
    client="ann",
    asset="BTC",
    network="bitcoin",
    amount=30,
    fee=31,
    at=32,
)


def rows_of(*events: Event) -> Rows:
    rows = Rows()
    rows.add_events(7, 8, list(events))
    return rows


def by_name(table: Table, row: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(table.columns, row, strict=True))


def test_an_order_is_written_by_name() -> None:
    accepted = OrderAccepted(order_id=10, type="limit", list_id=9, terms=TERMS, at=6)

    rows = rows_of(accepted, UPDATED)

    assert by_name(tables.TERMS, rows.new_orders[10]) == {
        "id": 10,
        "client": "ann",
        "pair": "BTC-USDT",
        "side": "buy",
        "type": "limit",
        "time_in_force": "gtd",
        "post_only": True,
        "client_order_id": "mine",
        "idempotency_key": "key",
        "list_id": 9,
        "maker_ppm": 4,
        "taker_ppm": 5,
        "seq": 7,
        "created_ms": 6,
    }
    assert by_name(tables.ORDER_CHANGES, rows.order_changes[10]) == UPDATED_ROW


def test_an_order_of_the_state_is_written_as_its_last_change_was() -> None:
    fields = {name: getattr(UPDATED, name) for name in OrderRow._fields if hasattr(UPDATED, name)}
    order = OrderRow(**fields, type="limit", list_id=9, terms=TERMS, created_at=6)

    assert by_name(tables.ORDER_CHANGES, order_row(order, updated_at=20)) == UPDATED_ROW


def test_a_fill_is_written_by_name() -> None:
    fill = Filled(
        fill_id=1,
        pair="BTC-USDT",
        price=2,
        quantity=3,
        quote_quantity=4,
        taker_side="sell",
        taker_order_id=5,
        maker_order_id=6,
        taker_client="ann",
        maker_client="bob",
        taker_fee=7,
        maker_fee=8,
        at=9,
    )

    (row,) = rows_of(fill).fills

    written = by_name(tables.FILLS, row)
    assert written.pop("id") == 1
    assert written.pop("at_ms") == 9
    assert written == {name: getattr(fill, name) for name in written}


def test_a_posting_is_written_by_name() -> None:
    posting = Posting(
        id=1,
        kind="trade",
        source=AccountKey("ann", "BTC", "available"),
        target=AccountKey("bob", "BTC", "orders"),
        amount=2,
        source_after=3,
        target_after=4,
        reference=5,
    )

    (row,) = rows_of(posting).postings()

    assert by_name(tables.POSTINGS, row) == {
        "id": 1,
        "seq": 7,
        "at_ms": 8,
        "kind": "trade",
        "coin": "BTC",
        "amount": 2,
        "source_owner": "ann",
        "source_purpose": "available",
        "target_owner": "bob",
        "target_purpose": "orders",
        "reference": "5",
    }


def test_a_transfer_is_written_by_name_and_a_change_comes_over_it() -> None:
    row = rows_of(TRANSFER).new_transfers["one"]
    held = {
        "reference": "one",
        "kind": "withdrawal",
        "status": "held",
        "client": "ann",
        "coin": "BTC",
        "network": "bitcoin",
        "amount": 30,
        "fee": 31,
        "at_ms": 32,
        "seq": 7,
    }
    assert by_name(tables.TRANSFERS, row) == held

    settled = overlay_transfer(row, ("one", "settled", 40, 41))
    reversed_later = overlay_transfer(settled, ("one", "reversed", 50, None))

    assert by_name(tables.TRANSFERS, settled) == held | {"status": "settled", "at_ms": 40, "seq": 41}
    assert by_name(tables.TRANSFERS, reversed_later) == held | {
        "status": "reversed",
        "at_ms": 50,
        "seq": 41,
    }


@pytest.mark.parametrize(
    "table", [table for table in vars(tables).values() if isinstance(table, Table)], ids=lambda one: one.name
)
def test_a_table_has_the_columns_that_the_engine_writes(table: Table) -> None:
    assert set(table.columns) <= set(Base.metadata.tables[table.name].columns.keys())
