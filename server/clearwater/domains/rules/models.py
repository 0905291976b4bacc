"""The table of navigation rules."""

import uuid
from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, Index, String, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.domains.approvals.columns import ProposalColumns, checks
from clearwater.kit.db import Base


class NavigationRule(Base):
    """What happens to navigations of one site to paths that match a pattern; the first match decides."""

    __tablename__ = "navigation_rules"
    __table_args__ = (Index(None, "site_id", "position", "id"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"))
    position: Mapped[int] = mapped_column(server_default="0")
    pattern: Mapped[str] = mapped_column(String(500))
    redirect: Mapped[str | None] = mapped_column(String(2000))
    app_middleware: Mapped[dict[str, bool]] = mapped_column(JSONB, server_default="{}")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class RedirectHost(Base):
    """An external host to which rules of any site may redirect over https."""

    __tablename__ = "redirect_hosts"

    hostname: Mapped[str] = mapped_column(String(253), primary_key=True)
    added_by: Mapped[str] = mapped_column(String(40))
    added_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class RedirectHostProposal(ProposalColumns, Base):
    """A host that rules are to be allowed to redirect to: two people decide, for it reaches every visitor."""

    __tablename__ = "redirect_host_proposals"
    __table_args__ = (
        *checks(),
        Index(None, "proposed_at", "id"),
        Index(
            "uq_redirect_host_proposals_open",
            "hostname",
            unique=True,
            postgresql_where=text("status IN ('proposed', 'approved')"),
        ),
    )

    hostname: Mapped[str] = mapped_column(String(253))
