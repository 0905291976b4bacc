"""Whether every migration has run is known without Alembic, and as Alembic says."""

import asyncpg

from clearwater.kit.schema_version import is_newest


async def test_a_migrated_database_is_at_the_newest_version(database_url: str) -> None:
    assert await is_newest(database_url)


async def test_an_older_database_is_not(database_url: str, connection: asyncpg.Connection) -> None:
    await connection.execute("UPDATE alembic_version SET version_num = '20261115_0900'")

    assert not await is_newest(database_url)


async def test_neither_is_one_without_any_tables(database_url: str, connection: asyncpg.Connection) -> None:
    await connection.execute("DROP TABLE alembic_version")

    assert not await is_newest(database_url)
