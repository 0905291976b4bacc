"""Sessions for other domains: authenticate callers, also from a cache, end or renew a session."""

import uuid
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial

from fastapi import Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sessions import queries
from clearwater.domains.sessions.callers import (
    SID_COOKIE,
    Caller,
    ChangingOwner,
    Confirmed,
    Credential,
    Found,
    MaybeCaller,
    OpenToKeys,
    Owner,
    Reader,
    ReadingOwner,
    SignedIn,
    SteppedUp,
    SteppedUpOwner,
    Unfrozen,
    UnfrozenSteppedUp,
    credential_of,
    look_up,
    open_to_keys,
    record_use,
    require_matching_request,
)
from clearwater.domains.sessions.errors import TokenInvalid
from clearwater.domains.sessions.queries import end_sessions, set_stepped_up
from clearwater.domains.sessions.schemas import SessionForStaff
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.cache import TtlCache
from clearwater.kit.clock import Clock
from clearwater.kit.concurrency import CallerSemaphores
from clearwater.kit.db import SessionFactory
from clearwater.kit.http import set_cookie
from clearwater.kit.ratelimit import Group, RateLimiter
from clearwater.kit.secrets import hash_token, new_token
from clearwater.kit.visitor import network_of_scope

__all__ = [
    "SID_COOKIE",
    "Caller",
    "CallerCache",
    "ChangingOwner",
    "Confirmed",
    "Credential",
    "Found",
    "MaybeCaller",
    "OpenToKeys",
    "Owner",
    "Reader",
    "ReadingOwner",
    "SessionForStaff",
    "SignedIn",
    "SteppedUp",
    "SteppedUpOwner",
    "Unfrozen",
    "UnfrozenSteppedUp",
    "credential_of",
    "end_sessions",
    "list_for_staff",
    "list_open_sessions",
    "look_up",
    "open_to_keys",
    "renew_cookie",
    "require_matching_request",
    "set_stepped_up",
]


# Ended or changed sessions are invalidated by notices; this bounds the effect of a lost notice.
CACHE_TTL = timedelta(seconds=10)
MAX_CACHED = 10_000


class CallerCache:
    """Caches callers for some seconds, for calls made many times a second; each is still checked."""

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
            require_matching_request(request, shown, found)
        except TokenInvalid:
            # The session's cookie may have been renewed since.
            self._known.invalidate(lambda known, _: known == (site.id, shown))
            found = await self._get_counted(request, site.id, shown)
            require_matching_request(request, shown, found)
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
        if found.is_use_unrecorded(now):
            await record_use(self._sessions, found, now=now)
        return found

    def invalidate(self, client_id: uuid.UUID | None = None) -> None:
        """Drop a client's callers from the cache; all callers when None.

        Called on the notice that ends a session or changes a client (`Traders.on_notice`).
        """
        if client_id is None:
            self._known.invalidate()
        else:
            self._known.invalidate(lambda _, found: found.caller.client.id == client_id)


async def list_open_sessions(
    session: AsyncSession, ids: Collection[uuid.UUID], *, now: datetime
) -> set[uuid.UUID]:
    """Which of these sessions are still open."""
    return await queries.list_open(session, ids, now=now)


async def list_for_staff(
    session: AsyncSession, client_id: uuid.UUID, *, now: datetime
) -> list[SessionForStaff]:
    """The client's open sessions, the one used last first."""
    return [SessionForStaff.of(row) for row in await queries.list_sessions(session, client_id, now=now)]


async def renew_cookie(
    session: AsyncSession, request: Request, response: Response, session_id: uuid.UUID, *, now: datetime
) -> None:
    """Another cookie for a session whose client has just shown again who he is (ASVS 7.2.4).

    A browser's session needs two halves, a token and a cookie; renewing the cookie makes the pair before
    it worthless, and all tabs of the browser have the new one at once. A program has the token alone and
    keeps it: nobody else could have put it there.
    """
    sid = new_token()
    expires_at = await queries.renew_sid(session, session_id, hash_token(sid), now=now)
    if expires_at is not None:
        set_cookie(response, request, SID_COOKIE, sid, for_=expires_at - now)
