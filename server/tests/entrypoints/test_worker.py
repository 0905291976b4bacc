"""The worker's jobs come round, whatever happens to one of them."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import func, select
from structlog.testing import capture_logs

from clearwater.adapters.postgres_server import as_application
from clearwater.entrypoints import worker
from clearwater.entrypoints.wiring import Services
from clearwater.entrypoints.worker import Job, list_jobs, pause_seconds, run_jobs
from clearwater.kit import metrics
from clearwater.kit.attempts import AttemptCount, Attempts, by_ip, by_login
from clearwater.kit.clock import FixedClock, SystemClock
from tests.polling import ticks

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)


async def nothing() -> None:
    pass


async def hang() -> None:
    await asyncio.Event().wait()


async def test_a_failing_job_is_logged_once_and_retried_until_it_succeeds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "FIRST_RETRY_SECONDS", 0.001)
    tries = 0
    has_worked = asyncio.Event()

    async def fail_three_times() -> None:
        nonlocal tries
        tries += 1
        if tries <= 3:
            raise ConnectionRefusedError
        has_worked.set()

    with capture_logs() as logs:
        jobs = asyncio.create_task(run_jobs([Job("flaky", 0.01, fail_three_times)], FixedClock(NOON)))
        await asyncio.wait_for(has_worked.wait(), 10)
        await asyncio.sleep(0)
        jobs.cancel()

    events = [(line["event"], line.get("failures")) for line in logs]
    assert events == [("job_failed", None), ("job_recovered", 3)]
    assert metrics.job_runs.labels("flaky", "failure").value == 3
    assert metrics.job_runs.labels("flaky", "success").value == 1
    assert metrics.job_seconds.labels("flaky").count == 4
    assert metrics.job_last_success.labels("flaky").value == NOON.timestamp()


async def test_a_hanging_job_does_not_delay_others() -> None:
    rounds = 0
    enough = asyncio.Event()

    async def count_rounds() -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 3:
            enough.set()

    jobs = asyncio.create_task(
        run_jobs([Job("hanging", 1, hang), Job("quick", 0.001, count_rounds)], SystemClock())
    )
    await asyncio.wait_for(enough.wait(), 10)
    jobs.cancel()


@pytest.mark.parametrize(
    ("interval_seconds", "failures", "pause"),
    [(3600, 0, 3600), (3600, 1, 1), (3600, 2, 2), (3600, 6, 32), (3600, 7, 60), (3600, 500, 60), (5, 9, 5)],
)
def test_a_failed_job_is_retried_before_its_interval(
    interval_seconds: float, failures: int, pause: float
) -> None:
    assert pause_seconds(Job("any", interval_seconds, nothing), failures) == pause


async def test_every_job_runs_on_an_empty_installation(services: Services, database_url: str) -> None:
    for job in list_jobs(services, database_url):
        await job.perform()
        assert job.interval_seconds <= timedelta(days=1).total_seconds()


async def test_stale_failures_are_purged(services: Services, clock: FixedClock, database_url: str) -> None:
    attempts = Attempts(services.sessions, clock)
    await attempts.count_failure(by_login("test", "ann", "203.0.113.7"), by_ip("test", "203.0.113.7"))
    (job,) = [job for job in list_jobs(services, database_url) if job.name == "purge_attempts"]

    async def count() -> int:
        await job.perform()
        async with services.sessions() as session:
            return await session.scalar(select(func.count()).select_from(AttemptCount)) or 0

    assert await count() == 2
    clock.at += timedelta(days=1)
    assert await count() == 0


@asynccontextmanager
async def a_worker(database_url: str, folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    environment = {**os.environ, "DATABASE_URL": database_url, "CLEARWATER_DATA": str(folder)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "clearwater", "worker", env=environment, stderr=subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        # Reads the rest of the log, too: the transport is closed with the loop otherwise.
        await process.communicate()


async def wait_for_log(process: asyncio.subprocess.Process, event: str) -> None:
    assert process.stderr is not None
    async with asyncio.timeout(30):
        while event.encode() not in (line := await process.stderr.readline()):
            assert line, f"the worker ended without {event}"


async def test_the_worker_shuts_down_gracefully_on_sigterm(database_url: str, tmp_path: Path) -> None:
    async with a_worker(database_url, tmp_path) as process:
        await wait_for_log(process, "worker_started")

        process.send_signal(signal.SIGTERM)

        assert await asyncio.wait_for(process.wait(), 30) == 0


async def test_a_second_worker_takes_over_when_the_first_is_killed(
    database_url: str, connection: asyncpg.Connection, run_folder: Path
) -> None:
    url, folder = as_application(database_url), run_folder / "workers"

    async def list_checks(number: int) -> list[datetime]:
        """When the ledger was checked, which a worker does as it begins, once it was so often."""
        checks: list[datetime] = []
        async for _ in ticks():
            rows = await connection.fetch("SELECT checked_at FROM ledger_checks ORDER BY checked_at")
            checks = [row["checked_at"] for row in rows]
            if len(checks) >= number:
                break
        return checks

    async with a_worker(url, folder) as first:
        await wait_for_log(first, "leader_elected")
        before = await list_checks(1)
        async with a_worker(url, folder) as second:
            await wait_for_log(second, "leader_awaited")
            assert await list_checks(1) == before
            first.kill()
            await wait_for_log(second, "leader_elected")
            assert (await list_checks(2))[:1] == before
            second.terminate()

            assert await asyncio.wait_for(second.wait(), 30) == 0
