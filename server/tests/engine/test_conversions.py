"""A conversion is stored, proved and never carried out twice, whatever happens between (CNV-6)."""

import asyncio

import asyncpg
import pytest

from clearwater.core.commands import Convert, ConvertLeg
from clearwater.core.events import Converted, Refused
from clearwater.engine.audit import audit_ledger
from clearwater.engine.projections import Rows
from clearwater.engine.recovery import load_exchange
from clearwater.kit.errors import EngineUnavailable
from tests.engine.conftest import (
    AT,
    LOSE_CONNECTION,
    RecordingListener,
    StartEngine,
    an_order,
    commit_rows,
    set_up,
)
from tests.trading import ViewedSequencer

LEGS = (ConvertLeg("BTC-USDT", "sell"),)
USED = Refused("STATE_CONFLICT", "reference")


def a_conversion(reference: str = "c-0", *, legs: tuple[ConvertLeg, ...] = LEGS) -> Convert:
    return Convert(AT, "ann", reference, legs, 100, 900, 5)


async def with_bids(engine: ViewedSequencer) -> None:
    await set_up(engine)
    for _ in range(6):
        assert (await engine.submit(an_order("bob"))).refusal is None


async def restart(connection: asyncpg.Connection, listener: RecordingListener) -> None:
    """Let the engine lose its connection, so that it rebuilds everything from the tables."""
    listener.started.clear()
    await connection.execute(LOSE_CONNECTION)
    await asyncio.wait_for(listener.started.wait(), 30)


async def test_a_conversion_is_stored_and_proved(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    engine = await start_engine()
    await with_bids(engine)

    outcome = await engine.submit(a_conversion())

    (event,) = [event for event in outcome.events if isinstance(event, Converted)]
    row = await connection.fetchrow("SELECT * FROM conversions")
    assert row is not None
    stored = dict(row)
    assert (stored.pop("seq"), stored.pop("at_ms")) == (outcome.seq, event.at)
    assert stored == {name: getattr(event, name) for name in stored}
    kinds = await connection.fetch("SELECT kind FROM postings WHERE reference = 'c-0' ORDER BY id")
    assert [row["kind"] for row in kinds] == ["convert", "convert", "convert_fee"]
    orders = await connection.fetch("SELECT id, status FROM orders WHERE client = 'house'")
    assert [tuple(row) for row in orders] == [(event.first_order_id, "filled")]
    assert (await audit_ledger(database_url)).differences == []


async def test_a_conversion_survives_a_restart_and_is_not_repeated(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    listener = RecordingListener()
    engine = await start_engine(listener)
    await with_bids(engine)
    await engine.submit(a_conversion())
    before = engine.view.balances

    await restart(connection, listener)

    assert (await load_exchange(connection)).exchange.export().conversions == ("c-0",)
    assert (await engine.submit(a_conversion())).refusal == USED
    assert {key: amount for key, amount in before.items() if amount} == {
        key: amount for key, amount in engine.view.balances.items() if amount
    }
    assert (await audit_ledger(database_url)).differences == []


async def test_a_conversion_whose_commit_is_lost_is_whole_or_absent(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    """EXC-2: the client is told that it is not known; asked again, it is there once."""
    listener = RecordingListener()
    engine = await start_engine(listener)
    await with_bids(engine)
    listener.started.clear()
    submitted = asyncio.ensure_future(engine.submit(a_conversion()))
    await connection.execute(LOSE_CONNECTION)
    outcome = (await asyncio.gather(submitted, return_exceptions=True))[0]
    assert isinstance(outcome, EngineUnavailable) or outcome.refusal is None  # type: ignore[union-attr]
    await asyncio.wait_for(listener.started.wait(), 30)

    again = await engine.submit(a_conversion())

    assert again.refusal in {None, USED}
    assert await connection.fetchval("SELECT count(*) FROM conversions") == 1
    assert await connection.fetchval("SELECT count(*) FROM postings WHERE reference = 'c-0'") == 3
    assert (await audit_ledger(database_url)).differences == []


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_a_reference_outside_the_deduplication_window_is_refused(
    is_restarted: bool,
    start_engine: StartEngine,
    connection: asyncpg.Connection,
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("core.state", "core.transfers", "engine.recovery", "engine.references"):
        monkeypatch.setattr(f"clearwater.{module}.DEDUPLICATION_WINDOW", 3)
    listener = RecordingListener()
    engine = await start_engine(listener)
    await with_bids(engine)
    for number in range(5):
        assert (await engine.submit(a_conversion(f"c-{number}"))).refusal is None
    if is_restarted:
        await restart(connection, listener)

    outcome = await engine.submit(a_conversion("c-0"))

    assert (outcome.seq, outcome.refusal) == (0, USED)
    assert (await engine.submit(a_conversion("c-5"))).refusal is None
    assert await connection.fetchval("SELECT count(*) FROM conversions") == 6
    assert (await audit_ledger(database_url)).differences == []


async def test_a_unique_constraint_rejects_duplicate_references(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    """Whatever is wrong above it: a conversion is never written over."""
    engine = await start_engine()
    await with_bids(engine)
    await engine.submit(a_conversion())
    row = await connection.fetchrow("SELECT * FROM conversions")
    assert row is not None
    rows = Rows()
    rows.conversions["c-0"] = tuple(row)

    with pytest.raises(asyncpg.UniqueViolationError):
        await commit_rows(connection, rows)


async def test_a_refused_conversion_leaves_no_trace(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    """CNV-3"""
    engine = await start_engine()
    await with_bids(engine)
    seq = engine.seq

    outcome = await engine.submit(Convert(AT, "ann", "c-0", LEGS, 100, 1_001, 0))

    assert outcome.refusal == Refused("QUOTE_MOVED", "amount", 1_000, 1_001)
    assert (outcome.seq, engine.seq) == (0, seq)
    assert await connection.fetchval("SELECT count(*) FROM conversions") == 0
