"""The worker's part: what is approved is carried out, though the process that approved it is gone."""

import asyncio
from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

import structlog

from clearwater.core.desk import Desk
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory

log = structlog.get_logger("clearwater.approvals")

PAUSE_SECONDS = 2.0


class FinishApproved(Protocol):
    """Carries out the approved proposals of one table."""

    async def __call__(self, sessions: SessionFactory, desk: Desk, *, now: datetime) -> None: ...


async def keep_finishing(
    tables: Iterable[FinishApproved], sessions: SessionFactory, desk: Desk, clock: Clock
) -> None:
    """Poll for approved proposals; usually the approval has carried them out already."""
    while True:
        for finish_approved in tables:
            try:
                await finish_approved(sessions, desk, now=clock.now())
            except Exception:
                log.exception("approvals_failed")
        await asyncio.sleep(PAUSE_SECONDS)
