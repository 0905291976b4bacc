"""Notices arrive with their commit or not at all; a listener learns that it may have missed some."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import suppress

import asyncpg
import pytest_asyncio

from clearwater.kit.db import open_engine, open_sessions
from clearwater.kit.notices import Notice, NoticeListener, announce

SOMEBODY = uuid.UUID("01a1e030-0000-7000-8000-000000000001")
TIMEOUT_SECONDS = 10


class ReceivedNotices:
    """Receives notices one after the other."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Notice | None] = asyncio.Queue()

    def __call__(self, notice: Notice | None) -> None:
        self._queue.put_nowait(notice)

    async def next(self) -> Notice | None:
        return await asyncio.wait_for(self._queue.get(), TIMEOUT_SECONDS)


@pytest_asyncio.fixture
async def listener(database_url: str) -> AsyncIterator[NoticeListener]:
    opened = NoticeListener(database_url)
    yield opened


@pytest_asyncio.fixture
async def received(listener: NoticeListener) -> AsyncIterator[ReceivedNotices]:
    """A subscriber that is connected, and has received the initial None."""
    received = ReceivedNotices()
    listener.subscribe(received)
    task = asyncio.create_task(listener.run())
    assert await received.next() is None
    yield received
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_a_notice_is_sent_on_commit(database_url: str, received: ReceivedNotices) -> None:
    engine = open_engine(database_url)
    async with open_sessions(engine)() as session:
        await announce(session, Notice("kyc", SOMEBODY, {"status": "rolled back"}))
        await session.rollback()
        await announce(session, Notice("kyc", SOMEBODY, {"status": "approved"}), Notice("level", SOMEBODY))
        await session.commit()
    await engine.dispose()

    assert await received.next() == Notice("kyc", SOMEBODY, {"status": "approved"})
    assert await received.next() == Notice("level", SOMEBODY, {})


async def test_a_lost_connection_is_reopened_and_reported_as_a_gap(
    database_url: str, received: ReceivedNotices
) -> None:
    admin = await asyncpg.connect(database_url)
    await admin.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    assert await received.next() is None

    await admin.execute("SELECT pg_notify('clearwater_notices', 'not a notice')")
    assert await received.next() is None
    await admin.close()


async def test_a_failing_subscriber_does_not_affect_others(
    database_url: str, listener: NoticeListener, received: ReceivedNotices
) -> None:
    def fail(notice: Notice | None) -> None:
        raise ValueError(notice)

    late = ReceivedNotices()
    listener.subscribe(fail)
    listener.subscribe(late)
    engine = open_engine(database_url)
    async with open_sessions(engine)() as session:
        await announce(session, Notice("security", SOMEBODY))
        await session.commit()
    await engine.dispose()

    assert await received.next() == await late.next() == Notice("security", SOMEBODY, {})
