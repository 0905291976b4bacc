"""The tables of membership levels and of the levels that clients have earned."""

import uuid
from datetime import datetime
from decimal import Decimal

from sqlalchemy import ARRAY, CheckConstraint, DateTime, ForeignKey, Numeric, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

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


class ClientLevel(Base):
    """The rank earned by a client's figures, and since when they are below it."""

    __tablename__ = "client_levels"

    client_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("clients.id", ondelete="CASCADE"), primary_key=True
    )
    rank: Mapped[int]
    below_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
