"""One process leads; the others wait until it is gone, or has lost its connection."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import asyncpg
import pytest
from sqlalchemy.engine import make_url
from structlog.testing import capture_logs

from clearwater.kit import leader_lock
from clearwater.kit.leader_lock import connect_for_lock, lead, try_lock
from tests.polling import eventually

LOCK = 4711


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leader_lock, "RETRY_SECONDS", 0.01)


class Candidate:
    """Whether it works now, and how often it began."""

    def __init__(self) -> None:
        self.is_working = False
        self.began = 0

    async def work(self) -> None:
        self.began += 1
        self.is_working = True
        try:
            await asyncio.Event().wait()
        finally:
            self.is_working = False


@asynccontextmanager
async def running(
    database_url: str, work: Callable[[], Awaitable[None]]
) -> AsyncIterator["asyncio.Task[None]"]:
    task = asyncio.create_task(lead(database_url, LOCK, work, process="test"))
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_one_works_and_the_next_begins_when_it_ends(database_url: str) -> None:
    first, second = Candidate(), Candidate()
    async with running(database_url, first.work) as leading:
        await eventually(lambda: first.is_working)
        async with running(database_url, second.work):
            other = await connect_for_lock(database_url)
            assert not await try_lock(other, LOCK)
            await other.close()
            assert (first.is_working, second.is_working) == (True, False)

            leading.cancel()
            await eventually(lambda: second.is_working)

            assert (first.is_working, first.began, second.began) == (False, 1, 1)


async def test_who_loses_the_connection_stops_and_waits_again(
    database_url: str, connection: asyncpg.Connection
) -> None:
    first = Candidate()
    async with running(database_url, first.work):
        await eventually(lambda: first.is_working)
        other = await connect_for_lock(database_url)
        # The other one takes the lock the moment it is free.
        waiting = asyncio.create_task(other.execute("SELECT pg_advisory_lock($1)", LOCK))
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks"
            " WHERE locktype = 'advisory' AND objid = $1 AND granted",
            LOCK,
        )
        await asyncio.wait_for(waiting, 30)
        await eventually(lambda: not first.is_working)
        assert first.began == 1

        await other.close()
        await eventually(lambda: first.is_working)

        assert first.began == 2


async def test_a_connection_that_does_not_answer_is_lost(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network that fails without a word: the probe finds out."""
    monkeypatch.setattr(leader_lock, "PROBE_SECONDS", 0.01)
    probes, silent = 0, asyncio.Event()
    execute = asyncpg.Connection.execute

    async def execute_or_hang(self: asyncpg.Connection, query: str, *args: object, **options: float) -> str:
        nonlocal probes
        if query == "SELECT 1" and not silent.is_set():
            probes += 1
            if probes == 3:
                silent.set()
                raise TimeoutError
        return await execute(self, query, *args, **options)

    monkeypatch.setattr(asyncpg.Connection, "execute", execute_or_hang)
    candidate = Candidate()
    async with running(database_url, candidate.work):
        await asyncio.wait_for(silent.wait(), 30)
        await eventually(lambda: candidate.began == 2)

    assert not candidate.is_working


async def test_what_the_work_raises_is_raised(database_url: str) -> None:
    async def fail() -> None:
        raise LookupError

    async with running(database_url, fail) as leading:
        with pytest.raises(LookupError):
            await asyncio.wait_for(leading, 30)


async def test_without_a_database_it_waits(database_url: str, connection: asyncpg.Connection) -> None:
    """As at a start before PostgreSQL serves: not an error, and not a leader."""
    candidate = Candidate()
    url = make_url(database_url)
    late = url.set(database=f"{url.database}_late").render_as_string(hide_password=False)
    with capture_logs() as logs:
        async with running(late, candidate.work):
            await eventually(lambda: logs)
            await connection.execute(f'CREATE DATABASE "{url.database}_late"')
            await eventually(lambda: candidate.is_working)
    await connection.execute(f'DROP DATABASE "{url.database}_late" WITH (FORCE)')

    assert [line["event"] for line in logs] == ["leader_awaited", "leader_elected"]


async def test_work_that_misses_its_cancellation_ends_the_process(
    database_url: str, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended, stopped = asyncio.Event(), asyncio.Event()
    monkeypatch.setattr(leader_lock, "END_SECONDS", 0.05)
    monkeypatch.setattr(leader_lock, "end_process", ended.set)
    candidate = Candidate()

    async def work() -> None:
        with suppress(asyncio.CancelledError):
            await candidate.work()
        await stopped.wait()

    with capture_logs() as logs:
        async with running(database_url, work):
            await eventually(lambda: candidate.is_working)
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1",
                LOCK,
            )
            await asyncio.wait_for(ended.wait(), 10)
            stopped.set()

    (line,) = [line for line in logs if line["event"] == "leader_work_not_ended"]
    assert any("work" in task for task in line["tasks"])
