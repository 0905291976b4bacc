"""Builds every object once; nothing else does."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from clearwater.adapters.pictures import PillowPictures
from clearwater.adapters.storage import DiskStorage
from clearwater.adapters.web_build import WebBuild, load_web_build
from clearwater.core.desk import Desk
from clearwater.domains.accounts.ports import ClientFacts
from clearwater.domains.files.ports import Pictures, Storage
from clearwater.domains.membership.ports import TradingFacts
from clearwater.domains.membership.service import ensure_levels
from clearwater.domains.rules.service import RuleDirectory
from clearwater.domains.sites.ports import SetUpSite
from clearwater.domains.sites.service import SiteDirectory
from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints.client_facts import KnownClientFacts, NoTradingYet
from clearwater.kit.clock import Clock, SystemClock
from clearwater.kit.config import Settings
from clearwater.kit.db import Sessions, open_engine, open_sessions
from clearwater.kit.passwords import Passwords
from clearwater.kit.ratelimit import RateLimiter
from clearwater.kit.secrets import Seal, load_seal


@dataclass(frozen=True)
class Services:
    """What an entry point works with."""

    settings: Settings
    clock: Clock
    sessions: Sessions
    seal: Seal
    storage: Storage
    trading_facts: TradingFacts


@dataclass(frozen=True)
class ApiServices(Services):
    """What the api needs beside that."""

    sites: SiteDirectory
    rules: RuleDirectory
    limiter: RateLimiter
    passwords: Passwords
    web_build: WebBuild
    pictures: Pictures
    client_facts: ClientFacts
    set_up_site: SetUpSite
    engine: Sequencer

    @property
    def desk(self) -> Desk:
        """The engine, as far as the domains may know it."""
        return self.engine


@asynccontextmanager
async def open_services(
    settings: Settings, database_url: str, *, clock: Clock | None = None
) -> AsyncIterator[Services]:
    engine = open_engine(database_url)
    try:
        seal = load_seal(settings.secret_key, settings.data_folder)
        storage = DiskStorage(settings.data_folder / "files", seal)
        yield Services(settings, clock or SystemClock(), open_sessions(engine), seal, storage, NoTradingYet())
    finally:
        await engine.dispose()


@asynccontextmanager
async def open_api_services(
    settings: Settings, database_url: str, *, clock: Clock | None = None
) -> AsyncIterator[ApiServices]:
    async with open_services(settings, database_url, clock=clock) as base, AsyncExitStack() as stack:
        limiter = RateLimiter(redis_url=settings.redis_url, multiplier=settings.rate_limits, clock=base.clock)
        stack.push_async_callback(limiter.close)
        sites = SiteDirectory(base.sessions, base.clock, default_hostname=settings.default_site)
        stack.push_async_callback(sites.close)
        rules = RuleDirectory(base.sessions, base.clock)
        stack.push_async_callback(rules.close)
        passwords = Passwords()
        stack.callback(passwords.close)
        pictures = PillowPictures()
        stack.callback(pictures.close)
        yield ApiServices(
            settings=settings,
            clock=base.clock,
            sessions=base.sessions,
            seal=base.seal,
            storage=base.storage,
            trading_facts=base.trading_facts,
            passwords=passwords,
            sites=sites,
            rules=rules,
            limiter=limiter,
            web_build=load_web_build(settings.web_folder),
            pictures=pictures,
            client_facts=KnownClientFacts(base.clock, base.trading_facts),
            set_up_site=ensure_levels,
            engine=Sequencer(database_url, base.clock),
        )
