"""What is announced arrives with its commit, or not at all; and who has not listened is told so."""

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


class Ear:
    """Hears notices one after the other."""

    def __init__(self) -> None:
        self._heard: asyncio.Queue[Notice | None] = asyncio.Queue()

    def __call__(self, notice: Notice | None) -> None:
        self._heard.put_nowait(notice)

    async def next(self) -> Notice | None:
        return await asyncio.wait_for(self._heard.get(), TIMEOUT_SECONDS)


@pytest_asyncio.fixture
async def listener(database_url: str) -> AsyncIterator[NoticeListener]:
    opened = NoticeListener(database_url)
    yield opened


@pytest_asyncio.fixture
async def ear(listener: NoticeListener) -> AsyncIterator[Ear]:
    """One that listens already, and has been told that it did not before."""
    heard = Ear()
    listener.subscribe(heard)
    task = asyncio.create_task(listener.run())
    assert await heard.next() is None
    yield heard
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_a_notice_leaves_with_its_commit(database_url: str, ear: Ear) -> None:
    engine = open_engine(database_url)
    async with open_sessions(engine)() as session:
        await announce(session, Notice("kyc", SOMEBODY, {"status": "rolled back"}))
        await session.rollback()
        await announce(session, Notice("kyc", SOMEBODY, {"status": "approved"}), Notice("level", SOMEBODY))
        await session.commit()
    await engine.dispose()

    assert await ear.next() == Notice("kyc", SOMEBODY, {"status": "approved"})
    assert await ear.next() == Notice("level", SOMEBODY, {})


async def test_a_lost_connection_is_opened_again_and_said_to_have_missed_something(
    database_url: str, ear: Ear
) -> None:
    admin = await asyncpg.connect(database_url)
    await admin.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    assert await ear.next() is None

    await admin.execute("SELECT pg_notify('clearwater_notices', 'not a notice')")
    assert await ear.next() is None
    await admin.close()


async def test_one_who_fails_keeps_nothing_from_the_others(
    database_url: str, listener: NoticeListener, ear: Ear
) -> None:
    def fail(notice: Notice | None) -> None:
        raise ValueError(notice)

    late = Ear()
    listener.subscribe(fail)
    listener.subscribe(late)
    engine = open_engine(database_url)
    async with open_sessions(engine)() as session:
        await announce(session, Notice("security", SOMEBODY))
        await session.commit()
    await engine.dispose()

    assert await ear.next() == await late.next() == Notice("security", SOMEBODY, {})
