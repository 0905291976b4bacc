"""Each column has the value of the field that it is called after, however rows are put together."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict, replace

import clearwater.entrypoints.api  # noqa: F401, knows the models of every domain
from clearwater.core.commands import PairRules, PlaceOrder
from clearwater.core.events import (
    AccountKey,
    CoinChanged,
    CoinListed,
    Converted,
    Event,
    OrderAccepted,
    OrderUpdated,
    PairChanged,
    PairListed,
    Posting,
)
from clearwater.core.snapshots import OrderRow
from clearwater.engine import tables
from clearwater.engine.projections import Rows, order_row, overlay_transfer
from clearwater.engine.tables import Table
from clearwater.kit.db import Base
from tests.engine.conftest import FILL, FILL_POSTING, TRANSFER

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
# What a change of an order has under the same name as its row.
CHANGED: dict[str, Any] = {
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
}
UPDATED = OrderUpdated(order_id=10, client="ann", pair="BTC-USDT", at=20, **CHANGED)
UPDATED_ROW = CHANGED | {"id": 10, "updated_ms": 20}
RULES = PairRules(tick=60, step=61, min_quantity=62, max_quantity=63, min_notional=64)


def rows_of(*events: Event) -> Rows:
    rows = Rows()
    rows.add_events(7, 8, list(events))
    return rows


def test_an_order_is_written_by_name() -> None:
    accepted = OrderAccepted(order_id=10, type="limit", list_id=9, terms=TERMS, at=6)

    rows = rows_of(accepted, UPDATED)

    assert tables.TERMS.values(rows.new_orders[10]) == {
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
    assert tables.ORDER_CHANGES.values(rows.order_changes[10]) == UPDATED_ROW


def test_an_order_of_the_state_is_written_as_its_last_change_was() -> None:
    fields = {name: getattr(UPDATED, name) for name in OrderRow._fields if hasattr(UPDATED, name)}
    order = OrderRow(**fields, type="limit", list_id=9, terms=TERMS, created_at=6)

    assert tables.ORDER_CHANGES.values(order_row(order, updated_at=20)) == UPDATED_ROW


def test_a_fill_is_written_by_name() -> None:
    earlier, second = replace(FILL_POSTING, id=20), replace(FILL_POSTING, id=22)

    (row,) = rows_of(earlier, FILL, FILL_POSTING, second).fills()

    written = tables.FILLS.values(row)
    assert written.pop("id") == 1
    assert written.pop("at_ms") == 9
    assert written.pop("posting_id") == 21
    assert written == {name: getattr(FILL, name) for name in written}


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

    rows = rows_of(posting)

    (row,) = rows.postings()
    assert tables.POSTINGS.values(row) == {
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
    assert [tables.BALANCES.values(balance) for balance in rows.balances()] == [
        {"owner": "ann", "coin": "BTC", "purpose": "available", "amount": 3, "seq": 7},
        {"owner": "bob", "coin": "BTC", "purpose": "orders", "amount": 4, "seq": 7},
    ]


def test_a_coin_and_its_changes_are_written_by_name() -> None:
    rows = rows_of(CoinListed(symbol="BTC", decimals=8, supply_units=21), CoinChanged("BTC", trading=False))

    assert tables.COINS.values(rows.coins[0]) == {
        "symbol": "BTC",
        "decimals": 8,
        "supply_units": 21,
        "trading": True,
    }
    assert tables.COIN_CHANGES.values(rows.coin_changes["BTC"]) == {"symbol": "BTC", "trading": False}


def test_a_pair_and_its_changes_are_written_by_name() -> None:
    listed = PairListed(
        pair="BTC-USDT",
        base="BTC",
        quote="USDT",
        price_decimals=2,
        rules=RULES,
        reference_price=70,
        state="trading",
    )
    changed = PairChanged(
        pair="BTC-USDT", rules=RULES, reference_price=71, state="halted", finest_tick=72, finest_step=73
    )

    rows = rows_of(listed, changed)

    new = tables.PAIRS.values(rows.new_pairs[0])
    assert msgspec.json.decode(new.pop("rules")) == asdict(RULES)
    assert new == {
        "symbol": "BTC-USDT",
        "base": "BTC",
        "quote": "USDT",
        "price_decimals": 2,
        "state": "trading",
        "reference_price": 70,
        "finest_tick": 60,
        "finest_step": 61,
        "last_price": 0,
        "depth_seq": 0,
        "last_priority": 0,
        "due_low": 0,
        "due_high": 0,
    }
    change = tables.PAIR_RULES.values(rows.pair_rules["BTC-USDT"])
    assert msgspec.json.decode(change.pop("rules")) == asdict(RULES)
    assert change == {
        "symbol": "BTC-USDT",
        "state": "halted",
        "reference_price": 71,
        "finest_tick": 72,
        "finest_step": 73,
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
        "value": 33,
        "held_ms": 34,
    }
    assert tables.TRANSFERS.values(row) == held

    settled = overlay_transfer(row, ("one", "settled", 40, 41))
    reversed_later = overlay_transfer(settled, ("one", "reversed", 50, None))

    assert tables.TRANSFERS.values(settled) == held | {"status": "settled", "at_ms": 40, "seq": 41}
    assert tables.TRANSFERS.values(reversed_later) == held | {
        "status": "reversed",
        "at_ms": 50,
        "seq": 41,
    }


def test_a_conversion_is_written_by_name() -> None:
    conversion = Converted(
        reference="one",
        client="ann",
        from_coin="BTC",
        to_coin="ETH",
        paid=1,
        received=2,
        fee=3,
        first_order_id=4,
        last_order_id=5,
        at=6,
    )

    row = tables.CONVERSIONS.values(rows_of(conversion).conversions["one"])

    assert row.pop("at_ms") == 6
    assert row.pop("seq") == 7
    assert row == {name: getattr(conversion, name) for name in row}


@pytest.mark.parametrize(
    "table", [table for table in vars(tables).values() if isinstance(table, Table)], ids=lambda one: one.name
)
def test_a_table_has_the_columns_that_the_engine_writes(table: Table) -> None:
    assert set(table.columns) <= set(Base.metadata.tables[table.name].columns.keys())
