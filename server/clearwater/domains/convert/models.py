"""The tables of conversions. The engine writes those that were carried out, the API what it has promised."""

import uuid

from sqlalchemy import BigInteger, CheckConstraint, Index, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base, append_only


class Conversion(Base):
    """A coin that was changed into another one; never edited."""

    __tablename__ = "conversions"
    __table_args__ = (Index(None, "client", "seq"), Index(None, "seq"), {"info": append_only()})

    reference: Mapped[str] = mapped_column(String(120), primary_key=True)
    client: Mapped[str] = mapped_column(String(36))
    from_coin: Mapped[str] = mapped_column(String(20))
    to_coin: Mapped[str] = mapped_column(String(20))
    paid: Mapped[int] = mapped_column(BigInteger)
    received: Mapped[int] = mapped_column(BigInteger)
    fee: Mapped[int] = mapped_column(BigInteger)
    # The house's orders by which it was carried out.
    first_order_id: Mapped[int] = mapped_column(BigInteger)
    last_order_id: Mapped[int] = mapped_column(BigInteger)
    at_ms: Mapped[int] = mapped_column(BigInteger)
    seq: Mapped[int] = mapped_column(BigInteger)


class ConvertQuote(Base):
    """What a client was promised, until a moment. Its id is the reference of the conversion."""

    __tablename__ = "convert_quotes"
    __table_args__ = (
        CheckConstraint("paid > 0 AND received > 0 AND fee >= 0", name="amounts"),
        Index(None, "expires_ms"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client: Mapped[str] = mapped_column(String(36))
    # Pair and side of each leg.
    legs: Mapped[list[list[str]]] = mapped_column(JSONB)
    from_coin: Mapped[str] = mapped_column(String(20))
    to_coin: Mapped[str] = mapped_column(String(20))
    paid: Mapped[int] = mapped_column(BigInteger)
    received: Mapped[int] = mapped_column(BigInteger)
    fee: Mapped[int] = mapped_column(BigInteger)
    expires_ms: Mapped[int] = mapped_column(BigInteger)
