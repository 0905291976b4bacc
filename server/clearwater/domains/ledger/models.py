"""The tables of the ledger. Only the engine writes them, except proposals and checks."""

import uuid
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    Numeric,
    SmallInteger,
    String,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.domains.approvals.columns import ProposalColumns, checks
from clearwater.kit.db import Base, append_only, literals

# Postings of trades, which are found through their fills: to index them took PostgreSQL a sixth of a commit.
TRADE_KINDS = ("trade", "fee")
# Postings whose reference is that of a transfer with a client.
TRANSFER_KINDS = ("deposit", "withdrawal", "withdrawal_fee")
# Purposes of accounts that are no part of a client's spot wallet: what goes there or comes back is shown.
SET_ASIDE = ("earn", "premarket")
# Holds and releases stay inside the spot wallet, so they are not transactions (LED-11).
INDEXED = f"kind NOT IN ({literals(('hold', 'release', *TRADE_KINDS))})"


class JournalEntry(Base):
    """A command that was applied. Replaying all of them rebuilds every other table of the engine."""

    __tablename__ = "journal"
    __table_args__ = (
        # The kind of the ledger is read at every start.
        Index("ix_journal_opening", "seq", postgresql_where=text("kind = 'OpenLedger'")),
        {"info": append_only()},
    )

    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at_ms: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(30))
    # Not JSONB: the hash covers the text as it was written.
    payload: Mapped[dict[str, Any]] = mapped_column(JSON)
    # The version of the rules by which it was applied.
    rules_version: Mapped[int] = mapped_column(SmallInteger)
    # Over this entry and the hash before it: `engine/chain.py`.
    hash: Mapped[bytes]


class Checkpoint(Base):
    """The engine's whole state after a command, from which the audit can start.

    `shape` identifies its format; a program with another format ignores it.
    """

    __tablename__ = "checkpoints"

    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    state: Mapped[bytes]
    shape: Mapped[str] = mapped_column(String(16))


class EngineLeader(Base):
    """Where the engine that leads is reached; it writes the only row while it holds the lock."""

    __tablename__ = "engine_leader"

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    address: Mapped[str] = mapped_column(String(300))
    since: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    # How often an operator has accepted that the journal lacks acknowledged entries.
    timeline: Mapped[int] = mapped_column(server_default="0")


class LedgerCheckRow(Base):
    """A result of the worker's ledger check."""

    __tablename__ = "ledger_checks"

    checked_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True)
    ok: Mapped[bool]
    seq: Mapped[int] = mapped_column(BigInteger)


class Balance(Base):
    """The balance of an account. Only external accounts are negative."""

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


class DailyVolume(Base):
    """How much a client has traded on a day, in units of the quote coin. A trigger adds what fills add."""

    __tablename__ = "daily_volumes"

    client: Mapped[str] = mapped_column(String(36), primary_key=True)
    # The number of the day (UTC), as in the core.
    day: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    coin: Mapped[str] = mapped_column(String(20), primary_key=True)
    amount: Mapped[int] = mapped_column(Numeric(38, 0))


class PastBalance(Base):
    """What an owner had of a coin, over all purposes, when a quarter of an hour in which it changed ended."""

    __tablename__ = "past_balances"

    owner: Mapped[str] = mapped_column(String(36), primary_key=True)
    coin: Mapped[str] = mapped_column(String(20), primary_key=True)
    until_ms: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    amount: Mapped[int] = mapped_column(BigInteger)


class PastBalanceCursor(Base):
    """Up to when past balances are stored; there is one row."""

    __tablename__ = "past_balance_cursor"

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    until_ms: Mapped[int] = mapped_column(BigInteger)


class PostingRow(Base):
    """One movement of an amount from one account to another; never edited."""

    __tablename__ = "postings"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        Index("ix_postings_source", "source_owner", "id", postgresql_where=text(INDEXED)),
        Index("ix_postings_target", "target_owner", "id", postgresql_where=text(INDEXED)),
        {"info": append_only()},
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
    """The current state of a deposit or withdrawal, or of what staff or the house have moved."""

    __tablename__ = "transfers"
    __table_args__ = (
        Index(None, "client", "seq"),
        Index(None, "seq"),
        Index("ix_transfers_withdrawals_held_ms", "held_ms", postgresql_where=text("kind = 'withdrawal'")),
    )

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
    # Of a withdrawal: how much of the day's limit it takes, and since when it is held.
    value: Mapped[int] = mapped_column(BigInteger, server_default="0")
    held_ms: Mapped[int] = mapped_column(BigInteger, server_default="0")


class Proposal(ProposalColumns, Base):
    """A manual transfer: one staff member proposes, another decides, then the engine executes it."""

    __tablename__ = "ledger_proposals"
    __table_args__ = (
        CheckConstraint("kind IN ('adjustment', 'funding', 'defunding', 'house_move')", name="kind"),
        *checks(),
        CheckConstraint("amount <> 0 AND (kind = 'adjustment' OR amount > 0)", name="amount"),
        CheckConstraint("(kind = 'adjustment') = (client_id IS NOT NULL)", name="client"),
        CheckConstraint("(kind IN ('funding', 'defunding')) = (network IS NOT NULL)", name="network"),
        CheckConstraint(
            "(kind = 'house_move') = (source IS NOT NULL) AND (source IS NULL) = (target IS NULL)",
            name="accounts",
        ),
        Index(None, "proposed_at", "id"),
        Index(None, "client_id", "proposed_at", "id"),
        Index("ix_ledger_proposals_open", "id", postgresql_where=text("status = 'approved'")),
    )

    kind: Mapped[str] = mapped_column(String(20))
    client_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("clients.id"))
    coin: Mapped[str] = mapped_column(ForeignKey("coins.symbol"))
    network: Mapped[str | None] = mapped_column(String(40))
    # Of a move within the house: from which of its accounts to which.
    source: Mapped[str | None] = mapped_column(String(20))
    target: Mapped[str | None] = mapped_column(String(20))
    amount: Mapped[Decimal] = mapped_column(Numeric(28, 8))
    reason: Mapped[str] = mapped_column(String(500))

    @property
    def reference(self) -> str:
        """The reference in the ledger, which makes retries idempotent."""
        return f"{self.kind}:{self.id}"
