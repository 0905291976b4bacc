"""The tables of incidents, and of the comparison of chains with the ledger."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, DateTime, ForeignKey, Index, String, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.domains.approvals.columns import ProposalColumns, checks
from clearwater.domains.wallets.models import CLIENT, Native
from clearwater.kit.db import Base


class WalletIncident(Base):
    """What people must look at: a deep reorganisation, a difference between chain and ledger."""

    __tablename__ = "wallet_incidents"
    __table_args__ = (
        Index(None, "opened_at", "id"),
        Index(
            "uq_wallet_incidents_open",
            "network",
            "kind",
            "subject",
            unique=True,
            postgresql_where=text("resolved_at IS NULL"),
        ),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    network: Mapped[str] = mapped_column(ForeignKey("networks.key"))
    kind: Mapped[str] = mapped_column(String(30))
    subject: Mapped[str] = mapped_column(String(140))
    client_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey(CLIENT))
    detail: Mapped[dict[str, Any]] = mapped_column(JSONB)
    opened_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    resolved_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    resolved_by: Mapped[str | None] = mapped_column(String(254))
    remark: Mapped[str | None] = mapped_column(String(300))


class IncidentProposal(ProposalColumns, Base):
    """How the incident of a removed deposit should end: the credit is taken back, or stays."""

    __tablename__ = "incident_proposals"
    __table_args__ = (
        *checks(),
        CheckConstraint("kind IN ('reversal', 'keep')", name="kind"),
        Index(None, "incident_id", "id"),
        Index(
            "uq_incident_proposals_open",
            "incident_id",
            unique=True,
            postgresql_where=text("status IN ('proposed', 'approved')"),
        ),
    )

    incident_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("wallet_incidents.id"))
    kind: Mapped[str] = mapped_column(String(20))
    # The reference of its credit in the ledger.
    deposit: Mapped[str] = mapped_column(String(140))
    reason: Mapped[str] = mapped_column(String(300))


class Reconciliation(Base):
    """The last comparison of what we have on a chain with what the ledger says, per coin; native amounts."""

    __tablename__ = "wallet_reconciliations"

    network: Mapped[str] = mapped_column(ForeignKey("networks.key"), primary_key=True)
    coin: Mapped[str] = mapped_column(String(20), primary_key=True)
    height: Mapped[int] = mapped_column(BigInteger)
    hot: Mapped[int] = mapped_column(Native)
    deposits: Mapped[int] = mapped_column(Native)
    cold: Mapped[int] = mapped_column(Native)
    owed: Mapped[int] = mapped_column(Native)
    checked_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    # Since when it differs; None while it does not.
    differs_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
