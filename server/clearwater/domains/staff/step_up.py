"""Confirming that it is you: a code or a passkey again, before what no passer-by may do at an open desk."""

from datetime import datetime

from fastapi import Request

from clearwater.domains.staff import passkeys, queries, session_queries
from clearwater.domains.staff.errors import OperatorCredentialsInvalid
from clearwater.domains.staff.service import Operator
from clearwater.domains.staff.sign_in import STEP_UP_LIFE, find_step
from clearwater.kit import attempts
from clearwater.kit.passkey_messages import ShownCredential


class Guesses:
    """Guesses at the secrets of one signed-in person, apart from those at the sign-in."""

    def __init__(self, request: Request, operator: Operator) -> None:
        services = request.app.state.services
        self._attempts = attempts.Attempts(services.sessions, services.clock)
        self._key = attempts.by_holder("staff", f"step-up:{operator.id}")

    async def require_room(self) -> None:
        await self._attempts.require_room(self._key)

    async def failure(self, detail: str) -> OperatorCredentialsInvalid:
        await self._attempts.count_failure(self._key)
        return OperatorCredentialsInvalid(detail)

    async def clear(self) -> None:
        await self._attempts.clear(self._key)


async def with_totp(request: Request, operator: Operator, code: str, *, now: datetime) -> datetime:
    services = request.app.state.services
    guesses = Guesses(request, operator)
    await guesses.require_room()
    async with services.sessions() as session:
        member = await queries.get_member(session, operator.id)
        step = find_step(services.seal, member, code, now=now)
        is_fresh = step is not None and await queries.take_step(session, operator.id, step)
        if is_fresh:
            await session_queries.set_stepped_up(session, operator.session_id, until=now + STEP_UP_LIFE)
            await session.commit()
    if not is_fresh:
        raise await guesses.failure("Incorrect code, or it has been used already.")
    await guesses.clear()
    return now + STEP_UP_LIFE


async def with_passkey(
    request: Request, operator: Operator, credential: ShownCredential, *, now: datetime
) -> datetime:
    sessions = request.app.state.services.sessions
    party = await passkeys.party_of(request)
    guesses = Guesses(request, operator)
    await guesses.require_room()
    try:
        async with sessions() as session:
            await passkeys.use(session, sessions, party, credential, owner_id=operator.id, now=now)
            await session_queries.set_stepped_up(session, operator.session_id, until=now + STEP_UP_LIFE)
            await session.commit()
    except OperatorCredentialsInvalid as refusal:
        raise await guesses.failure(refusal.detail) from None
    await guesses.clear()
    return now + STEP_UP_LIFE


async def require_password(request: Request, operator: Operator, password: str) -> None:
    """Refuse whoever does not know the password of the account; each wrong one counts."""
    services = request.app.state.services
    guesses = Guesses(request, operator)
    await guesses.require_room()
    async with services.sessions() as session:
        stored = (await queries.get_member(session, operator.id)).password_hash
    is_right = await services.staff_passwords.verify(stored, password)
    # Guesses that were sent at once all found room; only those before the limit may be right.
    await guesses.require_room()
    if not is_right:
        raise await guesses.failure("Incorrect password.")
    await guesses.clear()
