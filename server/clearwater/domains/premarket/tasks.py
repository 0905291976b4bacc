"""The worker's part: emails about contracts, and carrying out what was approved."""

import asyncio

import structlog

from clearwater.core.desk import Desk
from clearwater.domains.premarket import mailing
from clearwater.domains.premarket.proposals import APPROVALS
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import EngineUnavailable

log = structlog.get_logger("clearwater.premarket")

PAUSE_SECONDS = 10.0
finish_approved = APPROVALS.finish_approved


async def keep_announcing(sessions: SessionFactory, desk: Desk, clock: Clock) -> None:
    """Email clients whose contracts are due or have ended."""
    while True:
        try:
            await mailing.announce_all(sessions, desk.view, now=clock.now())
        except EngineUnavailable:
            log.info("premarket_emails_pending")
        except Exception:
            log.exception("premarket_emails_failed")
        await asyncio.sleep(PAUSE_SECONDS)
