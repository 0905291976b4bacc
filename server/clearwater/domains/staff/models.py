"""The tables of staff and of what they did."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, DateTime, ForeignKey, Index, LargeBinary, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.database_roles import append_only
from clearwater.kit.db import Base


class StaffMember(Base):
    """Somebody who runs the exchange. Rows stay for ever: the audit log speaks of them."""

    __tablename__ = "staff"
    __table_args__ = (
        CheckConstraint("role IN ('admin', 'compliance', 'treasury', 'support', 'editor')", name="role"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    login: Mapped[str] = mapped_column(String(40), unique=True)
    password_hash: Mapped[str] = mapped_column(String(200))
    totp_secret: Mapped[bytes] = mapped_column(LargeBinary)
    # The last step that was accepted: a code is good once.
    totp_last_step: Mapped[int | None]
    role: Mapped[str] = mapped_column(String(20))
    is_active: Mapped[bool] = mapped_column(server_default="true")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class StaffSession(Base):
    """A sign-in of somebody of the staff."""

    __tablename__ = "staff_sessions"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    staff_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("staff.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    device: Mapped[str] = mapped_column(String(200))
    ip: Mapped[str] = mapped_column(String(45))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)


class AuditEntry(Base):
    """One act. Written once: triggers refuse every change, and each hash covers the one before."""

    __tablename__ = "audit_log"
    __table_args__ = (
        Index(None, "act", "seq"),
        Index(None, "staff_login", "seq"),
        Index(None, "subject", "seq"),
        {"info": append_only()},
    )

    # Counted by us without gaps, so that an entry that was taken out is missed.
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    staff_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("staff.id"))
    staff_login: Mapped[str] = mapped_column(String(40))
    act: Mapped[str] = mapped_column(String(60))
    subject: Mapped[str] = mapped_column(String(200))
    detail: Mapped[dict[str, Any]] = mapped_column(JSONB)
    previous_hash: Mapped[bytes] = mapped_column(LargeBinary)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    # Under which key the hash was made. The first entries of old installations have none.
    key_id: Mapped[bytes | None] = mapped_column(LargeBinary)
