"""Mail waits in the transaction that causes it, and leaves after the commit."""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import DateTime, Index, String, Text, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base, SessionFactory, transaction
from clearwater.kit.ids import new_id
from clearwater.kit.retention import BATCH_ROWS, delete_in_batches

# How long after it has left a message keeps its text, and how long its line stays.
TEXT_KEPT_FOR = timedelta(days=1)
KEPT_FOR = timedelta(days=90)


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
    """Take the texts out of mail that has left, and forget all mail in the end.

    Bodies contain codes and links, which are not needed once a message was sent.
    """
    while True:
        async with transaction(sessions) as session:
            old = (
                select(Mail.id)
                .where(Mail.sent_at < now - TEXT_KEPT_FOR, Mail.text_body != "")
                .limit(BATCH_ROWS)
                .with_for_update(skip_locked=True)
            )
            emptied = await session.scalars(
                update(Mail).where(Mail.id.in_(old)).values(text_body="", html_body="").returning(Mail.id)
            )
            count = len(emptied.all())
        if count < BATCH_ROWS:
            break
    await delete_in_batches(sessions, Mail, Mail.created_at < now - KEPT_FOR)


async def list_newest(session: AsyncSession, recipient: str, *, limit: int) -> Sequence[Mail]:
    """The mail to one address, newest first."""
    answer = await session.scalars(
        select(Mail)
        .where(Mail.recipient == recipient)
        .order_by(Mail.created_at.desc(), Mail.id.desc())
        .limit(limit)
    )
    return answer.all()
