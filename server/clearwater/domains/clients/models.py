"""The table of clients."""

import uuid
from datetime import date, datetime
from typing import Any

from sqlalchemy import CheckConstraint, Date, DateTime, ForeignKey, LargeBinary, String, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base


class Client(Base):
    """A person with an account at one site."""

    __tablename__ = "clients"
    __table_args__ = (
        UniqueConstraint("site_id", "email"),
        UniqueConstraint("site_id", "username"),
        CheckConstraint("sex IN ('male', 'female', 'other')", name="sex"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id"), index=True)
    email: Mapped[str] = mapped_column(String(254))
    email_is_confirmed: Mapped[bool] = mapped_column(server_default="false")
    password_hash: Mapped[str] = mapped_column(String(200))
    accepted_terms_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    referral_code: Mapped[str | None] = mapped_column(String(32))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    frozen_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    password_changed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    email_changed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    second_factor_changed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # Not set by adding the first one: that protects more than before and takes nothing away.
    second_factor_replaced_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    username: Mapped[str | None] = mapped_column(String(20))
    avatar: Mapped[str | None] = mapped_column(String(200))
    sex: Mapped[str | None] = mapped_column(String(10))
    location: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    description: Mapped[str | None] = mapped_column(String(280))
    phone: Mapped[str | None] = mapped_column(String(16))
    anti_phishing_code: Mapped[str | None] = mapped_column(String(20))
    # Of emails and push notifications; a language of the site.
    language: Mapped[str] = mapped_column(String(12), server_default="en")
    site_data: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")

    first_name: Mapped[str | None] = mapped_column(String(100))
    last_name: Mapped[str | None] = mapped_column(String(100))
    middle_name: Mapped[str | None] = mapped_column(String(100))
    birth_date: Mapped[date | None] = mapped_column(Date)
    country: Mapped[str | None] = mapped_column(String(2))
    region: Mapped[str | None] = mapped_column(String(100))
    city: Mapped[str | None] = mapped_column(String(100))
    address: Mapped[str | None] = mapped_column(String(200))
    postal_code: Mapped[str | None] = mapped_column(String(20))

    totp_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    totp_pending_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    # The last accepted TOTP time step: a code cannot be replayed.
    totp_last_step: Mapped[int | None]
