"""Sessions for other domains: authenticate callers, also from a cache, end or renew a session."""

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

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
    Shown,
    SignedIn,
    SteppedUp,
    SteppedUpOwner,
    Unfrozen,
    UnfrozenSteppedUp,
    credential_of,
    look_up,
    look_up_many,
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
from clearwater.kit.db import SessionFactory
from clearwater.kit.http import set_cookie
from clearwater.kit.notices import Notice, announce
from clearwater.kit.ratelimit import RateLimiter, RateLimitGroup
from clearwater.kit.secrets import hash_token, new_token
from clearwater.kit.visitor import network_of_scope

__all__ = [
    "SESSION_RENEWED",
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


# Ended or changed sessions are invalidated by notices, and all when notices may have been lost.
CACHE_TTL = timedelta(seconds=120)
MAX_CACHED = 10_000
# Ends the cached caller; a client is not told.
SESSION_RENEWED = "session_renewed"


class CallerCache:
    """Caches callers for a while, for calls made many times a second; each is still checked."""

    def __init__(self, sessions: SessionFactory, limiter: RateLimiter, clock: Clock) -> None:
        self._sessions = sessions
        self._limiter = limiter
        self._clock = clock
        self._known = TtlCache[Shown, Found](
            "sessions", self._look_up, clock, ttl=CACHE_TTL, max_size=MAX_CACHED
        )

    async def find(self, request: Request, site: CurrentSite) -> Caller:
        """The caller of the request; raises when the credential is unknown.

        A made-up token costs a database lookup, so callers who are not cached count against the address's
        rate limit first.
        """
        shown = credential_of(request)
        if shown is None:
            await self._limiter.require_room(RateLimitGroup.WRITES, network_of_scope(request.scope))
            raise TokenInvalid
        if self._known.has((site.id, shown)):
            found = await self._get(site.id, shown)
        else:
            found = await self._get_counted(request, site.id, shown)
        now = self._clock.now()
        try:
            require_matching_request(request, shown, found, now=now)
        except TokenInvalid:
            # The session's cookie may have been renewed since.
            self._known.invalidate(lambda known, _: known == (site.id, shown))
            found = await self._get_counted(request, site.id, shown)
            require_matching_request(request, shown, found, now=now)
        return found.caller

    async def _get_counted(self, request: Request, site_id: uuid.UUID, shown: Credential) -> Found:
        # No slot of the address (`kit/concurrency.py`): the cache looks up many callers on few connections.
        await self._limiter.require_room(RateLimitGroup.WRITES, network_of_scope(request.scope))
        return await self._get(site_id, shown)

    async def _get(self, site_id: uuid.UUID, shown: Credential) -> Found:
        found = await self._known.get((site_id, shown))
        if found is None:
            raise TokenInvalid
        return found

    async def _look_up(self, shown: Sequence[Shown]) -> dict[Shown, Found]:
        now = self._clock.now()
        async with self._sessions() as session:
            found = await look_up_many(session, shown, now=now)
        used = [one for one in found.values() if one.is_use_unrecorded(now)]
        if used:
            await record_use(self._sessions, used, now=now)
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
    session: AsyncSession, request: Request, response: Response, owner: Owner, *, now: datetime
) -> None:
    """Another cookie for a session whose client has just shown again who he is (ASVS 7.2.4).

    A browser's session needs two halves, a token and a cookie; renewing the cookie makes the pair before
    it worthless, and all tabs of the browser have the new one at once. A program has the token alone and
    keeps it: nobody else could have put it there.
    """
    sid = new_token()
    expires_at = await queries.renew_sid(session, owner.session_id, hash_token(sid), now=now)
    if expires_at is not None:
        await announce(session, Notice(SESSION_RENEWED, owner.client.id))
        set_cookie(response, request, SID_COOKIE, sid, for_=expires_at - now)
