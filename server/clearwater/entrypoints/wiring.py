"""Builds every object once; nothing else does."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from clearwater.adapters.web_build import WebBuild, load_web_build
from clearwater.domains.rules.service import RuleDirectory
from clearwater.domains.sites.service import SiteDirectory
from clearwater.kit.clock import Clock, SystemClock
from clearwater.kit.config import Settings
from clearwater.kit.db import Sessions, open_engine, open_sessions
from clearwater.kit.ratelimit import RateLimiter


@dataclass(frozen=True)
class Services:
    """What an entry point works with."""

    settings: Settings
    clock: Clock
    sessions: Sessions


@dataclass(frozen=True)
class ApiServices(Services):
    """What the api needs beside that."""

    sites: SiteDirectory
    rules: RuleDirectory
    limiter: RateLimiter
    web_build: WebBuild


@asynccontextmanager
async def open_services(
    settings: Settings, database_url: str, *, clock: Clock | None = None
) -> AsyncIterator[Services]:
    engine = open_engine(database_url)
    try:
        yield Services(settings, clock or SystemClock(), open_sessions(engine))
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
        yield ApiServices(
            settings=settings,
            clock=base.clock,
            sessions=base.sessions,
            sites=sites,
            rules=rules,
            limiter=limiter,
            web_build=load_web_build(settings.web_folder),
        )
