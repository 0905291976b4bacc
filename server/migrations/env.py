"""Alembic's entry: run the migrations over asyncpg, one starter at a time."""

import asyncio

from alembic import context
from alembic.autogenerate import compare_metadata
from sqlalchemy import Connection, text

from clearwater.domains.clients import models as clients_models
from clearwater.domains.content import models as content_models
from clearwater.domains.convert import models as convert_models
from clearwater.domains.demo import models as demo_models
from clearwater.domains.earn import models as earn_models
from clearwater.domains.files import models as files_models
from clearwater.domains.kyc import models as kyc_models
from clearwater.domains.ledger import models as ledger_models
from clearwater.domains.markets import models as markets_models
from clearwater.domains.membership import models as membership_models
from clearwater.domains.notices import models as notices_models
from clearwater.domains.orders import models as orders_models
from clearwater.domains.premarket import models as premarket_models
from clearwater.domains.rules import models as rules_models
from clearwater.domains.security import models as security_models
from clearwater.domains.sessions import models as sessions_models
from clearwater.domains.sites import models as sites_models
from clearwater.domains.staff import models as staff_models
from clearwater.domains.support import models as support_models
from clearwater.domains.wallets import incident_models as wallet_incident_models
from clearwater.domains.wallets import models as wallets_models
from clearwater.kit import account_events, attempts, idempotency, outbox
from clearwater.kit.db import Base, open_engine
from clearwater.kit.migrations import grant_application

MIGRATION_LOCK = 0x636C6561  # any constant of ours: the advisory lock all starters share
TABLES_COME_FROM = (
    clients_models,
    content_models,
    convert_models,
    demo_models,
    earn_models,
    files_models,
    kyc_models,
    ledger_models,
    markets_models,
    membership_models,
    notices_models,
    orders_models,
    premarket_models,
    rules_models,
    security_models,
    sessions_models,
    sites_models,
    staff_models,
    support_models,
    wallet_incident_models,
    wallets_models,
    account_events,
    attempts,
    idempotency,
    outbox,
)


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
        role: str | None = context.config.attributes.get("application_role")
        if role is not None:
            grant_application(connection, Base.metadata, role)


async def main() -> None:
    engine = open_engine(context.config.attributes["database_url"], pool_size=1, is_bounded=False)
    try:
        async with engine.connect() as connection:
            await connection.run_sync(run)
            await connection.commit()
    finally:
        await engine.dispose()


asyncio.run(main())
