"""Sign-in with a password or a sign-in link, and with the second factor where there is one.

Each step is a short transaction of its own, and none is open while a password is being checked or
another one is needed: a flood of sign-ins must not take the connections that others need.
"""

import asyncio
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Literal

from fastapi import Depends, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.security.errors import CodeExpired, CodeInvalid
from clearwater.domains.security.service import (
    AppGuards,
    Guards,
    OneTimeCode,
    codes,
    passkeys,
    second_factor,
)
from clearwater.domains.sessions import devices, emails, queries, recovery
from clearwater.domains.sessions.authentication import SID_COOKIE
from clearwater.domains.sessions.errors import InvalidCredentials, SecondFactors, TwoFactorRequired
from clearwater.domains.sessions.models import LoginEvent, Session
from clearwater.domains.sessions.schemas import SignIn, TokenView
from clearwater.domains.sites.service import CurrentOrigins, CurrentSite, LinkOrigins
from clearwater.kit import account_events
from clearwater.kit.attempts import Guard
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.dependencies import AppPasswords, AppSeal, AppSessions
from clearwater.kit.http import delete_cookie, set_cookie
from clearwater.kit.ids import new_id
from clearwater.kit.passkey_messages import ShownCredential
from clearwater.kit.passkeys import Party
from clearwater.kit.passwords import Passwords
from clearwater.kit.secrets import Seal, hash_token, new_token
from clearwater.kit.visitor import CurrentVisitor, Visitor

# Also in web/src/session/token.ts, for the cookie; a test compares them.
SESSION_LIFETIME = timedelta(days=7)
STEPPED_UP_FOR = timedelta(minutes=5)

Outcome = Literal["success", "wrong_password", "wrong_second_factor"]


@dataclass(frozen=True)
class OpenedSession:
    """The token and cookie of a new session; only their hashes are stored."""

    raw_token: str
    sid: str | None
    device_token: str | None
    expires_at: datetime


@dataclass(frozen=True)
class SignInService:
    """Signs clients in: by password, sign-in link or passkey."""

    sessions: SessionFactory
    guards: Guards
    passwords: Passwords
    seal: Seal
    origins: LinkOrigins
    visitor: Visitor

    async def sign_in(self, site: CurrentSite, draft: SignIn, *, now: datetime) -> OpenedSession:
        """Open a session if all required credentials are right."""
        if draft.knock is not None:
            return await self._sign_in_with_link(site, draft, draft.knock, now=now)
        assert draft.login is not None
        assert draft.password is not None
        login, password = draft.login, draft.password.get_secret_value()
        return await self._sign_in_with_password(site, draft, login, password, now=now)

    async def _sign_in_with_password(
        self, site: CurrentSite, draft: SignIn, login: str, password: str, *, now: datetime
    ) -> OpenedSession:
        async with self.sessions() as session:
            known = await clients.find_client_by_email(session, site.id, login)
            device_id = await devices.find_known(session, self.visitor, known.id if known else None)
        login = clients.normal_email(login)
        guard = self.guards.at_sign_in(site, login, ip=self.visitor.ip, device_id=device_id)
        await guard.require_room()
        stored_hash = known.password_hash if known else None
        is_right = await self.passwords.verify(stored_hash, password)
        # Checked again, because concurrent guesses pass the first check together.
        await guard.require_room()
        if known is None or not is_right:
            # Concurrently, so that rejecting a known login does not take longer.
            client_id = known.id if known else None
            await asyncio.gather(
                guard.count_failure(), self._record_failure(client_id, "wrong_password", now=now)
            )
            raise InvalidCredentials
        fresh_hash = None
        if self.passwords.needs_rehash(known.password_hash):
            fresh_hash = await self.passwords.hash(password)
        async with transaction(self.sessions) as session:
            # Locked, so that a reset of the password ends this session or keeps it from starting.
            client = await clients.lock_client(session, known.id)
            if client.password_hash != stored_hash:
                raise InvalidCredentials
            await self._require_second_factor(session, guard, client, draft, now=now)
            if fresh_hash is not None:
                client.password_hash = fresh_hash
            opened = await open_session(session, self.visitor, site, client, now=now)
        await guard.clear()
        return opened

    async def _sign_in_with_link(
        self, site: CurrentSite, draft: SignIn, knock: str, *, now: datetime
    ) -> OpenedSession:
        """The code of a sign-in link cannot be guessed, so failed attempts of others never delay it."""
        found, is_unclaimed = await self._find_sign_in_link(site, codes.normalise_link_code(knock), now=now)
        guard = self.guards.of_holder(site, f"knock:{found.client_id}")
        await guard.require_room()
        if draft.totp is not None or draft.recovery_code is not None:
            async with transaction(self.sessions) as session:
                # There is no slow password check here, so each guess uses up an attempt of the code.
                if not await codes.take_attempt(session, found, now=now):
                    raise CodeExpired
        # Hashed while no connection is held; needed only where a stranger may know the password.
        unknown_hash = await self.passwords.hash(new_token()) if is_unclaimed else ""
        async with transaction(self.sessions) as session:
            client = await clients.lock_client(session, found.client_id)
            has_second_factor = await self._require_second_factor(session, guard, client, draft, now=now)
            await codes.use(session, found, now=now)
            if is_unclaimed and not client.email_is_confirmed:
                await recovery.claim(session, client, password_hash=unknown_hash, now=now)
                issued = await codes.issue(session, self.seal, client.id, "password_reset", now=now)
                link = f"{self.origins.of(site)}/password?code={issued.link_code}"
                clients.send_email(session, site, client, emails.claimed(link=link), now=now)
            opened = await open_session(
                session, self.visitor, site, client, now=now, passwordless=not has_second_factor
            )
        await guard.clear()
        return opened

    async def sign_in_with_passkey(
        self, site: CurrentSite, party: Party, credential: ShownCredential, *, now: datetime
    ) -> OpenedSession:
        """Open a session for the owner of a passkey, which counts as both factors.

        Only failures are delayed: a valid passkey is not a guess, whoever else failed from this address.
        """
        try:
            async with transaction(self.sessions) as session:
                passkey = await passkeys.use(session, self.sessions, party, credential, owner=None, now=now)
                client = await clients.find_client(session, passkey.client_id)
                if client is None or client.site_id != site.id:
                    raise passkeys.invalid_passkey()
                opened = await open_session(session, self.visitor, site, client, now=now)
        except InvalidCredentials:
            guard = self.guards.of_address(site, self.visitor.ip)
            await guard.require_room()
            await guard.count_failure()
            raise
        return opened

    async def _find_sign_in_link(
        self, site: CurrentSite, code: str, *, now: datetime
    ) -> tuple[OneTimeCode, bool]:
        """The sign-in link of a code, and whether its account is still unconfirmed."""
        try:
            async with self.sessions() as session:
                found = await codes.get_link_code(session, site.id, "knock", code, now=now)
                client = await clients.find_client(session, found.client_id)
        except CodeInvalid:
            guard = self.guards.of_address(site, self.visitor.ip)
            await guard.require_room()
            await guard.count_failure()
            raise InvalidCredentials from None
        codes.require_browser(self.visitor, found)
        assert client is not None, "codes are deleted with their client"
        return found, not client.email_is_confirmed

    async def _require_second_factor(
        self,
        session: AsyncSession,
        guard: Guard,
        client: Client,
        draft: SignIn,
        *,
        now: datetime,
    ) -> bool:
        """Whether the client has 2FA; raises unless a valid second factor was sent."""
        methods = await second_factor.methods_of(session, client)
        if not methods:
            return False
        seal, client_id = self.seal, client.id
        if draft.totp is not None:
            is_right = await second_factor.use_totp(session, seal, client, draft.totp, now=now)
        elif draft.recovery_code is not None:
            is_right = await second_factor.use_recovery_code(
                session, seal, client, draft.recovery_code, now=now
            )
        else:
            raise TwoFactorRequired(fields=SecondFactors(methods=methods))
        if not is_right:
            # Returns the connection to the pool before another one is needed.
            await session.rollback()
            await guard.count_failure()
            await self._record_failure(client_id, "wrong_second_factor", now=now)
            raise InvalidCredentials
        return True

    async def _record_failure(self, client_id: uuid.UUID | None, outcome: Outcome, *, now: datetime) -> None:
        """Record a failed attempt in the sign-in history."""
        if client_id is None:
            return
        async with transaction(self.sessions) as session:
            session.add(_login_event(self.visitor, client_id, outcome, now=now))


async def _sign_ins(
    *,
    sessions: AppSessions,
    guards: AppGuards,
    passwords: AppPasswords,
    seal: AppSeal,
    origins: CurrentOrigins,
    visitor: CurrentVisitor,
) -> SignInService:
    return SignInService(sessions, guards, passwords, seal, origins, visitor)


SignIns = Annotated[SignInService, Depends(_sign_ins)]


async def open_session(
    session: AsyncSession,
    visitor: Visitor,
    site: CurrentSite,
    client: Client,
    *,
    now: datetime,
    passwordless: bool = False,
) -> OpenedSession:
    """Start a session, record the login, and email the client if the device is new.

    A sign-in counts as step-up, except one by emailed link alone (`passwordless`): access to the mailbox
    must not be enough to change security settings.
    """
    old_sid = visitor.cookies.get(SID_COOKIE)
    if old_sid is not None:
        # One session per browser: the replaced one could never be ended by its owner.
        await queries.end_session_of_browser(session, hash_token(old_sid))
    seen = await devices.register_device(session, visitor, client.id, now=now)
    opened = OpenedSession(
        raw_token=new_token(),
        sid=new_token() if visitor.is_browser else None,
        device_token=seen.token,
        expires_at=now + SESSION_LIFETIME,
    )
    if seen.is_new:
        email = emails.new_device(device=visitor.device, ip=visitor.ip, now=now)
        clients.send_email(session, site, client, email, now=now)
        await account_events.record(
            session, "security", client.id, {"change": "new_device", "device": visitor.device}
        )
    session.add(_login_event(visitor, client.id, "success", now=now))
    session.add(
        Session(
            id=new_id(),
            client_id=client.id,
            token_hash=hash_token(opened.raw_token),
            sid_hash=hash_token(opened.sid) if opened.sid is not None else None,
            device=visitor.device,
            ip=visitor.ip,
            created_at=now,
            last_seen_at=now,
            expires_at=opened.expires_at,
            stepped_up_until=None if passwordless else now + STEPPED_UP_FOR,
        )
    )
    await session.flush()
    return opened


def answer(opened: OpenedSession, request: Request) -> Response:
    """The token in the body, and for a browser the session's HttpOnly cookie."""
    view = TokenView(raw_token=opened.raw_token, expires_at=int(opened.expires_at.timestamp()))
    response = JSONResponse(view.model_dump(), status_code=201, headers={"Cache-Control": "no-store"})
    if opened.sid is not None:
        set_cookie(response, request, SID_COOKIE, opened.sid, for_=SESSION_LIFETIME)
    if opened.device_token is not None:
        set_cookie(response, request, devices.DEVICE_COOKIE, opened.device_token, for_=devices.KNOWN_FOR)
    return response


def clear_cookie(response: Response, request: Request) -> None:
    delete_cookie(response, request, SID_COOKIE)


def _login_event(visitor: Visitor, client_id: uuid.UUID, outcome: Outcome, *, now: datetime) -> LoginEvent:
    return LoginEvent(
        id=new_id(),
        client_id=client_id,
        at=now,
        device=visitor.device,
        ip=visitor.ip,
        outcome=outcome,
    )
