"""Assets and transactions in the API."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

from fastapi import Query
from pydantic import BaseModel, Field

LATEST_SECONDS = 253_402_300_799

TransactionType: TypeAlias = Literal[
    "deposit",
    "withdrawal",
    "trade",
    "fee",
    "convert",
    "earn_subscribe",
    "earn_redeem",
    "earn_interest",
    "premarket_lock",
    "premarket_release",
    "premarket_settlement",
    "premarket_penalty",
    "adjustment",
]
# A deposit is credited or, after a reversal, orphaned; all others are completed.
TransactionStatus: TypeAlias = Literal["completed", "credited", "orphaned"]
CoinFilter = Annotated[str | None, Query(pattern=r"^[A-Z0-9]{1,20}$", examples=["BTC"])]
FromSeconds = Annotated[
    int | None, Query(alias="from", ge=0, le=LATEST_SECONDS, description="Unix seconds; at or after.")
]
ToSeconds = Annotated[
    int | None, Query(alias="to", ge=0, le=LATEST_SECONDS, description="Unix seconds; before.")
]


HistoryPeriod: TypeAlias = Literal["1d", "7d", "30d", "90d", "1y"]


class PastValue(BaseModel):
    """The portfolio value at one time. Coins without a price then do not count."""

    at: int
    total_usdt: str
    total_btc: str | None = Field(description="Null before BTC was traded.")


class AssetHistory(BaseModel):
    """A client's portfolio value over time since the first posting, oldest first; the last item is now."""

    period: HistoryPeriod
    step_seconds: int
    items: list[PastValue]


class LedgerStatus(BaseModel):
    """The last check of the ledger: whether every coin summed to zero and all holds matched."""

    balanced: bool | None = Field(description="Null before the first check.")
    checked_at: int | None
    seq: int | None = Field(description="The last command of the journal that the check saw.")


class Asset(BaseModel):
    """A client's balance of one coin."""

    symbol: str
    available: str
    in_orders: str
    in_withdrawals: str
    in_earn: str
    in_premarket: str
    total: str
    value: str | None = Field(description="In USDT, at the last prices; null while the coin has no price.")


class Assets(BaseModel):
    """A client's balances, the most valuable first. Coins without a price do not count in the totals."""

    items: list[Asset]
    total_usdt: str
    total_btc: str | None = Field(description="null while BTC has no price.")


class Transaction(BaseModel):
    """A posting that changed a client's total balance. The fee of a trade is a separate transaction."""

    HEADER: ClassVar[Sequence[str]] = (
        "id",
        "type",
        "coin",
        "amount",
        "fee",
        "status",
        "network",
        "address",
        "tx_id",
        "confirmations",
        "required_confirmations",
        "reference",
        "created_at",
    )

    id: int
    type: TransactionType
    coin: str
    amount: str = Field(description="Below zero when it left the client; without the fee.")
    fee: str | None = Field(description="Of a withdrawal: what its transaction of type fee says.")
    status: TransactionStatus
    network: str | None
    address: str | None
    tx_id: str | None
    confirmations: int | None
    required_confirmations: int | None
    reference: str = Field(description="The same for all that has one cause, such as a trade and its fee.")
    created_at: int
