"""The application's database role: what it may do, and what it never may."""

import asyncio

import asyncpg
import pytest

from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.adapters.postgres_server import as_application
from clearwater.kit.migrations import migrate

APPEND_ONLY = ("audit_log", "content_versions", "conversions", "fills", "journal", "postings")


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_append_only",
        "DROP TRIGGER audit_log_is_append_only ON audit_log",
        "SET session_replication_role = replica",
        "SET ROLE clearwater",
        "ALTER ROLE clearwater_app SUPERUSER",
        "CREATE TABLE mine (id integer)",
        "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "COPY (SELECT 1) TO '/tmp/a-file'",
        "UPDATE alembic_version SET version_num = ''",
        *(f"UPDATE {table} SET {key} = {key}" for table, key in (("audit_log", "seq"), ("journal", "seq"))),
        *(f"UPDATE {table} SET id = id" for table in ("fills", "postings")),
        *(f"DELETE FROM {table}" for table in APPEND_ONLY),
        *(f"TRUNCATE {table}" for table in (*APPEND_ONLY, "clients", "balances")),
        *(f"CREATE TRIGGER mine BEFORE INSERT ON {table} EXECUTE FUNCTION now()" for table in APPEND_ONLY),
    ],
)
async def test_the_application_can_neither_change_the_schema_nor_the_past(
    database_url: str, statement: str
) -> None:
    application = await asyncpg.connect(as_application(database_url))
    try:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await application.execute(statement)
    finally:
        await application.close()


async def test_the_application_role_has_the_expected_privileges_on_every_table(database_url: str) -> None:
    owner = await asyncpg.connect(database_url)
    try:
        rows = await owner.fetch(
            "SELECT table_name, array_agg(privilege_type::text ORDER BY privilege_type::text) AS privileges"
            " FROM information_schema.role_table_grants WHERE grantee = $1 GROUP BY table_name",
            APPLICATION_ROLE,
        )
        tables = await owner.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    finally:
        await owner.close()

    found = {row["table_name"]: row["privileges"] for row in rows}
    assert len(found) == tables
    assert found.pop("alembic_version") == ["SELECT"]
    assert {found.pop(table) == ["INSERT", "SELECT"] for table in APPEND_ONLY} == {True}
    assert {tuple(privileges) for privileges in found.values()} == {("DELETE", "INSERT", "SELECT", "UPDATE")}


async def test_database_privileges_are_corrected_at_the_next_start(
    database_url: str,
) -> None:
    owner = await asyncpg.connect(database_url)
    application = await asyncpg.connect(as_application(database_url))
    try:
        await owner.execute(f"GRANT ALL ON journal TO {APPLICATION_ROLE}")
        await owner.execute(f"REVOKE ALL ON clients FROM {APPLICATION_ROLE}")

        await asyncio.to_thread(migrate, database_url, APPLICATION_ROLE)

        assert await application.fetchval("SELECT count(*) FROM clients") == 0
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await application.execute("TRUNCATE journal")
    finally:
        await application.close()
        await owner.close()
