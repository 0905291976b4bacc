"""Builds every object of the api and the worker once; nothing else does."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import structlog

from clearwater.adapters.chains.connections import ChainDirectory
from clearwater.adapters.pictures import PillowPictures
from clearwater.adapters.share_pictures import SharePictures
from clearwater.adapters.storage import DiskStorage
from clearwater.adapters.web_build import WebBuild, load_web_build
from clearwater.adapters.web_push import BrowserPush
from clearwater.core.desk import Desk
from clearwater.core.views import View
from clearwater.domains.demo import service as demo
from clearwater.domains.files.ports import Pictures, Storage
from clearwater.domains.ledger.ports import (
    EngineFigures,
    EngineMonitor,
    FollowerFigures,
    JobFigures,
    TransferDirectory,
)
from clearwater.domains.ledger.service import LedgerFigures
from clearwater.domains.markets.service import Board
from clearwater.domains.membership.ports import TradingFacts
from clearwater.domains.notices.ports import WebPush
from clearwater.domains.orders.service import OrderNames
from clearwater.domains.orders.traders import Traders
from clearwater.domains.premarket.service import PreMarketFigures
from clearwater.domains.realtime.service import UNCAPPED, Realtime, SocketCaps
from clearwater.domains.rules.service import RuleDirectory
from clearwater.domains.sessions.service import CallerCache
from clearwater.domains.sites.ports import SiteResources
from clearwater.domains.sites.service import SiteDirectory
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.service import WalletTransfers
from clearwater.engine.follower import Follower
from clearwater.engine.gauges import expose_follower
from clearwater.engine.leader import connect_leader
from clearwater.engine.listeners import FeedListener
from clearwater.engine.protocol import Status
from clearwater.entrypoints.client_facts import KnownClientFacts, know_clients
from clearwater.entrypoints.engine_settings import requested_kind
from clearwater.entrypoints.page_contents import KnownPageContents, PageContents
from clearwater.entrypoints.site_resources import KnownSiteResources
from clearwater.entrypoints.visits import Visits
from clearwater.kit.clock import Clock, SystemClock
from clearwater.kit.concurrency import CallerSemaphores, ConcurrencyLimit
from clearwater.kit.config import Settings
from clearwater.kit.db import SessionFactory, expose_pool, open_engine, open_reads, open_sessions
from clearwater.kit.exports import Exports
from clearwater.kit.idempotency import IdempotentRequests
from clearwater.kit.notices import NoticeListener
from clearwater.kit.passwords import POOL_THREADS, Passwords
from clearwater.kit.prepared_reads import PreparedReads
from clearwater.kit.ratelimit import RateLimiter
from clearwater.kit.read_slots import ReadSlots
from clearwater.kit.response_cache import ResponseCache
from clearwater.kit.secrets import Seal, settings_seal

log = structlog.get_logger("clearwater.api")

# Each holds up to 10 MB in memory while it arrives.
MAX_UPLOADS = 50
MAX_UPLOADS_PER_CLIENT = 5
# Of the ten connections that a pool has, an address uses at most these.
MAX_REQUESTS_PER_ADDRESS = 4


@dataclass(frozen=True)
class Services:
    """What an entry point works with."""

    settings: Settings
    clock: Clock
    sessions: SessionFactory
    seal: Seal
    storage: Storage
    trading_facts: TradingFacts
    networks: Networks
    web_push: WebPush


class OpenMarket:
    """Whether a visitor finds a market: a new demo is seeded first, which takes a while."""

    def __init__(self) -> None:
        self._was_open = False

    def is_open(self, view: View) -> bool:
        if not self._was_open:
            self._was_open = view.kind != "demo" or demo.is_market_open(view)
        return self._was_open


@dataclass(frozen=True)
class ApiServices(Services):
    """What the api needs beside that."""

    reads: PreparedReads
    sites: SiteDirectory
    rules: RuleDirectory
    limiter: RateLimiter
    exports: Exports
    uploads: ConcurrencyLimit
    caller_limits: CallerSemaphores
    read_slots: ReadSlots
    idempotency: IdempotentRequests
    passwords: Passwords
    staff_passwords: Passwords
    web_build: WebBuild
    share_pictures: SharePictures
    pictures: Pictures
    client_facts: KnownClientFacts
    engine: Follower
    board: Board
    callers: CallerCache
    traders: Traders
    order_names: OrderNames
    premarket_figures: PreMarketFigures
    visits: Visits
    realtime: Realtime
    notices: NoticeListener
    market: OpenMarket
    response_cache: ResponseCache

    @property
    def is_demo(self) -> bool:
        """Whether this is a demo: decided by the ledger; until it was read, by the settings."""
        return (self.engine.ledger_kind or requested_kind(self.settings)) == "demo"

    @property
    def is_open(self) -> bool:
        """Whether the engine takes commands and a visitor finds a market."""
        return self.engine.is_serving and self.market.is_open(self.engine.view)

    @property
    def build_id(self) -> str:
        """Which build of the web client is served."""
        return self.web_build.id

    @property
    def desk(self) -> Desk:
        """The engine, as far as the domains may know it."""
        return self.engine

    @property
    def transfer_directory(self) -> TransferDirectory:
        """What chains know of deposits and withdrawals, for the lists of transactions."""
        return WalletTransfers(self.networks)

    @property
    def site_resources(self) -> SiteResources:
        """Pairs and pictures that a site can refer to."""
        return KnownSiteResources()

    @property
    def page_contents(self) -> PageContents:
        """What the pages with a subject of their own are about."""
        return KnownPageContents(self.engine, self.sessions)

    @property
    def engine_monitor(self) -> EngineMonitor:
        """The engine's figures, for the console."""
        return FollowedEngine(self.engine)


@asynccontextmanager
async def open_services(
    settings: Settings, database_url: str, *, clock: Clock | None = None
) -> AsyncIterator[Services]:
    engine = open_engine(database_url)
    expose_pool(engine)
    clock = clock or SystemClock()
    directory = ChainDirectory(settings)
    try:
        seal = settings_seal(settings)
        storage = DiskStorage(settings.data_folder / "files", seal)
        sessions, facts = open_sessions(engine, seal=seal), LedgerFigures()
        networks = Networks(directory.load, clock)
        web_push = BrowserPush(settings.data_folder, settings.web_push_contact, clock)
        yield Services(settings, clock, sessions, seal, storage, facts, networks, web_push)
    finally:
        await directory.close()
        await engine.dispose()


class Exchange(NamedTuple):
    """The engine as this process follows it, and its listeners."""

    engine: Follower
    board: Board
    realtime: Realtime


def run_folder(settings: Settings) -> Path:
    """What the processes of a machine share while they run."""
    return settings.data_folder / "run"


def follow_engine(settings: Settings, database_url: str, role: str, *listeners: FeedListener) -> Follower:
    connect = connect_leader(database_url, run_folder(settings), settings.engine_tls)
    follower = Follower(connect, database_url, role, listeners)
    expose_follower(follower)
    return follower


def _make_exchange(
    base: Services,
    database_url: str,
    *,
    sites: SiteDirectory,
    callers: CallerCache,
    limiter: RateLimiter,
    caller_limits: CallerSemaphores,
) -> Exchange:
    board = Board(base.sessions, base.clock)
    realtime = Realtime(
        board=board,
        clock=base.clock,
        sessions=base.sessions,
        callers=callers,
        sites=sites,
        limiter=limiter,
        caller_limits=caller_limits,
        caps=SocketCaps() if base.settings.rate_limits else UNCAPPED,
        transfers=WalletTransfers(base.networks),
    )
    # The board first: realtime publishes the tickers and candles of the board.
    return Exchange(follow_engine(base.settings, database_url, "api", board, realtime), board, realtime)


def _open_reads(stack: AsyncExitStack, database_url: str) -> PreparedReads:
    reads = open_reads(database_url)
    stack.push_async_callback(reads.close)
    return reads


def _open_passwords(stack: AsyncExitStack, *, threads: int = POOL_THREADS) -> Passwords:
    passwords = Passwords(threads=threads)
    stack.callback(passwords.close)
    return passwords


def _open_pictures(stack: AsyncExitStack) -> Pictures:
    pictures = PillowPictures()
    stack.callback(pictures.close)
    return pictures


def _open_share_pictures(stack: AsyncExitStack, build: WebBuild) -> SharePictures:
    pictures = SharePictures(build.font)
    stack.callback(pictures.close)
    return pictures


def _open_premarket_figures(stack: AsyncExitStack, base: Services) -> PreMarketFigures:
    figures = PreMarketFigures(base.sessions, base.clock)
    stack.push_async_callback(figures.close)
    return figures


def _open_limiter(stack: AsyncExitStack, settings: Settings, clock: Clock) -> RateLimiter:
    limiter = RateLimiter(
        redis_url=settings.redis_url,
        multiplier=settings.rate_limits,
        clock=clock,
        counters_file=run_folder(settings) / "rate-limits",
    )
    stack.push_async_callback(limiter.close)
    return limiter


def _make_uploads(settings: Settings) -> ConcurrencyLimit:
    return ConcurrencyLimit(
        max_per_caller=MAX_UPLOADS_PER_CLIENT, max_in_all=MAX_UPLOADS, is_limited=settings.rate_limits > 0
    )


def _know_clients(
    base: Services, reads: PreparedReads, notices: NoticeListener, callers: CallerCache, engine: Follower
) -> KnownClientFacts:
    return know_clients(
        base.sessions,
        reads=reads,
        notices=notices,
        callers=callers,
        engine=engine,
        trading=base.trading_facts,
        transfers=WalletTransfers(base.networks),
        clock=base.clock,
    )


@asynccontextmanager
async def open_api_services(
    settings: Settings, database_url: str, *, clock: Clock | None = None
) -> AsyncIterator[ApiServices]:
    async with open_services(settings, database_url, clock=clock) as base, AsyncExitStack() as stack:
        limiter = _open_limiter(stack, settings, base.clock)
        sites = SiteDirectory(base.sessions, base.clock, default_hostname=settings.default_site)
        stack.push_async_callback(sites.close)
        rules = RuleDirectory(base.sessions, base.clock)
        stack.push_async_callback(rules.close)
        caller_limits = CallerSemaphores(MAX_REQUESTS_PER_ADDRESS if settings.rate_limits else None)
        notices = NoticeListener(database_url)
        callers = CallerCache(base.sessions, notices, base.clock)
        exchange = _make_exchange(
            base, database_url, sites=sites, callers=callers, limiter=limiter, caller_limits=caller_limits
        )
        reads = _open_reads(stack, database_url)
        client_facts = _know_clients(base, reads, notices, callers, exchange.engine)
        traders = Traders(callers, client_facts, base.sessions, limiter, base.clock)
        # Realtime last: a client that gets a message may read immediately.
        for listener in (callers, traders, exchange.realtime):
            notices.subscribe(listener.on_notice)
        yield ApiServices(
            **vars(base),
            reads=reads,
            passwords=_open_passwords(stack),
            staff_passwords=_open_passwords(stack, threads=1),
            sites=sites,
            rules=rules,
            limiter=limiter,
            exports=Exports(base.sessions, is_limited=settings.rate_limits > 0),
            uploads=_make_uploads(settings),
            caller_limits=caller_limits,
            read_slots=ReadSlots(),
            idempotency=IdempotentRequests(base.sessions),
            web_build=(build := load_web_build(settings.web_folder)),
            share_pictures=_open_share_pictures(stack, build),
            pictures=_open_pictures(stack),
            client_facts=client_facts,
            callers=callers,
            traders=traders,
            order_names=OrderNames(base.sessions),
            premarket_figures=_open_premarket_figures(stack, base),
            engine=exchange.engine,
            board=exchange.board,
            realtime=exchange.realtime,
            notices=notices,
            visits=Visits(base.clock),
            market=OpenMarket(),
            response_cache=ResponseCache(base.clock),
        )


class FollowedEngine:
    """The engine's figures, as its heartbeats bring them."""

    def __init__(self, engine: Follower) -> None:
        self._engine = engine

    def figures(self) -> EngineFigures:
        engine = self._engine
        status = engine.status or Status(0, b"")
        return EngineFigures(
            is_serving=engine.is_serving,
            refusal=engine.refusal,
            seq=max(engine.seq, status.seq, 0),
            head_seq=status.seq,
            head_hash=status.hash.hex(),
            clock_ahead_ms=status.clock_ahead_ms,
            open_orders=len(engine.view.orders) if engine.is_serving else 0,
            waiting=status.waiting,
            commands=status.commands,
            batches=status.batches,
            largest_batch=status.largest_batch,
            rebuilds=status.rebuilds,
            overloads=status.overloads,
            commit_p50_ms=status.commit_p50_ms,
            commit_p99_ms=status.commit_p99_ms,
            queue_p50_ms=status.queue_p50_ms,
            queue_p99_ms=status.queue_p99_ms,
            followers=tuple(
                FollowerFigures(one.role, one.lag_entries, one.sockets) for one in status.followers
            ),
            jobs=tuple(
                JobFigures(job.name, job.last_success_ms // 1000 or None, job.failures) for job in status.jobs
            ),
        )
