"""Sign-in of staff: login, password and code, all required; or a passkey, which counts as both factors."""

import hmac
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from fastapi import Depends, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import audit, queries
from clearwater.domains.staff.errors import OperatorCredentialsInvalid
from clearwater.domains.staff.models import StaffMember, StaffSession
from clearwater.domains.staff.schemas import Credentials, OperatorToken
from clearwater.kit import attempts, totp
from clearwater.kit.attempts import AttemptKey
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.dependencies import AppClock, AppSeal, AppSessions, StaffPasswords
from clearwater.kit.http import read_cookie, set_cookie
from clearwater.kit.ids import new_id
from clearwater.kit.passwords import Passwords
from clearwater.kit.secrets import Seal, hash_token, new_token
from clearwater.kit.visitor import ip_of, is_browser

SESSION_LIFETIME = timedelta(hours=8)
STAFF_IDLE_TIMEOUT = timedelta(minutes=30)
STEP_UP_LIFE = timedelta(minutes=5)
TOTP_PURPOSE = "staff-totp"
SID_COOKIE = "operator-sid"
DEVICE_COOKIE = "operator-device"
DEVICE_PURPOSE = "staff-device"
DEVICE_KNOWN_FOR = timedelta(days=180)
# Recorded instead of an unknown login, so that outsiders cannot write text of their choice to the log.
NOBODY = "unknown"


def make_device(seal: Seal, login: str, *, now: datetime) -> str:
    """The signed cookie of a known device, which is no credential.

    Failed sign-ins from a known device are counted separately, so that a stranger who guesses passwords
    cannot lock out the owner.
    """
    name = f"{new_token()}.{int(now.timestamp())}"
    return f"{name}.{_proof(seal, login, name)}"


def find_device(seal: Seal, login: str, shown: str, *, now: datetime) -> str | None:
    """The id of the device, if the cookie belongs to this login and has not expired."""
    name, _, proof = shown.rpartition(".")
    _, _, made_at = name.partition(".")
    if not made_at.isascii() or not made_at.isdigit() or len(made_at) > 12:
        return None
    if not hmac.compare_digest(proof.encode(), _proof(seal, login, name).encode()):
        return None
    return name if now.timestamp() - int(made_at) < DEVICE_KNOWN_FOR.total_seconds() else None


def _proof(seal: Seal, login: str, name: str) -> str:
    return seal.digest(f"{login}:{name}", purpose=DEVICE_PURPOSE).hex()


@dataclass(frozen=True)
class Visit:
    """The network address, user agent and cookies of a request."""

    ip: str
    device: str
    is_browser: bool
    sid: str
    known_device: str

    @classmethod
    def of(cls, request: Request) -> "Visit":
        agent = request.headers.get("user-agent", "")
        return cls(
            ip=ip_of(request),
            device="".join(character for character in agent if character.isprintable())[:200],
            is_browser=is_browser(request),
            sid=read_cookie(request, SID_COOKIE) or "",
            known_device=read_cookie(request, DEVICE_COOKIE) or "",
        )


@dataclass(frozen=True)
class OpenedSession:
    """Token and cookie of a new session, which are stored only as hashes."""

    login: str
    raw_token: str
    sid: str | None
    expires_at: datetime

    def answer(self, request: Request, response: Response, seal: Seal, *, now: datetime) -> OperatorToken:
        """Return the token, and set the browser's half as an HttpOnly cookie."""
        if self.sid is not None:
            device = make_device(seal, self.login, now=now)
            set_cookie(response, request, SID_COOKIE, self.sid, for_=SESSION_LIFETIME)
            set_cookie(response, request, DEVICE_COOKIE, device, for_=DEVICE_KNOWN_FOR)
        response.headers["Cache-Control"] = "no-store"
        return OperatorToken(raw_token=self.raw_token, expires_at=int(self.expires_at.timestamp()))


@dataclass(frozen=True)
class StaffSignInService:
    """Signs staff in with login, password and code."""

    sessions: SessionFactory
    clock: Clock
    passwords: Passwords
    seal: Seal

    async def sign_in(self, session: AsyncSession, credentials: Credentials, visit: Visit) -> OpenedSession:
        """Open a session. Every failure has the same answer and timing."""
        counts = attempts.Attempts(self.sessions, self.clock)
        own, shared = self._keys(credentials.login, visit)
        await counts.require_room(*own, *shared)
        member = await self._find_member(credentials.login)
        step = await self._check(member, credentials)
        if member is not None and step is not None:
            await counts.require_room(*own, *shared)
            if await queries.take_step(session, member.id, step):
                await attempts.clear_keys(session, *own)
                return await open_session(session, member, visit, now=self.clock.now())
            # Release the connection before another one is needed.
            await session.rollback()
        await counts.count_failure(*own, *shared)
        await record_refusal(self.sessions, member, ip=visit.ip, now=self.clock.now())
        raise OperatorCredentialsInvalid

    def _keys(self, login: str, visit: Visit) -> tuple[tuple[AttemptKey, ...], tuple[AttemptKey, ...]]:
        """Keys for counting failures: a known device alone, else network, address and login."""
        device = find_device(self.seal, login, visit.known_device, now=self.clock.now())
        if device is not None:
            return (attempts.by_holder("staff", f"device:{device}"),), ()
        shared = (attempts.by_ip("staff", visit.ip), attempts.by_login_anywhere("staff", login))
        return (attempts.by_login("staff", login, visit.ip),), shared

    async def _find_member(self, login: str) -> StaffMember | None:
        # Closed before argon2 runs, so that a flood of guesses holds no connections.
        async with self.sessions() as session:
            member = await queries.find_by_login(session, login)
        return member if member is not None and member.is_active else None

    async def _check(self, member: StaffMember | None, credentials: Credentials) -> int | None:
        stored = member.password_hash if member else None
        is_right = await self.passwords.verify(stored, credentials.password.get_secret_value())
        if member is None:
            return None
        step = find_step(self.seal, member, credentials.totp, now=self.clock.now())
        return step if is_right else None


async def _sign_ins(
    sessions: AppSessions, clock: AppClock, passwords: StaffPasswords, seal: AppSeal
) -> StaffSignInService:
    return StaffSignInService(sessions, clock, passwords, seal)


StaffSignIns = Annotated[StaffSignInService, Depends(_sign_ins)]


def find_step(seal: Seal, member: StaffMember, code: str, *, now: datetime) -> int | None:
    """The TOTP time step of a code, if it is valid and unused."""
    if member.totp_secret is None:
        return None
    secret = seal.open(member.totp_secret, purpose=TOTP_PURPOSE).decode()
    return totp.find_step(secret, code, last_step=member.totp_last_step, now=now)


async def open_session(
    session: AsyncSession, member: StaffMember, visit: Visit, *, now: datetime
) -> OpenedSession:
    """Open a session; signing in also counts as a step-up."""
    opened = OpenedSession(
        login=member.login,
        raw_token=new_token(),
        sid=await _choose_sid(session, member.id, visit, now=now) if visit.is_browser else None,
        expires_at=now + SESSION_LIFETIME,
    )
    await queries.purge_sessions(session, now=now, seen_before=now - STAFF_IDLE_TIMEOUT)
    session.add(
        StaffSession(
            id=new_id(),
            staff_id=member.id,
            token_hash=hash_token(opened.raw_token),
            sid_hash=hash_token(opened.sid) if opened.sid is not None else None,
            device=visit.device,
            ip=visit.ip,
            created_at=now,
            last_seen_at=now,
            stepped_up_until=now + STEP_UP_LIFE,
            expires_at=opened.expires_at,
        )
    )
    await audit.append(
        session,
        staff_id=member.id,
        staff_login=member.login,
        act="staff.signed_in",
        subject=f"staff:{member.login}",
        detail={"ip": visit.ip, "device": visit.device},
        now=now,
    )
    return opened


async def _choose_sid(session: AsyncSession, staff_id: uuid.UUID, visit: Visit, *, now: datetime) -> str:
    """Reuse the cookie that another tab of this browser has for the same person; else create a new one."""
    if visit.sid and await queries.has_browser(session, staff_id, hash_token(visit.sid), now=now):
        return visit.sid
    return new_token()


async def record_refusal(
    sessions: SessionFactory, member: StaffMember | None, *, ip: str, now: datetime
) -> None:
    login = member.login if member else NOBODY
    async with transaction(sessions) as session:
        await audit.append(
            session,
            staff_id=member.id if member else None,
            staff_login=login,
            act="staff.sign_in_refused",
            subject=f"staff:{login}",
            detail={"ip": ip},
            now=now,
        )
