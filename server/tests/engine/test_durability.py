"""What was acknowledged stays: the engine sets its own durability and serves no database that has less."""

import asyncio
from collections.abc import Callable

import asyncpg
import pytest

from clearwater.core import simulation
from clearwater.core.commands import CancelAll
from clearwater.engine.audit import audit_ledger
from clearwater.engine.health import MustNotServe
from clearwater.engine.journal import LOCK, Journal, require_durable
from clearwater.kit.errors import EngineUnavailable
from tests.engine.conftest import StartEngine, a_day
from tests.engine.test_sequencer import Witness, an_order, set_up, until_somebody_waits

LOSE_CONNECTION = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"


async def until(is_so: Callable[[], bool]) -> None:
    """Until something has come about that nobody tells of."""
    for _ in range(3_000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


async def test_the_engine_sets_its_own_durability(database_url: str) -> None:
    connection = await asyncpg.connect(database_url, server_settings={"synchronous_commit": "off"})
    assert await connection.fetchval("SHOW synchronous_commit") == "off"

    await Journal(connection).prepare()

    assert await connection.fetchval("SHOW synchronous_commit") == "on"
    await connection.close()


@pytest.mark.parametrize("found", ["off", "local", "remote_write"])
def test_what_would_not_be_durable_is_not_served(found: str) -> None:
    require_durable("on")

    with pytest.raises(MustNotServe, match=f"keeps synchronous_commit at {found}"):
        require_durable(found)


async def test_a_database_that_has_less_than_was_acknowledged_is_not_served(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    await set_up(engine)
    before = await connection.fetchval("SELECT max(seq) FROM journal")
    await engine.submit(an_order())
    # As after a failover to a copy that lagged behind: everything fits together, only the last is gone.
    async with connection.transaction():
        await connection.execute("DELETE FROM journal WHERE seq > $1", before)
        await connection.execute("DELETE FROM orders")
        await connection.execute("DELETE FROM postings WHERE seq > $1", before)
        await connection.execute("UPDATE balances SET amount = 400000 WHERE owner = 'ann' AND coin = 'USDT'")
        await connection.execute("DELETE FROM balances WHERE owner = 'ann' AND purpose = 'orders'")
        await connection.execute(LOSE_CONNECTION)

    await until(lambda: bool(engine.health.refusal))

    assert f"does not have entry {before + 1} as it was acknowledged" in engine.health.refusal
    with pytest.raises(EngineUnavailable):
        await engine.submit(an_order())
    with pytest.raises(EngineUnavailable):
        _ = engine.view
    assert await connection.fetchval("SELECT max(seq) FROM journal") == before
    # Somebody has looked at it and started the process anew.
    again = await start_engine()
    assert (await again.submit(an_order())).seq == before + 1


async def test_another_past_is_not_served_until_the_right_one_is_back(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    await set_up(engine)
    head = engine.health.head
    change = "UPDATE journal SET hash = $2 WHERE seq = $1"
    await connection.execute(change, head.seq, bytes(32))
    await connection.execute(LOSE_CONNECTION)

    await until(lambda: bool(engine.health.refusal))
    await connection.execute(change, head.seq, head.hash)
    await until(lambda: engine.is_serving)
    assert not engine.health.refusal

    assert (await engine.submit(an_order())).seq == head.seq + 1


async def test_an_engine_that_lost_its_lock_shows_nothing(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    witness = Witness()
    engine = await start_engine(witness)
    await set_up(engine)
    # Somebody else waits for the lock, and so has it before it can be taken again.
    other = await asyncpg.connect(database_url)
    next_leader = asyncio.create_task(other.execute("SELECT pg_advisory_lock($1)", LOCK))
    await until_somebody_waits(connection)
    witness.started.clear()
    await connection.execute(LOSE_CONNECTION)
    await next_leader

    await until(lambda: witness.stops > 0)
    with pytest.raises(EngineUnavailable):
        _ = engine.view
    assert not witness.started.is_set()
    await other.close()
    await asyncio.wait_for(witness.started.wait(), 30)
    assert engine.view.coins.keys() == {"BTC", "ETH", "USDT"}


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE balances SET amount = amount + 1 WHERE owner = 'bob' AND coin = 'BTC'", "BTC sums to 1"),
        ("UPDATE orders SET held = held + 1 WHERE id = 1", "order 1 holds"),
    ],
)
async def test_a_state_that_cannot_be_is_not_served(
    damage: str, fault: str, start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    await set_up(engine)
    await engine.submit(an_order())
    await connection.execute(damage)
    await connection.execute(LOSE_CONNECTION)

    await until(lambda: bool(engine.health.refusal))

    assert fault in engine.health.refusal
    with pytest.raises(EngineUnavailable):
        await engine.submit(CancelAll(2_000, "ann"))


async def test_commands_that_do_much_go_into_batches_of_their_own(
    start_engine: StartEngine, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clearwater.engine.sequencer.MAX_BATCH_EVENTS", 10)
    engine = await start_engine()
    await set_up(engine)
    batches = engine.health.batches

    outcomes = await asyncio.gather(*map(engine.submit, a_day(seed=2, length=80)[len(simulation.SET_UP) :]))

    events = sum(len(outcome.events) for outcome in outcomes)
    assert engine.health.batches - batches >= events // 30
    assert (await audit_ledger(database_url)).differences == []
