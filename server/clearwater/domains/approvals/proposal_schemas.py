"""What every proposal has on the wire, whatever it is about."""

import uuid
from datetime import datetime
from typing import Annotated, Any, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from clearwater.domains.approvals.columns import ProposalColumns, ProposalStatus
from clearwater.kit.fields import Line

RefusalT = TypeVar("RefusalT", bound=BaseModel)
Reason = Annotated[Line, Field(min_length=3, max_length=500)]


class ProposalRejection(BaseModel):
    """Why a proposal is rejected."""

    model_config = ConfigDict(extra="forbid")

    reason: Reason


class ProposalRefusal(BaseModel):
    """Why an approved proposal could not be carried out."""

    code: str
    message: str


class ProposalFacts(BaseModel, Generic[RefusalT]):
    """How far a proposal is: who proposed it, who decided, and what became of it."""

    id: uuid.UUID
    status: ProposalStatus = Field(
        description="`approved` will be carried out by itself; `done` and `refused` are what became of it."
    )
    proposed_by: str
    proposed_at: int
    decided_by: str | None
    decided_at: int | None
    remark: str | None = Field(description="Why it was rejected.")
    refusal: RefusalT | None

    @classmethod
    def of(cls, proposal: ProposalColumns) -> Self:
        return cls.model_validate(
            {
                "id": proposal.id,
                "status": proposal.status,
                "proposed_by": proposal.proposed_by,
                "proposed_at": _seconds(proposal.proposed_at),
                "decided_by": proposal.decided_by,
                "decided_at": _seconds(proposal.decided_at),
                "remark": proposal.remark,
                "refusal": proposal.refusal,
                # Some views show it, others leave it out.
                "ended_at": _seconds(proposal.ended_at),
                **cls.asked_of(proposal),
            }
        )

    @classmethod
    def asked_of(cls, proposal: Any) -> dict[str, Any]:
        """The other fields of a view: what is proposed."""
        raise NotImplementedError


def _seconds(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp())
