"""Schemas of membership levels: amounts in USDT, fees as fractions, all as strings."""

import uuid
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from clearwater.domains.approvals.proposal_schemas import ProposalFacts, ProposalRefusal, Reason
from clearwater.domains.clients.errors import MissingForLevel
from clearwater.domains.membership.models import Level, LevelProposal
from clearwater.kit.fields import Amount, Line, format_decimal

Feature = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,40}$")]


class Requirements(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kyc: bool
    two_factor: bool
    volume_30d: Amount
    balance: Amount


class Fees(BaseModel):
    model_config = ConfigDict(extra="forbid")

    maker: Amount
    taker: Amount


class Limits(BaseModel):
    model_config = ConfigDict(extra="forbid")

    withdraw_day: Amount


class LevelView(BaseModel):
    key: str
    rank: int
    name: str
    requirements: Requirements
    fees: Fees
    limits: Limits
    features: list[str] = Field(description="What this level unlocks, beside all that lower ones do.")

    @classmethod
    def of(cls, level: Level) -> Self:
        return cls(
            key=level.key,
            rank=level.rank,
            name=level.name,
            requirements=Requirements(
                kyc=level.requires_kyc,
                two_factor=level.requires_two_factor,
                volume_30d=format_decimal(level.volume_30d),
                balance=format_decimal(level.balance),
            ),
            fees=Fees(maker=format_decimal(level.maker_fee), taker=format_decimal(level.taker_fee)),
            limits=Limits(withdraw_day=format_decimal(level.withdraw_day)),
            features=level.features,
        )


class Levels(BaseModel):
    """The levels of a site, lowest first; few, so there is never a next page."""

    items: list[LevelView]
    next_cursor: None = None


class LevelChange(BaseModel):
    """New values of a level; its key and rank cannot be changed."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[Line, StringConstraints(min_length=1, max_length=40)]
    requirements: Requirements
    fees: Fees
    limits: Limits
    features: list[Feature] = Field(max_length=30)


class LevelProposalDraft(LevelChange):
    """New values of a level, and why."""

    reason: Reason


class LevelTerms(BaseModel):
    """What of a level is to change; null for what stays."""

    name: str | None = None
    requirements: Requirements | None = None
    fees: Fees | None = None
    limits: Limits | None = None
    features: list[str] | None = None


class LevelProposalView(ProposalFacts[ProposalRefusal]):
    site_id: uuid.UUID
    level: str = Field(description="Its key.")
    before: LevelTerms = Field(description="As it was when it was proposed.")
    asked: LevelTerms
    reason: str

    @classmethod
    def asked_of(cls, proposal: LevelProposal) -> dict[str, Any]:
        return {
            "site_id": proposal.site_id,
            "level": proposal.level,
            "before": proposal.before,
            "asked": proposal.asked,
            "reason": proposal.reason,
        }


class NextLevel(BaseModel):
    key: str
    missing: MissingForLevel


class WithdrawDay(BaseModel):
    """The daily withdrawal limit in USDT; days are UTC."""

    used_day: str
    left_day: str
    resets_at: int


class ClientLevelView(BaseModel):
    key: str
    rank: int
    name: str
    volume_30d: str
    balance: str
    next: NextLevel | None
    withdraw: WithdrawDay
