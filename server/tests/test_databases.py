"""A database that is lent again is as if nobody had used it before."""

from collections.abc import Mapping

import asyncpg
import pytest
from sqlalchemy import text

from clearwater.adapters.postgres_server import as_application
from clearwater.kit.db import open_sessions
from tests.databases import Databases, LentDatabase, Preparation

LOCK = "SELECT pg_try_advisory_lock(7)"


async def rows_of(url: str) -> Mapping[str, list[str]]:
    """Every row of every table."""
    connection = await asyncpg.connect(url)
    names = await connection.fetch(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
    )
    found = {name: sorted(map(repr, await connection.fetch(f"SELECT * FROM {name}"))) for (name,) in names}
    await connection.close()
    return found


async def execute(lent: LentDatabase, *statements: str) -> None:
    connection = await asyncpg.connect(lent.url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO site_hosts SELECT 'other.example.org', site_id FROM site_hosts LIMIT 1",
        "UPDATE levels SET requires_kyc = NOT requires_kyc",
        "DELETE FROM site_hosts WHERE hostname = 'localhost'",
        "DELETE FROM sites",
        "UPDATE notice_cursor SET fill_id = 7",
        "INSERT INTO audit_log (seq, at, staff_login, act, subject, detail, previous_hash, hash)"
        " VALUES (1, now(), 'ann', 'looked', 'x', '{}', '', '')",
    ],
)
async def test_what_a_test_has_written_is_put_back(databases: Databases, statement: str) -> None:
    async with databases.lend() as lent:
        first, before = lent.url, await rows_of(lent.url)
        await execute(lent, statement)
        assert await rows_of(lent.url) != before

    async with databases.lend() as lent:
        assert lent.url == first
        assert await rows_of(lent.url) == before


async def test_a_sequence_begins_anew(databases: Databases) -> None:
    async with databases.lend() as lent:
        connection = await asyncpg.connect(lent.url)
        numbers = [await connection.fetchval("SELECT nextval('support_tickets_number_seq')") for _ in "ab"]
        await connection.close()

    async with databases.lend() as lent:
        connection = await asyncpg.connect(lent.url)
        assert await connection.fetchval("SELECT nextval('support_tickets_number_seq')") == numbers[0]
        await connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (id integer)",
        "ALTER TABLE clients ADD CHECK (email <> '')",
        "ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_append_only",
        "DROP INDEX ix_clients_site_id",
        "REVOKE SELECT ON clients FROM clearwater_app",
        "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "ANALYZE levels",
        "TRUNCATE sites CASCADE",
    ],
)
async def test_a_changed_schema_costs_a_new_copy(databases: Databases, statement: str) -> None:
    async with databases.lend() as lent:
        first, before = lent.url, await rows_of(lent.url)
        await execute(lent, statement)

    async with databases.lend() as lent:
        assert lent.url != first
        assert await rows_of(lent.url) == before
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        await asyncpg.connect(first)


async def test_a_forgotten_connection_is_ended_with_its_locks(databases: Databases) -> None:
    async with databases.lend() as lent:
        forgotten = await asyncpg.connect(lent.url)
        assert await forgotten.fetchval(LOCK)

    async with databases.lend() as lent:
        connection = await asyncpg.connect(lent.url)
        assert await connection.fetchval(LOCK)
        await connection.close()
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
        await forgotten.fetchval("SELECT 1")


async def test_a_pool_is_handed_on_unless_a_session_of_it_was_forgotten(databases: Databases) -> None:
    pids, forgotten = [], []
    for is_forgotten in (False, True, False):
        async with databases.lend() as lent:
            session = open_sessions(databases.open_engine(as_application(lent.url)))()
            pids.append(await session.scalar(text("SELECT pg_backend_pid()")))
            await session.execute(text("UPDATE levels SET requires_kyc = NOT requires_kyc"))
            if is_forgotten:
                forgotten.append(session)
            else:
                await session.close()

    assert pids[0] == pids[1] != pids[2]
    await forgotten[0].invalidate()


async def test_a_preparation_is_made_once_and_kept(databases: Databases) -> None:
    made: list[str] = []

    async def prepare(url: str) -> str:
        made.append(url)
        connection = await asyncpg.connect(url)
        await connection.execute("UPDATE levels SET volume_30d = 12345")
        await connection.close()
        return "prepared"

    preparation = Preparation("volume", prepare)
    for statement in ("UPDATE levels SET volume_30d = 0", "ALTER TABLE levels ADD mine integer", "SELECT 1"):
        async with databases.lend(preparation) as lent:
            connection = await asyncpg.connect(lent.url)
            assert {row[0] for row in await connection.fetch("SELECT volume_30d FROM levels")} == {12345}
            await connection.close()
            assert lent.prepared == "prepared"
            await execute(lent, statement)

    assert len(made) == 1
