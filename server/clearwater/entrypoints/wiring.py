"""Builds every object once; nothing else does.

Whether a market is a demo is a fact of its ledger; starting it as the other kind is an error.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

import asyncpg
import structlog

from clearwater.adapters.pictures import PillowPictures
from clearwater.adapters.realtime_relay import RedisRelay
from clearwater.adapters.storage import DiskStorage
from clearwater.adapters.web_build import WebBuild, load_web_build
from clearwater.core.commands import LedgerKind
from clearwater.core.desk import Desk
from clearwater.domains.clients.ports import ClientFacts
from clearwater.domains.files.ports import Pictures, Storage
from clearwater.domains.ledger.ports import EngineFigures, EngineMonitor
from clearwater.domains.ledger.service import LedgerFigures
from clearwater.domains.markets.service import Board
from clearwater.domains.membership.ports import TradingFacts
from clearwater.domains.membership.service import ensure_levels
from clearwater.domains.orders.traders import Traders
from clearwater.domains.realtime.service import UNCAPPED, Realtime, SocketCaps
from clearwater.domains.rules.service import RuleDirectory
from clearwater.domains.sessions.service import CallerCache
from clearwater.domains.sites.ports import SetUpSite
from clearwater.domains.sites.service import SiteDirectory
from clearwater.engine.recovery import find_kind
from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints.client_facts import KnownClientFacts
from clearwater.entrypoints.visits import Visits
from clearwater.kit.clock import Clock, SystemClock
from clearwater.kit.concurrency import CallerSemaphores, ConcurrencyLimit
from clearwater.kit.config import Settings
from clearwater.kit.db import SessionFactory, open_engine, open_sessions
from clearwater.kit.errors import EngineUnavailable, StartupError
from clearwater.kit.exports import Exports
from clearwater.kit.idempotency import IdempotentRequests
from clearwater.kit.notices import NoticeListener
from clearwater.kit.passwords import POOL_THREADS, Passwords
from clearwater.kit.ratelimit import RateLimiter
from clearwater.kit.secrets import Seal, settings_seal

log = structlog.get_logger("clearwater.api")

# Each holds up to 10 MB in memory while it arrives.
MAX_UPLOADS = 50
MAX_UPLOADS_PER_CLIENT = 5
# Of the ten connections that a pool has, an address uses at most these.
MAX_REQUESTS_PER_ADDRESS = 4
CONNECT_SECONDS = 5
WRONG_KIND: dict[LedgerKind, str] = {
    "demo": "This ledger holds play money and stays a demo; start it without --no-demo and"
    " CLEARWATER_DEMO=false, or give a real market a data folder of its own (CLEARWATER_DATA).",
    "real": "This ledger was opened as a real market and stays one; start it without --demo and"
    " CLEARWATER_DEMO=true, or give a demo a data folder of its own (CLEARWATER_DATA).",
}


@dataclass(frozen=True)
class Services:
    """What an entry point works with."""

    settings: Settings
    clock: Clock
    sessions: SessionFactory
    seal: Seal
    storage: Storage
    trading_facts: TradingFacts


@dataclass(frozen=True)
class ApiServices(Services):
    """What the api needs beside that."""

    sites: SiteDirectory
    rules: RuleDirectory
    limiter: RateLimiter
    exports: Exports
    uploads: ConcurrencyLimit
    caller_limits: CallerSemaphores
    idempotency: IdempotentRequests
    passwords: Passwords
    staff_passwords: Passwords
    web_build: WebBuild
    pictures: Pictures
    client_facts: ClientFacts
    set_up_site: SetUpSite
    engine: Sequencer
    board: Board
    traders: Traders
    visits: Visits
    realtime: Realtime
    notices: NoticeListener
    opens_as: LedgerKind
    # Set once a visitor finds a market: a demo is opened first, which takes a while the first time.
    market_open: asyncio.Event

    @property
    def is_demo(self) -> bool:
        """Whether this is a demo: decided by the ledger; until it was read, by the request."""
        return (self.engine.ledger_kind or self.opens_as) == "demo"

    @property
    def is_open(self) -> bool:
        """Whether the engine takes commands and a visitor finds a market."""
        return self.engine.is_serving and self.market_open.is_set()

    @property
    def build_id(self) -> str:
        """Which build of the web client is served."""
        return self.web_build.id

    @property
    def desk(self) -> Desk:
        """The engine, as far as the domains may know it."""
        return self.engine

    @property
    def engine_monitor(self) -> EngineMonitor:
        """The engine's figures, for the console."""
        return SequencerMonitor(self.engine)


@asynccontextmanager
async def open_services(
    settings: Settings, database_url: str, *, clock: Clock | None = None
) -> AsyncIterator[Services]:
    engine = open_engine(database_url)
    try:
        seal = settings_seal(settings)
        storage = DiskStorage(settings.data_folder / "files", seal)
        sessions, facts = open_sessions(engine, seal=seal), LedgerFigures()
        yield Services(settings, clock or SystemClock(), sessions, seal, storage, facts)
    finally:
        await engine.dispose()


class Exchange(NamedTuple):
    """The engine and its listeners."""

    engine: Sequencer
    board: Board
    realtime: Realtime


def _make_exchange(
    base: Services,
    database_url: str,
    sites: SiteDirectory,
    limiter: RateLimiter,
    caller_limits: CallerSemaphores,
    *,
    opens_as: LedgerKind,
) -> Exchange:
    redis_url = base.settings.redis_url
    board = Board(base.sessions, base.clock)
    realtime = Realtime(
        board=board,
        clock=base.clock,
        sessions=base.sessions,
        sites=sites,
        limiter=limiter,
        caller_limits=caller_limits,
        caps=SocketCaps() if base.settings.rate_limits else UNCAPPED,
        is_serving=lambda: engine.is_serving,
        relay=RedisRelay(redis_url) if redis_url else None,
    )
    # The board first: realtime publishes the tickers and candles of the board.
    engine = Sequencer(database_url, base.clock, [board, realtime], opens_as=opens_as)
    return Exchange(engine, board, realtime)


def _open_passwords(stack: AsyncExitStack, *, threads: int = POOL_THREADS) -> Passwords:
    passwords = Passwords(threads=threads)
    stack.callback(passwords.close)
    return passwords


def _make_uploads(settings: Settings) -> ConcurrencyLimit:
    return ConcurrencyLimit(
        max_per_caller=MAX_UPLOADS_PER_CLIENT, max_in_all=MAX_UPLOADS, is_limited=settings.rate_limits > 0
    )


@asynccontextmanager
async def open_api_services(
    settings: Settings, database_url: str, *, clock: Clock | None = None, opens_demo: bool = False
) -> AsyncIterator[ApiServices]:
    async with open_services(settings, database_url, clock=clock) as base, AsyncExitStack() as stack:
        limiter = RateLimiter(
            redis_url=settings.redis_url,
            multiplier=settings.rate_limits,
            clock=base.clock,
            counters_file=settings.data_folder / "run" / "rate-limits",
        )
        stack.push_async_callback(limiter.close)
        sites = SiteDirectory(base.sessions, base.clock, default_hostname=settings.default_site)
        stack.push_async_callback(sites.close)
        rules = RuleDirectory(base.sessions, base.clock)
        stack.push_async_callback(rules.close)
        pictures = PillowPictures()
        stack.callback(pictures.close)
        client_facts = KnownClientFacts(base.clock, base.trading_facts)
        caller_limits = CallerSemaphores(MAX_REQUESTS_PER_ADDRESS if settings.rate_limits else None)
        callers = CallerCache(base.sessions, limiter, caller_limits, base.clock)
        traders = Traders(callers, client_facts, base.sessions, limiter, base.clock)
        opens_as = requested_kind(settings, opens_demo=opens_demo)
        exchange = _make_exchange(base, database_url, sites, limiter, caller_limits, opens_as=opens_as)
        notices = NoticeListener(database_url)
        notices.subscribe(exchange.realtime.on_notice)
        notices.subscribe(traders.on_notice)
        yield ApiServices(
            **vars(base),
            passwords=_open_passwords(stack),
            staff_passwords=_open_passwords(stack, threads=1),
            sites=sites,
            rules=rules,
            limiter=limiter,
            exports=Exports(base.sessions, is_limited=settings.rate_limits > 0),
            uploads=_make_uploads(settings),
            caller_limits=caller_limits,
            idempotency=IdempotentRequests(base.sessions),
            web_build=load_web_build(settings.web_folder),
            pictures=pictures,
            client_facts=client_facts,
            traders=traders,
            set_up_site=ensure_levels,
            engine=exchange.engine,
            board=exchange.board,
            realtime=exchange.realtime,
            notices=notices,
            visits=Visits(base.clock),
            opens_as=opens_as,
            market_open=asyncio.Event(),
        )


async def require_kind(settings: Settings, database_url: str) -> None:
    """End the start when the ledger is not of the requested kind; without a request, any kind is fine."""
    if settings.demo is None:
        return
    try:
        connection = await asyncpg.connect(database_url, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, asyncpg.PostgresError) as error:
        # The database may be on its way. The ledger stays what it is in any case.
        log.warning("ledger_kind_unknown", reason=repr(error))
        return
    try:
        kind = await find_kind(connection)
    finally:
        await connection.close()
    if kind is not None and kind != requested_kind(settings):
        raise StartupError(WRONG_KIND[kind])


def requested_kind(settings: Settings, *, opens_demo: bool = False) -> LedgerKind:
    """The kind of a new ledger."""
    is_demo = opens_demo if settings.demo is None else settings.demo
    return "demo" if is_demo else "real"


class SequencerMonitor:
    """Reads the figures of a sequencer."""

    def __init__(self, engine: Sequencer) -> None:
        self._engine = engine

    def figures(self) -> EngineFigures:
        engine, health = self._engine, self._engine.health
        return EngineFigures(
            is_serving=engine.is_serving,
            refusal=health.refusal,
            seq=engine.seq,
            head_seq=health.head.seq,
            head_hash=health.head.hash.hex(),
            clock_ahead_ms=engine.clock_ahead_ms,
            open_orders=self._count_open(),
            waiting=engine.waiting,
            commands=health.commands,
            batches=health.batches,
            largest_batch=health.largest_batch,
            rebuilds=health.rebuilds,
            overloads=health.overloads,
        )

    def _count_open(self) -> int:
        try:
            return len(self._engine.view.orders)
        except EngineUnavailable:
            # It does not serve, so nothing is known.
            return 0
