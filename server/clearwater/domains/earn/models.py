"""The tables of earn. The engine writes products and positions; staff write texts."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Boolean, CheckConstraint, DateTime, Index, SmallInteger, String, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.domains.approvals.columns import ProposalColumns, checks
from clearwater.kit.db import Base

OPEN_SQL = "status = 'active' OR owed > 0"
# Interest of a locked position counts from less than an hour after its start, and again from each maturity.
MATURED_SQL = "matures_ms > 0 AND accrued_hour * 3600000 >= started_ms + 3600000"


class EarnProductRow(Base):
    """A product; `rates` are hours since 1970 and parts per million a year from there on."""

    __tablename__ = "earn_products"

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    coin: Mapped[str] = mapped_column(String(20))
    kind: Mapped[str] = mapped_column(String(10))
    term_days: Mapped[int] = mapped_column(SmallInteger)
    rates: Mapped[list[Any]] = mapped_column(JSONB)
    min_amount: Mapped[int] = mapped_column(BigInteger)
    max_amount: Mapped[int] = mapped_column(BigInteger)
    quota: Mapped[int] = mapped_column(BigInteger)
    subscribed: Mapped[int] = mapped_column(BigInteger)
    is_open: Mapped[bool] = mapped_column(Boolean)
    updated_ms: Mapped[int] = mapped_column(BigInteger)


class EarnPositionRow(Base):
    """A position. Interest is counted up to `accrued_hour`; `carried` is the part of a unit beyond `owed`."""

    __tablename__ = "earn_positions"
    __table_args__ = (
        Index(None, "client", "id"),
        Index("ix_earn_positions_open", "id", postgresql_where=text(OPEN_SQL)),
        Index("ix_earn_positions_matured", "accrued_hour", "id", postgresql_where=text(MATURED_SQL)),
        Index(
            "ix_earn_positions_idempotency_key",
            "client",
            "idempotency_key",
            unique=True,
            postgresql_where=text("idempotency_key IS NOT NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    client: Mapped[str] = mapped_column(String(36))
    product: Mapped[str] = mapped_column(String(40))
    amount: Mapped[int] = mapped_column(BigInteger)
    rate_ppm: Mapped[int] = mapped_column(BigInteger)
    accrued_hour: Mapped[int] = mapped_column(BigInteger)
    owed: Mapped[int] = mapped_column(BigInteger)
    carried: Mapped[int] = mapped_column(BigInteger)
    paid: Mapped[int] = mapped_column(BigInteger)
    started_ms: Mapped[int] = mapped_column(BigInteger)
    # 0 for a flexible position.
    matures_ms: Mapped[int] = mapped_column(BigInteger)
    auto_renew: Mapped[bool] = mapped_column(Boolean)
    # When something is due by itself: a payout, or maturity.
    due_ms: Mapped[int] = mapped_column(BigInteger)
    status: Mapped[str] = mapped_column(String(20))
    idempotency_key: Mapped[str | None] = mapped_column(String(32))
    updated_ms: Mapped[int] = mapped_column(BigInteger)
    # The key of the last request that took out a part.
    redemption_key: Mapped[str | None] = mapped_column(String(32))


class EarnProposal(ProposalColumns, Base):
    """A new product, or a change that can cost the house more: two people decide."""

    __tablename__ = "earn_proposals"
    __table_args__ = (
        *checks(),
        CheckConstraint("kind IN ('create', 'change')", name="kind"),
        Index(None, "proposed_at", "id"),
        Index(
            "uq_earn_proposals_open",
            "product",
            unique=True,
            postgresql_where=text("status IN ('proposed', 'approved')"),
        ),
    )

    kind: Mapped[str] = mapped_column(String(20))
    product: Mapped[str] = mapped_column(String(40))
    # As it was sent: all of a product, or what is to change.
    asked: Mapped[dict[str, Any]] = mapped_column(JSONB)
    reason: Mapped[str] = mapped_column(String(500))


class EarnText(Base):
    """Where the interest of a product comes from, as staff say it. Written before its product."""

    __tablename__ = "earn_texts"

    product: Mapped[str] = mapped_column(String(40), primary_key=True)
    source_of_yield: Mapped[str] = mapped_column(String(500))
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class AnnouncedMaturity(Base):
    """A maturity that was mailed to the client, and how much interest the position had been paid by then."""

    __tablename__ = "earn_maturities"
    __table_args__ = (Index(None, "hour"),)

    position_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    # Since 1970.
    hour: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    paid: Mapped[int] = mapped_column(BigInteger)
