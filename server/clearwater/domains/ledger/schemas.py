"""Assets and transactions in the API, and the ledger in the operator API."""

import uuid
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

from fastapi import Query
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    field_validator,
)
from pydantic_core import PydanticCustomError

from clearwater.domains.approvals.proposal_schemas import ProposalFacts, Reason
from clearwater.domains.ledger.models import Proposal
from clearwater.domains.ledger.ports import EngineFigures
from clearwater.kit.fields import format_decimal
from clearwater.kit.outbox import WaitingMail

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
ProposalKind: TypeAlias = Literal["adjustment", "funding", "defunding", "house_move"]
HousePurpose: TypeAlias = Literal["fees", "convert", "protection", "treasury"]
# [0-9], not \d, which matches digits of every script.
SignedAmount = Annotated[
    str, StringConstraints(strict=True, pattern=r"^-?[0-9]{1,20}(\.[0-9]{1,18})?$"), Field(examples=["-12.5"])
]
Network = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9][a-z0-9_-]{0,30}$")]
Coin = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z0-9]{1,20}$")]


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
    """A posting that changed a client's spot wallet: all but what is in earn and pre-markets.

    The fee of a trade is a separate transaction.
    """

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
    amount: str = Field(description="Below zero when it left the spot wallet; without the fee.")
    fee: str | None = Field(description="Of a withdrawal: what its transaction of type fee says.")
    status: TransactionStatus
    network: str | None = Field(description="Of deposits, withdrawals and their fees; null for all others.")
    address: str | None = Field(description="Where a deposit arrived or a withdrawal went.")
    tx_id: str | None = Field(description="The chain transaction; null for a transfer between clients.")
    confirmations: int | None
    required_confirmations: int | None
    reference: str = Field(description="The same for all that has one cause, such as a trade and its fee.")
    created_at: int


class AccountView(BaseModel):
    """The balance of one account."""

    coin: str
    purpose: str = Field(examples=["available", "treasury", "external:tron"])
    amount: str
    value: str | None = Field(description="In USDT, at the last prices; null while the coin has no price.")


class ClientLedger(BaseModel):
    """All balances of a client, by coin and purpose."""

    client_id: uuid.UUID
    accounts: list[AccountView]
    total_usdt: str
    open_orders: int
    volume_30d: str = Field(description="In USDT; what the client's level is reckoned from.")


class HouseAccounts(BaseModel):
    """Accounts of the house and external accounts; few, so there is never a next page."""

    items: list[AccountView]
    next_cursor: None = None


class ProposalDraft(BaseModel):
    """A transfer between treasury and a client, into or out of the treasury, or within the house."""

    model_config = ConfigDict(extra="forbid")

    kind: ProposalKind
    client_id: uuid.UUID | None = Field(default=None, description="Whom an adjustment is for.")
    coin: Coin
    amount: SignedAmount = Field(description="Below zero takes back from the client into the treasury.")
    network: Network | None = Field(default=None, description="Where a funding comes from, a defunding goes.")
    source: HousePurpose | None = Field(default=None, description="From which account a house_move takes.")
    target: HousePurpose | None = Field(default=None, description="To which account a house_move goes.")
    reason: Reason

    @field_validator("client_id", mode="wrap")
    @classmethod
    def _require_client(cls, value: object, parse: ValidatorFunctionWrapHandler) -> object:
        try:
            return parse(value)
        except ValidationError:
            raise PydanticCustomError("not_found", "Client not found.") from None

    @field_validator("source", "target", mode="wrap")
    @classmethod
    def _require_house_account(cls, value: object, parse: ValidatorFunctionWrapHandler) -> object:
        try:
            return parse(value)
        except ValidationError:
            message = "Choose fees, convert, protection or treasury."
            raise PydanticCustomError("not_found", message) from None


class MovementRefusal(BaseModel):
    """Why the ledger rejected an approved proposal."""

    code: str
    available: str | None
    needed: str | None


class ProposalView(ProposalFacts[MovementRefusal]):
    kind: ProposalKind
    client_id: uuid.UUID | None
    coin: str
    amount: str
    network: str | None
    source: HousePurpose | None
    target: HousePurpose | None
    reason: str
    reference: str = Field(description="The reference of its posting.")
    ended_at: int | None

    @classmethod
    def asked_of(cls, proposal: Proposal) -> dict[str, Any]:
        return {
            "kind": proposal.kind,
            "client_id": proposal.client_id,
            "coin": proposal.coin,
            "amount": format_decimal(proposal.amount),
            "network": proposal.network,
            "source": proposal.source,
            "target": proposal.target,
            "reason": proposal.reason,
            "reference": proposal.reference,
        }


class FollowerHealth(BaseModel):
    """A process that follows the engine."""

    role: str
    lag_entries: int = Field(description="How far its view is behind the engine.")
    sockets: int = Field(description="Open sockets of clients and visitors.")


class JobHealth(BaseModel):
    """A periodic job of the worker."""

    name: str
    last_success_at: int | None = Field(description="Unix seconds; null before the first success.")
    failures: int = Field(description="Failed runs since the worker was started.")


class MailHealth(BaseModel):
    """Emails that are still to be sent."""

    waiting: int
    oldest_at: int | None = Field(description="Since when the oldest waits, in Unix seconds.")


class EngineHealth(BaseModel):
    """Health of the engine and of the processes around it; counts are since the engine was started."""

    is_serving: bool
    refusal: str = Field(description="Why the engine refuses to serve the database; empty when it does not.")
    seq: int = Field(description="The last command that was carried out.")
    head_seq: int = Field(description="The last entry of the journal that is durable.")
    head_hash: str = Field(description="Its hash, as `clearwater audit --head` prints it.")
    clock_ahead_ms: int = Field(
        description="How far the clock has jumped ahead and is not followed; 0 when all is well."
    )
    open_orders: int
    waiting: int = Field(description="Commands that are not yet durable.")
    commands: int
    batches: int
    largest_batch: int
    rebuilds: int = Field(description="How often the state was thrown away and rebuilt.")
    overloads: int = Field(description="Commands that were refused because too many waited.")
    commit_p50_ms: float = Field(description="Median time that the database took to commit recent batches.")
    commit_p99_ms: float
    queue_p50_ms: float = Field(description="Median time until recent commands were durable.")
    queue_p99_ms: float
    followers: list[FollowerHealth]
    jobs: list[JobHealth]
    mail: MailHealth

    @classmethod
    def of(cls, figures: EngineFigures, waiting: WaitingMail) -> Self:
        oldest_at = int(waiting.since.timestamp()) if waiting.since else None
        return cls(**asdict(figures), mail=MailHealth(waiting=waiting.messages, oldest_at=oldest_at))


class CoinSum(BaseModel):
    """Sums of all accounts of a coin, which must add up to zero."""

    coin: str
    accounts: int
    clients: str
    house: str
    outside: str = Field(description="What the outside has brought in, below zero.")
    sum: str
    ok: bool


class HoldDifference(BaseModel):
    """An account whose hold differs from its orders or withdrawals."""

    owner: str
    coin: str
    purpose: Literal["orders", "withdrawals", "premarket", "earn"]
    held: str
    expected: str


class LedgerCheck(BaseModel):
    """The result of a ledger check. `clearwater audit` verifies the whole history."""

    ok: bool
    seq: int = Field(description="The last command that it covers.")
    coins: list[CoinSum]
    accounts: int
    negative_accounts: int
    open_orders: int
    held_withdrawals: int
    wrong_holds: int
    differences: list[HoldDifference] = Field(description="The first of the wrong holds.")
    checked_at: int
    milliseconds: int
