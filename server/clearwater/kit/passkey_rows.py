"""Columns of the tables of passkeys and their challenges, for clients and staff."""

import uuid
from datetime import datetime

from sqlalchemy import BigInteger, DateTime, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base


class PasskeyColumns(Base):
    """A WebAuthn credential; the table adds whose it is."""

    __abstract__ = True

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    credential_id: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    # WebAuthn counts in 32 bits without a sign.
    sign_count: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(60))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    last_used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class ChallengeColumns(Base):
    """An issued challenge, valid for one ceremony; the table adds its owner."""

    __abstract__ = True

    challenge: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    purpose: Mapped[str] = mapped_column(String(20))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
