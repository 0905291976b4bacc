"""The writer: what it answers is on disk, and what is on disk is what it goes on from."""

import asyncio

import asyncpg
import pytest

from clearwater.core import simulation
from clearwater.core.commands import CancelOrder, Command, Tick
from clearwater.core.events import OrderAccepted, Refused
from clearwater.core.exchange import Exchange
from clearwater.engine import sequencer as sequencer_module
from clearwater.engine.audit import audit_ledger
from clearwater.engine.journal import LOCK
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable, Overloaded
from clearwater.kit.leader_lock import TRY_LOCK
from tests.engine.conftest import (
    AT,
    LOSE_CONNECTION,
    RecordingListener,
    StartEngine,
    a_day,
    an_order,
    set_up,
    until,
    until_somebody_waits,
)
from tests.polling import eventually
from tests.trading import ViewedSequencer, running_engine

TURNED_AWAY = f"SELECT count(*) FROM pg_stat_activity WHERE query = '{TRY_LOCK}'"


async def test_nothing_is_published_before_it_is_durable(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    listener = RecordingListener()
    engine = await start_engine(listener)
    await set_up(engine)
    # The batch waits for this lock inside of its transaction.
    async with connection.transaction():
        await connection.execute("LOCK TABLE orders IN ACCESS EXCLUSIVE MODE")
        told = len(listener.entries)
        answer = asyncio.create_task(engine.submit(an_order()))
        await until_somebody_waits(connection)
        assert not answer.done()
        assert len(listener.entries) == told
        assert engine.view.orders == {}
    outcome = await answer
    assert isinstance(outcome.events[0], OrderAccepted)
    assert len(engine.view.orders) == 1
    assert listener.entries[-1].seq == outcome.seq


async def test_a_lost_database_connection_is_unavailable_and_then_recovered(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    listener = RecordingListener()
    engine = await start_engine(listener)
    await set_up(engine)
    first = await engine.submit(an_order(client_order_id="first"))
    async with connection.transaction():
        await connection.execute("LOCK TABLE orders IN ACCESS EXCLUSIVE MODE")
        lost = asyncio.create_task(engine.submit(an_order(client_order_id="lost")))
        await until_somebody_waits(connection)
        await connection.execute(LOSE_CONNECTION)
        with pytest.raises(EngineUnavailable):
            await lost
    await asyncio.wait_for(engine.wait_until_serving(), 30)
    assert listener.starts == 2
    assert list(engine.view.orders) == [1]
    # Whoever lost his answer asks again with his own id: it was not done, so it is done now.
    again = await engine.submit(an_order(client_order_id="lost"))
    assert again.refusal is None
    assert again.seq == first.seq + 1
    repeated = await engine.submit(an_order(client_order_id="first"))
    assert repeated.refusal == Refused("DUPLICATE_CLIENT_ORDER_ID", "client_order_id", order_id=1)
    assert (await audit_ledger(database_url)).differences == []


async def test_an_idle_engine_notices_a_lost_database(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    listener = RecordingListener()
    engine = await start_engine(listener)
    await set_up(engine)
    listener.started.clear()
    await connection.execute(LOSE_CONNECTION)

    await asyncio.wait_for(listener.started.wait(), 30)
    assert engine.health.rebuilds == 1
    assert (await engine.submit(an_order())).refusal is None


async def test_a_fault_of_the_rules_stops_the_engine_and_the_tables_stay_consistent(
    start_engine: StartEngine, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = RecordingListener()
    engine = await start_engine(listener)
    await set_up(engine)
    await engine.submit(an_order())
    listener.started.clear()

    def fail(_exchange: Exchange, _command: Command) -> None:
        raise AssertionError

    with monkeypatch.context() as broken:
        broken.setattr(Exchange, "apply", fail)
        with pytest.raises(EngineUnavailable):
            await engine.submit(an_order())
    with pytest.raises(EngineUnavailable):
        await engine.submit(an_order())
    await asyncio.wait_for(listener.started.wait(), 30)
    assert (await engine.submit(an_order("bob", "sell"))).refusal is None
    assert (await audit_ledger(database_url)).differences == []


async def test_a_full_queue_rejects_orders_but_accepts_cancels(
    start_engine: StartEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = await start_engine()
    await set_up(engine)
    order = (await engine.submit(an_order())).events[0]
    assert isinstance(order, OrderAccepted)
    monkeypatch.setattr(sequencer_module, "MAX_QUEUED", 3)
    placed = [asyncio.create_task(engine.submit(an_order(price=900 + 10 * step))) for step in range(5)]
    cancel = asyncio.create_task(engine.submit(CancelOrder(AT, "ann", order.order_id)))
    answers = await asyncio.gather(*placed, cancel, return_exceptions=True)
    assert [isinstance(answer, Overloaded) for answer in answers] == [False] * 3 + [True] * 2 + [False]
    assert engine.health.overloads == 2
    assert len(engine.view.orders) == 3


async def test_only_one_engine_writes_and_the_next_one_waits_for_it(
    connection: asyncpg.Connection, database_url: str, clock: FixedClock
) -> None:
    listener = RecordingListener()
    second = ViewedSequencer(database_url, clock, [listener])
    async with running_engine(ViewedSequencer(database_url, clock)):
        task = asyncio.create_task(second.run())
        await until(connection, TURNED_AWAY)
        with pytest.raises(EngineUnavailable):
            await second.submit(an_order())
        assert listener.starts == 0

    await asyncio.wait_for(listener.started.wait(), 30)
    task.cancel()


async def test_refused_commands_leave_no_trace(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    await set_up(engine)
    entries = await connection.fetchval("SELECT count(*) FROM journal")
    outcome = await engine.submit(an_order(price=10**9))
    assert outcome.refusal is not None
    assert outcome.seq == 0
    assert await connection.fetchval("SELECT count(*) FROM journal") == entries


async def test_time_in_the_journal_never_runs_backwards(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    await set_up(engine)
    await engine.submit(Tick(5_000))
    await engine.submit(an_order())
    assert await connection.fetchval("SELECT at_ms FROM journal ORDER BY seq DESC LIMIT 1") == 5_000


async def test_an_engine_that_lost_its_lock_is_unavailable(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    listener = RecordingListener()
    engine = await start_engine(listener)
    await set_up(engine)
    # Somebody else waits for the lock, and so has it before it can be taken again.
    other = await asyncpg.connect(database_url)
    next_leader = asyncio.create_task(other.execute("SELECT pg_advisory_lock($1)", LOCK))
    await until_somebody_waits(connection)
    listener.started.clear()
    await connection.execute(LOSE_CONNECTION)
    await next_leader

    await eventually(lambda: listener.stops > 0)
    with pytest.raises(EngineUnavailable):
        _ = engine.view
    assert not listener.started.is_set()
    await other.close()
    await asyncio.wait_for(listener.started.wait(), 30)
    assert engine.view.coins.keys() >= {"BTC", "ETH", "USDT"}


async def test_batches_are_limited_by_their_number_of_events(
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
