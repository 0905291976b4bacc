"""Limits on guessing a secret, per network and device: failures of one caller do not lock out others.

Failures at a login count for the network that they come from (`by_login`) and for its address
(`by_ip`). A device on which the login has been right before counts by itself (`by_holder`), whatever
strangers do. A login that is guessed at from everywhere (`by_login_anywhere`) waits on devices nobody
knows; what cannot be guessed, such as a mailed link or a passkey, is never asked to wait.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import DateTime, String, and_, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.clock import Clock
from clearwater.kit.db import Base, SessionFactory, delete_in_batches, transaction
from clearwater.kit.errors import ClearwaterError
from clearwater.kit.messages import Message
from clearwater.kit.visitor import network_of, subnet_of

WINDOW = timedelta(minutes=15)
FIRST_LOCK = timedelta(minutes=1)
MAX_LOCK = timedelta(minutes=15)
FAILURES_PER_LOGIN = 5
FAILURES_PER_IP = 20
MAX_FAILURES_ANYWHERE = 100
RETENTION = timedelta(days=1)


class TooManyAttempts(ClearwaterError):
    status, code, title = 429, "TOO_MANY_ATTEMPTS", "Too many attempts. Please wait."


class AttemptCount(Base):
    """Failures of one login or one address, and until when it has to wait."""

    __tablename__ = "attempt_counts"

    key: Mapped[str] = mapped_column(String(300), primary_key=True)
    failures: Mapped[int]
    locks: Mapped[int] = mapped_column(server_default="0")
    window_started_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    locked_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


@dataclass(frozen=True)
class AttemptKey:
    """What failures are counted by, and how many it may have."""

    name: str
    allowed: int


def by_login(scope: str, login: str, ip: str) -> AttemptKey:
    """A login as one network tries it.

    `scope` keeps apart what has its own logins, such as the clients of a site and the staff.
    """
    return AttemptKey(f"{_login_prefix(scope, login)}net:{subnet_of(ip)}", FAILURES_PER_LOGIN)


def by_login_anywhere(scope: str, login: str) -> AttemptKey:
    """Attempts on a login from all networks together; only for unknown devices."""
    return AttemptKey(f"{_login_prefix(scope, login)}anywhere", MAX_FAILURES_ANYWHERE)


def by_ip(scope: str, ip: str) -> AttemptKey:
    return AttemptKey(f"{scope}:ip:{network_of(ip)}"[:300], FAILURES_PER_IP)


def by_holder(scope: str, holding: str) -> AttemptKey:
    """Failures of a caller that already has a secret: a known device, a session, an emailed code."""
    return AttemptKey(f"{scope}:holder:{holding}"[:300], FAILURES_PER_LOGIN)


def _login_prefix(scope: str, login: str) -> str:
    # Hashed: what strangers type is as long as they like, and may be anybody's address.
    return f"{scope}:login:{hashlib.sha256(login.encode()).hexdigest()}:"


class Attempts:
    """Counts in transactions of its own, so that a refused request still counts.

    Ask for room before a secret is checked and again when it was right: guesses that were sent at
    once all find room at first, but only the failures before the right one decide. After a success
    clear what was counted for the login here; never the address, or one own account would buy endless
    guesses at others.
    """

    def __init__(self, sessions: SessionFactory, clock: Clock) -> None:
        self._sessions = sessions
        self._clock = clock

    async def require_room(self, *keys: AttemptKey) -> None:
        """Raise while one of the keys has to wait."""
        now = self._clock.now()
        async with self._sessions() as session:
            locked_until = await session.scalar(
                select(func.max(AttemptCount.locked_until)).where(AttemptCount.key.in_(_names(keys)))
            )
        if locked_until is not None and locked_until > now:
            wait_seconds = math.ceil((locked_until - now).total_seconds())
            raise TooManyAttempts(
                Message("Too many attempts. Try again in {wait_seconds} s.", wait_seconds=wait_seconds),
                headers={"Retry-After": str(wait_seconds)},
            )

    async def count_failure(self, *keys: AttemptKey) -> None:
        """Count one failure; a key that has had too many waits longer each time."""
        now = self._clock.now()
        allowed = {key.name: key.allowed for key in keys}
        async with transaction(self._sessions) as session:
            for count in await _lock_counts(session, _names(keys), now=now):
                _add_failure(count, allowed[count.key], now=now)

    async def clear(self, *keys: AttemptKey) -> None:
        async with transaction(self._sessions) as session:
            await clear_keys(session, *keys)

    async def clear_login(self, scope: str, login: str) -> None:
        """Clear the failures of a login from everywhere, after its secret was reset."""
        async with transaction(self._sessions) as session:
            await clear_login(session, scope, login)


@dataclass(frozen=True)
class Guard:
    """Counts failed attempts by several keys; a success clears the caller's own."""

    attempts: Attempts
    own: tuple[AttemptKey, ...] = ()
    shared: tuple[AttemptKey, ...] = ()

    async def require_room(self) -> None:
        await self.attempts.require_room(*self.own, *self.shared)

    async def count_failure(self) -> None:
        if self.own or self.shared:
            await self.attempts.count_failure(*self.own, *self.shared)

    async def clear(self) -> None:
        await self.attempts.clear(*self.own)


def _names(keys: Sequence[AttemptKey]) -> list[str]:
    # One order for all, or two requests could each hold what the other waits for.
    return sorted(key.name for key in keys)


async def _lock_counts(session: AsyncSession, names: list[str], *, now: datetime) -> Sequence[AttemptCount]:
    fresh = [{"key": name, "failures": 0, "locks": 0, "window_started_at": now} for name in names]
    await session.execute(insert(AttemptCount).values(fresh).on_conflict_do_nothing())
    locked = await session.scalars(
        select(AttemptCount)
        .where(AttemptCount.key.in_(names))
        .order_by(AttemptCount.key)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return locked.all()


def _add_failure(count: AttemptCount, allowed: int, *, now: datetime) -> None:
    if now - count.window_started_at >= WINDOW:
        count.failures, count.window_started_at = 0, now
        if count.locked_until is not None and now - count.locked_until >= WINDOW:
            count.locks = 0
    count.failures += 1
    # A caller that had to wait recently has used up the free attempts.
    if count.failures >= allowed or count.locks > 0:
        count.locked_until = now + min(FIRST_LOCK * 2 ** min(count.locks, 10), MAX_LOCK)
        count.locks += 1


async def purge_stale(sessions: SessionFactory, *, now: datetime) -> None:
    """Delete counts that no longer decide anything."""
    is_over = or_(AttemptCount.locked_until.is_(None), AttemptCount.locked_until <= now - RETENTION)
    is_stale = and_(AttemptCount.window_started_at <= now - RETENTION, is_over)
    await delete_in_batches(sessions, AttemptCount, is_stale)


async def clear_keys(session: AsyncSession, *keys: AttemptKey) -> None:
    """Clear in the caller's transaction, without a second connection."""
    await session.execute(delete(AttemptCount).where(AttemptCount.key.in_(_names(keys))))


async def clear_login(session: AsyncSession, scope: str, login: str) -> None:
    """Let a login be tried again now, from everywhere."""
    prefix = _login_prefix(scope, login)
    await session.execute(delete(AttemptCount).where(AttemptCount.key.startswith(prefix)))
