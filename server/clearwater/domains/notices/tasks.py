"""Background jobs of notices: following fills, events of accounts and news; web push; retention."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog

from clearwater.core.desk import Committed, Desk
from clearwater.core.events import Filled
from clearwater.core.views import View
from clearwater.domains.notices import announcing, following
from clearwater.domains.notices.account_notices import deliver_recorded
from clearwater.domains.notices.models import Announcement, NoticeRow
from clearwater.domains.notices.pushing import send_waiting
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, delete_in_batches
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.waiting import wait_for_event

__all__ = ["FillFollower", "announce_news", "deliver_recorded", "purge_old", "send_waiting"]

log = structlog.get_logger("clearwater.notices")

RETENTION = timedelta(days=90)
# Fills that are close together are taken in one transaction.
PAUSE_SECONDS = 0.25
# How often to look for orders that have closed without another fill, and to try again what failed.
LOOK_SECONDS = 5.0


class FillFollower:
    """Fires alerts and notifies of filled orders soon after each commit with fills."""

    def __init__(self, sessions: SessionFactory, clock: Clock) -> None:
        self._sessions = sessions
        self._clock = clock
        self._has_fills = asyncio.Event()

    def on_reset(self, view: View) -> None:
        """There may be fills without a notification."""
        self._has_fills.set()

    def on_commit(self, entries: Sequence[Committed]) -> None:
        if any(type(event) is Filled for entry in entries for event in entry.events):
            self._has_fills.set()

    async def run(self, desk: Desk) -> None:
        """Follow until cancelled."""
        is_failing = False
        looked_at: timedelta | None = None
        while True:
            await wait_for_event(self._has_fills, seconds=LOOK_SECONDS)
            self._has_fills.clear()
            try:
                await following.follow(self._sessions, desk.view, now=self._clock.now())
                elapsed = self._clock.elapsed()
                if looked_at is None or elapsed >= looked_at + timedelta(seconds=LOOK_SECONDS):
                    looked_at = elapsed
                    await following.notify_closed_orders(self._sessions, desk.view, now=self._clock.now())
                is_failing = False
            except EngineUnavailable:
                log.info("notices_pending")
            except Exception:
                # Once per series of failures: an unavailable database must not fill the log.
                if not is_failing:
                    log.exception("notices_failed")
                is_failing = True
            await asyncio.sleep(PAUSE_SECONDS)


async def announce_news(sessions: SessionFactory, *, now: datetime) -> None:
    """Store what was published, and send it to those who want it by mail or push."""
    await announcing.store_published(sessions, now=now)
    await announcing.send_stored(sessions, now=now)


async def purge_old(sessions: SessionFactory, *, now: datetime) -> None:
    await delete_in_batches(sessions, NoticeRow, NoticeRow.created_at < now - RETENTION)
    await delete_in_batches(sessions, Announcement, Announcement.created_at < now - RETENTION)
