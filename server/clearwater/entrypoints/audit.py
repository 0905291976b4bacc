"""`clearwater audit`: whether the database is what it should be."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.adapters.data_folder import read_heads
from clearwater.domains.rules import service as rules
from clearwater.domains.sites import service as sites
from clearwater.domains.staff import service as staff
from clearwater.engine.audit import audit_ledger
from clearwater.engine.chain import read_head
from clearwater.engine.checkpoints import find_newest
from clearwater.kit.chain_heads import GENESIS, Chain, Head, format_head
from clearwater.kit.config import Settings
from clearwater.kit.database_hosts import connect
from clearwater.kit.db import open_engine, open_sessions
from clearwater.kit.migrations import find_schema_differences
from clearwater.kit.secrets import settings_seal

NO_HEADS: Mapping[Chain, Sequence[Head]] = {"journal": (), "audit-log": (), "checkpoint": ()}


async def show_heads(database_url: str, settings: Settings) -> list[str]:
    """The last entries of journal and audit log with their hashes, one per line, to store elsewhere.

    The newest checkpoint of the ledger, too, where there is one.
    """
    connection = await connect(database_url)
    try:
        journal, checkpoint = await read_head(connection), await find_newest(connection)
    finally:
        await connection.close()
    async with _reading(database_url, settings) as session:
        log = await staff.find_head(session) or Head(0, GENESIS)
    lines = [format_head("journal", journal), format_head("audit-log", log)]
    return lines if checkpoint is None else [*lines, format_head("checkpoint", checkpoint)]


async def find_differences(
    database_url: str,
    settings: Settings,
    heads: Mapping[Chain, Sequence[Head]] = NO_HEADS,
    *,
    is_incremental: bool = False,
) -> list[str]:
    """All differences between the database and what it should be; empty when it is intact.

    With heads that were exported earlier, journal and audit log have to be the ones that they are of; when it
    is incremental, the ledger is replayed from the newest checkpoint among them.
    """
    differences = await asyncio.to_thread(find_schema_differences, database_url)
    if differences:
        # Without the right tables nothing else can be checked.
        return [f"schema: {difference}" for difference in differences]
    ledger = await audit_ledger(
        database_url,
        processes=os.cpu_count() or 1,
        heads=heads["journal"],
        since=heads["checkpoint"] if is_incremental else (),
    )
    log_heads = [*read_heads(settings.data_folder), *heads["audit-log"]]
    async with _reading(database_url, settings) as session:
        return [*ledger.differences, *await _audit_sites(session), *await _audit_log(session, log_heads)]


@asynccontextmanager
async def _reading(database_url: str, settings: Settings) -> AsyncIterator[AsyncSession]:
    """One snapshot: an exchange that goes on serving meanwhile must not look damaged."""
    engine = open_engine(database_url, pool_size=1)
    try:
        async with open_sessions(engine, seal=settings_seal(settings))() as session:
            await session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            yield session
    finally:
        await engine.dispose()


async def _audit_sites(session: AsyncSession) -> Sequence[str]:
    differences = []
    for site in await sites.list_sites(session):
        if not site.hosts:
            differences.append(f"sites: {site.sitename} has no hostname and can never be reached")
        differences += [
            f"rules of {site.sitename}: {fault}" for fault in await rules.find_faults(session, site.id)
        ]
    return differences


async def _audit_log(session: AsyncSession, heads: Sequence[Head]) -> Sequence[str]:
    report = await staff.verify_chain(session, heads)
    if report.ok:
        return []
    return [
        f"audit log: entry {report.broken_at} was changed, removed or put in, or is not the one that was"
        " anchored; nothing from there on can be trusted"
    ]
