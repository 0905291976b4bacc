"""Withdrawals and address books on the wire: amounts as strings, times in Unix seconds."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from clearwater.core.money import to_text
from clearwater.domains.wallets.models import SavedAddress, Withdrawal, WithdrawalReview
from clearwater.domains.wallets.schemas import NetworkStatus, count_confirmations
from clearwater.kit.fields import Amount, Line
from clearwater.kit.passkey_messages import ShownCredential

WithdrawalStatus = Literal[
    "awaiting_confirmation",
    "under_review",
    "processing",
    "broadcast",
    "completed",
    "failed",
    "rejected",
    "canceled",
]
Method = Literal["email", "totp", "passkey"]
Risk = Literal[
    "above_review_limit",
    "above_two_people_limit",
    "above_limit_with_others",
    "unknown_value",
    "open_incident",
    "new_address",
    "frozen",
]
Coin = Annotated[str, StringConstraints(min_length=1, max_length=20)]
NetworkKey = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Address = Annotated[Line, StringConstraints(min_length=1, max_length=120)]
Memo = Annotated[Line, StringConstraints(max_length=100)]
SixDigits = Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")]


class WithdrawalFee(BaseModel):
    """What a withdrawal costs; `amount` of a withdrawal is between `min` and `max`."""

    coin: str
    network: str
    name: str
    fee: str
    min: str
    max: str
    decimals: int
    status: NetworkStatus


class WithdrawalFees(BaseModel):
    items: list[WithdrawalFee]
    next_cursor: None = None


class HoldView(BaseModel):
    until: int
    cause: str = Field(description="`password`, `second_factor` or `email`: what was changed; or `staff`.")


class DayLimitView(BaseModel):
    """What the client can withdraw in a UTC day, in USDT."""

    limit: str
    used: str
    left: str
    resets_at: int


class WithdrawalLimits(BaseModel):
    """What is open to the client right now."""

    hold: HoldView | None
    day: DayLimitView
    review_above: str = Field(description="Withdrawals worth more than this, in USDT, are reviewed by staff.")
    allow_list_only: bool
    methods: list[Method]


class WithdrawalDraft(BaseModel):
    """`address_id` names a saved address; then `address` can be left out."""

    model_config = ConfigDict(extra="forbid")

    coin: Coin
    network: NetworkKey
    address: Address | None = None
    memo: Memo | None = None
    amount: Amount
    address_id: uuid.UUID | None = None

    @model_validator(mode="after")
    def _has_address(self) -> Self:
        if self.address is None and self.address_id is None:
            raise PydanticCustomError("missing", "Send an address.")
        return self


class RequestedWithdrawal(BaseModel):
    """A withdrawal that waits for the mailed code and, where the client has one, a second factor."""

    id: uuid.UUID
    status: WithdrawalStatus
    coin: str
    network: str
    address: str
    memo: str | None
    amount: str
    fee: str
    receive: str
    expires_at: int
    methods: list[Method] = Field(
        description="The mailed code, and one of the others where there are others."
    )


class Confirmation(BaseModel):
    model_config = ConfigDict(extra="forbid")

    email_code: SixDigits
    totp: SixDigits | None = None
    credential: ShownCredential | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if self.totp is not None and self.credential is not None:
            raise PydanticCustomError("one_proof", "Send totp or credential, not both.")
        return self


class WithdrawalView(BaseModel):
    """A withdrawal as far as it has come. `amount` leaves the balance, `receive` arrives."""

    HEADER: ClassVar[Sequence[str]] = (
        "id",
        "coin",
        "network",
        "address",
        "memo",
        "amount",
        "fee",
        "receive",
        "status",
        "reason",
        "tx_id",
        "confirmations",
        "required_confirmations",
        "created_at",
        "updated_at",
    )

    id: uuid.UUID
    coin: str
    network: str
    address: str
    memo: str | None
    amount: str
    fee: str
    receive: str
    status: WithdrawalStatus
    reason: str | None
    tx_id: str | None
    confirmations: int | None
    required_confirmations: int | None
    created_at: int
    updated_at: int
    expires_at: int | None = Field(description="Until when it can be confirmed.")
    is_internal: bool = Field(description="It goes to another client of this exchange, without a chain.")


class OneWithdrawal(BaseModel):
    withdrawal: WithdrawalView


def withdrawal_json(
    withdrawal: Withdrawal, *, decimals: int, height: int, required: int
) -> dict[str, object]:
    """A withdrawal; `height` is the last block that was read of its network."""
    is_internal = withdrawal.receiver_id is not None
    is_waiting = withdrawal.status == "awaiting_confirmation"
    confirmations = count_confirmations(withdrawal.height, height)
    return {
        "id": str(withdrawal.id),
        "coin": withdrawal.coin,
        "network": withdrawal.network,
        "address": withdrawal.address,
        "memo": withdrawal.memo,
        "amount": to_text(withdrawal.amount, decimals),
        "fee": to_text(withdrawal.fee, decimals),
        "receive": to_text(withdrawal.amount - withdrawal.fee, decimals),
        "status": withdrawal.status,
        "reason": withdrawal.reason,
        "tx_id": withdrawal.tx_id,
        "confirmations": None if is_internal else confirmations,
        "required_confirmations": None if is_internal else required,
        "created_at": int(withdrawal.created_at.timestamp()),
        "updated_at": int(withdrawal.updated_at.timestamp()),
        "expires_at": int(withdrawal.expires_at.timestamp()) if is_waiting else None,
        "is_internal": is_internal,
    }


class AddressCheck(BaseModel):
    is_valid: bool


class SavedAddressDraft(BaseModel):
    model_config = ConfigDict(extra="forbid")

    coin: Coin
    network: NetworkKey
    address: Address
    memo: Memo | None = None
    label: Annotated[Line, StringConstraints(min_length=1, max_length=60)]


class SavedAddressView(BaseModel):
    id: uuid.UUID
    coin: str
    network: str
    address: str
    memo: str | None
    label: str
    allowed_at: int = Field(description="From when on it can be used while the allow-list is on.")

    @classmethod
    def of(cls, saved: SavedAddress) -> Self:
        return cls(
            id=saved.id,
            coin=saved.coin,
            network=saved.network,
            address=saved.address,
            memo=saved.memo or None,
            label=saved.label,
            allowed_at=int(saved.allowed_at.timestamp()),
        )


class AddressBook(BaseModel):
    items: list[SavedAddressView]
    next_cursor: None = None
    allow_list_only: bool = Field(description="Whether withdrawals go to saved addresses only, now.")
    allow_list_ends_at: int | None = Field(description="When it ends, after it was switched off.")


class AllowListChange(BaseModel):
    model_config = ConfigDict(extra="forbid")

    allow_list_only: Annotated[bool, Field(strict=True)]


class ReviewView(BaseModel):
    staff: str
    created_at: int


class WithdrawalForStaff(BaseModel):
    """A withdrawal with what a review needs. `value` is in USDT, None when there was no price."""

    id: uuid.UUID
    client_id: uuid.UUID
    client_email: Annotated[str, Field(description="Masked; the client's page has the whole one.")]
    coin: str
    network: str
    address: str
    memo: str | None
    amount: str
    fee: str
    receive: str
    value: str | None
    status: WithdrawalStatus
    reason: str | None
    tx_id: str | None
    receiver_id: uuid.UUID | None
    risks: list[Risk]
    reviews_needed: int
    reviews: list[ReviewView]
    created_at: int
    updated_at: int
    confirmed_at: int | None


def reviews_of(reviews: Sequence[WithdrawalReview]) -> Mapping[uuid.UUID, list[ReviewView]]:
    """Reviews by withdrawal, the first one first."""
    found: dict[uuid.UUID, list[ReviewView]] = {}
    for review in reviews:
        shown = ReviewView(staff=review.staff, created_at=int(review.created_at.timestamp()))
        found.setdefault(review.withdrawal_id, []).append(shown)
    return found


class WithdrawalRejection(BaseModel):
    model_config = ConfigDict(extra="forbid")

    reason: Annotated[Line, StringConstraints(min_length=1, max_length=300)]
