"""The tables of membership levels, of proposals for them, and of the levels that clients have earned."""

import uuid
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    ARRAY,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    Numeric,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.domains.approvals.columns import ProposalColumns, checks
from clearwater.kit.db import Base

AMOUNT = Numeric(38, 18)
FRACTION = Numeric(19, 18)


class Level(Base):
    """Requirements and benefits of a membership level of a site. Amounts in USDT, fees as fractions."""

    __tablename__ = "levels"
    __table_args__ = (
        UniqueConstraint("site_id", "rank"),
        CheckConstraint("volume_30d >= 0 AND balance >= 0", name="requirements"),
        CheckConstraint("maker_fee BETWEEN 0 AND 0.1 AND taker_fee BETWEEN 0 AND 0.1", name="fees"),
        # Every level must allow withdrawals.
        CheckConstraint("withdraw_day > 0", name="withdraw_day"),
    )

    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(String(20), primary_key=True)
    rank: Mapped[int]
    name: Mapped[str] = mapped_column(String(40))
    requires_kyc: Mapped[bool]
    requires_two_factor: Mapped[bool]
    volume_30d: Mapped[Decimal] = mapped_column(AMOUNT)
    balance: Mapped[Decimal] = mapped_column(AMOUNT)
    maker_fee: Mapped[Decimal] = mapped_column(FRACTION)
    taker_fee: Mapped[Decimal] = mapped_column(FRACTION)
    withdraw_day: Mapped[Decimal] = mapped_column(AMOUNT)
    features: Mapped[list[str]] = mapped_column(ARRAY(String(40)))


class LevelProposal(ProposalColumns, Base):
    """What of a level is to change: two people decide, for it reaches every client of the level."""

    __tablename__ = "level_proposals"
    __table_args__ = (
        *checks(),
        Index(None, "site_id", "proposed_at", "id"),
        # One at a time: a retry must not undo what was approved later.
        Index(
            "uq_level_proposals_open",
            "site_id",
            "level",
            unique=True,
            postgresql_where=text("status IN ('proposed', 'approved')"),
        ),
    )

    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"))
    level: Mapped[str] = mapped_column(String(20))
    # As in the API, only what is to change: as it was when it was proposed, and as it is to be.
    before: Mapped[dict[str, Any]] = mapped_column(JSONB)
    asked: Mapped[dict[str, Any]] = mapped_column(JSONB)
    reason: Mapped[str] = mapped_column(String(500))


class ClientLevel(Base):
    """The rank earned by a client's figures, and since when they are below it."""

    __tablename__ = "client_levels"

    client_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("clients.id", ondelete="CASCADE"), primary_key=True
    )
    rank: Mapped[int]
    below_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
