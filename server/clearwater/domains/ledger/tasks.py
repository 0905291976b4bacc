"""Checking the ledger, and finishing what was approved but not done: after a crash, say."""

import asyncio
from datetime import datetime, timedelta

import structlog

from clearwater.core.desk import Desk
from clearwater.domains.ledger import check, check_queries, proposals, queries
from clearwater.domains.ledger.models import LedgerCheckRow
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import EngineUnavailable, Overloaded

log = structlog.get_logger("clearwater.ledger")

AT_ONCE = 100
PAUSE_SECONDS = 10.0
KEPT_FOR = timedelta(days=30)


async def finish_approved(sessions: SessionFactory, desk: Desk, *, now: datetime) -> None:
    """Carry out what waits, oldest first; the rest waits on when the engine cannot be asked."""
    await proposals.correct_refused(sessions)
    async with sessions() as session:
        waiting = await queries.list_approved(session, limit=AT_ONCE)
    try:
        for proposal_id in waiting:
            await proposals.carry_out(sessions, desk, proposal_id, now=now)
    except (EngineUnavailable, Overloaded):
        log.info("proposals_pending", waiting=len(waiting))


async def keep_finishing(sessions: SessionFactory, desk: Desk, clock: Clock) -> None:
    """Look again and again; beside a decision itself there is seldom anything to do."""
    while True:
        try:
            await finish_approved(sessions, desk, now=clock.now())
        except Exception:
            log.exception("proposal_execution_failed")
        await asyncio.sleep(PAUSE_SECONDS)


async def check_all(sessions: SessionFactory, *, now: datetime) -> None:
    """Check the whole ledger, and keep what was found for everybody to see; older findings go."""
    async with sessions() as session:
        found = await check.check_ledger(session, now=now)
    if not found.ok:
        log.error("ledger_unbalanced", seq=found.seq, wrong_holds=found.wrong_holds)
    async with transaction(sessions) as session:
        session.add(LedgerCheckRow(checked_at=now, ok=found.ok, seq=found.seq))
        await check_queries.delete_checks_before(session, now - KEPT_FOR)
