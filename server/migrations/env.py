"""Alembic's entry: run the migrations over asyncpg, one starter at a time."""

import asyncio

from alembic import context
from alembic.autogenerate import compare_metadata
from sqlalchemy import Connection, text

from clearwater.domains.rules import models as rules_models
from clearwater.domains.sites import models as sites_models
from clearwater.kit import idempotency
from clearwater.kit.db import Base, open_engine

MIGRATION_LOCK = 0x636C6561  # any constant of ours: the advisory lock all starters share
TABLES_COME_FROM = (sites_models, rules_models, idempotency)


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata, transaction_per_migration=False)
    found: list[str] | None = context.config.attributes.get("compare")
    if found is not None:
        found += [str(difference) for difference in compare_metadata(context.get_context(), Base.metadata)]
        return
    with context.begin_transaction():
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        connection.execute(text("SET LOCAL lock_timeout = '10s'"))
        context.run_migrations()


async def main() -> None:
    engine = open_engine(context.config.attributes["database_url"], pool_size=1)
    try:
        async with engine.connect() as connection:
            await connection.run_sync(run)
            await connection.commit()
    finally:
        await engine.dispose()


asyncio.run(main())
