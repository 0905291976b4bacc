"""Step-up authentication: a TOTP code, a passkey, or the password without 2FA.

As at sign-in, each step is a short transaction of its own: none is open while another is needed.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Literal

from fastapi import Depends

from clearwater.domains.security import passkeys, second_factor
from clearwater.domains.security.guards import AppGuards, Guards
from clearwater.domains.sessions import service as sessions
from clearwater.domains.sessions.errors import InvalidCredentials, StepUpMethods, StepUpRequired
from clearwater.domains.sessions.service import Owner
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.attempts import Guard
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.dependencies import AppPasswords, AppSeal, AppSessions
from clearwater.kit.passkey_messages import ShownCredential
from clearwater.kit.passkeys import Party
from clearwater.kit.passwords import Passwords
from clearwater.kit.secrets import Seal

STEP_UP_LIFETIME = timedelta(minutes=5)


@dataclass(frozen=True)
class StepUps:
    """The methods of step-up, with brute-force protection."""

    factory: SessionFactory
    guards: Guards
    passwords: Passwords
    seal: Seal

    def attempts_of(self, site: CurrentSite, owner: Owner) -> Guard:
        """Failed attempts at any secret of a signed-in client, counted together for each session.

        Attempts of other sessions do not count: otherwise a thief in one session could lock the client out
        of stepping up and of ending that session.
        """
        return self.guards.of_holder(site, _attempt_key(owner))

    async def with_totp(self, site: CurrentSite, owner: Owner, code: str, *, now: datetime) -> datetime:
        guard = self.attempts_of(site, owner)
        await guard.require_room()
        if not second_factor.is_totp(self.seal, owner.client, code, now=now):
            raise await _failure(guard)
        # Concurrent guesses pass the first check together; only those below the limit count.
        await guard.require_room()
        async with transaction(self.factory) as session:
            is_fresh = await second_factor.use_totp(session, self.seal, owner.client, code, now=now)
            if is_fresh:
                await sessions.set_stepped_up(session, owner.session_id, until=now + STEP_UP_LIFETIME)
        if not is_fresh:
            raise await _failure(guard)
        await guard.clear()
        return now + STEP_UP_LIFETIME

    async def with_passkey(
        self, site: CurrentSite, owner: Owner, party: Party, credential: ShownCredential, *, now: datetime
    ) -> datetime:
        guard = self.attempts_of(site, owner)
        await guard.require_room()
        try:
            async with transaction(self.factory) as session:
                await passkeys.use(session, self.factory, party, credential, owner=owner.client, now=now)
                await sessions.set_stepped_up(session, owner.session_id, until=now + STEP_UP_LIFETIME)
        except InvalidCredentials:
            raise await _failure(guard) from None
        await guard.clear()
        return now + STEP_UP_LIFETIME

    async def with_password(
        self, site: CurrentSite, owner: Owner, password: str, *, now: datetime
    ) -> datetime:
        """Only without 2FA: a stolen password must not bypass it."""
        methods: list[Literal["totp", "passkey", "password"]] = []
        if owner.client.totp_secret is not None:
            methods.append("totp")
        if owner.caller.has_passkeys:
            methods.append("passkey")
        if methods:
            raise StepUpRequired(fields=StepUpMethods(methods=methods))
        await self.require_password(site, owner, password)
        async with transaction(self.factory) as session:
            await sessions.set_stepped_up(session, owner.session_id, until=now + STEP_UP_LIFETIME)
        return now + STEP_UP_LIFETIME

    async def require_password(self, site: CurrentSite, owner: Owner, password: str) -> None:
        """Verify the client's password; each wrong one counts as a failed attempt."""
        guard = self.attempts_of(site, owner)
        await guard.require_room()
        is_right = await self.passwords.verify(owner.client.password_hash, password)
        await guard.require_room()
        if not is_right:
            raise await _failure(guard, "Incorrect password.")
        await guard.clear()

    async def count_attempts_left(self, site: CurrentSite, owner: Owner) -> int:
        return await self.guards.count_left(site, _attempt_key(owner))


async def _step_ups(
    factory: AppSessions, guards: AppGuards, passwords: AppPasswords, seal: AppSeal
) -> StepUps:
    return StepUps(factory, guards, passwords, seal)


AppStepUps = Annotated[StepUps, Depends(_step_ups)]


def _attempt_key(owner: Owner) -> str:
    return f"session:{owner.session_id}"


async def _failure(guard: Guard, detail: str = "Incorrect code or password.") -> InvalidCredentials:
    await guard.count_failure()
    return InvalidCredentials(detail)
