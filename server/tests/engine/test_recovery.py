"""Every start reads the exchange from the tables, and serves none that has less than was acknowledged."""

import asyncio

import asyncpg
import pytest
from msgspec.structs import asdict

from clearwater.core import simulation
from clearwater.core.commands import CancelAll, Deposit, HoldWithdrawal, SettleWithdrawal
from clearwater.core.events import AccountKey
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.views import View
from clearwater.engine.audit import audit_ledger
from clearwater.engine.checkpoints import list_checkpoints, store_checkpoint
from clearwater.engine.recovery import load_exchange
from clearwater.engine.replay import Replay
from clearwater.kit.chain_heads import GENESIS
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable
from tests.engine.conftest import AT, LOSE_CONNECTION, StartEngine, a_day, an_order, set_up
from tests.polling import eventually
from tests.trading import ViewedSequencer, running_engine


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
                (order.order_id, order.type, order.list_id, order.terms, asdict(order.state) | {"at": None})
                for order in view.open_orders(client)
            ]
            for client in simulation.CLIENTS
        },
    }


async def test_an_empty_database_loads_an_empty_exchange(connection: asyncpg.Connection) -> None:
    loaded = await load_exchange(connection)

    assert loaded.head == (0, GENESIS)
    assert loaded.exchange.export() == Exchange().export()


@pytest.mark.parametrize("batch", [1, 3, 512])
@pytest.mark.parametrize("seed", range(1, 6))
async def test_a_restarted_engine_continues_from_the_acknowledged_state(
    database_url: str, clock: FixedClock, connection: asyncpg.Connection, seed: int, batch: int
) -> None:
    expected = Exchange()
    async with running_engine(ViewedSequencer(database_url, clock, max_batch=batch)) as engine:
        commands = a_day(seed, 300)
        outcomes = await asyncio.gather(*map(engine.submit, commands))
        assert [list(outcome.events) for outcome in outcomes] == [expected.apply(one) for one in commands]
        assert shown(engine.view) == shown(View.of(expected))
    restored, (seq, _) = await load_exchange(connection)
    assert seq == max(outcome.seq for outcome in outcomes)
    # Time that passed without a trace is not kept.
    restored.state.now = expected.state.now
    assert restored.export() == expected.export()
    report = await audit_ledger(database_url)
    assert report.differences == []
    assert report.commands == seq


async def test_a_checkpoint_and_the_entries_after_it_lead_to_what_is_loaded(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    commands = a_day(seed=2, length=300)
    await asyncio.gather(*map(engine.submit, commands[:200]))
    await store_checkpoint(connection, after=1)
    await asyncio.gather(*map(engine.submit, commands[200:]))
    (checkpoint,) = await list_checkpoints(connection)
    assert 0 < checkpoint < engine.seq

    loaded = await load_exchange(connection)
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        replayed = await Replay(connection).run((checkpoint, None))

    assert loaded.head == engine.health.head
    assert (replayed.commands, replayed.differences) == (engine.seq - checkpoint, [])
    assert replayed.end == loaded.exchange.export()


async def test_an_open_order_without_its_entry_is_a_fault(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    """The terms of an order are in its entry: one that is cut off with a tail would hold funds for ever."""
    engine = await start_engine()
    await set_up(engine)
    last = (await engine.submit(an_order())).seq
    await connection.execute("DELETE FROM journal WHERE seq = $1", last)

    loaded = await load_exchange(connection)

    assert loaded.head.seq == last - 1
    key = AccountKey("ann", "USDT", "orders")
    assert list(find_faults(loaded.exchange.state)) == [f"{key} holds 1000, orders and withdrawals say 0"]


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

    await eventually(lambda: bool(engine.health.refusal))

    assert f"does not have entry {before + 1} as it was acknowledged" in engine.health.refusal
    with pytest.raises(EngineUnavailable):
        await engine.submit(an_order())
    with pytest.raises(EngineUnavailable):
        _ = engine.view
    assert await connection.fetchval("SELECT max(seq) FROM journal") == before
    await connection.execute("INSERT INTO engine_leader VALUES (1, 'unix:here', now(), 1)")
    await eventually(lambda: engine.is_serving)
    assert (await engine.submit(an_order())).seq == before + 1


async def test_a_journal_with_another_head_is_not_served_until_it_is_restored(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    await set_up(engine)
    head = engine.health.head
    change = "UPDATE journal SET hash = $2 WHERE seq = $1"
    await connection.execute(change, head.seq, bytes(32))
    await connection.execute(LOSE_CONNECTION)

    await eventually(lambda: bool(engine.health.refusal))
    await connection.execute(change, head.seq, head.hash)
    await eventually(lambda: engine.is_serving)
    assert not engine.health.refusal

    assert (await engine.submit(an_order())).seq == head.seq + 1


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE balances SET amount = amount + 1 WHERE owner = 'bob' AND coin = 'BTC'", "BTC sums to 1"),
        ("UPDATE orders SET held = held + 1 WHERE id = 1", "order 1 holds"),
    ],
)
async def test_an_inconsistent_state_is_not_served(
    damage: str, fault: str, start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    engine = await start_engine()
    await set_up(engine)
    await engine.submit(an_order())
    await connection.execute(damage)
    await connection.execute(LOSE_CONNECTION)

    await eventually(lambda: bool(engine.health.refusal))

    assert fault in engine.health.refusal
    with pytest.raises(EngineUnavailable):
        await engine.submit(CancelAll(2_000, "ann"))


async def test_a_transfer_between_clients_is_loaded_before_its_receipt(
    start_engine: StartEngine, database_url: str
) -> None:
    """One entry ends both, so their place in the journal alone does not say which came first."""
    engine = await start_engine()
    await set_up(engine)
    for reference in ("b", "a"):
        assert (
            await engine.submit(Deposit(AT, f"in-{reference}", "ann", "USDT", "tron", 500))
        ).refusal is None
        assert (
            await engine.submit(HoldWithdrawal(AT, reference, "ann", "USDT", "tron", 100, 1))
        ).refusal is None
    for reference in ("b", "a"):
        assert (await engine.submit(SettleWithdrawal(AT, reference, "bob"))).refusal is None

    assert (await audit_ledger(database_url)).differences == []
