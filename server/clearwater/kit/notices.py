"""Notices from one process to all: what a transaction announces leaves exactly when it commits.

PostgreSQL carries them (LISTEN and NOTIFY), so whoever can write can announce, and nothing is announced of
work that was rolled back. They are not stored: a listener that was away has to reload.
"""

import asyncio
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.kit import account_events
from clearwater.kit.database_hosts import DATABASE_LOST, connect
from clearwater.kit.waiting import wait_for_event

log = structlog.get_logger("clearwater.notices")

CHANNEL = "clearwater_notices"
# The kind of a new notice in the notification centre, which is about nothing but the list there.
CENTRE_NOTICE = "notice"
# The kind for all clients of a site: there is a new announcement.
ANNOUNCEMENT = "announcement"
# A news entry has become public.
NEWS_PUBLISHED = "news_published"
# A client's profile, sign-in or key has changed: sent by the tables themselves, for caches alone.
CALLER_CHANGED = "caller_changed"
# What changes nothing of a client: neither what is known of one nor the fees.
UNRELATED_TO_CLIENTS = frozenset({CENTRE_NOTICE, ANNOUNCEMENT, NEWS_PUBLISHED})
CONNECT_SECONDS = 5
# A connection that a network lost without a word is noticed after these.
PROBE_SECONDS, PROBE_TIMEOUT_SECONDS = 0.4, 5.0
# What a notice would have ended may be relied on until the last answered probe is this old.
MAX_SILENCE_SECONDS = 1.0
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.1, 5.0

ANNOUNCE = text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")


class Notice(NamedTuple):
    """Something has happened to a client's account, or without one to all."""

    kind: str
    client_id: uuid.UUID | None
    detail: Mapping[str, Any] = {}


# None: some notices may have been missed; reload what depends on them.
Callback = Callable[[Notice | None], None]


async def announce(session: AsyncSession, *notices: Notice, is_recorded: bool = False) -> None:
    """Notify all processes when the caller's transaction commits.

    What is recorded appears in the client's notification centre, too.
    """
    if is_recorded:
        for notice in notices:
            assert notice.client_id is not None, "only what happens to an account is recorded"
            await account_events.record(session, notice.kind, notice.client_id, notice.detail)
    if notices:
        encoded = [msgspec.json.encode(notice).decode() for notice in notices]
        await session.execute(ANNOUNCE, {"channel": CHANNEL, "notices": encoded})


class NoticeListener:
    """Listens for notices on a separate connection, and reports when it may have missed some."""

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._callbacks: list[Callback] = []
        self._listening = asyncio.Event()
        self._current_until = 0.0

    @property
    def is_current(self) -> bool:
        """Whether every notice of a second ago has arrived."""
        return time.monotonic() < self._current_until

    def subscribe(self, callback: Callback) -> None:
        """Call back with every notice from now on. A callback must not block."""
        self._callbacks.append(callback)

    async def wait_until_listening(self) -> None:
        await self._listening.wait()

    async def run(self) -> None:
        """Listen until cancelled."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                await self._listen()
            except DATABASE_LOST as error:
                log.warning("notice_listener_disconnected", reason=type(error).__name__)
            if self._listening.is_set():
                self._listening.clear()
                pause = FIRST_PAUSE_SECONDS
            await asyncio.sleep(pause)
            pause = min(pause * 2, MAX_PAUSE_SECONDS)

    async def _listen(self) -> None:
        connection = await connect(self._database_url, timeout_seconds=CONNECT_SECONDS)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._on_notify)
            self._listening.set()
            self._notify(None)
            while not lost.is_set():
                began = time.monotonic()
                await connection.execute("SELECT 1", timeout=PROBE_TIMEOUT_SECONDS)
                self._current_until = began + MAX_SILENCE_SECONDS
                await wait_for_event(lost, seconds=PROBE_SECONDS)
        finally:
            self._current_until = 0.0
            connection.terminate()

    def _on_notify(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        try:
            notice = msgspec.json.decode(str(payload), type=Notice)
        except msgspec.MsgspecError:
            # Possibly from a newer version: treat it as a missed notice.
            log.warning("notice_invalid")
            self._notify(None)
            return
        self._notify(notice)

    def _notify(self, notice: Notice | None) -> None:
        for callback in self._callbacks:
            try:
                callback(notice)
            except Exception:
                log.exception("notice_failed", kind=notice.kind if notice else None)
