"""How a command works on the installation's database, running or stopped."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import click
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.adapters.postgres_server import DatabaseUrls, database, urls_of
from clearwater.kit.config import Settings, load_settings
from clearwater.kit.db import open_engine, open_sessions, transaction
from clearwater.kit.errors import ClearwaterError
from clearwater.kit.logging import configure_logging
from clearwater.kit.schema_version import is_newest
from clearwater.kit.secrets import settings_seal

T = TypeVar("T")


def start() -> Settings:
    settings = load_settings()
    configure_logging(settings)
    return settings


def in_transaction(work: Callable[[AsyncSession], Awaitable[T]]) -> T:
    """Run some work on the installation's database and commit it; a rejection is printed as a sentence."""

    async def run() -> T:
        settings = start()
        async with database(settings) as owner_url:
            urls = urls_of(settings, owner_url)
            if not await is_newest(urls.owner):
                await _migrate(urls)
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


async def _migrate(urls: DatabaseUrls) -> None:
    # It loads Alembic and the tables of every domain, which takes longer than most commands.
    from clearwater.kit.migrations import migrate  # noqa: PLC0415

    await asyncio.to_thread(migrate, urls.owner, urls.application_role)
