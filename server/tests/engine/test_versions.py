"""A ledger that older rules have led goes on by those of today, and is proved by both."""

import asyncio

import asyncpg
import pytest

from clearwater.core.coding import decode
from clearwater.core.commands import CancelAll
from clearwater.core.exchange import Exchange
from clearwater.core.versions import RULES_VERSION
from clearwater.engine.audit import audit_ledger
from clearwater.engine.checkpoints import list_checkpoints, store_checkpoint
from clearwater.engine.projections import Rows
from clearwater.engine.recovery import load_exchange
from clearwater.kit.errors import EngineUnavailable
from tests.core.recorded import read
from tests.engine.conftest import StartEngine, a_day, commit_rows


async def write_version_1_ledger(connection: asyncpg.Connection, entries: int) -> int:
    """Write the ledger that an engine of rules version 1 would have left; the time of its last command."""
    exchange, rows, at = Exchange(), Rows(rules_version=1), 0
    exchange.follow_rules(1)
    for seq, (kind, payload, _) in enumerate(read("version-1.jsonl.gz").entries[:entries], 1):
        command = decode(kind, payload, 1)
        rows.add(seq, command, exchange.apply(command))
        at = command.at
    await commit_rows(connection, rows)
    return at


async def test_a_ledger_of_older_rules_continues_by_the_current_ones_and_passes_the_audit(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    at = await write_version_1_ledger(connection, 1_500)
    before = await audit_ledger(database_url)
    engine = await start_engine()

    outcome = await engine.submit(CancelAll(at + 10**6, None, "BTC-USDT"))

    assert before == (1_500, [])
    assert outcome.seq == 1_501
    versions = await connection.fetch("SELECT rules_version, count(*) FROM journal GROUP BY 1 ORDER BY 1")
    assert [tuple(row) for row in versions] == [(1, 1_500), (RULES_VERSION, 1)]
    assert await audit_ledger(database_url) == (1_501, [])


async def test_a_checkpoint_of_another_schema_is_ignored(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    engine = await start_engine()
    await asyncio.gather(*map(engine.submit, a_day(seed=3, length=100)))
    await store_checkpoint(connection, after=1)
    assert await list_checkpoints(connection) == [engine.seq]

    await connection.execute("UPDATE checkpoints SET shape = '', state = 'x'")

    assert await list_checkpoints(connection) == []
    assert await audit_ledger(database_url, processes=2) == (engine.seq, [])
    # It gives way to one that can be read.
    assert await store_checkpoint(connection, after=1)
    assert await list_checkpoints(connection) == [engine.seq]
    assert await audit_ledger(database_url, processes=2) == (engine.seq, [])


async def test_an_entry_of_rules_that_are_not_known_stops_the_fold_and_the_engine(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    engine = await start_engine()
    await asyncio.gather(*map(engine.submit, a_day(seed=3, length=20)))
    newer = RULES_VERSION + 1
    await connection.execute("UPDATE journal SET rules_version = $1 WHERE seq = $2", newer, engine.seq)

    report = await audit_ledger(database_url)

    unknown = f"journal: entry {engine.seq} has unknown rules, {newer}"
    assert report == (engine.seq - 1, [unknown, f"journal: entry {engine.seq} does not have its hash"])
    with pytest.raises(EngineUnavailable, match="newer than this program"):
        await load_exchange(connection)
