"""Background jobs of content: publish what is due, give new sites FAQ and terms, delete old votes."""

from datetime import datetime

from clearwater.domains.content import live, queries, service
from clearwater.domains.staff.service import record
from clearwater.kit.db import SessionFactory, transaction

BATCH_SIZE = 100
SCHEDULE = "schedule"


async def publish_due(sessions: SessionFactory, *, now: datetime) -> None:
    """Publish every version whose time has come, each in a transaction.

    Whether it is still due is asked again under the lock, so a job that runs twice publishes once, and what
    an interrupted one has left is published by the next.
    """
    while True:
        async with sessions() as session:
            due = await queries.list_due(session, now=now, limit=BATCH_SIZE)
        for entry_id in due:
            async with transaction(sessions) as session:
                entry = await service.lock_due(session, entry_id, now=now)
                if entry is None or entry.scheduled_version is None:
                    continue
                version = await service.get_version(session, entry_id, entry.scheduled_version)
                await live.put_live(session, entry, version, now=entry.scheduled_at or now)
                await session.flush()
                subject, detail = f"content:{entry.id}", service.describe(entry)
                await record(
                    session, None, "content.published", subject=subject, detail=detail, by=SCHEDULE, now=now
                )
        if len(due) < BATCH_SIZE:
            return


async def purge_votes(sessions: SessionFactory, *, now: datetime) -> None:
    """Delete the votes of past days: they only keep a visitor from voting twice on one."""
    await queries.purge_votes(sessions, before=now.date())


async def add_starter_texts(sessions: SessionFactory, *, now: datetime) -> None:
    """Give every site without an FAQ or terms those to begin with."""
    await service.add_starters(sessions, "page", now=now)
    await service.add_starters(sessions, "faq", now=now)
