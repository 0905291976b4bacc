"""The writer: what it answers is on disk, and what is on disk is what it goes on from."""

import asyncio
from collections.abc import Sequence

import asyncpg
import pytest
from msgspec.structs import astuple

from clearwater.core import simulation
from clearwater.core.commands import CancelOrder, Command, PlaceOrder, Tick
from clearwater.core.desk import Entry
from clearwater.core.events import Filled, OrderAccepted, Refused
from clearwater.core.exchange import Exchange
from clearwater.core.views import View
from clearwater.engine import sequencer as sequencer_module
from clearwater.engine.audit import audit_ledger
from clearwater.engine.recovery import load_exchange
from clearwater.engine.sequencer import Sequencer
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable, Overloaded
from tests.engine.conftest import StartEngine, a_day, running

AT = 1_000


async def set_up(engine: Sequencer) -> None:
    for command in simulation.SET_UP:
        assert (await engine.submit(command)).refusal is None


def an_order(client: str = "ann", side: str = "buy", price: int = 1_000, **others: object) -> PlaceOrder:
    return PlaceOrder(AT, client, "BTC-USDT", side, "limit", 100, price, **others)  # type: ignore[arg-type]


def shown(view: View) -> dict[str, object]:
    """Everything that can be read from a view, but when an order was last changed."""
    return {
        "balances": {key: amount for key, amount in view.balances.items() if amount},
        "coins": view.coins,
        "pairs": {
            name: (pair.rules, pair.state, pair.reference_price, pair.last_price, pair.seq)
            for name, pair in view.pairs.items()
        },
        "books": {name: (pair.bids.best(99), pair.asks.best(99)) for name, pair in view.pairs.items()},
        "orders": {
            client: [
                (order.order_id, order.type, order.list_id, order.terms, astuple(order.state)[:-1])
                for order in view.open_orders(client)
            ]
            for client in simulation.CLIENTS
        },
    }


async def until_somebody_waits(connection: asyncpg.Connection) -> None:
    """Until somebody else's statement waits for a lock of ours: the engine's, in the middle of a commit."""
    for _ in range(10_000):
        if await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
            return
    raise TimeoutError


class Witness:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.starts = self.stops = 0
        self.started = asyncio.Event()

    def on_reset(self, view: View) -> None:
        self.starts += 1
        self.started.set()

    def on_commit(self, entries: Sequence[Entry]) -> None:
        self.entries += entries

    def stopped(self) -> None:
        self.stops += 1


@pytest.mark.parametrize("batch", [1, 3, 512])
@pytest.mark.parametrize("seed", range(1, 6))
async def test_what_was_answered_is_what_a_new_engine_goes_on_from(
    database_url: str, clock: FixedClock, connection: asyncpg.Connection, seed: int, batch: int
) -> None:
    expected = Exchange()
    async with running(Sequencer(database_url, clock, batch=batch)) as engine:
        commands = a_day(seed, 300)
        outcomes = await asyncio.gather(*map(engine.submit, commands))
        assert [list(outcome.events) for outcome in outcomes] == [expected.apply(one) for one in commands]
        assert shown(engine.view) == shown(View.of(expected))
    restored, _, (seq, _) = await load_exchange(connection)
    assert seq == max(outcome.seq for outcome in outcomes)
    # Time that passed without a trace is not kept.
    restored.state.now = expected.state.now
    assert restored.export() == expected.export()
    report = await audit_ledger(database_url)
    assert report.differences == []
    assert report.commands == seq


async def test_nothing_is_told_before_it_is_durable(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    witness = Witness()
    engine = await start_engine(witness)
    await set_up(engine)
    # The batch waits for this lock inside of its transaction.
    async with connection.transaction():
        await connection.execute("LOCK TABLE orders IN ACCESS EXCLUSIVE MODE")
        told = len(witness.entries)
        answer = asyncio.create_task(engine.submit(an_order()))
        await until_somebody_waits(connection)
        assert not answer.done()
        assert len(witness.entries) == told
        assert engine.view.orders == {}
    outcome = await answer
    assert isinstance(outcome.events[0], OrderAccepted)
    assert len(engine.view.orders) == 1
    assert witness.entries[-1].seq == outcome.seq


async def test_a_lost_database_is_answered_as_unavailable_and_then_gone_on_with(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    witness = Witness()
    engine = await start_engine(witness)
    await set_up(engine)
    first = await engine.submit(an_order(client_order_id="first"))
    async with connection.transaction():
        await connection.execute("LOCK TABLE orders IN ACCESS EXCLUSIVE MODE")
        lost = asyncio.create_task(engine.submit(an_order(client_order_id="lost")))
        await until_somebody_waits(connection)
        await connection.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        with pytest.raises(EngineUnavailable):
            await lost
    await asyncio.wait_for(engine.wait_until_serving(), 30)
    assert witness.starts == 2
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
    witness = Witness()
    engine = await start_engine(witness)
    await set_up(engine)
    witness.started.clear()
    await connection.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")

    await asyncio.wait_for(witness.started.wait(), 30)
    assert engine.health.rebuilds == 1
    assert (await engine.submit(an_order())).refusal is None


async def test_a_fault_of_the_rules_stops_the_engine_and_the_tables_stay_true(
    start_engine: StartEngine, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = Witness()
    engine = await start_engine(witness)
    await set_up(engine)
    await engine.submit(an_order())
    witness.started.clear()

    def fail(_exchange: Exchange, _command: Command) -> None:
        raise AssertionError

    with monkeypatch.context() as broken:
        broken.setattr(Exchange, "apply", fail)
        with pytest.raises(EngineUnavailable):
            await engine.submit(an_order())
    with pytest.raises(EngineUnavailable):
        await engine.submit(an_order())
    await asyncio.wait_for(witness.started.wait(), 30)
    assert (await engine.submit(an_order("bob", "sell"))).refusal is None
    assert (await audit_ledger(database_url)).differences == []


async def test_when_too_much_waits_orders_are_refused_but_still_taken_back(
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


async def test_only_one_engine_writes(
    start_engine: StartEngine, database_url: str, clock: FixedClock
) -> None:
    await start_engine()
    second = Sequencer(database_url, clock)
    task = asyncio.create_task(second.run())
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(second.wait_until_serving(), 0.5)
    with pytest.raises(EngineUnavailable):
        await second.submit(an_order())
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


async def test_a_large_batch_is_copied_and_reads_the_same(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    engine = await start_engine()
    await set_up(engine)
    orders = [an_order(side=side, client=client) for client, side in [("ann", "buy"), ("bob", "sell")] * 60]
    outcomes = await asyncio.gather(*map(engine.submit, orders))
    fills = [event for outcome in outcomes for event in outcome.events if isinstance(event, Filled)]
    assert len(fills) == 60
    assert await connection.fetchval("SELECT count(*) FROM fills") == 60
    assert engine.health.largest_batch > 100
    assert (await audit_ledger(database_url)).differences == []
