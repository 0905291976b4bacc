"""A short-lived cache of callers, for requests that are made many times a second."""

import uuid
from datetime import timedelta
from functools import partial

from fastapi import Request

from clearwater.domains.sessions.callers import (
    Caller,
    Credential,
    Found,
    credential_of,
    look_up,
    note_use,
    require_fit,
)
from clearwater.domains.sessions.errors import TokenInvalid
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.cache import TtlCache
from clearwater.kit.clock import Clock
from clearwater.kit.concurrency import CallerSemaphores
from clearwater.kit.db import SessionFactory
from clearwater.kit.ratelimit import Group, RateLimiter
from clearwater.kit.visitor import network_of_scope

# Ended or changed sessions are invalidated by notices; this bounds the effect of a lost notice.
CACHE_TTL = timedelta(seconds=10)
MAX_CACHED = 10_000


class CallerCache:
    """Caches callers for some seconds. The checks of each request are still made for each request."""

    def __init__(
        self, sessions: SessionFactory, limiter: RateLimiter, caller_limits: CallerSemaphores, clock: Clock
    ) -> None:
        self._sessions = sessions
        self._limiter = limiter
        self._caller_limits = caller_limits
        self._clock = clock
        self._known = TtlCache[tuple[uuid.UUID, Credential], Found](clock, ttl=CACHE_TTL, max_size=MAX_CACHED)

    async def find(self, request: Request, site: CurrentSite) -> Caller:
        """The caller of the request; raises when the credential is unknown.

        A made-up token costs a database lookup, so callers who are not cached count against the address's
        rate limit first.
        """
        shown = credential_of(request)
        if shown is None:
            await self._limiter.require_room(Group.WRITES, network_of_scope(request.scope))
            raise TokenInvalid
        if self._known.has((site.id, shown)):
            found = await self._get(site.id, shown)
        else:
            found = await self._get_counted(request, site.id, shown)
        try:
            require_fit(request, shown, found)
        except TokenInvalid:
            # The session's cookie may have been renewed since.
            self._known.invalidate(lambda known, _: known == (site.id, shown))
            found = await self._get_counted(request, site.id, shown)
            require_fit(request, shown, found)
        return found.caller

    async def _get_counted(self, request: Request, site_id: uuid.UUID, shown: Credential) -> Found:
        address = network_of_scope(request.scope)
        await self._limiter.require_room(Group.WRITES, address)
        async with self._caller_limits.slot(address):
            return await self._get(site_id, shown)

    async def _get(self, site_id: uuid.UUID, shown: Credential) -> Found:
        return await self._known.get((site_id, shown), partial(self._look_up, site_id, shown))

    async def _look_up(self, site_id: uuid.UUID, shown: Credential) -> Found:
        now = self._clock.now()
        async with self._sessions() as session:
            found = await look_up(session, site_id, shown, now=now)
        if found.is_use_worth_noting(now):
            await note_use(self._sessions, found, now=now)
        return found

    def invalidate(self, client_id: uuid.UUID | None = None) -> None:
        """Drop a client's callers from the cache; all callers when None."""
        if client_id is None:
            self._known.invalidate()
        else:
            self._known.invalidate(lambda _, found: found.caller.client.id == client_id)
