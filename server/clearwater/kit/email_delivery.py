"""Mail leaves the outbox: each message is tried until it is taken, less and less often."""

import asyncio
import uuid
from datetime import datetime, timedelta
from typing import Protocol

import structlog
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.outbox import Mail

log = structlog.get_logger("clearwater.mail")

FIRST_RETRY = timedelta(minutes=1)
MAX_RETRY_DELAY = timedelta(hours=6)
GIVE_UP_AFTER = timedelta(days=3)
# An attempt ends before the next one starts, so that two never run together.
TRY_SECONDS = 45.0
SENDERS = 4
ERROR_LENGTH = 500


class MailNotTaken(Exception):
    """The mail server was unreachable or rejected the message; the text is the reason."""


class Mailer(Protocol):
    """Hands mail over; an adapter."""

    async def send(self, mail: Mail) -> None:
        """Hand a message over, or raise MailNotTaken."""
        ...


def retry_delay(attempts: int) -> timedelta:
    """How long to wait after so many tries: a minute at first, doubling up to six hours."""
    return min(FIRST_RETRY * (1 << min(attempts - 1, 16)), MAX_RETRY_DELAY)


async def deliver_waiting(sessions: SessionFactory, mailer: Mailer, clock: Clock) -> None:
    """Send everything that is due, several messages concurrently, each by one sender."""
    await asyncio.gather(*(_deliver_one_by_one(sessions, mailer, clock) for _ in range(SENDERS)))


async def _deliver_one_by_one(sessions: SessionFactory, mailer: Mailer, clock: Clock) -> None:
    while True:
        async with transaction(sessions) as session:
            mail = await _claim_next(session, now=clock.now())
        if mail is None:
            return
        try:
            async with asyncio.timeout(TRY_SECONDS):
                await mailer.send(mail)
        except (MailNotTaken, TimeoutError) as error:
            reason = str(error) or f"The mail server took longer than {TRY_SECONDS:.0f} s."
            await _note_failure(sessions, mail, reason, now=clock.now())
        else:
            await _note_success(sessions, mail.id, now=clock.now())


async def _claim_next(session: AsyncSession, *, now: datetime) -> Mail | None:
    """Take one message that is due. Its next attempt is scheduled first, in case this one is interrupted."""
    mail = await session.scalar(
        select(Mail)
        .where(Mail.sent_at.is_(None), Mail.next_attempt_at <= now)
        .order_by(Mail.next_attempt_at)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    if mail is not None:
        mail.attempts += 1
        mail.next_attempt_at = now + retry_delay(mail.attempts)
    return mail


async def _note_success(sessions: SessionFactory, mail_id: uuid.UUID, *, now: datetime) -> None:
    async with transaction(sessions) as session:
        sent = {"sent_at": now, "next_attempt_at": None, "last_error": None}
        await session.execute(update(Mail).where(Mail.id == mail_id).values(sent))


async def _note_failure(sessions: SessionFactory, mail: Mail, reason: str, *, now: datetime) -> None:
    failed: dict[str, object] = {"last_error": reason[:ERROR_LENGTH]}
    has_given_up = now - mail.created_at >= GIVE_UP_AFTER
    if has_given_up:
        failed["next_attempt_at"] = None
    log.warning(
        "email_delivery_failed",
        email=str(mail.id),
        attempts=mail.attempts,
        gave_up=has_given_up,
        reason=reason,
    )
    async with transaction(sessions) as session:
        await session.execute(update(Mail).where(Mail.id == mail.id).values(failed))
