"""Coming in: with a password, or by knocking, and with the second factor where there is one.

Each step is a short transaction of its own, and none is open while a password is being checked or
another one is needed: a flood of sign-ins must not take the connections that others need.
"""

import asyncio
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.security.errors import CodeExpired, CodeInvalid
from clearwater.domains.security.service import Guard, OneTimeCode, codes, guards, passkeys, second_factor
from clearwater.domains.sessions import devices, emails, queries, recovery
from clearwater.domains.sessions.callers import SID_COOKIE
from clearwater.domains.sessions.errors import InvalidCredentials, SecondFactors, TwoFactorRequired
from clearwater.domains.sessions.models import LoginEvent, Session
from clearwater.domains.sessions.schemas import SignIn, TokenView
from clearwater.domains.sites.service import CurrentSite, hostname_of, origin_of
from clearwater.kit.cookies import delete_cookie, read_cookie, set_cookie
from clearwater.kit.ids import new_id
from clearwater.kit.passkey_messages import ShownCredential
from clearwater.kit.secrets import hash_token, new_token
from clearwater.kit.visitor import device_of, ip_of, is_browser

SESSION_LASTS = timedelta(days=7)
STEPPED_UP_FOR = timedelta(minutes=5)

Outcome = Literal["success", "wrong_password", "wrong_second_factor"]


@dataclass(frozen=True)
class OpenedSession:
    """A new session's halves, which are known here and nowhere else."""

    raw_token: str
    sid: str | None
    device_token: str | None
    expires_at: datetime


async def sign_in(request: Request, site: CurrentSite, draft: SignIn, *, now: datetime) -> OpenedSession:
    """Open a session for whoever shows what the account asks for."""
    if draft.knock is not None:
        return await _sign_in_with_knock(request, site, draft, draft.knock, now=now)
    assert draft.login is not None
    assert draft.password is not None
    login, password = draft.login, draft.password.get_secret_value()
    return await _sign_in_with_password(request, site, draft, login, password, now=now)


async def _sign_in_with_password(
    request: Request, site: CurrentSite, draft: SignIn, login: str, password: str, *, now: datetime
) -> OpenedSession:
    services = request.app.state.services
    async with services.sessions() as session:
        known = await clients.find_client_by_email(session, site.id, login)
        device_id = await devices.find_known(session, request, known.id if known else None)
    guard = guards.at_sign_in(request, site, clients.normal_email(login), device_id)
    await guard.require_room()
    stored_hash = known.password_hash if known else None
    is_right = await services.passwords.verify(stored_hash, password)
    # Guesses that were sent all at once find room at first; asked again, right or wrong looks the same.
    await guard.require_room()
    if known is None or not is_right:
        # Side by side, so that a known login does not take longer to refuse.
        client_id = known.id if known else None
        await asyncio.gather(guard.count_failure(), _note(request, client_id, "wrong_password", now=now))
        raise InvalidCredentials
    fresh_hash = None
    if services.passwords.needs_rehash(known.password_hash):
        fresh_hash = await services.passwords.hash(password)
    async with services.sessions() as session:
        # Locked, so that a reset of the password ends this session or keeps it from starting.
        client = await clients.lock_client(session, known.id)
        if client.password_hash != stored_hash:
            raise InvalidCredentials
        await _require_second_factor(session, request, guard, client, draft, now=now)
        if fresh_hash is not None:
            client.password_hash = fresh_hash
        opened = await open_session(session, request, client, now=now)
        await session.commit()
    await guard.clear()
    return opened


async def _sign_in_with_knock(
    request: Request, site: CurrentSite, draft: SignIn, knock: str, *, now: datetime
) -> OpenedSession:
    """A knock's code cannot be guessed, so that nobody's failures keep it from letting its owner in."""
    services = request.app.state.services
    found, is_unclaimed = await _find_knock(request, site, codes.unspell(knock), now=now)
    guard = guards.of_holder(request, site, f"knock:{found.client_id}")
    await guard.require_room()
    if draft.totp is not None or draft.recovery_code is not None:
        async with services.sessions() as session:
            # No password slows guesses down here, so each of them uses up a try of the knock.
            if not await codes.take_try(session, found, now=now):
                raise CodeExpired
            await session.commit()
    # Made while no connection is held, and needed only where a stranger may know the password.
    unknown_hash = await services.passwords.hash(new_token()) if is_unclaimed else ""
    async with services.sessions() as session:
        client = await clients.lock_client(session, found.client_id)
        has_shown_factor = await _require_second_factor(session, request, guard, client, draft, now=now)
        await codes.use(session, found, now=now)
        if is_unclaimed and not client.email_is_confirmed:
            await recovery.claim(session, client, password_hash=unknown_hash, now=now)
            issued = await codes.issue(session, services.seal, client.id, "password_reset", now=now)
            link = f"{origin_of(request, site)}/password?code={issued.link_code}"
            clients.send_email(session, site, client, emails.claimed(link=link), now=now)
        opened = await open_session(session, request, client, now=now, passwordless=not has_shown_factor)
        await session.commit()
    await guard.clear()
    return opened


async def sign_in_with_passkey(
    request: Request, site: CurrentSite, credential: ShownCredential, *, now: datetime
) -> OpenedSession:
    """Open a session for the owner of a passkey, which counts as both factors.

    Only failures are asked to wait: a right one cannot be a guess, whoever else failed at this address.
    """
    sessions = request.app.state.services.sessions
    party = passkeys.party_of(request, site)
    try:
        async with sessions() as session:
            passkey = await passkeys.use(session, sessions, party, credential, owner=None, now=now)
            client = await clients.find_client(session, passkey.client_id)
            if client is None or client.site_id != site.id:
                raise passkeys.not_shown()
            opened = await open_session(session, request, client, now=now)
            await session.commit()
    except InvalidCredentials:
        guard = guards.of_address(request, site)
        await guard.require_room()
        await guard.count_failure()
        raise
    return opened


async def _find_knock(
    request: Request, site: CurrentSite, code: str, *, now: datetime
) -> tuple[OneTimeCode, bool]:
    """The knock of a code, and whether nobody has confirmed its account's address yet."""
    services = request.app.state.services
    try:
        async with services.sessions() as session:
            found = await codes.get_link_code(session, site.id, "knock", code, now=now)
            client = await clients.find_client(session, found.client_id)
    except CodeInvalid:
        guard = guards.of_address(request, site)
        await guard.require_room()
        await guard.count_failure()
        raise InvalidCredentials from None
    codes.require_browser(request, found)
    assert client is not None, "a code goes with its client"
    return found, not client.email_is_confirmed


async def _require_second_factor(
    session: AsyncSession,
    request: Request,
    guard: Guard,
    client: Client,
    draft: SignIn,
    *,
    now: datetime,
) -> bool:
    """Whether the client has a second factor; if so, it has just been shown."""
    methods = await second_factor.methods_of(session, client)
    if not methods:
        return False
    seal, client_id = request.app.state.services.seal, client.id
    if draft.totp is not None:
        is_right = await second_factor.use_totp(session, seal, client, draft.totp, now=now)
    elif draft.recovery_code is not None:
        is_right = await second_factor.use_recovery_code(session, seal, client, draft.recovery_code, now=now)
    else:
        raise TwoFactorRequired(fields=SecondFactors(methods=methods))
    if not is_right:
        # Gives the connection back before another one is needed.
        await session.rollback()
        await guard.count_failure()
        await _note(request, client_id, "wrong_second_factor", now=now)
        raise InvalidCredentials
    return True


async def open_session(
    session: AsyncSession, request: Request, client: Client, *, now: datetime, passwordless: bool = False
) -> OpenedSession:
    """Start a session, note the login, and tell the client of a device not seen before.

    A fresh login counts as step-up, but not one that shows the mailbox alone (`passwordless`):
    that would let whoever reads the mail change what secures the account.
    """
    old_sid = read_cookie(request, SID_COOKIE)
    if old_sid is not None:
        # One browser, one session: nobody would ever end the one whose place this takes.
        await queries.end_session_of_browser(session, hash_token(old_sid))
    seen = await devices.remember(session, request, client.id, now=now)
    opened = OpenedSession(
        raw_token=new_token(),
        sid=new_token() if is_browser(request) else None,
        device_token=seen.token,
        expires_at=now + SESSION_LASTS,
    )
    device, ip = device_of(request), ip_of(request)
    if seen.is_new:
        site = await request.app.state.services.sites.get_site(hostname_of(request.headers))
        email = emails.new_device(device=device, ip=ip, now=now)
        clients.send_email(session, site, client, email, now=now)
    session.add(_login_event(request, client.id, "success", now=now))
    session.add(
        Session(
            id=new_id(),
            client_id=client.id,
            token_hash=hash_token(opened.raw_token),
            sid_hash=hash_token(opened.sid) if opened.sid is not None else None,
            device=device,
            ip=ip,
            created_at=now,
            last_seen_at=now,
            expires_at=opened.expires_at,
            stepped_up_until=None if passwordless else now + STEPPED_UP_FOR,
        )
    )
    await session.flush()
    return opened


def answer(opened: OpenedSession, request: Request) -> Response:
    """The token for the caller, and for a browser its other half where no script can read it."""
    view = TokenView(raw_token=opened.raw_token, expires_at=int(opened.expires_at.timestamp()))
    response = JSONResponse(view.model_dump(), status_code=201, headers={"Cache-Control": "no-store"})
    if opened.sid is not None:
        set_cookie(response, request, SID_COOKIE, opened.sid, for_=SESSION_LASTS)
    if opened.device_token is not None:
        set_cookie(response, request, devices.DEVICE_COOKIE, opened.device_token, for_=devices.KNOWN_FOR)
    return response


def clear_cookie(response: Response, request: Request) -> None:
    delete_cookie(response, request, SID_COOKIE)


async def _note(request: Request, client_id: uuid.UUID | None, outcome: Outcome, *, now: datetime) -> None:
    """Let the client see the try in the login history."""
    if client_id is None:
        return
    async with request.app.state.services.sessions() as session:
        session.add(_login_event(request, client_id, outcome, now=now))
        await session.commit()


def _login_event(request: Request, client_id: uuid.UUID, outcome: Outcome, *, now: datetime) -> LoginEvent:
    return LoginEvent(
        id=new_id(),
        client_id=client_id,
        at=now,
        device=device_of(request),
        ip=ip_of(request),
        outcome=outcome,
    )
