"""The tables of pre-markets. The engine writes pre-markets, orders and contracts, others the rest."""

from datetime import datetime
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    Select,
    SmallInteger,
    String,
    literal,
    select,
    text,
    union_all,
)
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from clearwater.domains.approvals.columns import ProposalColumns, checks
from clearwater.kit.db import Base

OPEN_SQL = "status IN ('open', 'partially_filled')"
MATCHED_SQL = "status = 'matched'"
# Which orders or contracts a list is of.
WantedStatus = Literal["open", "ended"]


class DayStatistics(NamedTuple):
    """The fills of 24 hours: the first price, and the value of all."""

    first_price: int
    value: int


class CandleUnits(NamedTuple):
    """A candle in units."""

    start_ms: int
    open: int
    high: int
    low: int
    close: int
    quantity: int


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
        Index("ix_premarket_contracts_open", "id", postgresql_where=text(MATCHED_SQL)),
        # What a client has bought and sold and not settled is asked for with every page of a pre-market.
        Index("ix_premarket_contracts_buying", "buyer", "symbol", postgresql_where=text(MATCHED_SQL)),
        Index("ix_premarket_contracts_selling", "seller", "symbol", postgresql_where=text(MATCHED_SQL)),
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


def _side(client: InstrumentedAttribute[str], side: str) -> Select[Any]:
    return select(PreMarketContract.__table__, client.label("client"), literal(side).label("side"))


_SIDES = union_all(_side(PreMarketContract.buyer, "buy"), _side(PreMarketContract.seller, "sell")).subquery(
    "own_contracts"
)


class OwnContract(Base):
    """A contract from one client's side; nobody has one with himself."""

    __table__ = _SIDES
    __mapper_args__ = MappingProxyType({"primary_key": [_SIDES.c.id, _SIDES.c.side]})

    id: Mapped[int]
    symbol: Mapped[str]
    buyer: Mapped[str]
    seller: Mapped[str]
    price: Mapped[int]
    quantity: Mapped[int]
    value: Mapped[int]
    buyer_fee: Mapped[int]
    collateral: Mapped[int]
    seller_fee: Mapped[int]
    status: Mapped[str]
    created_ms: Mapped[int]
    updated_ms: Mapped[int]
    client: Mapped[str]
    side: Mapped[str]


class PreMarketProposal(ProposalColumns, Base):
    """A listing, a delay or a cancellation: one staff member proposes, another decides."""

    __tablename__ = "premarket_proposals"
    __table_args__ = (
        *checks(),
        CheckConstraint("kind IN ('list', 'cancel')", name="kind"),
        CheckConstraint("(kind = 'list') = (delivery_ms IS NOT NULL)", name="delivery"),
        Index(None, "proposed_at", "id"),
        # One at a time: what was approved first must not be executed after what was approved later.
        Index(
            "ix_premarket_proposals_open",
            "symbol",
            unique=True,
            postgresql_where=text("status IN ('proposed', 'approved')"),
        ),
    )

    symbol: Mapped[str] = mapped_column(String(20))
    kind: Mapped[str] = mapped_column(String(20))
    delivery_ms: Mapped[int | None] = mapped_column(BigInteger)
    note: Mapped[str] = mapped_column(String(500))


class PreMarketMailing(Base):
    """How far clients were told of a pre-market; `ended_at` once there is nothing more to tell."""

    __tablename__ = "premarket_mailings"

    symbol: Mapped[str] = mapped_column(String(20), primary_key=True)
    ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class PreMarketAnnouncement(Base):
    """How many contracts of a kind a client was told about, so that none is told twice."""

    __tablename__ = "premarket_announcements"

    symbol: Mapped[str] = mapped_column(ForeignKey("premarket_mailings.symbol"), primary_key=True)
    client: Mapped[str] = mapped_column(String(36), primary_key=True)
    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    contracts: Mapped[int] = mapped_column(BigInteger)
    quantity: Mapped[int] = mapped_column(BigInteger)
    amount: Mapped[int] = mapped_column(BigInteger)
    announced_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
