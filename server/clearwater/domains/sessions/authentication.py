"""Who sends a request: the session token or API key that it shows, looked up once and cached."""

import hmac
import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import Literal, NamedTuple

import structlog
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.security import service as security
from clearwater.domains.security.service import ApiKey, Scope
from clearwater.domains.sessions import queries
from clearwater.domains.sessions.errors import (
    IpNotAllowed,
    ScopeMissing,
    StepUpMethods,
    StepUpRequired,
    TokenInvalid,
)
from clearwater.domains.sessions.models import Session
from clearwater.kit.app_services import AppService
from clearwater.kit.cache import TtlCache
from clearwater.kit.clock import Clock
from clearwater.kit.db import DATABASE_FAILURES, SessionFactory, transaction
from clearwater.kit.http import read_cookie
from clearwater.kit.messages import Message
from clearwater.kit.notices import CALLER_CHANGED, Notice, NoticeListener
from clearwater.kit.secrets import hash_token

log = structlog.get_logger("clearwater.sessions")

SID_COOKIE = "sid"
# How long the previous cookie is still accepted after a renewal, for requests in flight.
RENEWAL_GRACE = timedelta(seconds=30)
# Whatever changes a caller ends it here before (`CallerCache.on_notice`).
CACHE_TTL = timedelta(seconds=120)
MAX_CACHED = 10_000
# Looked up before the port is served: of sessions and of API keys each.
MAX_FILLED = 2_000


@dataclass(frozen=True)
class Caller:
    """A signed-in client, with the session or API key of the request."""

    client: Client
    session_id: uuid.UUID | None
    stepped_up_until: datetime | None
    scopes: frozenset[str]
    has_second_factor: bool
    has_passkeys: bool
    # When the session has begun.
    begun_at: datetime | None

    def has_begun_since(self, since: datetime | None) -> bool:
        """Whether the session has begun at a time or later; never since None."""
        return since is not None and self.begun_at is not None and self.begun_at >= since

    def require_scope(self, scope: Scope) -> None:
        """Require a scope of an API key; sessions have all scopes."""
        if self.is_key and scope not in self.scopes:
            raise ScopeMissing(Message("This API key has no scope {scope}.", scope=repr(scope)))

    @property
    def is_key(self) -> bool:
        return self.session_id is None

    def require_step_up(self, now: datetime) -> None:
        """Require a recent step-up of the session."""
        if self.session_id is None:
            raise ScopeMissing("API keys cannot do this. Sign in instead.")
        if self.stepped_up_until is not None and now < self.stepped_up_until:
            return
        methods: list[Literal["totp", "passkey", "password"]] = []
        if self.client.totp_secret is not None:
            methods.append("totp")
        if self.has_passkeys:
            methods.append("passkey")
        raise StepUpRequired(fields=StepUpMethods(methods=methods or ["password"]))


class Credential(NamedTuple):
    """The credential of a request, a session token or an API key, by its hash."""

    kind: Literal["token", "key", "key_in_address"]
    hash: bytes

    @classmethod
    def of_token(cls, token: str) -> "Credential":
        return cls("token", hash_token(token))


def credential_of(request: HTTPConnection) -> Credential | None:
    token = _token_of(request)
    if token is not None:
        return Credential.of_token(token)
    key = request.headers.get("x-api-key")
    if key:
        return Credential("key", hash_token(key))
    key = request.query_params.get("api_key")
    return Credential("key_in_address", hash_token(key)) if key is not None else None


def is_visitor(request: HTTPConnection) -> bool:
    """Whether nothing in a request says who is calling."""
    return credential_of(request) is None


def _token_of(request: HTTPConnection) -> str | None:
    token = request.headers.get("x-token")
    if token:
        return token
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    return value.strip() if kind.lower() == "bearer" and value.strip() else None


@dataclass(frozen=True)
class Found:
    """The caller of a credential, and what else a request with it has to match."""

    caller: Caller
    key: ApiKey | None = None
    session_row: Session | None = None

    def is_expired(self, now: datetime) -> bool:
        return self.session_row is not None and self.session_row.expires_at <= now

    def sid_hashes(self, now: datetime) -> tuple[bytes, ...]:
        """The accepted values of a browser's cookie; sessions of programs have none."""
        row = self.session_row
        if row is None or row.sid_hash is None:
            return ()
        if row.previous_sid_hash is None or row.sid_renewed_at is None:
            return (row.sid_hash,)
        is_fresh = now < row.sid_renewed_at + RENEWAL_GRACE
        return (row.sid_hash, row.previous_sid_hash) if is_fresh else (row.sid_hash,)

    def is_use_unrecorded(self, now: datetime) -> bool:
        used_at = self.key.last_used_at if self.key else None
        seen_at = self.session_row.last_seen_at if self.session_row else used_at
        return seen_at is None or seen_at <= now - queries.SEEN_PRECISION


Shown = tuple[uuid.UUID, Credential]


class CallerCache:
    """Finds the caller of a request, from memory where it can; what a request must match is always checked.

    Notices end what has changed, so all is looked up again while they may not arrive.
    """

    def __init__(self, sessions: SessionFactory, notices: NoticeListener, clock: Clock) -> None:
        self._sessions = sessions
        self._notices = notices
        self._clock = clock
        self._known = TtlCache[Shown, Found](
            "sessions", self._look_up, clock, ttl=CACHE_TTL, max_size=MAX_CACHED, group_of=_client_id
        )
        self._listeners: list[Callable[[uuid.UUID], None]] = []
        # Looked up although nobody has shown them, so that it is no use of them.
        self._filling: frozenset[Shown] = frozenset()

    def listen(self, on_change: Callable[[uuid.UUID], None]) -> None:
        """Call back with each client of whom something may have changed."""
        self._listeners.append(on_change)

    async def fill(self) -> list[uuid.UUID]:
        """Look up those who called last, as all come back together after a restart; returns the clients."""
        # What is read before that would be dropped again.
        await self._notices.wait_until_listening()
        async with self._sessions() as session:
            tokens = await queries.list_last_seen(session, now=self._clock.now(), limit=MAX_FILLED)
            keys = await security.list_last_used_keys(session, limit=MAX_FILLED)
        # Programs first, which call most.
        shown = [(site_id, Credential("key", key_hash)) for site_id, key_hash in keys]
        shown += [(site_id, Credential("token", token_hash)) for site_id, token_hash in tokens]
        self._filling = frozenset(shown)
        try:
            await self._known.fill(shown)
        finally:
            self._filling = frozenset()
        found = (self._known.peek(one) for one in shown)
        return list(dict.fromkeys(one.caller.client.id for one in found if one is not None))

    def has(self, site_id: uuid.UUID, shown: Credential) -> bool:
        """Whether the credential is that of a caller, as far as is known without a lookup."""
        return self._known.has((site_id, shown))

    async def find(self, connection: HTTPConnection, site_id: uuid.UUID, shown: Credential) -> Caller:
        """The caller of the request; raises when the credential is unknown or does not fit."""
        found = await self._get(site_id, shown)
        now = self._clock.now()
        try:
            require_matching_request(connection, shown, found, now=now)
        except TokenInvalid:
            # The session's cookie may have been renewed since.
            self._known.discard((site_id, shown))
            found = await self._get(site_id, shown)
            require_matching_request(connection, shown, found, now=now)
        return found.caller

    async def _get(self, site_id: uuid.UUID, shown: Credential) -> Found:
        found = await self._known.get((site_id, shown), is_fresh=not self._notices.is_current)
        if found is None:
            raise TokenInvalid
        return found

    async def _look_up(self, shown: Sequence[Shown]) -> dict[Shown, Found]:
        now, filling = self._clock.now(), self._filling
        async with self._sessions() as session:
            found = await _find_many(session, shown, now=now)
        used = [one for key, one in found.items() if one.is_use_unrecorded(now) and key not in filling]
        if used:
            await _record_use(self._sessions, used, now=now)
        return found

    def on_notice(self, notice: Notice | None) -> None:
        """Something of a caller has changed; None when notices may have been missed."""
        if notice is None:
            self._known.invalidate()
        elif notice.kind == CALLER_CHANGED and notice.client_id is not None:
            self.invalidate(notice.client_id)

    def invalidate(self, client_id: uuid.UUID) -> None:
        """Drop a client's callers from the cache, and whatever else is known of the client."""
        self._known.discard_group(client_id)
        for on_change in self._listeners:
            on_change(client_id)


app_callers = AppService[CallerCache]("callers")


def _client_id(found: Found) -> uuid.UUID:
    return found.caller.client.id


async def _find_many(session: AsyncSession, shown: Sequence[Shown], *, now: datetime) -> dict[Shown, Found]:
    """The callers of credentials, each shown to a site; those that are unknown there are left out."""
    tokens = [credential.hash for _, credential in shown if credential.kind == "token"]
    keys = [credential.hash for _, credential in shown if credential.kind != "token"]
    rows = await queries.find_sessions(session, tokens, now=now) if tokens else {}
    api_keys = await security.find_api_keys(session, keys) if keys else {}
    ids = {row.client_id for row in rows.values()} | {key.client_id for key in api_keys.values()}
    known = await clients.find_clients(session, ids) if ids else {}
    passkeys = await security.count_passkeys(session, ids) if ids else {}
    found = dict[Shown, Found]()
    for site_id, credential in shown:
        is_token = credential.kind == "token"
        row, key = (rows.get(credential.hash), None) if is_token else (None, api_keys.get(credential.hash))
        owner = row or key
        client = known.get(owner.client_id) if owner is not None else None
        if client is not None and client.site_id == site_id:
            caller = _caller(client, row, key, has_passkeys=client.id in passkeys)
            found[site_id, credential] = Found(caller, key, row)
    return found


def _caller(client: Client, row: Session | None, key: ApiKey | None, *, has_passkeys: bool) -> Caller:
    return Caller(
        client=client,
        session_id=row.id if row else None,
        stepped_up_until=row.stepped_up_until if row else None,
        scopes=frozenset(key.scopes) if key else frozenset(),
        has_second_factor=client.totp_secret is not None or has_passkeys,
        has_passkeys=has_passkeys,
        begun_at=row.created_at if row else None,
    )


def require_matching_request(
    request: HTTPConnection, shown: Credential, found: Found, *, now: datetime
) -> None:
    """The checks of each request that cannot be cached: time, cookie and IP address."""
    if found.is_expired(now):
        raise TokenInvalid
    sid_hashes = found.sid_hashes(now)
    if sid_hashes and not _has_sid_cookie(request, sid_hashes):
        raise TokenInvalid
    if found.key is not None:
        _require_key_allowed(request, found.key, in_address=shown.kind == "key_in_address")


def _has_sid_cookie(request: HTTPConnection, sid_hashes: Collection[bytes]) -> bool:
    shown = hash_token(read_cookie(request, SID_COOKIE) or "")
    return any(hmac.compare_digest(shown, sid_hash) for sid_hash in sid_hashes)


def _require_key_allowed(request: HTTPConnection, key: ApiKey, *, in_address: bool) -> None:
    # URLs end up in histories and logs, so a key in the query string may only read.
    if in_address and key.scopes != ["read"]:
        raise ScopeMissing("Only a read-only API key may be used in a URL. Send it as X-Api-Key.")
    if not key.ip_allow_list:
        return
    here = ip_address(request.client.host) if request.client else None
    if here is None or not any(here in ip_network(allowed, strict=False) for allowed in key.ip_allow_list):
        raise IpNotAllowed


async def _record_use(sessions: SessionFactory, used: Collection[Found], *, now: datetime) -> None:
    """Update the time of last use. A lookup must not fail for it."""
    keys = [found.key.id for found in used if found.key is not None]
    rows = [found.session_row.id for found in used if found.session_row is not None]
    try:
        async with transaction(sessions) as session:
            if keys:
                await security.mark_keys_used(session, keys, now=now)
            if rows:
                await queries.mark_seen(session, rows, now=now)
    except DATABASE_FAILURES as error:
        log.warning("last_used_update_failed", callers=len(used), reason=type(error).__name__)
