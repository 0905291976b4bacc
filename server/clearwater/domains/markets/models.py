"""The tables of coins, pairs and market data. `coins` and `pairs` are written by the engine alone."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    Integer,
    Numeric,
    SmallInteger,
    String,
    TypeDecorator,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base

COIN = "coins.symbol"
PAIR = "pairs.symbol"


class Volume(TypeDecorator[int]):
    """A sum of amounts: each fits 64 bits, all that was traded in a week may not."""

    impl = Numeric(38, 0)
    cache_ok = True

    def process_result_value(self, value: Decimal | None, dialect: Dialect) -> int | None:
        return None if value is None else int(value)


class CoinRow(Base):
    """What is held and traded, with its smallest ledger unit."""

    __tablename__ = "coins"

    symbol: Mapped[str] = mapped_column(String(20), primary_key=True)
    decimals: Mapped[int] = mapped_column(SmallInteger)
    supply_units: Mapped[int] = mapped_column(BigInteger)
    trading: Mapped[bool]


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
    # The trades whose triggers are not all worked off yet, from the lowest to the highest; 0 when all are.
    due_low: Mapped[int] = mapped_column(BigInteger)
    due_high: Mapped[int] = mapped_column(BigInteger)


class CoinDetails(Base):
    """What people see of a coin, and what of it is open to them."""

    __tablename__ = "coin_details"

    symbol: Mapped[str] = mapped_column(ForeignKey(COIN), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    # The address of a picture on this site.
    icon: Mapped[str | None] = mapped_column(String(200))
    deposit: Mapped[bool]
    withdraw: Mapped[bool]
    position: Mapped[int] = mapped_column(Integer)
    listed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class PairDetails(Base):
    """Where a pair stands in lists, and since when it is there."""

    __tablename__ = "pair_details"

    symbol: Mapped[str] = mapped_column(ForeignKey(PAIR), primary_key=True)
    position: Mapped[int] = mapped_column(Integer)
    listed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class CandleRow(Base):
    """The trades of an interval, in the units of the core. Intervals without a trade have no row."""

    __tablename__ = "candles"

    pair: Mapped[str] = mapped_column(String(41), primary_key=True)
    interval: Mapped[str] = mapped_column(String(3), primary_key=True)
    start_ms: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    open: Mapped[int] = mapped_column(BigInteger)
    high: Mapped[int] = mapped_column(BigInteger)
    low: Mapped[int] = mapped_column(BigInteger)
    close: Mapped[int] = mapped_column(BigInteger)
    volume: Mapped[int] = mapped_column(Volume)
    quote_volume: Mapped[int] = mapped_column(Volume)
    trades: Mapped[int] = mapped_column(BigInteger)
    taker_buy_volume: Mapped[int] = mapped_column(Volume)


class MarketCursor(Base):
    """The last fill that a pair's stored candles hold; written in one transaction with them."""

    __tablename__ = "market_cursors"

    pair: Mapped[str] = mapped_column(String(41), primary_key=True)
    fill_id: Mapped[int] = mapped_column(BigInteger)


class MarketSample(Base):
    """One look at a book in a minute: its spread, and what is shown near the middle of it."""

    __tablename__ = "market_samples"

    pair: Mapped[str] = mapped_column(String(41), primary_key=True)
    start_ms: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    # In hundredths of a basis point of the middle; none while a side is empty.
    spread: Mapped[int | None] = mapped_column(BigInteger)
    bid_depth: Mapped[int] = mapped_column(Volume)
    ask_depth: Mapped[int] = mapped_column(Volume)
