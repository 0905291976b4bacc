"""The outbox: mail waits in the transaction that causes it, and is sent after the commit.

Each message is tried until it is taken, less and less often.
"""

import asyncio
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

import structlog
from sqlalchemy import DateTime, Index, String, Text, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit import metrics
from clearwater.kit.clock import Clock
from clearwater.kit.db import BATCH_ROWS, Base, SessionFactory, delete_in_batches, transaction
from clearwater.kit.ids import new_id

log = structlog.get_logger("clearwater.mail")

# How long after it has left a message keeps its text, and how long its line stays.
TEXT_RETENTION = timedelta(days=1)
RETENTION = timedelta(days=90)
FIRST_RETRY = timedelta(minutes=1)
MAX_RETRY_DELAY = timedelta(hours=6)
GIVE_UP_AFTER = timedelta(days=3)
# An attempt ends before the next one starts, so that two never run together.
SEND_TIMEOUT_SECONDS = 45.0
SENDERS = 4
ERROR_LENGTH = 500


class Mail(Base):
    """One message: waiting, sent, or given up with its last error."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index("ix_outbox_waiting", "next_attempt_at", postgresql_where=text("sent_at IS NULL")),
        Index(None, "recipient", "created_at"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    recipient: Mapped[str] = mapped_column(String(320))
    sender_name: Mapped[str] = mapped_column(String(60))
    subject: Mapped[str] = mapped_column(String(200))
    text_body: Mapped[str] = mapped_column(Text)
    html_body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    sent_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    attempts: Mapped[int] = mapped_column(server_default="0")
    next_attempt_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    last_error: Mapped[str | None] = mapped_column(String(500))


def enqueue(
    session: AsyncSession,
    *,
    recipient: str,
    sender_name: str,
    subject: str,
    text_body: str,
    html_body: str,
    now: datetime,
) -> None:
    """Put a message into the outbox; it exists if and only if the caller's work is committed."""
    session.add(
        Mail(
            id=new_id(),
            recipient=recipient,
            # A line break would let a name or a subject write headers of its own.
            sender_name=_one_line(sender_name)[:60],
            subject=_one_line(subject)[:200],
            text_body=text_body,
            html_body=html_body,
            created_at=now,
            next_attempt_at=now,
            attempts=0,
        )
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


async def purge_old(sessions: SessionFactory, now: datetime) -> None:
    """Delete the texts of sent mail first, and all mail after its retention.

    Bodies contain codes and links, which are not needed once a message was sent.
    """
    while True:
        async with transaction(sessions) as session:
            old = (
                select(Mail.id)
                .where(Mail.sent_at < now - TEXT_RETENTION, Mail.text_body != "")
                .limit(BATCH_ROWS)
                .with_for_update(skip_locked=True)
            )
            emptied = await session.scalars(
                update(Mail).where(Mail.id.in_(old)).values(text_body="", html_body="").returning(Mail.id)
            )
            count = len(emptied.all())
        if count < BATCH_ROWS:
            break
    await delete_in_batches(sessions, Mail, Mail.created_at < now - RETENTION)


async def list_newest(session: AsyncSession, recipient: str, *, limit: int) -> Sequence[Mail]:
    """The mail to one address, newest first."""
    answer = await session.scalars(
        select(Mail)
        .where(Mail.recipient == recipient)
        .order_by(Mail.created_at.desc(), Mail.id.desc())
        .limit(limit)
    )
    return answer.all()


class WaitingMail(NamedTuple):
    """The mail that is still to be sent: how many messages, and since when the oldest waits."""

    messages: int
    since: datetime | None


async def find_waiting(session: AsyncSession) -> WaitingMail:
    """Without what was given up."""
    waits = Mail.sent_at.is_(None) & Mail.next_attempt_at.is_not(None)
    row = (await session.execute(select(func.count(), func.min(Mail.created_at)).where(waits))).one()
    return WaitingMail(*row)


async def measure(sessions: SessionFactory, *, now: datetime) -> None:
    """Show the waiting mail in the metrics."""
    async with sessions() as session:
        waiting = await find_waiting(session)
    metrics.mail_waiting.labels().value = waiting.messages
    age = (now - waiting.since).total_seconds() if waiting.since else 0.0
    metrics.mail_oldest_seconds.labels().value = age


class MailDeliveryFailed(Exception):
    """The mail server was unreachable or rejected the message; the text is the reason."""


class Mailer(Protocol):
    """Hands mail over; an adapter."""

    async def send(self, mail: Mail) -> None:
        """Hand a message over, or raise MailDeliveryFailed."""
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
            async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
                await mailer.send(mail)
        except (MailDeliveryFailed, TimeoutError) as error:
            reason = str(error) or f"The mail server took longer than {SEND_TIMEOUT_SECONDS:.0f} s."
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
    metrics.mail_sent.inc()
    async with transaction(sessions) as session:
        sent = {"sent_at": now, "next_attempt_at": None, "last_error": None}
        await session.execute(update(Mail).where(Mail.id == mail_id).values(sent))


async def _note_failure(sessions: SessionFactory, mail: Mail, reason: str, *, now: datetime) -> None:
    metrics.mail_failures.inc()
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
