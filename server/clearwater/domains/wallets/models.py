"""The tables of wallets: what is known of each chain, deposits, withdrawals and the house's transactions.

Native amounts are whole numbers of a chain's smallest unit and may need 256 bits; `amount` and `fee` of
deposits and withdrawals are units of the ledger.
"""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    LargeBinary,
    Numeric,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base, literals

CLIENT = "clients.id"
Native = Numeric(78, 0)
NETWORK_STATUSES = ("enabled", "halted", "disabled")
NODE_FAULTS = ("unreachable", "other_chain", "syncing")
# `unassigned` is for staff: an unknown token, or one of a network whose memo is missing.
DEPOSIT_STATUSES = ("detected", "confirming", "credited", "below_minimum", "orphaned", "unassigned")
WITHDRAWAL_STATUSES = (
    "awaiting_confirmation",
    "under_review",
    "processing",
    "broadcast",
    "completed",
    "failed",
    "rejected",
    "canceled",
)
# Those in which the ledger still holds the amount.
OPEN_WITHDRAWALS = ("awaiting_confirmation", "under_review", "processing", "broadcast")
# Planned, signed, sent, and how it ended: deep enough in the chain, in it without effect, or never to be.
TRANSACTION_STATUSES = ("planned", "signed", "broadcast", "confirmed", "reverted", "replaced")
OPEN_TRANSACTIONS = ("planned", "signed", "broadcast")


class Network(Base):
    """How far a network is followed. What it is, the configuration says."""

    __tablename__ = "networks"
    __table_args__ = (
        CheckConstraint(f"status IN ({literals(NETWORK_STATUSES)})", name="status"),
        CheckConstraint(f"node_fault IN ({literals(NODE_FAULTS)})", name="node_fault"),
    )

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    # Disabled until its node has answered once.
    status: Mapped[str] = mapped_column(String(10))
    # Why it is halted, for staff; and what clients should know.
    reason: Mapped[str | None] = mapped_column(String(200))
    notice: Mapped[str | None] = mapped_column(String(200))
    genesis_hash: Mapped[str | None] = mapped_column(String(80))
    # The last block that was scanned; deposits and this change in one transaction.
    height: Mapped[int] = mapped_column(BigInteger)
    block_hash: Mapped[str | None] = mapped_column(String(80))
    # Staff have checked that nothing up to this height was replaced, however deep a reorganisation was.
    resume_height: Mapped[int | None] = mapped_column(BigInteger)
    node_height: Mapped[int] = mapped_column(BigInteger)
    node_seen_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # Why the node is of no use at the moment, and since when.
    node_fault: Mapped[str | None] = mapped_column(String(20))
    node_fault_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    addresses: Mapped[int]
    sweep_requested_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class ChainBlock(Base):
    """A scanned block; the latest ones are kept, to find where a reorganisation begins."""

    __tablename__ = "chain_blocks"

    network: Mapped[str] = mapped_column(ForeignKey("networks.key"), primary_key=True)
    height: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    hash: Mapped[str] = mapped_column(String(80))
    parent: Mapped[str] = mapped_column(String(80))


class DepositAddress(Base):
    """A client's address on a network; `index` is its number below the extended public key."""

    __tablename__ = "deposit_addresses"
    __table_args__ = (
        UniqueConstraint("network", "client_id"),
        UniqueConstraint("network", "address"),
        Index(None, "client_id"),
    )

    network: Mapped[str] = mapped_column(ForeignKey("networks.key"), primary_key=True)
    index: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(CLIENT))
    address: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class Deposit(Base):
    """An amount that a chain's transaction pays to a client's address, or to the house's hot wallet.

    Transaction and place stay the same when a reorganisation moves it to another block.
    """

    __tablename__ = "deposits"
    __table_args__ = (
        CheckConstraint(f"status IN ({literals(DEPOSIT_STATUSES)})", name="status"),
        UniqueConstraint("network", "tx_id", "place"),
        Index(None, "client_id", "created_at", "id"),
        Index(None, "status", "created_at", "id"),
        Index(
            "ix_deposits_open",
            "network",
            "height",
            postgresql_where=text("status IN ('detected', 'confirming', 'below_minimum')"),
        ),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    network: Mapped[str] = mapped_column(ForeignKey("networks.key"))
    tx_id: Mapped[str] = mapped_column(String(80))
    place: Mapped[int]
    # None where the house has paid into its own wallet.
    client_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey(CLIENT))
    address: Mapped[str] = mapped_column(String(120))
    # None for a token that is not listed.
    coin: Mapped[str | None] = mapped_column(String(20))
    contract: Mapped[str | None] = mapped_column(String(80))
    native: Mapped[int] = mapped_column(Native)
    amount: Mapped[int] = mapped_column(BigInteger)
    # What the chain has below the ledger's last decimal: the house's.
    dust: Mapped[int] = mapped_column(Native)
    status: Mapped[str] = mapped_column(String(20))
    height: Mapped[int | None] = mapped_column(BigInteger)
    block_hash: Mapped[str | None] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    credited_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # The transaction that moved it to the hot wallet.
    swept_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("chain_transactions.id"))
    # How staff have dealt with one that is unassigned.
    handled_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    handled_by: Mapped[str | None] = mapped_column(String(254))
    remark: Mapped[str | None] = mapped_column(String(300))

    @property
    def reference(self) -> str:
        """What the ledger knows it by, for ever."""
        return f"deposit:{self.network}:{self.tx_id}:{self.place}"


class Withdrawal(Base):
    """What a client has asked to be sent. `amount` leaves the balance, the fee is part of it."""

    __tablename__ = "withdrawals"
    __table_args__ = (
        CheckConstraint(f"status IN ({literals(WITHDRAWAL_STATUSES)})", name="status"),
        CheckConstraint("fee >= 0 AND fee < amount", name="amount"),
        Index(None, "client_id", "created_at", "id"),
        Index(None, "status", "created_at", "id"),
        Index(None, "address", "confirmed_at"),
        Index(
            "uq_withdrawals_idempotency_key",
            "client_id",
            "idempotency_key",
            unique=True,
            postgresql_where=text("idempotency_key IS NOT NULL"),
        ),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(CLIENT))
    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id"))
    coin: Mapped[str] = mapped_column(String(20))
    network: Mapped[str] = mapped_column(ForeignKey("networks.key"))
    address: Mapped[str] = mapped_column(String(120))
    memo: Mapped[str | None] = mapped_column(String(100))
    amount: Mapped[int] = mapped_column(BigInteger)
    fee: Mapped[int] = mapped_column(BigInteger)
    # In hundredths of a USDT, as of the request: for limits and reviews.
    value: Mapped[int] = mapped_column(BigInteger)
    status: Mapped[str] = mapped_column(String(24))
    reason: Mapped[str | None] = mapped_column(String(300))
    # The ledger has the hold.
    is_held: Mapped[bool]
    # Set when the address is another client's.
    receiver_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey(CLIENT))
    reviews_needed: Mapped[int]
    idempotency_key: Mapped[bytes | None] = mapped_column(LargeBinary)
    tx_id: Mapped[str | None] = mapped_column(String(80))
    # The block of its transaction.
    height: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    confirmed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # Its payment is not planned again before; the signer has refused it.
    retry_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    @property
    def reference(self) -> str:
        """What the ledger and the signer know it by, for ever."""
        return f"withdrawal:{self.id}"


class WithdrawalReview(Base):
    """A member of the staff who has approved a withdrawal."""

    __tablename__ = "withdrawal_reviews"

    withdrawal_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("withdrawals.id"), primary_key=True)
    staff_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("staff.id"), primary_key=True)
    staff: Mapped[str] = mapped_column(String(254))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class SavedAddress(Base):
    """An entry of a client's address book; withdrawals may go there from `allowed_at` on."""

    __tablename__ = "saved_addresses"
    __table_args__ = (UniqueConstraint("client_id", "coin", "network", "address", "memo"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(CLIENT, ondelete="CASCADE"))
    coin: Mapped[str] = mapped_column(String(20))
    network: Mapped[str] = mapped_column(String(40))
    address: Mapped[str] = mapped_column(String(120))
    # Empty where there is none.
    memo: Mapped[str] = mapped_column(String(100))
    label: Mapped[str] = mapped_column(String(60))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    allowed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class WithdrawalPolicy(Base):
    """Whether a client withdraws to saved addresses only, and why and until when not at all."""

    __tablename__ = "withdrawal_policies"

    client_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(CLIENT, ondelete="CASCADE"), primary_key=True)
    allow_list_only: Mapped[bool]
    # Switching the list off acts from then on.
    allow_list_ends_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    held_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    hold_cause: Mapped[str | None] = mapped_column(String(30))


class ChainTransaction(Base):
    """A transaction of the house. It is planned, stored with its signature, and only then sent.

    After a crash it is signed or sent again as it is, never built again. `reference` is that of the
    withdrawal, sweep or top-up; another attempt replaces the one before on the chain, with the same inputs or
    the same nonce.
    """

    __tablename__ = "chain_transactions"
    __table_args__ = (
        CheckConstraint(f"status IN ({literals(TRANSACTION_STATUSES)})", name="status"),
        UniqueConstraint("network", "tx_id"),
        UniqueConstraint("reference", "attempt"),
        Index(
            "ix_chain_transactions_open",
            "network",
            "created_at",
            postgresql_where=text("status IN ('planned', 'signed', 'broadcast')"),
        ),
        Index(
            "uq_chain_transactions_nonce",
            "network",
            "sender",
            "nonce",
            "attempt",
            unique=True,
            postgresql_where=text("nonce IS NOT NULL"),
        ),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    network: Mapped[str] = mapped_column(ForeignKey("networks.key"))
    purpose: Mapped[str] = mapped_column(String(12))
    reference: Mapped[str] = mapped_column(String(140))
    attempt: Mapped[int]
    withdrawal_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("withdrawals.id"), index=True)
    payments: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    unsigned: Mapped[dict[str, Any]] = mapped_column(JSONB)
    # On EVM chains.
    sender: Mapped[str | None] = mapped_column(String(120))
    nonce: Mapped[int | None] = mapped_column(BigInteger)
    gas: Mapped[int | None] = mapped_column(BigInteger)
    raw: Mapped[str | None] = mapped_column(Text)
    tx_id: Mapped[str | None] = mapped_column(String(80))
    fee_paid: Mapped[int | None] = mapped_column(Native)
    status: Mapped[str] = mapped_column(String(12))
    height: Mapped[int | None] = mapped_column(BigInteger)
    block_hash: Mapped[str | None] = mapped_column(String(80))
    # The height at which another transaction was seen to have taken its place.
    replaced_height: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    broadcast_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class ChainOutput(Base):
    """An output of a UTXO chain that is ours, until it is spent."""

    __tablename__ = "chain_outputs"
    __table_args__ = (
        Index(
            "ix_chain_outputs_unspent",
            "network",
            "wallet",
            postgresql_where=text("spent_tx_id IS NULL"),
        ),
    )

    network: Mapped[str] = mapped_column(ForeignKey("networks.key"), primary_key=True)
    tx_id: Mapped[str] = mapped_column(String(80), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    wallet: Mapped[str] = mapped_column(String(10))
    index: Mapped[int]
    amount: Mapped[int] = mapped_column(BigInteger)
    # None while its transaction is not in a block.
    height: Mapped[int | None] = mapped_column(BigInteger)
    # Reserved for a transaction of ours, and what has spent it on the chain.
    reserved_for: Mapped[str | None] = mapped_column(String(140))
    spent_tx_id: Mapped[str | None] = mapped_column(String(80))
    spent_height: Mapped[int | None] = mapped_column(BigInteger)


class ChainNonce(Base):
    """The next nonce of an address of ours on an EVM chain."""

    __tablename__ = "chain_nonces"

    network: Mapped[str] = mapped_column(ForeignKey("networks.key"), primary_key=True)
    address: Mapped[str] = mapped_column(String(80), primary_key=True)
    next_nonce: Mapped[int] = mapped_column(BigInteger)


class NetworkFee(Base):
    """What a transaction of the house has cost, and how much of it the ledger has as whole units."""

    __tablename__ = "network_fees"
    __table_args__ = (
        Index("ix_network_fees_unbooked", "network", postgresql_where=text("booked_at IS NULL")),
    )

    network: Mapped[str] = mapped_column(ForeignKey("networks.key"), primary_key=True)
    tx_id: Mapped[str] = mapped_column(String(80), primary_key=True)
    coin: Mapped[str] = mapped_column(String(20))
    native: Mapped[int] = mapped_column(Native)
    amount: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    booked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    @property
    def reference(self) -> str:
        return f"network-fee:{self.network}:{self.tx_id}"
