"""The tables of the demo."""

import uuid
from datetime import date, datetime

from sqlalchemy import BigInteger, CheckConstraint, Date, DateTime, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base


class Gift(Base):
    """Play money that a client was given, or is about to be. A day has a limited number of them.

    It is written before the money moves: whoever lost the answer finds it here and gets the same, once.
    """

    __tablename__ = "faucet_gifts"
    __table_args__ = (
        CheckConstraint("number BETWEEN 1 AND 10", name="number"),
        Index(None, "client_id", "key_hash"),
    )

    client_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("clients.id", ondelete="CASCADE"), primary_key=True
    )
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    coin: Mapped[str] = mapped_column(String(20))
    amount: Mapped[int] = mapped_column(BigInteger)
    key_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    @property
    def reference(self) -> str:
        """What the ledger knows it by."""
        return f"faucet:{self.client_id}:{self.day}:{self.number}"
