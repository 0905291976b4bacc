"""Background jobs of pre-markets: executing approved proposals after a crash, and emails."""

import asyncio
from datetime import datetime

import structlog

from clearwater.core.desk import Desk
from clearwater.domains.premarket import mailing, proposals, queries
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import EngineUnavailable, Overloaded

log = structlog.get_logger("clearwater.premarket")

AT_ONCE = 100
PAUSE_SECONDS = 10.0


async def finish_approved(sessions: SessionFactory, desk: Desk, *, now: datetime) -> None:
    """Execute approved proposals, oldest first; stops when the engine is unavailable."""
    async with sessions() as session:
        waiting = await queries.list_approved(session, limit=AT_ONCE)
    try:
        for proposal_id in waiting:
            await proposals.execute(sessions, desk, proposal_id, now=now)
    except (EngineUnavailable, Overloaded):
        log.info("premarket_proposals_pending", waiting=len(waiting))


async def keep_working(sessions: SessionFactory, desk: Desk, clock: Clock) -> None:
    """Finish approved proposals, which the approval usually has, and tell clients about their contracts."""
    while True:
        for work in (finish_approved, announce):
            try:
                await work(sessions, desk, now=clock.now())
            except EngineUnavailable:
                log.info("premarket_work_pending")
            except Exception:
                log.exception("premarket_work_failed")
        await asyncio.sleep(PAUSE_SECONDS)


async def announce(sessions: SessionFactory, desk: Desk, *, now: datetime) -> None:
    """Email clients whose contracts are due or have ended."""
    await mailing.announce_all(sessions, desk.view, now=now)
