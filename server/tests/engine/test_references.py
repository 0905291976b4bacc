"""A reference is good once, however long ago that was (LED-7)."""

import asyncio

import asyncpg
import pytest

from clearwater.core.commands import Command, Deposit, HoldWithdrawal, SettleWithdrawal
from clearwater.core.events import Refused
from clearwater.engine.audit import audit_ledger
from clearwater.engine.projections import Rows
from tests.engine.conftest import (
    AT,
    LOSE_CONNECTION,
    RecordingListener,
    StartEngine,
    an_order,
    commit_rows,
    set_up,
)

MODULES = ("core.state", "core.transfers", "engine.recovery", "engine.references")


@pytest.fixture(autouse=True)
def _short_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in MODULES:
        monkeypatch.setattr(f"clearwater.{module}.DEDUPLICATION_WINDOW", 3)


def a_deposit(reference: str, amount: int = 500) -> Deposit:
    return Deposit(AT, reference, "ann", "USDT", "tron", amount)


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize(
    "again", [a_deposit("tx-0"), HoldWithdrawal(AT, "tx-0", "ann", "USDT", "tron", 100, 1)]
)
async def test_a_reference_outside_the_deduplication_window_is_refused_and_not_credited_again(
    again: Command,
    is_restarted: bool,
    start_engine: StartEngine,
    connection: asyncpg.Connection,
    database_url: str,
) -> None:
    listener = RecordingListener()
    engine = await start_engine(listener)
    await set_up(engine)
    for number in range(5):
        assert (await engine.submit(a_deposit(f"tx-{number}"))).refusal is None
    if is_restarted:
        listener.started.clear()
        await connection.execute(LOSE_CONNECTION)
        await asyncio.wait_for(listener.started.wait(), 30)
    before = await connection.fetch("SELECT * FROM balances ORDER BY owner, coin, purpose")
    head = engine.health.head

    outcome = await engine.submit(again)

    assert outcome.refusal == Refused("STATE_CONFLICT", "reference")
    assert outcome.seq == 0
    assert await connection.fetch("SELECT * FROM balances ORDER BY owner, coin, purpose") == before
    assert await connection.fetchval("SELECT count(*) FROM postings WHERE reference = 'tx-0'") == 1
    # Nothing was stopped by it.
    assert engine.health.head == head
    assert (await engine.submit(an_order())).seq == head.seq + 1
    assert (await audit_ledger(database_url)).differences == []


async def test_a_new_reference_is_still_taken(start_engine: StartEngine, database_url: str) -> None:
    engine = await start_engine()
    await set_up(engine)
    commands: list[Command] = [
        HoldWithdrawal(AT, "out-1", "ann", "USDT", "tron", 100, 1),
        *map(a_deposit, "abcde"),
        SettleWithdrawal(AT, "out-1"),
    ]

    outcomes = [await engine.submit(command) for command in commands]

    assert [outcome.refusal for outcome in outcomes] == [None] * 7
    assert (await audit_ledger(database_url)).differences == []


async def test_a_unique_constraint_rejects_duplicate_references(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    """Whatever is wrong above it: it never writes over what was done."""
    engine = await start_engine()
    await set_up(engine)
    await engine.submit(a_deposit("tx-0"))
    row = await connection.fetchrow("SELECT * FROM transfers WHERE reference = 'tx-0'")
    assert row is not None
    rows = Rows()
    rows.new_transfers["tx-0"] = tuple(row)

    with pytest.raises(asyncpg.UniqueViolationError):
        await commit_rows(connection, rows)

    assert await connection.fetchrow("SELECT * FROM transfers WHERE reference = 'tx-0'") == row
