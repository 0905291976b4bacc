"""The tables of earn. Only the engine writes them."""

from typing import Any

from sqlalchemy import BigInteger, Boolean, Index, SmallInteger, String, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base

OPEN_SQL = "status = 'active' OR owed > 0"


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
