"""The tables of staff and of the audit log."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, DateTime, ForeignKey, Index, LargeBinary, String, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.domains.staff.columns import DecisionColumns
from clearwater.kit.db import Base, append_only
from clearwater.kit.passkey_rows import ChallengeColumns, PasskeyColumns
from clearwater.kit.session_rows import SessionColumns


class StaffMember(Base):
    """A staff member. Rows are never deleted, because the audit log refers to them."""

    __tablename__ = "staff"
    __table_args__ = (
        CheckConstraint("role IN ('admin', 'compliance', 'treasury', 'support', 'editor')", name="role"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    login: Mapped[str] = mapped_column(String(40), unique=True)
    # Without password and TOTP secret the account is waiting for enrolment.
    password_hash: Mapped[str | None] = mapped_column(String(200))
    totp_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    # The last accepted TOTP time step: a code cannot be replayed.
    totp_last_step: Mapped[int | None]
    role: Mapped[str] = mapped_column(String(20))
    is_active: Mapped[bool] = mapped_column(server_default="true")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    # When the owner enrolled, and which admin created the link; null if created at the command line.
    enrolled_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    invited_by_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("staff.id"))


class EnrolmentLink(Base):
    """A link by which the owner of an account sets its credentials; only the newest works, and only once."""

    __tablename__ = "staff_enrolment_links"

    staff_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("staff.id", ondelete="CASCADE"), primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    made_by_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("staff.id"))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class StaffPasskey(PasskeyColumns):
    """A passkey of a staff member."""

    __tablename__ = "staff_passkeys"

    staff_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("staff.id", ondelete="CASCADE"), index=True)


class StaffPasskeyChallenge(ChallengeColumns):
    """A WebAuthn challenge for a staff member, or for a sign-in."""

    __tablename__ = "staff_passkey_challenges"

    staff_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("staff.id", ondelete="CASCADE"))


class StaffProposal(DecisionColumns, Base):
    """A change of staff proposed by one admin, to be approved by another."""

    __tablename__ = "staff_proposals"
    __table_args__ = (
        CheckConstraint("kind IN ('create', 'role', 'reset', 'activate', 'deactivate')", name="kind"),
        CheckConstraint("status IN ('proposed', 'approved', 'rejected')", name="status"),
        CheckConstraint("(kind IN ('create', 'role')) = (role IS NOT NULL)", name="role"),
        CheckConstraint("(status = 'proposed') = (decided_by_id IS NULL)", name="is_decided"),
        CheckConstraint("status <> 'approved' OR decided_by_id <> proposed_by_id", name="two_people"),
        Index(None, "proposed_at", "id"),
        Index(
            "uq_staff_proposals_open_login",
            "login",
            unique=True,
            postgresql_where=text("status = 'proposed'"),
        ),
    )

    kind: Mapped[str] = mapped_column(String(20))
    staff_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("staff.id"))
    login: Mapped[str] = mapped_column(String(40))
    role: Mapped[str | None] = mapped_column(String(20))

    @property
    def subject_id(self) -> uuid.UUID | None:
        return self.staff_id


class StaffSession(SessionColumns, Base):
    """A session of a staff member."""

    __tablename__ = "staff_sessions"

    staff_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("staff.id", ondelete="CASCADE"), index=True)
    sid_hash: Mapped[bytes | None] = mapped_column(LargeBinary)


class AuditEntry(Base):
    """An audited action. Append-only: triggers reject every change, and each hash covers the previous one."""

    __tablename__ = "audit_log"
    __table_args__ = (
        Index(None, "act", "seq"),
        Index(None, "staff_login", "seq"),
        Index(None, "subject", "seq"),
        {"info": append_only()},
    )

    # A gapless sequence, so that a removed entry is detected.
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    staff_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("staff.id"))
    staff_login: Mapped[str] = mapped_column(String(40))
    act: Mapped[str] = mapped_column(String(60))
    subject: Mapped[str] = mapped_column(String(200))
    detail: Mapped[dict[str, Any]] = mapped_column(JSONB)
    previous_hash: Mapped[bytes] = mapped_column(LargeBinary)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    # The id of the key that signed the hash; null in the first entries of old installations.
    key_id: Mapped[bytes | None] = mapped_column(LargeBinary)
