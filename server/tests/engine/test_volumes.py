"""The volume of a client and day is what the fills add up to, whoever has written them."""

import runpy
from typing import Any

import asyncpg
import pytest

from clearwater.core.state import DAY_MS
from clearwater.engine.audit import audit_ledger
from clearwater.engine.tables import DAILY_VOLUMES, FILLS, select
from clearwater.kit.schema_version import MIGRATIONS
from tests.engine.conftest import FILL, FILL_POSTING, StartEngine, a_day

MIGRATION = MIGRATIONS / "versions" / "2026-11-19-2330_add_daily_volumes.py"
INSERT = f"""
    INSERT INTO fills ({FILLS.column_list})
    VALUES ({", ".join(f"${place}" for place, _ in enumerate(FILLS.columns, 1))})
"""


@pytest.fixture
def fill() -> dict[str, object]:
    """Of ann and bob, in BTC-USDT."""
    values = (*(getattr(FILL, name) for name in FILL.__struct_fields__), FILL_POSTING.id)
    return dict(FILLS.values(values))


async def add_fills(connection: asyncpg.Connection, *fills: dict[str, object]) -> None:
    rows = [FILLS.row(fill | {"id": number}) for number, fill in enumerate(fills, 1)]
    await connection.executemany(INSERT, rows)


async def volumes(connection: asyncpg.Connection) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await connection.fetch(select(DAILY_VOLUMES, "true"))]


async def test_fills_are_added_up_by_client_day_and_quote_coin(
    connection: asyncpg.Connection, fill: dict[str, object]
) -> None:
    await add_fills(
        connection,
        fill | {"at_ms": DAY_MS - 1, "quote_quantity": 1},
        fill | {"at_ms": DAY_MS, "quote_quantity": 2},
        fill | {"at_ms": 2 * DAY_MS - 1, "quote_quantity": 4, "pair": "ETH-USDT", "maker_client": "eve"},
        fill | {"at_ms": DAY_MS, "quote_quantity": 8, "pair": "ETH-BTC", "maker_client": "eve"},
        # With oneself.
        fill | {"at_ms": DAY_MS, "quote_quantity": 16, "maker_client": "ann"},
    )

    assert await volumes(connection) == [
        ("ann", 0, "USDT", 1),
        ("ann", 1, "BTC", 8),
        ("ann", 1, "USDT", 6),
        ("bob", 0, "USDT", 1),
        ("bob", 1, "USDT", 2),
        ("eve", 1, "BTC", 8),
        ("eve", 1, "USDT", 4),
    ]


async def test_a_day_may_have_more_than_64_bits(
    connection: asyncpg.Connection, fill: dict[str, object]
) -> None:
    """Else the fill that is too much would stop the engine."""
    most = 2**63 - 1

    await add_fills(connection, *[fill | {"quote_quantity": most}] * 3)

    assert await volumes(connection) == [("ann", 0, "USDT", 3 * most), ("bob", 0, "USDT", 3 * most)]


async def test_the_migration_adds_up_the_fills_from_before(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    for command in a_day(seed=3, length=150):
        await engine.submit(command)
    before = await volumes(connection)
    assert before
    await connection.execute("DELETE FROM daily_volumes")

    await connection.execute(runpy.run_path(str(MIGRATION))["ADD_UP"].format(fills="fills"))

    assert await volumes(connection) == before


async def test_the_audit_names_a_wrong_volume(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    engine = await start_engine()
    for command in a_day(seed=3, length=150):
        await engine.submit(command)
    client, day, coin, amount = (await volumes(connection))[0]
    await connection.execute(
        "UPDATE daily_volumes SET amount = amount + 1 WHERE (client, day, coin) = ($1, $2, $3)",
        client,
        day,
        coin,
    )

    found = (await audit_ledger(database_url)).differences

    assert found == [
        f"daily_volumes: {client} {day} {coin}: amount is {amount + 1}, the journal leads to {amount}"
    ]
