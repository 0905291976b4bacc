"""The tables of coins, pairs and market data. Only the engine writes `coins` and `pairs`."""

from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

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
# What staff switch on and off for a coin, beside trading, which is a state of the engine.
CoinFunction = Literal["deposit", "withdraw"]


class Volume(TypeDecorator[int]):
    """A sum of amounts: each amount fits 64 bits, but a week's volume may not."""

    impl = Numeric(38, 0)
    cache_ok = True

    def process_result_value(self, value: Decimal | None, dialect: Dialect) -> int | None:
        return None if value is None else int(value)


class CoinRow(Base):
    """A coin with its decimals in the ledger."""

    __tablename__ = "coins"

    symbol: Mapped[str] = mapped_column(String(20), primary_key=True)
    decimals: Mapped[int] = mapped_column(SmallInteger)
    supply_units: Mapped[int] = mapped_column(BigInteger)
    trading: Mapped[bool]


class PairRow(Base):
    """A market: two coins, its rules and state, and the state of its book."""

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
    # The range of trades whose triggers are still pending; 0 when there are none.
    due_low: Mapped[int] = mapped_column(BigInteger)
    due_high: Mapped[int] = mapped_column(BigInteger)


class CoinDetails(Base):
    """Name, icon and open functions of a coin."""

    __tablename__ = "coin_details"

    symbol: Mapped[str] = mapped_column(ForeignKey(COIN), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    # The path of an icon on this site.
    icon: Mapped[str | None] = mapped_column(String(200))
    deposit: Mapped[bool]
    withdraw: Mapped[bool]
    position: Mapped[int] = mapped_column(Integer)
    listed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class PairDetails(Base):
    """A pair's position in lists, and since when it is listed."""

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
    """The last fill included in a pair's stored candles; written in one transaction with them."""

    __tablename__ = "market_cursors"

    pair: Mapped[str] = mapped_column(String(41), primary_key=True)
    fill_id: Mapped[int] = mapped_column(BigInteger)


class MarketSample(Base):
    """A sample of a book per minute: its spread, and the depth near the mid price."""

    __tablename__ = "market_samples"

    pair: Mapped[str] = mapped_column(String(41), primary_key=True)
    start_ms: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    # In hundredths of a basis point of the mid price; null while a side is empty.
    spread: Mapped[int | None] = mapped_column(BigInteger)
    bid_depth: Mapped[int] = mapped_column(Volume)
    ask_depth: Mapped[int] = mapped_column(Volume)
