"""Whose failures count against whom when somebody shows a secret."""

import uuid
from dataclasses import replace
from typing import Any

from fastapi import Request

from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.attempts import (
    AttemptKey,
    Attempts,
    by_holder,
    by_ip,
    by_login,
    by_login_anywhere,
)
from clearwater.kit.visitor import ip_of


class Guard:
    """Counts failures by some keys; a success clears those that are the caller's own."""

    def __init__(
        self, request: Request, *, own: tuple[AttemptKey, ...] = (), shared: tuple[AttemptKey, ...] = ()
    ) -> None:
        services: Any = request.app.state.services
        self._attempts = Attempts(services.sessions, services.clock)
        self._own = _scaled(own, services.settings.rate_limits)
        self._shared = _scaled(shared, services.settings.rate_limits)

    async def require_room(self) -> None:
        await self._attempts.require_room(*self._own, *self._shared)

    async def count_failure(self) -> None:
        if self._own or self._shared:
            await self._attempts.count_failure(*self._own, *self._shared)

    async def clear(self) -> None:
        await self._attempts.clear(*self._own)


def at_sign_in(request: Request, site: CurrentSite, login: str, device_id: uuid.UUID | None) -> Guard:
    """Guesses at a login. On a device that its owner has signed in with, only this device's count."""
    scope = scope_of(site)
    if device_id is not None:
        return Guard(request, own=(by_holder(scope, f"device:{device_id}"),))
    ip = ip_of(request)
    return Guard(
        request,
        own=(by_login(scope, login, ip),),
        shared=(by_ip(scope, ip), by_login_anywhere(scope, login)),
    )


def of_address(request: Request, site: CurrentSite) -> Guard:
    """Guesses at what names no login."""
    return Guard(request, shared=(by_ip(scope_of(site), ip_of(request)),))


def of_holder(request: Request, site: CurrentSite, holding: str) -> Guard:
    """Guesses that need a secret to be made at all, such as a session: strangers have no part in them."""
    return Guard(request, own=(holder_key(site, holding),))


def holder_key(site: CurrentSite, holding: str) -> AttemptKey:
    return by_holder(scope_of(site), holding)


def scope_of(site: CurrentSite) -> str:
    return f"site:{site.id}"


def _scaled(keys: tuple[AttemptKey, ...], multiplier: float) -> tuple[AttemptKey, ...]:
    """The installation's multiplier holds for these limits as for the others; 0 turns them off."""
    if multiplier == 0:
        return ()
    return tuple(replace(key, allowed=max(1, round(key.allowed * multiplier))) for key in keys)
