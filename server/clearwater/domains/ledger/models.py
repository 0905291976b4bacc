"""The tables of money. Only the engine writes them, one transaction for a batch of commands."""

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Index, String, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base

# What is set aside or given back stays the client's: only other movements are transactions.
SHOWN = "kind NOT IN ('hold', 'release')"


class JournalEntry(Base):
    """A command that was carried out. Folding all of them from zero gives every other table of the engine."""

    __tablename__ = "journal"

    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at_ms: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(30))
    payload: Mapped[dict[str, Any]] = mapped_column(JSONB)


class Balance(Base):
    """What an account holds. The outside world's accounts are the only ones below zero."""

    __tablename__ = "balances"
    __table_args__ = (
        CheckConstraint(
            "amount >= 0 OR (owner = 'house' AND purpose LIKE 'external:%')", name="is_not_negative"
        ),
    )

    owner: Mapped[str] = mapped_column(String(36), primary_key=True)
    coin: Mapped[str] = mapped_column(String(20), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(60), primary_key=True)
    amount: Mapped[int] = mapped_column(BigInteger)
    seq: Mapped[int] = mapped_column(BigInteger)


class PostingRow(Base):
    """One movement of an amount from one account to another; never edited."""

    __tablename__ = "postings"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        Index("ix_postings_source", "source_owner", "id", postgresql_where=text(SHOWN)),
        Index("ix_postings_target", "target_owner", "id", postgresql_where=text(SHOWN)),
    )

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(BigInteger)
    at_ms: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(20))
    coin: Mapped[str] = mapped_column(String(20))
    amount: Mapped[int] = mapped_column(BigInteger)
    source_owner: Mapped[str] = mapped_column(String(36))
    source_purpose: Mapped[str] = mapped_column(String(60))
    target_owner: Mapped[str] = mapped_column(String(36))
    target_purpose: Mapped[str] = mapped_column(String(60))
    reference: Mapped[str] = mapped_column(String(120))


class Transfer(Base):
    """A deposit, withdrawal, adjustment or funding, as it stands."""

    __tablename__ = "transfers"
    __table_args__ = (Index(None, "client", "seq"), Index(None, "seq"))

    reference: Mapped[str] = mapped_column(String(120), primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    status: Mapped[str] = mapped_column(String(20))
    client: Mapped[str] = mapped_column(String(36))
    coin: Mapped[str] = mapped_column(String(20))
    network: Mapped[str] = mapped_column(String(40))
    amount: Mapped[int] = mapped_column(BigInteger)
    fee: Mapped[int] = mapped_column(BigInteger)
    at_ms: Mapped[int] = mapped_column(BigInteger)
    seq: Mapped[int] = mapped_column(BigInteger)
