"""Checkpoints: parts of the journal are replayed side by side, and none is believed."""

import asyncio

import asyncpg
import msgspec
import pytest

from clearwater.core.snapshots import Snapshot
from clearwater.engine.audit import audit_ledger, plan
from clearwater.engine.checkpoints import find_newest, list_checkpoints, store_checkpoint
from clearwater.kit.chain_heads import Head
from tests.engine.conftest import StartEngine, a_day

STATE_HASH = "SELECT sha256(state) FROM checkpoints WHERE seq = $1"


async def run_a_day(start_engine: StartEngine, connection: asyncpg.Connection) -> int:
    """Run a simulated day with two checkpoints; the last sequence number."""
    engine = await start_engine()
    commands = a_day(seed=3, length=600)
    for part in (commands[:250], commands[250:450]):
        await asyncio.gather(*map(engine.submit, part))
        await store_checkpoint(connection, after=1)
    await asyncio.gather(*map(engine.submit, commands[450:]))
    return engine.seq


async def test_the_audit_by_checkpoints_equals_the_audit_of_the_whole_journal(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    seq = await run_a_day(start_engine, connection)
    await store_checkpoint(connection, after=1)
    assert len(await list_checkpoints(connection)) == 3

    for processes in (1, 2):
        report = await audit_ledger(database_url, processes=processes)
        assert report == (seq, [])


def test_runs_are_of_about_the_same_length() -> None:
    checkpoints = [100, 200, 300, 400]

    assert plan(430, checkpoints, 1) == [(0, 100, 200, 300, 400, None)]
    assert plan(430, checkpoints, 2) == [(0, 100, 200), (200, 300, 400, None)]
    assert plan(430, checkpoints, 4) == [(0, 100), (100, 200), (200, 300), (300, 400, None)]
    assert plan(430, [400], 4) == [(0, 400), (400, None)]
    assert plan(430, [], 4) == [(0, None)]


async def test_a_checkpoint_is_stored_after_enough_entries(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    assert not await store_checkpoint(connection, after=1)
    engine = await start_engine()
    await asyncio.gather(*map(engine.submit, a_day(seed=1, length=50)))

    assert not await store_checkpoint(connection, after=engine.seq + 1)
    assert await store_checkpoint(connection, after=engine.seq)
    assert not await store_checkpoint(connection, after=1)
    assert await list_checkpoints(connection) == [engine.seq]


async def test_a_forged_checkpoint_is_found_from_both_sides(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    await run_a_day(start_engine, connection)
    seq, next_seq = await list_checkpoints(connection)
    state = await connection.fetchval("SELECT state FROM checkpoints WHERE seq = $1", seq)
    stored = msgspec.msgpack.decode(state, type=Snapshot)
    (key, amount), *others = stored.balances
    forged = stored._replace(balances=((key, amount + 1), *others))
    await connection.execute(
        "UPDATE checkpoints SET state = $2 WHERE seq = $1", seq, msgspec.msgpack.encode(forged)
    )

    found = (await audit_ledger(database_url)).differences

    assert f"checkpoint {seq}: balances: the journal leads to {(key, amount)}, the tables do not" in found
    # What goes on from the forged amount does not arrive at the next checkpoint either.
    assert any(one.startswith(f"checkpoint {next_seq}: ") for one in found)


async def test_an_incremental_audit_begins_at_an_exported_checkpoint(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    seq = await run_a_day(start_engine, connection)
    first, second = await list_checkpoints(connection)
    newest = await find_newest(connection)
    assert newest is not None
    assert newest.seq == second
    of_first = Head(first, await connection.fetchval(STATE_HASH, first))

    for since, start in (([newest], second), ([of_first], first), ([newest, of_first], second)):
        report = await audit_ledger(database_url, since=since)
        assert report == (seq - start, [])
    assert await audit_ledger(database_url, processes=2, since=[of_first]) == (seq - first, [])
    # One that is not as it was exported is not believed.
    forged = newest._replace(hash=bytes(32))
    assert await audit_ledger(database_url, since=[forged]) == (seq, [])
    assert await audit_ledger(database_url, since=[forged, of_first]) == (seq - first, [])


@pytest.mark.parametrize(
    ("damage", "table"),
    [
        ("UPDATE balances SET amount = amount + 1 WHERE seq = (SELECT min(seq) FROM balances)", "balances"),
        ("UPDATE balances SET amount = amount + 1 WHERE seq = (SELECT max(seq) FROM balances)", "balances"),
        ("DELETE FROM fills WHERE id = (SELECT min(id) FROM fills)", "fills"),
        ("UPDATE postings SET amount = amount + 1 WHERE id = (SELECT max(id) FROM postings)", "postings"),
        ("UPDATE daily_volumes SET amount = amount + 1", "daily_volumes"),
        ("DELETE FROM transfers WHERE seq = (SELECT max(seq) FROM transfers)", "transfers"),
        ("DELETE FROM conversions WHERE seq = (SELECT max(seq) FROM conversions)", "conversions"),
    ],
)
async def test_an_incremental_audit_finds_what_is_wrong_now(
    *,
    damage: str,
    table: str,
    start_engine: StartEngine,
    connection: asyncpg.Connection,
    database_url: str,
) -> None:
    await run_a_day(start_engine, connection)
    first = (await list_checkpoints(connection))[0]
    since = [Head(first, await connection.fetchval(STATE_HASH, first))]
    await connection.execute(damage)

    found = (await audit_ledger(database_url, since=since)).differences

    assert any(one.startswith(f"{table}: ") for one in found), found


async def test_a_changed_command_before_a_checkpoint_is_found(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    await run_a_day(start_engine, connection)
    await connection.execute(
        """UPDATE journal SET payload = jsonb_set(payload::jsonb, '{amount}', '7')::json
        WHERE seq = (SELECT min(seq) FROM journal WHERE kind = 'Deposit')"""
    )

    found = (await audit_ledger(database_url)).differences

    assert any("balances: the tables say" in one for one in found)


async def test_a_gap_in_the_journal_is_found(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    await run_a_day(start_engine, connection)
    first, second = await list_checkpoints(connection)
    await connection.execute("DELETE FROM journal WHERE seq IN ($1, $2)", first, second - 1)

    found = (await audit_ledger(database_url)).differences

    assert f"journal: entry {first} is missing" in found
    assert f"journal: entry {second - 1} is missing" in found
