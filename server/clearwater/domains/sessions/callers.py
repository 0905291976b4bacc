"""Authentication of callers. Routers of every domain name what they require as a dependency."""

import hmac
import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import structlog
from fastapi import BackgroundTasks, Depends, Request
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen, EmailUnconfirmed
from clearwater.domains.clients.service import AppClientFacts, Client
from clearwater.domains.security import service as security
from clearwater.domains.security.service import RANK_NEEDED, ApiKey, Scope
from clearwater.domains.sessions import queries
from clearwater.domains.sessions.errors import (
    IpNotAllowed,
    ScopeMissing,
    StepUpMethods,
    StepUpRequired,
    TokenInvalid,
)
from clearwater.domains.sessions.models import Session
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.dependencies import AppClock, AppSessions
from clearwater.kit.http import read_cookie
from clearwater.kit.messages import Message
from clearwater.kit.secrets import hash_token

log = structlog.get_logger("clearwater.sessions")

SID_COOKIE = "sid"
Marked = TypeVar("Marked", bound=Callable[..., Any])
# How long the previous cookie is still accepted after a renewal, for requests in flight.
RENEWAL_GRACE = timedelta(seconds=30)


@dataclass(frozen=True)
class Caller:
    """A signed-in client, with the session or API key of the request."""

    client: Client
    session_id: uuid.UUID | None
    stepped_up_until: datetime | None
    scopes: frozenset[str]
    has_second_factor: bool
    has_passkeys: bool

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
    """The credential of a request: a session token or an API key."""

    kind: Literal["token", "key", "key_in_address"]
    secret: str


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


def credential_of(request: Request) -> Credential | None:
    token = _token_of(request)
    if token is not None:
        return Credential("token", token)
    key = request.headers.get("x-api-key")
    if key:
        return Credential("key", key)
    key = request.query_params.get("api_key")
    return Credential("key_in_address", key) if key is not None else None


Shown = tuple[uuid.UUID, Credential]


async def look_up(session: AsyncSession, site_id: uuid.UUID, shown: Credential, *, now: datetime) -> Found:
    """Look up the caller of a credential; raises when there is none."""
    found = await look_up_many(session, [(site_id, shown)], now=now)
    if not found:
        raise TokenInvalid
    return found[site_id, shown]


async def look_up_many(session: AsyncSession, shown: Sequence[Shown], *, now: datetime) -> dict[Shown, Found]:
    """Look up the callers of credentials, each shown to a site; those that are unknown there are left out."""
    hashes = {one: hash_token(one[1].secret) for one in shown}
    tokens = [hashed for (_, credential), hashed in hashes.items() if credential.kind == "token"]
    keys = [hashed for (_, credential), hashed in hashes.items() if credential.kind != "token"]
    rows = await queries.find_sessions(session, tokens, now=now) if tokens else {}
    api_keys = await security.find_api_keys(session, keys) if keys else {}
    ids = {row.client_id for row in rows.values()} | {key.client_id for key in api_keys.values()}
    known = await clients.find_clients(session, ids) if ids else {}
    with_passkeys = await security.find_with_passkeys(session, ids) if ids else set()
    found = dict[Shown, Found]()
    for (site_id, credential), hashed in hashes.items():
        row, key = (rows.get(hashed), None) if credential.kind == "token" else (None, api_keys.get(hashed))
        owner = row or key
        client = known.get(owner.client_id) if owner is not None else None
        if client is not None and client.site_id == site_id:
            caller = _caller(client, row, key, has_passkeys=client.id in with_passkeys)
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


async def _find_any(
    request: Request,
    site: CurrentSite,
    sessions: AppSessions,
    clock: AppClock,
    after_answer: BackgroundTasks,
) -> Caller | None:
    """The signed-in caller, by session or API key."""
    shown = credential_of(request)
    if shown is None:
        return None
    now = clock.now()
    # Closed before the handler runs: requests that each hold one connection and wait for a second would
    # exhaust the pool and deadlock.
    async with sessions() as session:
        found = await look_up(session, site.id, shown, now=now)
    require_matching_request(request, shown, found, now=now)
    if found.is_use_unrecorded(now):
        after_answer.add_task(record_use, sessions, [found], now=now)
    return found.caller


AnyCaller = Annotated[Caller | None, Depends(_find_any)]


async def _find_caller(caller: AnyCaller) -> Caller | None:
    """The signed-in caller. API keys are accepted only where a route names their scope."""
    if caller is not None and caller.is_key:
        raise ScopeMissing("API keys cannot do this. Sign in instead.")
    return caller


def open_to_keys(scope: Scope) -> Callable[[Marked], Marked]:
    """Mark an endpoint or a dependency as open to API keys with this scope; the API documents it."""

    def mark(marked: Marked) -> Marked:
        marked.key_scope = scope  # type: ignore[attr-defined]
        return marked

    return mark


class OpenToKeys:
    """Requires a signed-in client, or an API key with this scope; the dependency of routes for programs."""

    def __init__(self, scope: Scope) -> None:
        self.key_scope = scope

    async def __call__(self, caller: AnyCaller, sessions: AppSessions, facts: AppClientFacts) -> Caller:
        if caller is None:
            raise TokenInvalid
        caller.require_scope(self.key_scope)
        if caller.is_key and RANK_NEEDED[self.key_scope]:
            async with sessions() as session:
                await facts.require_rank(session, caller.client, RANK_NEEDED[self.key_scope])
        return caller


Reader = Annotated[Caller, Depends(OpenToKeys("read"))]


async def record_use(sessions: SessionFactory, used: Collection[Found], *, now: datetime) -> None:
    """Update the time of last use. Runs after the response, which must neither wait nor fail for it."""
    keys = [found.key.id for found in used if found.key is not None]
    rows = [found.session_row.id for found in used if found.session_row is not None]
    try:
        async with transaction(sessions) as session:
            if keys:
                await security.mark_keys_used(session, keys, now=now)
            if rows:
                await queries.mark_seen(session, rows, now=now)
    except (SQLAlchemyError, OSError) as error:
        log.warning("last_used_update_failed", callers=len(used), reason=type(error).__name__)


def _token_of(request: Request) -> str | None:
    token = request.headers.get("x-token")
    if token:
        return token
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    return value.strip() if kind.lower() == "bearer" and value.strip() else None


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


MaybeCaller = Annotated[Caller | None, Depends(_find_caller)]


async def _signed_in(caller: MaybeCaller) -> Caller:
    if caller is None:
        raise TokenInvalid
    return caller


SignedIn = Annotated[Caller, Depends(_signed_in)]


async def _unfrozen(caller: SignedIn) -> Caller:
    """For changes that need no confirmed address: the confirmation calls and profile changes."""
    if caller.client.frozen_at is not None:
        raise AccountFrozen
    return caller


Unfrozen = Annotated[Caller, Depends(_unfrozen)]


async def _unfrozen_stepped_up(caller: Unfrozen, clock: AppClock) -> Caller:
    """For sensitive changes of an account that may be unconfirmed."""
    caller.require_step_up(clock.now())
    return caller


UnfrozenSteppedUp = Annotated[Caller, Depends(_unfrozen_stepped_up)]


async def _confirmed(caller: SignedIn) -> Caller:
    """For every other change."""
    if caller.client.frozen_at is not None:
        raise AccountFrozen
    if not caller.client.email_is_confirmed:
        raise EmailUnconfirmed
    return caller


Confirmed = Annotated[Caller, Depends(_confirmed)]


async def _stepped_up(caller: Confirmed, clock: AppClock) -> Caller:
    caller.require_step_up(clock.now())
    return caller


SteppedUp = Annotated[Caller, Depends(_stepped_up)]


@dataclass(frozen=True)
class Owner:
    """A client with a session: API keys can neither read nor change security settings."""

    client: Client
    session_id: uuid.UUID
    caller: Caller


def _owner(caller: Caller) -> Owner:
    assert caller.session_id is not None, "API keys are rejected before"
    return Owner(caller.client, caller.session_id, caller)


async def _reading_owner(caller: SignedIn) -> Owner:
    return _owner(caller)


async def _changing_owner(caller: Confirmed) -> Owner:
    return _owner(caller)


async def _stepped_up_owner(caller: SteppedUp) -> Owner:
    return _owner(caller)


ReadingOwner = Annotated[Owner, Depends(_reading_owner)]
ChangingOwner = Annotated[Owner, Depends(_changing_owner)]
SteppedUpOwner = Annotated[Owner, Depends(_stepped_up_owner)]
