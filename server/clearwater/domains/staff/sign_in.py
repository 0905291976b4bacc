"""How the staff come in: login, password and a code, always all three."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import audit, queries
from clearwater.domains.staff.errors import OperatorCredentialsInvalid
from clearwater.domains.staff.models import StaffMember, StaffSession
from clearwater.domains.staff.schemas import Credentials, OperatorToken
from clearwater.kit import attempts, totp
from clearwater.kit.clock import Clock
from clearwater.kit.db import Sessions
from clearwater.kit.ids import new_id
from clearwater.kit.passwords import Passwords
from clearwater.kit.secrets import Seal, hash_token, new_token

SESSION_LIFE = timedelta(hours=12)
TOTP_PURPOSE = "staff-totp"
# Counted like anybody, but the log keeps no text of an outsider's choice.
NOBODY = "unknown"


@dataclass(frozen=True)
class Door:
    """What is needed to let somebody in."""

    sessions: Sessions
    clock: Clock
    passwords: Passwords
    seal: Seal

    async def sign_in(
        self, session: AsyncSession, credentials: Credentials, *, ip: str, device: str
    ) -> OperatorToken:
        """Open a session. Whatever was wrong, the answer and the time it takes are the same."""
        counts = attempts.Attempts(self.sessions, self.clock)
        by_login = attempts.by_login("staff", credentials.login, ip)
        by_ip = attempts.by_ip("staff", ip)
        await counts.require_room(by_login, by_ip)
        member = await self._find_member(credentials.login)
        step = await self._check(member, credentials)
        if member is not None and step is not None:
            await counts.require_room(by_login, by_ip)
            if await self._take_step(member, step):
                await counts.clear(by_login)
                return await self._open_session(session, member, ip=ip, device=device)
        await counts.count_failure(by_login, by_ip)
        await self._record_refusal(member, ip=ip)
        raise OperatorCredentialsInvalid

    async def _take_step(self, member: StaffMember, step: int) -> bool:
        # In a transaction of its own, ended before the counts need another connection.
        async with self.sessions() as session:
            is_taken = await queries.take_step(session, member.id, step)
            await session.commit()
        return is_taken

    async def _find_member(self, login: str) -> StaffMember | None:
        # Closed again before argon2 is waited for, so that a flood of guesses holds no connections.
        async with self.sessions() as session:
            member = await queries.find_by_login(session, login)
        return member if member is not None and member.is_active else None

    async def _check(self, member: StaffMember | None, credentials: Credentials) -> int | None:
        stored = member.password_hash if member else None
        is_right = await self.passwords.verify(stored, credentials.password.get_secret_value())
        if member is None:
            return None
        secret = self.seal.open(member.totp_secret, purpose=TOTP_PURPOSE).decode()
        now = self.clock.now()
        step = totp.find_step(secret, credentials.totp, last_step=member.totp_last_step, now=now)
        return step if is_right else None

    async def _open_session(
        self, session: AsyncSession, member: StaffMember, *, ip: str, device: str
    ) -> OperatorToken:
        now = self.clock.now()
        token, expires_at = new_token(), now + SESSION_LIFE
        await queries.purge_sessions(session, now=now)
        session.add(
            StaffSession(
                id=new_id(),
                staff_id=member.id,
                token_hash=hash_token(token),
                device=device,
                ip=ip,
                created_at=now,
                expires_at=expires_at,
            )
        )
        await audit.append(
            session,
            staff_id=member.id,
            staff_login=member.login,
            act="staff.signed_in",
            subject=f"staff:{member.login}",
            detail={"ip": ip, "device": device},
            now=now,
        )
        return OperatorToken(raw_token=token, expires_at=int(expires_at.timestamp()))

    async def _record_refusal(self, member: StaffMember | None, *, ip: str) -> None:
        login = member.login if member else NOBODY
        async with self.sessions() as session:
            await audit.append(
                session,
                staff_id=member.id if member else None,
                staff_login=login,
                act="staff.sign_in_refused",
                subject=f"staff:{login}",
                detail={"ip": ip},
                now=self.clock.now(),
            )
            await session.commit()
