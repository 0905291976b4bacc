"""The dependencies by which routers of every domain name what they require of a caller."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request

from clearwater.domains.clients.errors import AccountFrozen, EmailUnconfirmed
from clearwater.domains.clients.service import AppClientFacts, Client, app_client_facts
from clearwater.domains.security.service import RANK_NEEDED, Scope
from clearwater.domains.sessions.authentication import Caller, CallerCache, app_callers, credential_of
from clearwater.domains.sessions.errors import ScopeMissing, TokenInvalid
from clearwater.domains.sites.service import CurrentSite, Site, find_site
from clearwater.kit.dependencies import AppClock, AppSessions, app_sessions
from clearwater.kit.unit_of_work import on_end

Marked = TypeVar("Marked", bound=Callable[..., Any])
SAFE_METHODS = ("GET", "HEAD")


async def _find_any(
    request: Request, site: CurrentSite, callers: Annotated[CallerCache, Depends(app_callers)]
) -> Caller | None:
    """The signed-in caller, by session or API key."""
    shown = credential_of(request)
    if shown is None:
        return None
    caller = await callers.find(request, site.id, shown)
    if request.method not in SAFE_METHODS:
        # The notice of what this request changes may come after its answer.
        on_end(request, partial(callers.invalidate, caller.client.id))
    return caller


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


open_to_readers = OpenToKeys("read")
Reader = Annotated[Caller, Depends(open_to_readers)]


MaybeCaller = Annotated[Caller | None, Depends(_find_caller)]


async def signed_in(caller: MaybeCaller) -> Caller:
    """The signed-in client; raises without one."""
    if caller is None:
        raise TokenInvalid
    return caller


SignedIn = Annotated[Caller, Depends(signed_in)]


async def get_reader(request: Request) -> Caller:
    """What `Reader` is, for plain routes."""
    caller = await _find_at(request, await find_site(request))
    return await open_to_readers(caller, app_sessions.of(request.app), app_client_facts.of(request.app))


async def get_signed_in(request: Request, site: Site) -> Caller:
    """What `SignedIn` is, for plain routes."""
    return await signed_in(await _find_caller(await _find_at(request, site)))


async def _find_at(request: Request, site: Site) -> Caller | None:
    return await _find_any(request, site, app_callers.of(request.app))


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
