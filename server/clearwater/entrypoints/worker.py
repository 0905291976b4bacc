"""The worker process: jobs that come round at their intervals."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog

from clearwater.entrypoints.wiring import Services, open_services
from clearwater.kit import idempotency
from clearwater.kit.config import Settings

log = structlog.get_logger("clearwater.worker")

HOUR_SECONDS = 3600.0
FIRST_RETRY_SECONDS = 1.0
LONGEST_RETRY_SECONDS = 60.0


@dataclass(frozen=True)
class Job:
    """Something done at each interval. It may run twice, and it may be cut off at any point."""

    name: str
    interval_seconds: float
    perform: Callable[[], Awaitable[None]]


async def run(settings: Settings, database_url: str) -> None:
    """Work until told to stop."""
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    try:
        async with open_services(settings, database_url) as services:
            jobs = list_jobs(services)
            log.info("worker_started", jobs=[job.name for job in jobs])
            await run_jobs(jobs)
    except asyncio.CancelledError:
        log.info("worker_stopped")


def list_jobs(services: Services) -> list[Job]:
    async def purge_idempotency_keys() -> None:
        async with services.sessions() as session:
            await idempotency.purge_expired(session, services.clock.now())

    return [Job("purge_idempotency_keys", HOUR_SECONDS, purge_idempotency_keys)]


async def run_jobs(jobs: Sequence[Job]) -> None:
    """Run all jobs side by side; one that fails holds up no other."""
    async with asyncio.TaskGroup() as group:
        for job in jobs:
            group.create_task(_repeat(job))


async def _repeat(job: Job) -> None:
    failures = 0
    while True:
        try:
            await job.perform()
        except Exception:
            failures += 1
            # Once for each series: a database that is away must not fill the log.
            if failures == 1:
                log.exception("job_failed", job=job.name)
        else:
            if failures:
                log.info("job_recovered", job=job.name, failures=failures)
            failures = 0
        await asyncio.sleep(pause_seconds(job, failures))


def pause_seconds(job: Job, failures: int) -> float:
    """The job's own interval, or after failures a shorter one that grows with each."""
    if failures == 0:
        return job.interval_seconds
    doublings = min(failures - 1, 10)
    return min(FIRST_RETRY_SECONDS * (1 << doublings), LONGEST_RETRY_SECONDS, job.interval_seconds)
