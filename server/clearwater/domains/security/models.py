"""The tables of codes, second factors, passkeys and API keys."""

import uuid
from datetime import datetime

from sqlalchemy import ARRAY, DateTime, ForeignKey, Index, LargeBinary, String, text
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base
from clearwater.kit.passkey_rows import ChallengeColumns, PasskeyColumns

OWNER = "clients.id"


class OneTimeCode(Base):
    """An emailed code: for one purpose and one use, with few attempts and a short lifetime."""

    __tablename__ = "one_time_codes"
    __table_args__ = (
        Index(
            "uq_one_time_codes_open",
            "client_id",
            "purpose",
            unique=True,
            # Anybody can request the other purposes, so a new code must not invalidate an earlier one.
            postgresql_where=text("used_at IS NULL AND purpose IN ('email_confirmation', 'email_change')"),
        ),
        Index(None, "code_hash"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(OWNER, ondelete="CASCADE"))
    purpose: Mapped[str] = mapped_column(String(30))
    code_hash: Mapped[bytes] = mapped_column(LargeBinary)
    # The long form of the code, for the link in the email.
    link_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    target: Mapped[str | None] = mapped_column(String(254))
    # The browser that the code is bound to, if any; and the device or network that requested it.
    browser_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    asked_from: Mapped[str | None] = mapped_column(String(60))
    attempts_left: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class RecoveryCode(Base):
    """A one-time code for signing in without the second factor."""

    __tablename__ = "recovery_codes"

    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(OWNER, ondelete="CASCADE"), primary_key=True)
    code_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class Passkey(PasskeyColumns):
    """A client's passkey."""

    __tablename__ = "passkeys"

    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(OWNER, ondelete="CASCADE"), index=True)


class PasskeyChallenge(ChallengeColumns):
    """A WebAuthn challenge for a client, or for a sign-in."""

    __tablename__ = "passkey_challenges"

    client_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey(OWNER, ondelete="CASCADE"))


class ApiKey(Base):
    """A key for programs, with its scopes and allowed IP addresses."""

    __tablename__ = "api_keys"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(OWNER, ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(60))
    key_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    scopes: Mapped[list[str]] = mapped_column(ARRAY(String(20)))
    ip_allow_list: Mapped[list[str]] = mapped_column(ARRAY(String(45)))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    last_used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
