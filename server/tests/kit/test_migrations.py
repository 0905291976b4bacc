"""Migrations: a table of any size is brought up to date."""

import asyncio

import pytest
from sqlalchemy import text

from clearwater.kit.db import open_engine
from clearwater.kit.migrations import migrate


async def test_migrations_have_no_command_timeout(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clearwater.kit.db.COMMAND_TIMEOUT_SECONDS", 0.000_001)

    await asyncio.to_thread(migrate, database_url)

    hurried = open_engine(database_url, pool_size=1)
    with pytest.raises(TimeoutError):
        async with hurried.connect() as connection:
            await connection.execute(text("SELECT pg_sleep(5)"))
    await hurried.dispose()
