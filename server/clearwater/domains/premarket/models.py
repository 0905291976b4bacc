"""The tables of pre-markets. Only the engine writes them."""

from sqlalchemy import BigInteger, Index, SmallInteger, String, text
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base

OPEN_SQL = "status IN ('open', 'partially_filled')"


class PreMarketRow(Base):
    """A pre-market: its terms, its times and its state."""

    __tablename__ = "premarkets"

    symbol: Mapped[str] = mapped_column(String(20), primary_key=True)
    quote: Mapped[str] = mapped_column(String(20))
    price_decimals: Mapped[int] = mapped_column(SmallInteger)
    tick: Mapped[int] = mapped_column(BigInteger)
    step: Mapped[int] = mapped_column(BigInteger)
    min_quantity: Mapped[int] = mapped_column(BigInteger)
    max_quantity: Mapped[int] = mapped_column(BigInteger)
    max_exposure: Mapped[int] = mapped_column(BigInteger)
    fee_ppm: Mapped[int] = mapped_column(BigInteger)
    collateral_ppm: Mapped[int] = mapped_column(BigInteger)
    window_ms: Mapped[int] = mapped_column(BigInteger)
    late_ms: Mapped[int] = mapped_column(BigInteger)
    opens_ms: Mapped[int] = mapped_column(BigInteger)
    closes_ms: Mapped[int] = mapped_column(BigInteger)
    # 0 until the listing is set.
    delivery_ms: Mapped[int] = mapped_column(BigInteger)
    status: Mapped[str] = mapped_column(String(20))
    last_price: Mapped[int] = mapped_column(BigInteger)
    depth_seq: Mapped[int] = mapped_column(BigInteger)
    updated_ms: Mapped[int] = mapped_column(BigInteger)


class PreMarketOrderRow(Base):
    """An order of a pre-market."""

    __tablename__ = "premarket_orders"
    __table_args__ = (
        Index(None, "client", "id"),
        Index("ix_premarket_orders_open", "id", postgresql_where=text(OPEN_SQL)),
        Index(
            "ix_premarket_orders_idempotency_key",
            "client",
            "idempotency_key",
            unique=True,
            postgresql_where=text("idempotency_key IS NOT NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    client: Mapped[str] = mapped_column(String(36))
    symbol: Mapped[str] = mapped_column(String(20))
    side: Mapped[str] = mapped_column(String(4))
    price: Mapped[int] = mapped_column(BigInteger)
    quantity: Mapped[int] = mapped_column(BigInteger)
    remaining: Mapped[int] = mapped_column(BigInteger)
    locked: Mapped[int] = mapped_column(BigInteger)
    status: Mapped[str] = mapped_column(String(20))
    idempotency_key: Mapped[str | None] = mapped_column(String(32))
    created_ms: Mapped[int] = mapped_column(BigInteger)
    updated_ms: Mapped[int] = mapped_column(BigInteger)


class PreMarketContract(Base):
    """What a fill obliges both sides to, and how it ended."""

    __tablename__ = "premarket_contracts"
    __table_args__ = (
        Index(None, "buyer", "id"),
        Index(None, "seller", "id"),
        Index(None, "symbol", "id"),
        Index("ix_premarket_contracts_open", "id", postgresql_where=text("status = 'matched'")),
    )

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    symbol: Mapped[str] = mapped_column(String(20))
    taker_side: Mapped[str] = mapped_column(String(4))
    buyer: Mapped[str] = mapped_column(String(36))
    seller: Mapped[str] = mapped_column(String(36))
    buy_order_id: Mapped[int] = mapped_column(BigInteger)
    sell_order_id: Mapped[int] = mapped_column(BigInteger)
    price: Mapped[int] = mapped_column(BigInteger)
    quantity: Mapped[int] = mapped_column(BigInteger)
    value: Mapped[int] = mapped_column(BigInteger)
    buyer_fee: Mapped[int] = mapped_column(BigInteger)
    collateral: Mapped[int] = mapped_column(BigInteger)
    seller_fee: Mapped[int] = mapped_column(BigInteger)
    status: Mapped[str] = mapped_column(String(20))
    created_ms: Mapped[int] = mapped_column(BigInteger)
    updated_ms: Mapped[int] = mapped_column(BigInteger)
