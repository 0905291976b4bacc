"""The tables of coins and pairs, as far as the engine trades them. Only the engine writes them."""

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, SmallInteger, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base

COIN = "coins.symbol"


class CoinRow(Base):
    """What is held and traded, with its smallest ledger unit."""

    __tablename__ = "coins"

    symbol: Mapped[str] = mapped_column(String(20), primary_key=True)
    decimals: Mapped[int] = mapped_column(SmallInteger)
    supply_units: Mapped[int] = mapped_column(BigInteger)


class PairRow(Base):
    """A market: two coins, its rules and state, and where its book stands."""

    __tablename__ = "pairs"
    __table_args__ = (CheckConstraint("state IN ('trading', 'cancel_only', 'halted')", name="state"),)

    symbol: Mapped[str] = mapped_column(String(41), primary_key=True)
    base: Mapped[str] = mapped_column(ForeignKey(COIN))
    quote: Mapped[str] = mapped_column(ForeignKey(COIN))
    price_decimals: Mapped[int] = mapped_column(SmallInteger)
    rules: Mapped[dict[str, Any]] = mapped_column(JSONB)
    state: Mapped[str] = mapped_column(String(20))
    reference_price: Mapped[int] = mapped_column(BigInteger)
    last_price: Mapped[int] = mapped_column(BigInteger)
    finest_tick: Mapped[int] = mapped_column(BigInteger)
    finest_step: Mapped[int] = mapped_column(BigInteger)
    depth_seq: Mapped[int] = mapped_column(BigInteger)
    last_priority: Mapped[int] = mapped_column(BigInteger)
