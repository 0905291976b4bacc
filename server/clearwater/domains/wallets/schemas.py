"""Networks and deposits on the wire."""

import uuid
from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from clearwater.core.money import to_text
from clearwater.domains.wallets.directory import CoinOnNetwork
from clearwater.domains.wallets.models import Deposit

NetworkStatus = Literal["enabled", "halted", "disabled"]
DepositStatus = Literal["detected", "confirming", "credited", "below_minimum", "orphaned"]
STATUSES: tuple[NetworkStatus, ...] = ("enabled", "halted", "disabled")


class DepositNetwork(BaseModel):
    """A coin on a network. Only an enabled one takes deposits."""

    coin: str
    network: str
    name: str
    standard: str
    contract_address: str | None
    memo_required: bool
    memo_label: str | None
    min_deposit: str
    credit_confirmations: int
    eta_minutes: int
    status: NetworkStatus
    notice: str | None
    is_development: bool = Field(description="A chain for trying things out: its coins are worth nothing.")
    explorer_tx: str | None
    explorer_address: str | None


class DepositNetworks(BaseModel):
    items: list[DepositNetwork]
    next_cursor: None = None


class AddressRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    coin: str = Field(min_length=1, max_length=20)
    network: str = Field(min_length=1, max_length=40)


class ClientAddress(BaseModel):
    """Where the client sends a coin to. It stays the same."""

    coin: str
    network: str
    address: str
    memo: str | None
    uri: str = Field(description="The address as wallets read it from a QR code.")
    min_deposit: str
    credit_confirmations: int
    created_at: int


class DepositView(BaseModel):
    """A deposit as far as it has come."""

    HEADER: ClassVar[Sequence[str]] = (
        "id",
        "coin",
        "network",
        "amount",
        "address",
        "memo",
        "tx_id",
        "output_index",
        "status",
        "confirmations",
        "required_confirmations",
        "created_at",
        "credited_at",
    )

    id: uuid.UUID
    coin: str
    network: str
    amount: str
    address: str
    memo: str | None
    tx_id: str
    output_index: int
    status: DepositStatus
    confirmations: int
    required_confirmations: int
    created_at: int
    credited_at: int | None


def deposit_json(deposit: Deposit, *, decimals: int, height: int, required: int) -> dict[str, object]:
    """A deposit; `height` is the last block that was read of its network."""
    return {
        "id": deposit.id,
        "coin": deposit.coin,
        "network": deposit.network,
        "amount": to_text(deposit.amount, decimals),
        "address": deposit.address,
        "memo": None,
        "tx_id": deposit.tx_id,
        "output_index": deposit.place,
        "status": deposit.status,
        "confirmations": count_confirmations(deposit.height, height),
        "required_confirmations": required,
        "created_at": int(deposit.created_at.timestamp()),
        "credited_at": int(deposit.credited_at.timestamp()) if deposit.credited_at else None,
    }


def count_confirmations(height: int | None, tip: int) -> int:
    """Confirmations of a transaction in the block at `height`; `tip` is the last block that was read."""
    return 0 if height is None else max(tip - height + 1, 0)


def minimum_text(asset: CoinOnNetwork) -> str:
    return to_text(asset.units_of(asset.asset.min_deposit), asset.ledger_decimals)
