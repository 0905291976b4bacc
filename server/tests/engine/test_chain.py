"""The journal's hash chain: a past that was rewritten with all its tables, and a tail that was cut."""

import asyncio
import runpy

import asyncpg
from msgspec.structs import replace

from clearwater.core.commands import Deposit
from clearwater.core.versions import RULES_VERSION
from clearwater.engine.audit import audit_ledger
from clearwater.engine.chain import hash_entry, read_head
from clearwater.kit.chain_heads import GENESIS, Head
from clearwater.kit.schema_version import MIGRATIONS
from tests.engine.conftest import StartEngine, a_day, read_commands, rewrite


async def run_commands(start_engine: StartEngine, connection: asyncpg.Connection, length: int = 120) -> Head:
    engine = await start_engine()
    await asyncio.gather(*map(engine.submit, a_day(seed=3, length=length)))
    assert engine.health.head == await read_head(connection)
    return engine.health.head


def test_an_entry_has_the_hash_that_is_written_down_for_it() -> None:
    """On any machine, and in the migration: what was exported years ago must still fit."""
    first = hash_entry(GENESIS, 1, 1_763_208_000_000, "Tick", payload='{"at":1763208000000}', rules_version=1)
    second = hash_entry(first, 2, 1_763_208_000_001, "Tick", payload='{"at":"ä"}', rules_version=2)

    assert first.hex() == "7a886e1b3a8b389097062e962dfda4a9c7abc106af3a39564c648808e8a43523"
    assert second.hex() == "6df0a3b24e58fba2c2153c74be98be1698b80bf63f708aa729be77be2556f660"


async def test_every_entry_has_its_hash_and_the_migration_would_give_the_same(
    start_engine: StartEngine, connection: asyncpg.Connection
) -> None:
    head = await run_commands(start_engine, connection)
    spec = await connection.fetch(
        "SELECT seq, at_ms, kind, payload, rules_version, hash FROM journal ORDER BY seq"
    )

    previous = GENESIS
    for seq, at, kind, payload, version, stored in spec:
        previous = hash_entry(previous, seq, at, kind, payload=payload, rules_version=version)
        assert stored == previous

    assert head == (spec[-1]["seq"], previous)
    assert spec[-1]["rules_version"] == RULES_VERSION


async def test_a_journal_from_before_the_chain_is_chained_by_the_migration(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    head = await run_commands(start_engine, connection)
    # By the same words, an older journal would have been given the same hashes.
    path = MIGRATIONS / "versions" / "2026-11-16-1520_chain_the_journal.py"
    migration = runpy.run_path(str(path))
    await connection.execute("UPDATE journal SET hash = ''")
    assert (await audit_ledger(database_url)).differences != []

    await connection.execute(migration["CHAIN"])

    assert await read_head(connection) == head
    assert (await audit_ledger(database_url, heads=[head])).differences == []


async def test_a_rewritten_journal_is_consistent_but_does_not_match_an_exported_head(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    head = await run_commands(start_engine, connection)
    commands = await read_commands(connection)
    place = next(place for place, one in enumerate(commands) if isinstance(one, Deposit))
    forged = commands[place]
    assert isinstance(forged, Deposit)
    commands[place] = replace(forged, amount=forged.amount + 1_000)

    await rewrite(connection, commands)

    assert (await audit_ledger(database_url)).differences == []
    (difference,) = (await audit_ledger(database_url, heads=[head])).differences
    assert difference.startswith(f"journal: entry {head.seq} was exported with another hash")


async def test_entries_in_another_order_fit_no_earlier_head(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    head = await run_commands(start_engine, connection)
    commands = await read_commands(connection)
    deposits = [place for place, one in enumerate(commands) if isinstance(one, Deposit)]
    first, second = deposits[0], deposits[1]
    commands[first], commands[second] = commands[second], commands[first]

    await rewrite(connection, commands)

    assert (await audit_ledger(database_url)).differences == []
    assert len((await audit_ledger(database_url, heads=[head])).differences) == 1


async def test_a_truncated_journal_does_not_match_an_exported_head(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    head = await run_commands(start_engine, connection)
    commands = await read_commands(connection)

    await rewrite(connection, commands[:-1])

    assert (await audit_ledger(database_url)).differences == []
    assert (await audit_ledger(database_url, heads=[head])).differences == [
        f"journal: entry {head.seq} was exported, but the journal ends with {head.seq - 1}"
    ]


async def test_a_changed_entry_does_not_have_its_hash(
    start_engine: StartEngine, connection: asyncpg.Connection, database_url: str
) -> None:
    await run_commands(start_engine, connection)
    await connection.execute("UPDATE journal SET at_ms = at_ms + 1 WHERE seq = 5")

    found = (await audit_ledger(database_url)).differences

    assert "journal: entry 5 does not have its hash" in found
    assert "journal: entry 5 has another time than its command" in found
    assert "journal: entry 6 does not have its hash" not in found
