"""The tables of sessions, known devices and sign-ins."""

import uuid
from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base
from clearwater.kit.session_rows import SessionColumns

OWNER = "clients.id"


class Session(SessionColumns, Base):
    """A sign-in of a client."""

    __tablename__ = "sessions"
    __table_args__ = (Index(None, "client_id", "created_at"),)

    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(OWNER, ondelete="CASCADE"))
    sid_hash: Mapped[bytes | None] = mapped_column(LargeBinary, index=True)
    # The previous cookie, which requests in flight during a renewal still carry.
    previous_sid_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    sid_renewed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class KnownDevice(Base):
    """A browser that a client has signed in with, known by a cookie."""

    __tablename__ = "known_devices"
    __table_args__ = (UniqueConstraint("client_id", "token_hash"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(OWNER, ondelete="CASCADE"))
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, index=True)
    name: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    last_seen_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class LoginEvent(Base):
    """A sign-in attempt, shown in the client's history."""

    __tablename__ = "login_events"
    __table_args__ = (Index(None, "client_id", "at", "id"), Index(None, "at"))

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(OWNER, ondelete="CASCADE"))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    device: Mapped[str] = mapped_column(String(200))
    ip: Mapped[str] = mapped_column(String(45))
    outcome: Mapped[str] = mapped_column(String(40))
