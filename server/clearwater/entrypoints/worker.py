"""The worker process: periodic jobs, stored candles, approved proposals, and the bots of a demo.

One worker of an installation does all that; others wait for its lock, and take over when it is gone.
"""

import asyncio
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

import structlog

from clearwater.adapters.chains.development_faucet import DevelopmentFaucet
from clearwater.adapters.data_folder import append_head
from clearwater.adapters.signer.client import SignerClient
from clearwater.adapters.smtp import SmtpMailer, parse_smtp_url
from clearwater.domains.approvals import tasks as approval_tasks
from clearwater.domains.content import tasks as content_tasks
from clearwater.domains.convert import tasks as convert_tasks
from clearwater.domains.demo import tasks as demo_tasks
from clearwater.domains.earn import tasks as earn_tasks
from clearwater.domains.files import service as files
from clearwater.domains.kyc import tasks as kyc_tasks
from clearwater.domains.ledger import tasks as ledger_tasks
from clearwater.domains.markets import tasks as market_tasks
from clearwater.domains.markets.service import Board
from clearwater.domains.membership import service as membership
from clearwater.domains.membership import tasks as level_tasks
from clearwater.domains.notices import tasks as notice_tasks
from clearwater.domains.premarket import tasks as premarket_tasks
from clearwater.domains.rules import tasks as rule_tasks
from clearwater.domains.security import tasks as security_tasks
from clearwater.domains.sessions import tasks as session_tasks
from clearwater.domains.sites import tasks as site_tasks
from clearwater.domains.staff import service as staff
from clearwater.domains.wallets import tasks as wallet_tasks
from clearwater.domains.wallets import withdrawal_tasks
from clearwater.engine.checkpoints import store_checkpoint
from clearwater.engine.follower import Follower
from clearwater.engine.protocol import Alive, JobStatus
from clearwater.entrypoints.client_facts import find_with_second_factor
from clearwater.entrypoints.metrics_server import serving_metrics
from clearwater.entrypoints.wiring import Services, follow_engine, open_services
from clearwater.kit import attempts, idempotency, metrics, outbox
from clearwater.kit.clock import Clock
from clearwater.kit.config import Settings
from clearwater.kit.database_hosts import connect
from clearwater.kit.leader_lock import lead
from clearwater.kit.outbox import deliver_waiting
from clearwater.kit.progress import progress_on

log = structlog.get_logger("clearwater.worker")
# What two people have decided, of every table of proposals.
APPROVED = (
    ledger_tasks.finish_approved,
    premarket_tasks.finish_approved,
    earn_tasks.finish_approved,
    wallet_tasks.finish_approved,
    site_tasks.finish_approved,
    rule_tasks.finish_approved,
    level_tasks.finish_approved,
)

MAIL_SECONDS = 1.0
CONTENT_SECONDS = 5.0
NOTICE_SECONDS = 1.0
NEWS_SECONDS = 10.0
MEASURE_SECONDS = 15.0
MINUTE_SECONDS = 60.0
CHECK_SECONDS = 5 * MINUTE_SECONDS
HOUR_SECONDS = 3600.0
DAY_SECONDS = 24 * HOUR_SECONDS
FIRST_RETRY_SECONDS = 1.0
MAX_RETRY_SECONDS = 60.0
Purge = Callable[[], Awaitable[None]]
# A number of this program's own, as that of the engine.
LOCK = 0x436C6561724B  # "ClearK"


@dataclass(frozen=True)
class Job:
    """A periodic task. It may run twice, and it may be interrupted at any point."""

    name: str
    interval_seconds: float
    perform: Callable[[], Awaitable[None]]


async def run(settings: Settings, database_url: str, metrics_listener: socket.socket | None = None) -> None:
    """Run the jobs, or wait until the worker that runs them is gone, until a stop signal."""
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    try:
        async with open_services(settings, database_url) as services:
            worker = Worker(services, database_url)
            async with serving_metrics(metrics_listener, "worker", worker.is_ready):
                await lead(database_url, LOCK, worker.work, process="worker")
    except asyncio.CancelledError:
        log.info("worker_stopped")


class Worker:
    """What the leading worker does."""

    def __init__(self, services: Services, database_url: str) -> None:
        self._services = services
        self._database_url = database_url
        self._jobs = list_jobs(services, database_url)
        self._engine: Follower | None = None
        log.info("worker_started", jobs=[job.name for job in self._jobs])

    def is_ready(self) -> bool:
        """Whether this worker leads, and follows an engine that serves."""
        return self._engine is not None and self._engine.is_serving

    async def work(self) -> None:
        """Run the jobs and follow the engine, each time that this worker becomes the leader."""
        async with asyncio.TaskGroup() as group:
            group.create_task(run_jobs(self._jobs, self._services.clock))
            group.create_task(self._follow())

    async def _follow(self) -> None:
        """Follow the engine: store candles, finish what was approved, and trade where it is a demo."""
        services = self._services
        board = Board(services.sessions, services.clock, stores=True)
        fills = notice_tasks.FillFollower(services.sessions, services.clock)
        engine = self._engine = follow_engine(services.settings, self._database_url, "worker", board, fills)
        engine.describe = lambda: Alive(jobs=job_statuses())
        async with asyncio.TaskGroup() as group:
            group.create_task(engine.run(), name="engine")
            group.create_task(board.run(), name="market-board")
            await engine.wait_until_serving()
            group.create_task(
                approval_tasks.keep_finishing(APPROVED, services.sessions, engine, services.clock),
                name="approvals",
            )
            group.create_task(
                premarket_tasks.keep_announcing(services.sessions, engine, services.clock), name="premarkets"
            )
            group.create_task(fills.run(engine), name="notices")
            group.create_task(self._follow_networks(engine), name="wallets")
            group.create_task(
                withdrawal_tasks.keep_finishing(services.sessions, engine, services.networks, services.clock),
                name="withdrawals",
            )
            if engine.ledger_kind == "demo":
                await demo_tasks.keep_market(
                    engine,
                    board,
                    services.sessions,
                    services.clock,
                    FollowedVisits(engine),
                    rate=services.settings.demo_rate,
                    progress=progress_on(sys.stderr, event=demo_tasks.PROGRESS),
                )

    async def _follow_networks(self, engine: Follower) -> None:
        services = self._services
        signer = SignerClient(services.settings.data_folder)
        try:
            tools = wallet_tasks.Tools(
                signer,
                DevelopmentFaucet(services.settings.data_folder),
                services.sessions,
                services.clock,
                engine,
            )
            await wallet_tasks.keep_following(services.networks, tools)
        finally:
            await signer.close()


def job_statuses() -> list[JobStatus]:
    """How the jobs have done since the start."""
    return [
        JobStatus(
            name=name,
            last_success_ms=int(last_success.value * 1000),
            failures=int(metrics.job_runs.labels(name, "failure").value),
        )
        for (name,), last_success in metrics.job_last_success.items()
    ]


class FollowedVisits:
    """Whether anyone is watching, at any api."""

    def __init__(self, engine: Follower) -> None:
        self._engine = engine

    def is_watching(self) -> bool:
        return self._engine.status is not None and self._engine.status.has_visitors


def list_jobs(services: Services, database_url: str) -> list[Job]:
    async def demote_levels() -> None:
        await membership.demote_levels(
            services.sessions, services.trading_facts, find_with_second_factor, now=services.clock.now()
        )

    async def keep_checkpoints() -> None:
        connection = await connect(database_url)
        try:
            await store_checkpoint(connection)
        finally:
            await connection.close()

    async def mail_maturities() -> None:
        await earn_tasks.mail_maturities(services.sessions, now=services.clock.now())

    async def check_ledger() -> None:
        await ledger_tasks.check_all(services.sessions, now=services.clock.now())

    async def store_past_balances() -> None:
        await ledger_tasks.store_past_balances(services.sessions)

    async def publish_content() -> None:
        await content_tasks.publish_due(services.sessions, now=services.clock.now())
        await content_tasks.add_starter_texts(services.sessions, now=services.clock.now())

    return [
        *_mail_jobs(services),
        *_notice_jobs(services),
        _anchor_job(services),
        Job("check_ledger", CHECK_SECONDS, check_ledger),
        Job("store_past_balances", MINUTE_SECONDS, store_past_balances),
        Job("keep_checkpoints", MINUTE_SECONDS, keep_checkpoints),
        Job("publish_content", CONTENT_SECONDS, publish_content),
        Job("mail_maturities", MINUTE_SECONDS, mail_maturities),
        *(Job(name, HOUR_SECONDS, perform) for name, perform in list_purges(services).items()),
        Job("demote_levels", DAY_SECONDS, demote_levels),
    ]


def _anchor_job(services: Services) -> Job:
    """Save the head of the audit log outside the database every minute."""

    async def anchor_audit_log() -> None:
        async with services.sessions() as session:
            head = await staff.find_head(session)
        if head is not None:
            await asyncio.to_thread(append_head, services.settings.data_folder, head)

    return Job("anchor_audit_log", MINUTE_SECONDS, anchor_audit_log)


def _mail_jobs(services: Services) -> list[Job]:
    """Without a mail server, mail stays in the outbox for the operator to read."""

    async def measure_outbox() -> None:
        await outbox.measure(services.sessions, now=services.clock.now())

    measuring = Job("measure_outbox", MEASURE_SECONDS, measure_outbox)
    if services.settings.smtp_url is None:
        return [measuring]
    server = parse_smtp_url(services.settings.smtp_url)
    if server.security == "none":
        log.warning("smtp_not_encrypted", host=server.host)
    mailer = SmtpMailer(server)

    async def send_mail() -> None:
        await deliver_waiting(services.sessions, mailer, services.clock)

    return [Job("send_mail", MAIL_SECONDS, send_mail), measuring]


def _notice_jobs(services: Services) -> list[Job]:
    """Without a contact of the operator, no push messages are sent."""
    sessions, clock = services.sessions, services.clock

    async def deliver_notices() -> None:
        await notice_tasks.deliver_recorded(sessions, now=clock.now())

    async def announce_news() -> None:
        await notice_tasks.announce_news(sessions, now=clock.now())

    jobs = [
        Job("deliver_notices", NOTICE_SECONDS, deliver_notices),
        Job("announce_news", NEWS_SECONDS, announce_news),
    ]
    if services.web_push.public_key is None:
        return jobs

    async def send_push() -> None:
        await notice_tasks.send_waiting(sessions, services.web_push, clock)

    return [*jobs, Job("send_push", NOTICE_SECONDS, send_push)]


async def run_jobs(jobs: Sequence[Job], clock: Clock) -> None:
    """Run all jobs concurrently; one that fails delays no other."""
    async with asyncio.TaskGroup() as group:
        for job in jobs:
            # Shown before its first success, too.
            metrics.job_last_success.labels(job.name)
            group.create_task(_repeat(job, clock))


async def _repeat(job: Job, clock: Clock) -> None:
    failures = 0
    while True:
        started = perf_counter()
        try:
            await job.perform()
        except Exception:
            failures += 1
            metrics.job_runs.labels(job.name, "failure").value += 1
            # Once per series of failures: an unavailable database must not fill the log.
            if failures == 1:
                log.exception("job_failed", job=job.name)
        else:
            if failures:
                log.info("job_recovered", job=job.name, failures=failures)
            failures = 0
            metrics.job_runs.labels(job.name, "success").value += 1
            metrics.job_last_success.labels(job.name).value = clock.now().timestamp()
        metrics.job_seconds.labels(job.name).observe(perf_counter() - started)
        await asyncio.sleep(pause_seconds(job, failures))


def pause_seconds(job: Job, failures: int) -> float:
    """The job's own interval, or after failures a shorter one that grows with each."""
    if failures == 0:
        return job.interval_seconds
    doublings = min(failures - 1, 10)
    return min(FIRST_RETRY_SECONDS * (1 << doublings), MAX_RETRY_SECONDS, job.interval_seconds)


def list_purges(services: Services) -> dict[str, Purge]:
    """What is deleted when its time is over (docs/operating/retention.md has the table).

    Each may be interrupted at any point and is done again an hour later.
    """
    sessions, clock, storage = services.sessions, services.clock, services.storage

    async def purge_sessions() -> None:
        await session_tasks.purge_expired(sessions, now=clock.now())
        await security_tasks.purge_expired(sessions, now=clock.now())

    return {
        "purge_attempts": lambda: attempts.purge_stale(sessions, now=clock.now()),
        "purge_content_votes": lambda: content_tasks.purge_votes(sessions, now=clock.now()),
        "purge_convert_quotes": lambda: convert_tasks.purge_quotes(sessions, now=clock.now()),
        "purge_idempotency_keys": lambda: idempotency.purge_expired(sessions, clock.now()),
        "purge_login_events": lambda: session_tasks.purge_login_events(sessions, now=clock.now()),
        "purge_mail": lambda: outbox.purge_old(sessions, clock.now()),
        "purge_market_data": lambda: market_tasks.purge_market_data(sessions, now=clock.now()),
        "purge_notices": lambda: notice_tasks.purge_old(sessions, now=clock.now()),
        "purge_refused_pictures": lambda: kyc_tasks.purge_refused_pictures(
            sessions, storage, now=clock.now()
        ),
        "purge_sessions": purge_sessions,
        "purge_unused_files": lambda: files.purge_unused(sessions, storage, now=clock.now()),
    }
