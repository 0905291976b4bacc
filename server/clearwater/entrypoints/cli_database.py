"""How a command works on the installation's database, running or stopped.

What takes long to load (ORM, logging, migrations) is imported where it is needed: scripts run the commands
that only read again and again.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

import asyncpg
import click

from clearwater.adapters.postgres_server import DatabaseUrls, database, find_running_url, urls_of
from clearwater.kit.config import Settings, load_settings
from clearwater.kit.database_hosts import connect
from clearwater.kit.errors import ClearwaterError
from clearwater.kit.schema_version import is_newest

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession

T = TypeVar("T")


def start() -> Settings:
    settings = load_settings()
    _configure_logging(settings)
    return settings


def fetch(query: str, *arguments: object) -> list[asyncpg.Record]:
    """Rows of the installation's database."""

    async def run() -> list[asyncpg.Record]:
        settings = load_settings()
        if settings.database_url is None and find_running_url(settings.data_folder) is None:
            # Starting a server logs.
            _configure_logging(settings)
        async with _migrated(settings) as urls:
            connection = await connect(urls.application)
            try:
                return await connection.fetch(query, *arguments)
            finally:
                await connection.close()

    return asyncio.run(run())


def in_transaction(work: Callable[["AsyncSession"], Awaitable[T]]) -> T:
    """Run some work on the installation's database and commit it; a rejection is printed as a sentence."""
    from clearwater.kit.db import open_engine, open_sessions, transaction
    from clearwater.kit.secrets import settings_seal

    async def run() -> T:
        settings = start()
        async with _migrated(settings) as urls:
            engine = open_engine(urls.application, pool_size=1)
            try:
                sessions = open_sessions(engine, seal=settings_seal(settings))
                async with transaction(sessions) as session:
                    return await work(session)
            finally:
                await engine.dispose()

    try:
        return asyncio.run(run())
    except ClearwaterError as refusal:
        raise click.ClickException(refusal.detail) from None


def _configure_logging(settings: Settings) -> None:
    from clearwater.kit.logging import configure_logging

    configure_logging(settings)


@asynccontextmanager
async def _migrated(settings: Settings) -> AsyncIterator[DatabaseUrls]:
    """The database, at the newest version of its schema."""
    async with database(settings) as owner_url:
        urls = urls_of(settings, owner_url)
        if not await is_newest(urls.owner):
            _configure_logging(settings)
            from clearwater.kit.migrations import migrate

            await asyncio.to_thread(migrate, urls.owner, urls.application_role)
        yield urls
