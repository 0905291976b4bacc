"""Background jobs: the ledger check, past balances, and executing approved proposals after a crash."""

from datetime import datetime, timedelta

import structlog

from clearwater.core.desk import Desk
from clearwater.domains.ledger import past_balances, proposals, queries, service
from clearwater.domains.ledger.models import LedgerCheckRow
from clearwater.domains.ledger.proposals import APPROVALS
from clearwater.kit.db import SessionFactory, transaction

log = structlog.get_logger("clearwater.ledger")

KEPT_FOR = timedelta(days=30)


async def finish_approved(sessions: SessionFactory, desk: Desk, *, now: datetime) -> None:
    """Carry out approved proposals; stops when the engine is unavailable."""
    await proposals.correct_refused(sessions)
    await APPROVALS.finish_approved(sessions, desk, now=now)


async def check_all(sessions: SessionFactory, *, now: datetime) -> None:
    """Check the whole ledger and store the result; old results are deleted."""
    async with sessions() as session:
        found = await service.check_ledger(session, now=now)
    if not found.ok:
        log.error("ledger_unbalanced", seq=found.seq, wrong_holds=found.wrong_holds)
    async with transaction(sessions) as session:
        session.add(LedgerCheckRow(checked_at=now, ok=found.ok, seq=found.seq))
        await queries.delete_checks_before(session, now - KEPT_FOR)


async def store_past_balances(sessions: SessionFactory) -> None:
    """Store what clients had at the end of each quarter of an hour since the last time."""
    await past_balances.store_complete(sessions)
