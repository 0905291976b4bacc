"""Pre-markets for staff: terms, figures, contracts with both clients, and proposals."""

import uuid
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from clearwater.core.premarket_events import ContractStatus
from clearwater.domains.approvals.proposal_schemas import ProposalFacts, ProposalRefusal, Reason
from clearwater.domains.premarket.models import PreMarketProposal
from clearwater.domains.premarket.schemas import PreMarketSummary
from clearwater.kit.fields import Amount

ProposalKind = Literal["list", "cancel"]
CoinSymbol = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z0-9]{1,20}$")]
Seconds = Annotated[int, Field(strict=True, ge=0, le=253_402_300_799)]


class PreMarketTimes(BaseModel):
    """Other times; what is left out stays. An opening in the past or now opens it within seconds."""

    model_config = ConfigDict(extra="forbid")

    opens_at: Seconds | None = None
    closes_at: Seconds | None = None


class PreMarketDraft(BaseModel):
    """The forward market of a listed coin that is not traded yet. Only its times can be changed later."""

    model_config = ConfigDict(extra="forbid")

    symbol: CoinSymbol
    quote: CoinSymbol = "USDT"
    opens_at: Seconds
    closes_at: Seconds
    price_decimals: Annotated[int, Field(strict=True, ge=0, le=18)]
    tick_size: Amount
    step_size: Amount
    min_quantity: Amount
    max_quantity: Amount
    max_exposure: Amount = Field(description="The most that one client's orders and contracts may be worth.")
    fee_rate: Amount = Field(default="0.02", description="A fraction of six digits at most.")
    collateral_rate: Amount = Field(default="1", description="1 to 2, of six digits at most.")
    window_minutes: Annotated[int, Field(strict=True, ge=1, le=30 * 24 * 60)] = 240
    late_days: Annotated[int, Field(strict=True, ge=1, le=3650)] = 30


class PreMarketForStaff(PreMarketSummary):
    """A pre-market with what is not settled in it. Amounts in the quote coin."""

    orders_open: int
    contracts_open: int
    value_open: str = Field(description="Of contracts that have not ended.")
    collateral_held: str
    protection_balance: str = Field(description="Of the exchange's protection account, of all pre-markets.")
    window_minutes: int
    late_days: str
    proposal_id: uuid.UUID | None = Field(description="The proposal that is not decided or executed yet.")


class PreMarketsForStaff(BaseModel):
    items: list[PreMarketForStaff]
    next_cursor: None = None


class ContractForStaff(BaseModel):
    """A contract with both clients; an email is null for traders of the exchange itself."""

    id: int
    symbol: str
    quote: str
    buyer_id: str
    buyer_email: str | None
    seller_id: str
    seller_email: str | None
    price: str
    quantity: str
    value: str
    buyer_fee: str
    collateral: str
    seller_fee: str
    status: ContractStatus
    created_at: int
    ended_at: int | None


class PreMarketProposalDraft(BaseModel):
    """A listing with the time at which delivery begins (again: a delay), or a cancellation."""

    model_config = ConfigDict(extra="forbid")

    kind: ProposalKind
    delivery_at: Seconds | None = Field(default=None, description="Of a listing.")
    note: Reason


class PreMarketProposalView(ProposalFacts[ProposalRefusal]):
    symbol: str
    kind: ProposalKind
    delivery_at: int | None
    note: str
    ended_at: int | None

    @classmethod
    def asked_of(cls, proposal: PreMarketProposal) -> dict[str, Any]:
        delivery_ms = proposal.delivery_ms
        return {
            "symbol": proposal.symbol,
            "kind": proposal.kind,
            "delivery_at": None if delivery_ms is None else delivery_ms // 1000,
            "note": proposal.note,
        }
