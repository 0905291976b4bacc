"""Brute-force protection: which failed attempts are counted together."""

import uuid
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends

from clearwater.domains.security import queries
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.attempts import (
    AttemptKey,
    Attempts,
    Guard,
    by_holder,
    by_ip,
    by_login,
    by_login_anywhere,
)
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory
from clearwater.kit.dependencies import AppClock, AppSessions, AppSettings


@dataclass(frozen=True)
class Guards:
    """Creates guards. `CLEARWATER_RATE_LIMITS` multiplies their limits, too; 0 turns them off."""

    sessions: SessionFactory
    clock: Clock
    multiplier: float

    def at_sign_in(self, site: CurrentSite, login: str, *, ip: str, device_id: uuid.UUID | None) -> Guard:
        """Attempts at a login. On a known device of its owner only that device's attempts count."""
        scope = scope_of(site)
        if device_id is not None:
            return self._guard(own=(by_holder(scope, f"device:{device_id}"),))
        return self._guard(
            own=(by_login(scope, login, ip),), shared=(by_ip(scope, ip), by_login_anywhere(scope, login))
        )

    def of_address(self, site: CurrentSite, ip: str) -> Guard:
        """Attempts that name no login, counted by IP address."""
        return self._guard(shared=(by_ip(scope_of(site), ip),))

    def of_holder(self, site: CurrentSite, holding: str) -> Guard:
        """Attempts by the holder of a secret, such as a session; strangers cannot affect these counts."""
        return self._guard(own=(holder_key(site, holding),))

    async def count_left(self, site: CurrentSite, holding: str) -> int:
        """How many attempts a holder has before having to wait."""
        key = holder_key(site, holding)
        async with self.sessions() as session:
            return max(0, key.allowed - await queries.count_failures(session, key))

    def _guard(self, *, own: tuple[AttemptKey, ...] = (), shared: tuple[AttemptKey, ...] = ()) -> Guard:
        return Guard(Attempts(self.sessions, self.clock), self._scaled(own), self._scaled(shared))

    def _scaled(self, keys: tuple[AttemptKey, ...]) -> tuple[AttemptKey, ...]:
        if self.multiplier == 0:
            return ()
        return tuple(replace(key, allowed=max(1, round(key.allowed * self.multiplier))) for key in keys)


async def _guards(sessions: AppSessions, clock: AppClock, settings: AppSettings) -> Guards:
    return Guards(sessions, clock, settings.rate_limits)


AppGuards = Annotated[Guards, Depends(_guards)]


def holder_key(site: CurrentSite, holding: str) -> AttemptKey:
    return by_holder(scope_of(site), holding)


def scope_of(site: CurrentSite) -> str:
    return f"site:{site.id}"
