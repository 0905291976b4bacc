"""The tables of identity checks."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base

OWNER = "clients.id"
PICTURE = "files.id"


class KycCase(Base):
    """The current state of a client's identity check. A client without a row is unverified."""

    __tablename__ = "kyc_cases"
    __table_args__ = (
        CheckConstraint("status IN ('pending', 'approved', 'rejected', 'revoked')", name="status"),
        CheckConstraint("type IN ('passport', 'id_card', 'driver_license', 'residence_permit')", name="type"),
        CheckConstraint("type = 'passport' OR document_back_id IS NOT NULL", name="back"),
        CheckConstraint("(status = 'approved') = (approved_at IS NOT NULL)", name="approved_at"),
        CheckConstraint("status = 'rejected' OR reason IS NULL", name="reason"),
        Index(None, "status", "submitted_at", "client_id"),
    )

    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(OWNER, ondelete="CASCADE"), primary_key=True)
    status: Mapped[str] = mapped_column(String(20))
    type: Mapped[str] = mapped_column(String(20))
    reason: Mapped[str | None] = mapped_column(String(40))
    message: Mapped[str | None] = mapped_column(String(500))
    selfie_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(PICTURE), index=True)
    document_front_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(PICTURE), index=True)
    document_back_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey(PICTURE), index=True)
    submitted_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    approved_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class KycStep(Base):
    """One step of a client's identity check: a submission or a decision, when and by whom."""

    __tablename__ = "kyc_steps"
    __table_args__ = (
        CheckConstraint("act IN ('submitted', 'approved', 'rejected', 'revoked')", name="act"),
        Index(None, "client_id", "at", "id"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(OWNER, ondelete="CASCADE"))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    act: Mapped[str] = mapped_column(String(20))
    type: Mapped[str] = mapped_column(String(20))
    reason: Mapped[str | None] = mapped_column(String(40))
    message: Mapped[str | None] = mapped_column(String(500))
    staff_login: Mapped[str | None] = mapped_column(String(40))
    selfie_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(PICTURE), index=True)
    document_front_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(PICTURE), index=True)
    document_back_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey(PICTURE), index=True)
    # When its pictures were purged; the step itself is kept.
    pictures_purged_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
