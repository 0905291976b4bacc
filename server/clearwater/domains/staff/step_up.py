"""Step-up: require a code or a passkey again before sensitive actions, in case a session is left open."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends

from clearwater.domains.staff import passkeys, queries
from clearwater.domains.staff.errors import OperatorCredentialsInvalid
from clearwater.domains.staff.service import Operator
from clearwater.domains.staff.sign_in import STEP_UP_LIFE, find_step
from clearwater.kit.attempts import Attempts, Guard, by_holder
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.dependencies import AppClock, AppSeal, AppSessions, StaffPasswords
from clearwater.kit.passkey_messages import ShownCredential
from clearwater.kit.passkeys import Party
from clearwater.kit.passwords import Passwords
from clearwater.kit.secrets import Seal


@dataclass(frozen=True)
class StaffStepUps:
    """The ways to step up at the console."""

    sessions: SessionFactory
    clock: Clock
    passwords: Passwords
    seal: Seal

    def _guard_of(self, operator: Operator) -> Guard:
        """Failed attempts of one signed-in operator, counted separately from sign-ins."""
        key = by_holder("staff", f"step-up:{operator.id}")
        return Guard(Attempts(self.sessions, self.clock), own=(key,))

    async def with_totp(self, operator: Operator, code: str, *, now: datetime) -> datetime:
        guard = self._guard_of(operator)
        await guard.require_room()
        async with transaction(self.sessions) as session:
            member = await queries.get_member(session, operator.id)
            step = find_step(self.seal, member, code, now=now)
            is_fresh = step is not None and await queries.take_step(session, operator.id, step)
            if is_fresh:
                await queries.set_stepped_up(session, operator.session_id, until=now + STEP_UP_LIFE)
        if not is_fresh:
            raise await _failure(guard, "Incorrect code, or it has been used already.")
        await guard.clear()
        return now + STEP_UP_LIFE

    async def with_passkey(
        self, operator: Operator, party: Party, credential: ShownCredential, *, now: datetime
    ) -> datetime:
        guard = self._guard_of(operator)
        await guard.require_room()
        try:
            async with transaction(self.sessions) as session:
                await passkeys.use(session, self.sessions, party, credential, owner_id=operator.id, now=now)
                await queries.set_stepped_up(session, operator.session_id, until=now + STEP_UP_LIFE)
        except OperatorCredentialsInvalid as refusal:
            raise await _failure(guard, refusal.detail) from None
        await guard.clear()
        return now + STEP_UP_LIFE

    async def require_password(self, operator: Operator, password: str) -> None:
        """Raise if the password is wrong; each failure counts."""
        guard = self._guard_of(operator)
        await guard.require_room()
        async with self.sessions() as session:
            stored = (await queries.get_member(session, operator.id)).password_hash
        is_right = await self.passwords.verify(stored, password)
        # Check again: concurrent guesses may all have passed the first check, and only those within the limit
        # count.
        await guard.require_room()
        if not is_right:
            raise await _failure(guard, "Incorrect password.")
        await guard.clear()


async def _step_ups(
    sessions: AppSessions, clock: AppClock, passwords: StaffPasswords, seal: AppSeal
) -> StaffStepUps:
    return StaffStepUps(sessions, clock, passwords, seal)


AppStaffStepUps = Annotated[StaffStepUps, Depends(_step_ups)]


async def _failure(guard: Guard, detail: str) -> OperatorCredentialsInvalid:
    await guard.count_failure()
    return OperatorCredentialsInvalid(detail)
