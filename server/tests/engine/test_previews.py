"""A preview is answered only when everything it rests on is durable."""

import asyncio

import asyncpg
import pytest

from clearwater.core.commands import PlaceOrder
from clearwater.core.simulation import PAIRS, SET_UP
from clearwater.kit.errors import EngineUnavailable
from tests.engine.conftest import StartEngine

PAIR = PAIRS[0]


async def test_a_preview_of_an_uncommitted_order_is_never_answered(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    await asyncio.gather(*map(engine.submit, SET_UP))
    wanted = PlaceOrder(1, "bob", PAIR, "buy", "market", 100)
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute("LOCK TABLE journal IN EXCLUSIVE MODE")

    offer = asyncio.create_task(engine.submit(PlaceOrder(1, "ann", PAIR, "sell", "limit", 100, 1_000)))
    await asyncio.sleep(0)
    preview = asyncio.create_task(engine.preview(wanted))
    await connection.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")

    # The offer is gone, and so is whatever was foreseen of it.
    for answer in (offer, preview):
        with pytest.raises(EngineUnavailable):
            await answer
    await transaction.rollback()
    await engine.wait_until_serving()
    assert (await engine.preview(wanted)).estimate_fill.quantity == 0
