"""Networks, deposits and incidents as staff see them."""

import uuid
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from clearwater.domains.approvals.proposal_schemas import ProposalFacts, ProposalRefusal
from clearwater.domains.wallets.incident_models import IncidentProposal
from clearwater.domains.wallets.schemas import NetworkStatus

AnyDepositStatus = Literal["detected", "confirming", "credited", "below_minimum", "orphaned", "unassigned"]
IncidentProposalKind = Literal["reversal", "keep"]
Remark = Annotated[str, Field(min_length=3, max_length=300)]
NodeProblem = Literal[
    "not_configured", "play_money_only", "not_asked", "unreachable", "other_chain", "syncing"
]


class NetworkBalance(BaseModel):
    """A coin on a network, compared with the ledger; amounts of the chain, with its decimals."""

    coin: str
    hot: str
    deposits: str = Field(description="On clients' addresses, not swept yet.")
    cold: str
    owed: str = Field(description="What the ledger says must be there.")
    difference: str
    checked_at: int
    differs_since: int | None


class OperatorNetwork(BaseModel):
    network: str
    name: str
    kind: Literal["utxo", "evm"]
    status: NetworkStatus
    reason: str | None
    notice: str | None
    is_development: bool
    height: int
    node_height: int
    lag: int = Field(description="Blocks that the node has and that are not read yet.")
    node_seen_at: int | None
    node_problem: NodeProblem | None = Field(description="Why the node is of no use now.")
    node_problem_since: int | None
    confirmations: int
    sweep_requested_at: int | None = Field(description="Until all that staff wanted swept is on its way.")
    explorer_tx: str | None
    explorer_address: str | None
    hot_address: str | None
    balances: list[NetworkBalance]


class OperatorNetworks(BaseModel):
    items: list[OperatorNetwork]


class Halt(BaseModel):
    model_config = ConfigDict(extra="forbid")

    reason: str = Field(min_length=3, max_length=200)
    notice: str | None = Field(default=None, max_length=200, description="What clients are told.")


class Resume(BaseModel):
    model_config = ConfigDict(extra="forbid")

    from_height: int | None = Field(
        default=None,
        ge=0,
        le=2**62,
        description="After a reorganisation that is too deep: a block up to which nothing was replaced.",
    )


class OperatorDeposit(BaseModel):
    id: uuid.UUID
    client_id: uuid.UUID | None = Field(description="None for payments of the house to its own wallet.")
    network: str
    coin: str | None
    contract: str | None
    amount: str | None
    native: str
    address: str
    tx_id: str
    output_index: int
    status: AnyDepositStatus
    height: int | None
    created_at: int
    credited_at: int | None
    is_swept: bool
    handled_at: int | None = Field(description="When staff dealt with one that is unassigned.")
    handled_by: str | None
    remark: str | None


class DepositHandling(BaseModel):
    """How staff have dealt with a deposit that is unassigned."""

    model_config = ConfigDict(extra="forbid")

    remark: str = Field(min_length=3, max_length=300)


class IncidentProposalView(ProposalFacts[ProposalRefusal]):
    kind: IncidentProposalKind
    reason: str

    @classmethod
    def asked_of(cls, proposal: IncidentProposal) -> dict[str, Any]:
        return {"kind": proposal.kind, "reason": proposal.reason}


class Incident(BaseModel):
    id: uuid.UUID
    network: str
    kind: str
    subject: str
    client_id: uuid.UUID | None
    detail: dict[str, Any]
    amount: str | None = Field(description="What the client of a removed deposit was credited.")
    needs_two: bool = Field(description="Ends by a proposal that another person approves.")
    proposal: IncidentProposalView | None = Field(description="The newest, whatever became of it.")
    opened_at: int
    resolved_at: int | None
    resolved_by: str | None
    remark: str | None


class IncidentDecision(BaseModel):
    """How an incident ends."""

    model_config = ConfigDict(extra="forbid")

    remark: Remark


class IncidentProposalDraft(BaseModel):
    """Take back the credit of a removed deposit, or let the client keep it."""

    model_config = ConfigDict(extra="forbid")

    kind: IncidentProposalKind
    reason: Remark
