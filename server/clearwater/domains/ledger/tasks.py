"""Background jobs: the ledger check, and executing approved proposals after a crash."""

import asyncio
from datetime import datetime, timedelta

import structlog

from clearwater.core.desk import Desk
from clearwater.domains.ledger import proposals, queries, service
from clearwater.domains.ledger.models import LedgerCheckRow
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import EngineUnavailable, Overloaded

log = structlog.get_logger("clearwater.ledger")

AT_ONCE = 100
PAUSE_SECONDS = 10.0
KEPT_FOR = timedelta(days=30)


async def finish_approved(sessions: SessionFactory, desk: Desk, *, now: datetime) -> None:
    """Execute approved proposals, oldest first; stops when the engine is unavailable."""
    await proposals.correct_refused(sessions)
    async with sessions() as session:
        waiting = await queries.list_approved(session, limit=AT_ONCE)
    try:
        for proposal_id in waiting:
            await proposals.execute(sessions, desk, proposal_id, now=now)
    except (EngineUnavailable, Overloaded):
        log.info("proposals_pending", waiting=len(waiting))


async def keep_finishing(sessions: SessionFactory, desk: Desk, clock: Clock) -> None:
    """Poll for approved proposals; usually the approval has executed them already."""
    while True:
        try:
            await finish_approved(sessions, desk, now=clock.now())
        except Exception:
            log.exception("proposal_execution_failed")
        await asyncio.sleep(PAUSE_SECONDS)


async def check_all(sessions: SessionFactory, *, now: datetime) -> None:
    """Check the whole ledger and store the result; old results are deleted."""
    async with sessions() as session:
        found = await service.check_ledger(session, now=now)
    if not found.ok:
        log.error("ledger_unbalanced", seq=found.seq, wrong_holds=found.wrong_holds)
    async with transaction(sessions) as session:
        session.add(LedgerCheckRow(checked_at=now, ok=found.ok, seq=found.seq))
        await queries.delete_checks_before(session, now - KEPT_FOR)
