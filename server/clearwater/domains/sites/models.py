"""The tables of sites."""

import uuid
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import ARRAY, CheckConstraint, DateTime, ForeignKey, Index, String, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from clearwater.domains.approvals.columns import ProposalColumns, checks
from clearwater.kit.db import Base

OFF_BY_DEFAULT = frozenset({"referral"})


class Site(Base):
    """One brand of the installation: its name, contacts, support chat and theme."""

    __tablename__ = "sites"
    __table_args__ = (
        CheckConstraint("chat_identity IN ('server', 'client')", name="chat_identity"),
        CheckConstraint("chat_pages IN ('all', 'without_secrets')", name="chat_pages"),
        CheckConstraint("accent ~ '^#[0-9a-f]{6}$'", name="accent"),
        CheckConstraint("cardinality(languages) > 0", name="languages"),
        CheckConstraint("cardinality(listed_pairs) > 0", name="listed_pairs"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    sitename: Mapped[str] = mapped_column(String(60))
    contact_telegram: Mapped[str] = mapped_column(String(254), server_default="")
    contact_email: Mapped[str] = mapped_column(String(254), server_default="")
    chat_domain: Mapped[str] = mapped_column(String(253), server_default="")
    chat_token: Mapped[str] = mapped_column(String(200), server_default="")
    chat_secret: Mapped[str] = mapped_column(String(200), server_default="")
    chat_identity: Mapped[str] = mapped_column(String(10), server_default="server")
    # Of the personal area: where the provider's script may be.
    chat_pages: Mapped[str] = mapped_column(String(20), server_default="all")
    accent: Mapped[str] = mapped_column(String(7), server_default="#35d0ba")
    logo: Mapped[str] = mapped_column(String(500), server_default="/logo.svg")
    # Tags of folders in `locales`; the first one is for visitors who want none of them.
    languages: Mapped[list[str]] = mapped_column(ARRAY(String(12)), server_default="{en,es}")
    favicon: Mapped[str] = mapped_column(String(500), server_default="/logo.svg")
    # By language: headline, lead and description.
    texts: Mapped[dict[str, dict[str, str]]] = mapped_column(JSONB, server_default="{}")
    # Features that were switched; the others are on, but for those that wait for a programme of the operator.
    features: Mapped[dict[str, bool]] = mapped_column(JSONB, server_default="{}")
    seo: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    # None for all pairs of the exchange, those of the future included.
    listed_pairs: Mapped[list[str] | None] = mapped_column(ARRAY(String(41)))
    # Goes up with every change, so that two editors notice each other.
    version: Mapped[int] = mapped_column(server_default="1")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())

    hosts: Mapped[list["SiteHost"]] = relationship(
        lazy="raise", order_by="SiteHost.hostname", cascade="all, delete-orphan"
    )

    @cached_property
    def listing(self) -> frozenset[str] | None:
        """The pairs of the site for many lookups; None for all."""
        return None if self.listed_pairs is None else frozenset(self.listed_pairs)

    def lists(self, pair: str) -> bool:
        return self.listing is None or pair in self.listing

    def has_feature(self, name: str) -> bool:
        return self.features.get(name, name not in OFF_BY_DEFAULT)


class SiteProposal(ProposalColumns, Base):
    """A new site, or hostnames or a chat for one: two people decide, for they reach every client."""

    __tablename__ = "site_proposals"
    __table_args__ = (
        *checks(),
        Index(None, "site_id", "id"),
        Index(
            "uq_site_proposals_open",
            "site_id",
            unique=True,
            postgresql_where=text("status IN ('proposed', 'approved')"),
        ),
    )

    # None until the site exists, where a new one is proposed.
    site_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"))
    # All hostnames from then on, the chat's domain, its token: what is to change. Of a new site, all it has.
    asked: Mapped[dict[str, Any]] = mapped_column(JSONB)


class SiteHost(Base):
    """A hostname that belongs to a site."""

    __tablename__ = "site_hosts"

    hostname: Mapped[str] = mapped_column(String(253), primary_key=True)
    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), index=True)
