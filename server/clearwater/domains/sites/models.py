"""The tables of sites."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column, relationship

from clearwater.kit.db import Base


class Site(Base):
    """One brand of the installation: its name, contacts, support chat and theme."""

    __tablename__ = "sites"
    __table_args__ = (
        CheckConstraint("chat_identity IN ('server', 'client')", name="chat_identity"),
        CheckConstraint("accent ~ '^#[0-9a-f]{6}$'", name="accent"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    sitename: Mapped[str] = mapped_column(String(60))
    contact_telegram: Mapped[str] = mapped_column(String(254), server_default="")
    contact_email: Mapped[str] = mapped_column(String(254), server_default="")
    chat_domain: Mapped[str] = mapped_column(String(253), server_default="")
    chat_token: Mapped[str] = mapped_column(String(200), server_default="")
    chat_secret: Mapped[str] = mapped_column(String(200), server_default="")
    chat_identity: Mapped[str] = mapped_column(String(10), server_default="server")
    accent: Mapped[str] = mapped_column(String(7), server_default="#35d0ba")
    logo: Mapped[str] = mapped_column(String(500), server_default="/logo.svg")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())

    hosts: Mapped[list["SiteHost"]] = relationship(
        lazy="raise", order_by="SiteHost.hostname", cascade="all, delete-orphan"
    )


class SiteHost(Base):
    """A hostname that belongs to a site."""

    __tablename__ = "site_hosts"

    hostname: Mapped[str] = mapped_column(String(253), primary_key=True)
    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), index=True)
