"""The worker's jobs come round, whatever happens to one of them."""

import asyncio
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select
from structlog.testing import capture_logs

from clearwater.entrypoints import worker
from clearwater.entrypoints.wiring import Services
from clearwater.entrypoints.worker import Job, list_jobs, pause_seconds, run_jobs
from clearwater.kit import metrics
from clearwater.kit.attempts import AttemptCount, Attempts, by_ip, by_login
from clearwater.kit.clock import FixedClock, SystemClock

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


async def test_the_worker_shuts_down_gracefully_on_sigterm(database_url: str, tmp_path: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": database_url, "CLEARWATER_DATA": str(tmp_path)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "clearwater", "worker", env=environment, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    first_line = await asyncio.wait_for(process.stderr.readline(), 30)
    assert b"worker_started" in first_line

    process.send_signal(signal.SIGTERM)

    assert await asyncio.wait_for(process.wait(), 30) == 0
