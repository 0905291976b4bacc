"""The tables of notices, of alerts about prices, and of web push."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base, literals

CLIENT = "clients.id"
KINDS = ("fill", "deposit", "withdrawal", "kyc", "security", "price_alert", "announcement")
DIRECTIONS = ("above", "below")


class NoticeRow(Base):
    """A notification of a client. Announcements, which all clients of a site get, are stored once."""

    __tablename__ = "notices"
    __table_args__ = (
        CheckConstraint(f"kind IN ({literals(KINDS)})", name="kind"),
        UniqueConstraint("client_id", "subject"),
        Index(None, "client_id", "created_at", "id"),
        Index(None, "created_at"),
        Index("ix_notices_unread", "client_id", postgresql_where=text("is_listed AND read_at IS NULL")),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(CLIENT, ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(20))
    data: Mapped[dict[str, Any]] = mapped_column(JSONB)
    # What may be notified only once, such as that an order was filled.
    subject: Mapped[str | None] = mapped_column(String(80))
    # False where the client does not want this kind in the list.
    is_listed: Mapped[bool]
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    read_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class NoticeSetting(Base):
    """How a client wants to be notified of one kind; without a row as by default."""

    __tablename__ = "notice_settings"
    __table_args__ = (
        CheckConstraint(f"kind IN ({literals(KINDS)})", name="kind"),
        Index(
            "ix_notice_settings_announced",
            "client_id",
            postgresql_where=text("kind = 'announcement' AND (email OR push)"),
        ),
    )

    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(CLIENT, ondelete="CASCADE"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    in_app: Mapped[bool]
    email: Mapped[bool]
    push: Mapped[bool]


class Announcement(Base):
    """A published news entry, for all clients of its site."""

    __tablename__ = "announcements"
    __table_args__ = (
        UniqueConstraint("site_id", "news_id"),
        Index(None, "site_id", "created_at", "id"),
        Index("ix_announcements_unsent", "id", postgresql_where=text("sent_at IS NULL")),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"))
    news_id: Mapped[str] = mapped_column(String(64))
    data: Mapped[dict[str, Any]] = mapped_column(JSONB)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    # The last client who was sent an email or a push message, and when there was none left.
    sent_to: Mapped[uuid.UUID | None]
    sent_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class AnnouncementRead(Base):
    """An announcement that a client has read by itself."""

    __tablename__ = "announcement_reads"

    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(CLIENT, ondelete="CASCADE"), primary_key=True)
    announcement_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("announcements.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    read_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class ReadMarker(Base):
    """A client has read all announcements up to this time."""

    __tablename__ = "announcement_markers"

    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(CLIENT, ondelete="CASCADE"), primary_key=True)
    read_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class PriceAlert(Base):
    """An alert that waits for a price. One that fires once is deleted when it has.

    The index finds the alerts that a move of the price has crossed, and no others.
    """

    __tablename__ = "price_alerts"
    __table_args__ = (
        CheckConstraint(f"direction IN ({literals(DIRECTIONS)})", name="direction"),
        Index(None, "client_id", "created_at", "id"),
        Index(None, "pair", "direction", "is_armed", "price"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(CLIENT, ondelete="CASCADE"))
    pair: Mapped[str] = mapped_column(String(41))
    direction: Mapped[str] = mapped_column(String(5))
    price: Mapped[int] = mapped_column(BigInteger)
    repeats: Mapped[bool]
    # False after it has fired, until the price has crossed back.
    is_armed: Mapped[bool]
    # The last fill before it was made; only later ones count.
    after_fill_id: Mapped[int] = mapped_column(BigInteger)
    fired_ms: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class FillCursor(Base):
    """The last fill that alerts and notices have taken account of; one row, moved together with them."""

    __tablename__ = "notice_cursor"
    __table_args__ = (CheckConstraint("id = 1", name="one"),)

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    fill_id: Mapped[int] = mapped_column(BigInteger)


class PartialFill(Base):
    """An open order of a client with fills, about which there is a notice when it closes."""

    __tablename__ = "notice_partial_fills"

    order_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)


class PushSubscription(Base):
    """A browser that takes push messages for a client, as long as the client is signed in there."""

    __tablename__ = "push_subscriptions"
    __table_args__ = (UniqueConstraint("endpoint"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(CLIENT, ondelete="CASCADE"), index=True)
    session_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), index=True)
    endpoint: Mapped[str] = mapped_column(String(1000))
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(40))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    # How often in a row its push service did not answer in time.
    timeouts: Mapped[int] = mapped_column(server_default="0")


class PushMessage(Base):
    """A push message that waits to be handed over; it is deleted when it was, or is out of date."""

    __tablename__ = "push_messages"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    subscription_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("push_subscriptions.id", ondelete="CASCADE"), index=True
    )
    payload: Mapped[str] = mapped_column(Text)
    attempts: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    next_attempt_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
