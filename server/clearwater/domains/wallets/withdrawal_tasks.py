"""Background job of withdrawals: finishes what expired, and what a process left unfinished."""

import asyncio
from datetime import datetime, timedelta

import structlog

from clearwater.core.desk import Desk
from clearwater.domains.wallets import withdrawal_queries
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.withdrawal_ends import WithdrawalEnds
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import EngineUnavailable, Overloaded

log = structlog.get_logger("clearwater.wallets")

AT_ONCE = 100
PAUSE_SECONDS = 5.0
KEPT_FOR = timedelta(hours=1)


async def finish_withdrawals(
    sessions: SessionFactory, desk: Desk, networks: Networks, *, now: datetime
) -> None:
    """Expire, release and settle, oldest first; stops when the engine is unavailable."""
    ends = WithdrawalEnds(sessions, desk, networks)
    async with sessions() as session:
        expired = await withdrawal_queries.list_expired(session, now=now, limit=AT_ONCE)
        to_release = await withdrawal_queries.list_to_release(session, limit=AT_ONCE)
        internal = await withdrawal_queries.list_internal(session, limit=AT_ONCE)
    try:
        for withdrawal_id in expired:
            await ends.expire(withdrawal_id, now=now)
        for withdrawal_id in to_release:
            await ends.release(withdrawal_id, now=now)
        for withdrawal_id in internal:
            await ends.settle_internal(withdrawal_id, now=now)
    except (EngineUnavailable, Overloaded):
        log.info("withdrawals_pending", waiting=len(expired) + len(to_release) + len(internal))
    async with transaction(sessions) as session:
        await withdrawal_queries.delete_never_made(session, before=now - KEPT_FOR)


async def keep_finishing(sessions: SessionFactory, desk: Desk, networks: Networks, clock: Clock) -> None:
    """Poll; usually the request itself has finished everything."""
    while True:
        try:
            await finish_withdrawals(sessions, desk, networks, now=clock.now())
        except Exception:
            log.exception("withdrawals_failed")
        await asyncio.sleep(PAUSE_SECONDS)
