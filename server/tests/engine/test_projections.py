"""The rows that events mean: the same however they are batched, and the last change of a batch wins."""

import asyncio

import asyncpg
import pytest
from msgspec.structs import replace

from clearwater.core.events import (
    Event,
    OrderAccepted,
    OrderUpdated,
    PairChanged,
    TrailingMarked,
)
from clearwater.core.simulation import RULES
from clearwater.engine import tables
from clearwater.engine.journal import Written, arrange
from clearwater.engine.projections import Rows
from tests.engine.conftest import (
    FILL,
    FILL_POSTING,
    TRANSFER,
    StartEngine,
    a_day,
    an_order,
    finish_due_work,
    read_commands,
    read_tables,
    rewrite,
)

PAIR = "BTC-USDT"
NEW = OrderUpdated(
    order_id=1,
    client="ann",
    pair=PAIR,
    status="new",
    reason="",
    price=1_000,
    stop_price=0,
    quantity=100,
    remaining=100,
    filled_quote=0,
    fee=0,
    held=100_000,
    visible=100,
    priority=5,
    at=10,
)
CANCELED = replace(NEW, status="canceled", reason="client", held=0, at=20)
SET_PRICE = PairChanged(
    pair=PAIR, rules=RULES[0], reference_price=990, state="trading", finest_tick=10, finest_step=10
)


def written(*events: Event) -> Written:
    rows = Rows()
    rows.add_events(7, 10, list(events))
    return arrange(rows)


@pytest.mark.parametrize("batch", [1, 7, 512])
async def test_rows_that_are_built_again_equal_those_that_were_written(
    batch: int, start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine(batch=batch)
    await asyncio.gather(*map(engine.submit, a_day(seed=96, length=260)))
    await finish_due_work(engine)
    stored = await read_tables(connection)
    assert all(stored.values())

    # As one batch, whatever the batches were.
    await rewrite(connection, await read_commands(connection))

    assert await read_tables(connection) == stored


def test_an_order_that_is_placed_and_canceled_in_one_batch_is_one_new_row() -> None:
    accepted = OrderAccepted(order_id=1, type="limit", list_id=0, terms=an_order(), at=10)

    rows = written(accepted, NEW, CANCELED)

    (row,) = (tables.ORDERS.values(order) for order in rows.orders)
    assert (row["id"], row["status"], row["reason"], row["held"]) == (1, "canceled", "client", 0)
    assert (row["created_ms"], row["updated_ms"]) == (10, 20)
    assert rows.order_changes == []


def test_an_order_of_an_earlier_batch_is_changed_to_what_came_last() -> None:
    rows = written(NEW, CANCELED)

    (row,) = (tables.ORDER_CHANGES.values(change) for change in rows.order_changes)
    assert (row["status"], row["held"], row["updated_ms"]) == ("canceled", 0, 20)
    assert rows.orders == []


def test_the_last_priority_of_a_pair_never_decreases() -> None:
    rows = written(NEW, replace(NEW, order_id=2, priority=9), replace(NEW, order_id=3, priority=4))

    (part,) = (tables.PAIR_PARTS.values(one) for one in rows.pair_parts)
    assert part["last_priority"] == 9


@pytest.mark.parametrize(
    ("events", "reference_price"),
    [((FILL, FILL_POSTING, SET_PRICE), 990), ((SET_PRICE, FILL, FILL_POSTING), 2)],
)
def test_the_later_of_a_trade_and_a_price_that_was_set_is_the_reference(
    events: tuple[Event, ...], reference_price: int
) -> None:
    (part,) = (tables.PAIR_PARTS.values(one) for one in written(*events).pair_parts)

    assert (part["last_price"], part["reference_price"]) == (FILL.price, reference_price)
    # What the batch does not mention stays as it was.
    assert part["depth_seq"] is None


@pytest.mark.parametrize(("last", "is_gone"), [(0, True), (1_020, False)])
def test_a_trailing_mark_is_written_or_deleted_as_it_was_last(last: int, is_gone: bool) -> None:
    rows = written(TrailingMarked(PAIR, "sell", 3, 1_000), TrailingMarked(PAIR, "sell", 3, last))

    assert rows.trailing_marks == ([] if is_gone else [(PAIR, "sell", 3, last)])
    assert rows.gone_marks == ([(PAIR, "sell", 3)] if is_gone else [])


def test_a_transfer_that_is_held_and_released_in_one_batch_is_one_new_row() -> None:
    rows = written(TRANSFER, replace(TRANSFER, status="released", at=40))

    (row,) = (tables.TRANSFERS.values(transfer) for transfer in rows.transfers)
    assert (row["reference"], row["status"], row["at_ms"]) == ("one", "released", 40)
    assert rows.transfer_changes == []
