"""The proof finds whatever the tables say else than the journal."""

import asyncio

import asyncpg
import pytest

from clearwater.engine.audit import audit_ledger
from tests.engine.conftest import StartEngine, a_day

ENDED = "(SELECT min(id) FROM orders WHERE status = 'filled')"


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        *(
            (f"UPDATE orders SET {column} = {column} + 1 WHERE id = {ENDED}", "orders ")
            for column in (
                "price",
                "stop_price",
                "quantity",
                "remaining",
                "filled_quote",
                "fee",
                "held",
                "visible",
                "priority",
                "updated_ms",
            )
        ),
        (f"UPDATE orders SET client = 'nobody' WHERE id = {ENDED}", "orders "),
        (f"UPDATE orders SET status = 'canceled' WHERE id = {ENDED}", "orders "),
        (f"UPDATE orders SET reason = 'staff' WHERE id = {ENDED}", "orders "),
        (f"DELETE FROM orders WHERE id = {ENDED}", "orders "),
        *(
            (f"UPDATE fills SET {column} = {column} + 1 WHERE id = 1", "fills ")
            for column in (
                "price",
                "quantity",
                "quote_quantity",
                "taker_order_id",
                "maker_order_id",
                "taker_fee",
                "maker_fee",
                "at_ms",
            )
        ),
        ("UPDATE fills SET taker_client = 'nobody' WHERE id = 1", "fills "),
        ("UPDATE fills SET maker_client = 'nobody' WHERE id = 1", "fills "),
        # Each of the two has what belongs to the other: no sum of a column differs.
        (
            "UPDATE fills SET price = 2 * (SELECT avg(price) FROM fills WHERE id < 3) - price WHERE id < 3",
            "fills ",
        ),
        ("DELETE FROM fills WHERE id = 1", "fills "),
        ("UPDATE postings SET amount = amount + 1 WHERE id = 1", "balances: "),
        ("DELETE FROM postings WHERE id = 1", "postings: "),
        ("UPDATE balances SET amount = amount + 1 WHERE amount > 0", "balances: "),
    ],
)
async def test_whatever_the_tables_say_else_is_found(
    damage: str, found: str, start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    engine = await start_engine()
    await asyncio.gather(*map(engine.submit, a_day(seed=3, length=150)))
    assert (await audit_ledger(database_url)).differences == []

    assert await connection.execute(damage) not in {"UPDATE 0", "DELETE 0"}

    differences = (await audit_ledger(database_url)).differences
    assert any(one.startswith(found) for one in differences)
