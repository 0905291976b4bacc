"""The tables of orders and fills. Only the engine writes them."""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Index,
    Integer,
    String,
    column,
    func,
    select,
    table,
    text,
)
from sqlalchemy.orm import Mapped, column_property, mapped_column

from clearwater.core.events import OPEN_STATUSES
from clearwater.kit.db import Base, append_only, literals

OPEN_ORDERS_SQL = f"status IN ({literals(OPEN_STATUSES)})"


# Another domain's table, read here and never written.
_JOURNAL = table(
    "journal", column("seq", BigInteger), column("rules_version", Integer), column("payload", JSON)
)


class OrderRow(Base):
    """The current state of an order; its requested terms are in the journal entry `seq`."""

    __tablename__ = "orders"
    __table_args__ = (
        Index(None, "client", "id"),
        Index("ix_orders_open", "id", postgresql_where=text(OPEN_ORDERS_SQL)),
        Index(
            "ix_orders_client_order_id",
            "client",
            "client_order_id",
            postgresql_where=text("client_order_id IS NOT NULL"),
        ),
        Index(
            "ix_orders_idempotency_key",
            "client",
            "idempotency_key",
            unique=True,
            postgresql_where=text("idempotency_key IS NOT NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    client: Mapped[str] = mapped_column(String(36))
    pair: Mapped[str] = mapped_column(String(41))
    side: Mapped[str] = mapped_column(String(4))
    type: Mapped[str] = mapped_column(String(20))
    time_in_force: Mapped[str] = mapped_column(String(3))
    post_only: Mapped[bool] = mapped_column(Boolean)
    client_order_id: Mapped[str | None] = mapped_column(String(64))
    # A digest of the request's Idempotency-Key.
    idempotency_key: Mapped[str | None] = mapped_column(String(32))
    list_id: Mapped[int] = mapped_column(BigInteger)
    maker_ppm: Mapped[int] = mapped_column(BigInteger)
    taker_ppm: Mapped[int] = mapped_column(BigInteger)
    seq: Mapped[int] = mapped_column(BigInteger)
    created_ms: Mapped[int] = mapped_column(BigInteger)
    status: Mapped[str] = mapped_column(String(20))
    reason: Mapped[str] = mapped_column(String(30))
    price: Mapped[int] = mapped_column(BigInteger)
    stop_price: Mapped[int] = mapped_column(BigInteger)
    quantity: Mapped[int] = mapped_column(BigInteger)
    remaining: Mapped[int] = mapped_column(BigInteger)
    filled_quote: Mapped[int] = mapped_column(BigInteger)
    fee: Mapped[int] = mapped_column(BigInteger)
    held: Mapped[int] = mapped_column(BigInteger)
    visible: Mapped[int] = mapped_column(BigInteger)
    priority: Mapped[int] = mapped_column(BigInteger)
    updated_ms: Mapped[int] = mapped_column(BigInteger)
    # Joined with every order, so that the requested terms are stored only once, in the journal.
    asked: Mapped[tuple[int, dict[str, Any]]] = column_property(
        select(func.json_build_array(_JOURNAL.c.rules_version, _JOURNAL.c.payload, type_=JSON))
        .where(_JOURNAL.c.seq == seq)
        .scalar_subquery()
    )


class TrailingMarkRow(Base):
    """The best price seen by the trailing orders of one side, from an order's id up to the next mark."""

    __tablename__ = "trailing_marks"

    pair: Mapped[str] = mapped_column(String(41), primary_key=True)
    side: Mapped[str] = mapped_column(String(4), primary_key=True)
    order_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    price: Mapped[int] = mapped_column(BigInteger)


class FillRow(Base):
    """One exchange between a maker and a taker, at the maker's price."""

    __tablename__ = "fills"
    __table_args__ = (
        Index(None, "pair", "id"),
        Index(None, "taker_client", "id"),
        Index(None, "maker_client", "id"),
        Index(None, "taker_order_id"),
        Index(None, "maker_order_id"),
        {"info": append_only()},
    )

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    pair: Mapped[str] = mapped_column(String(41))
    price: Mapped[int] = mapped_column(BigInteger)
    quantity: Mapped[int] = mapped_column(BigInteger)
    quote_quantity: Mapped[int] = mapped_column(BigInteger)
    taker_side: Mapped[str] = mapped_column(String(4))
    taker_order_id: Mapped[int] = mapped_column(BigInteger)
    maker_order_id: Mapped[int] = mapped_column(BigInteger)
    taker_client: Mapped[str] = mapped_column(String(36))
    maker_client: Mapped[str] = mapped_column(String(36))
    taker_fee: Mapped[int] = mapped_column(BigInteger)
    maker_fee: Mapped[int] = mapped_column(BigInteger)
    at_ms: Mapped[int] = mapped_column(BigInteger)
    # The first of the postings that settled it; the others follow. Postings of trades have no index by owner.
    posting_id: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
