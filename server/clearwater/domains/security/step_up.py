"""Showing once more that it is you: a code, a passkey, or the password where there is neither.

As when coming in, each step is a short transaction of its own: none is open while another is needed.
"""

from datetime import datetime, timedelta
from typing import Any, Literal

from fastapi import Request

from clearwater.domains.security import guards, passkeys, queries, second_factor
from clearwater.domains.security.guards import Guard
from clearwater.domains.sessions import service as sessions
from clearwater.domains.sessions.errors import InvalidCredentials, StepUpMethods, StepUpRequired
from clearwater.domains.sessions.service import Owner
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.passkey_messages import ShownCredential

LIFE = timedelta(minutes=5)


def guesses_of(request: Request, site: CurrentSite, owner: Owner) -> Guard:
    """Guesses at all secrets of a signed-in client are counted together, for the session they come from.

    Nobody else's count, or a stranger, or a thief in another session, could keep a client from
    stepping up and from ending that session.
    """
    return guards.of_holder(request, site, _holding(owner))


def _holding(owner: Owner) -> str:
    return f"session:{owner.session_id}"


async def with_totp(
    request: Request, site: CurrentSite, owner: Owner, code: str, *, now: datetime
) -> datetime:
    services = request.app.state.services
    guard = guesses_of(request, site, owner)
    await guard.require_room()
    if not second_factor.is_totp(services.seal, owner.client, code, now=now):
        raise await _failure(guard)
    # Guesses that were sent at once all found room; only those before the limit may be right.
    await guard.require_room()
    async with services.sessions() as session:
        is_fresh = await second_factor.use_totp(session, services.seal, owner.client, code, now=now)
        if is_fresh:
            await sessions.set_stepped_up(session, owner.session_id, until=now + LIFE)
        await session.commit()
    if not is_fresh:
        raise await _failure(guard)
    await guard.clear()
    return now + LIFE


async def with_passkey(
    request: Request, site: CurrentSite, owner: Owner, credential: ShownCredential, *, now: datetime
) -> datetime:
    factory = request.app.state.services.sessions
    party = passkeys.party_of(request, site)
    guard = guesses_of(request, site, owner)
    await guard.require_room()
    try:
        async with factory() as session:
            await passkeys.use(session, factory, party, credential, owner=owner.client, now=now)
            await sessions.set_stepped_up(session, owner.session_id, until=now + LIFE)
            await session.commit()
    except InvalidCredentials:
        raise await _failure(guard) from None
    await guard.clear()
    return now + LIFE


async def with_password(
    request: Request, site: CurrentSite, owner: Owner, password: str, *, now: datetime
) -> datetime:
    """Only without a second factor: a stolen password must not open what that guards."""
    methods: list[Literal["totp", "passkey", "password"]] = []
    if owner.client.totp_secret is not None:
        methods.append("totp")
    if owner.caller.has_passkeys:
        methods.append("passkey")
    if methods:
        raise StepUpRequired(fields=StepUpMethods(methods=methods))
    await require_password(request, site, owner, password)
    async with request.app.state.services.sessions() as session:
        await sessions.set_stepped_up(session, owner.session_id, until=now + LIFE)
        await session.commit()
    return now + LIFE


async def require_password(request: Request, site: CurrentSite, owner: Owner, password: str) -> None:
    """Refuse whoever does not know the client's password; each wrong one counts."""
    services: Any = request.app.state.services
    guard = guesses_of(request, site, owner)
    await guard.require_room()
    is_right = await services.passwords.verify(owner.client.password_hash, password)
    await guard.require_room()
    if not is_right:
        raise await _failure(guard, "Incorrect password.")
    await guard.clear()


async def _failure(guard: Guard, detail: str = "Incorrect code or password.") -> InvalidCredentials:
    await guard.count_failure()
    return InvalidCredentials(detail)


async def count_guesses_left(request: Request, site: CurrentSite, owner: Owner) -> int:
    key = guards.holder_key(site, _holding(owner))
    async with request.app.state.services.sessions() as session:
        return max(0, key.allowed - await queries.count_failures(session, key))
