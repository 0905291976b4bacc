"""What every table of proposals has that are carried out after the decision."""

from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import CheckConstraint, DateTime, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.domains.staff.columns import DecisionColumns

ProposalStatus: TypeAlias = Literal["proposed", "approved", "rejected", "done", "refused"]


class ProposalColumns(DecisionColumns):
    """The columns of proposals that are carried out after the decision.

    `approved` is decided but not yet carried out; `done` and `refused` are what became of it.
    """

    # Why it was rejected.
    remark: Mapped[str | None] = mapped_column(String(500))
    # Why it could not be carried out: a code, and what else says why.
    refusal: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


def checks() -> tuple[CheckConstraint, ...]:
    """What holds in every table of proposals."""
    return (
        CheckConstraint("status IN ('proposed', 'approved', 'rejected', 'done', 'refused')", name="status"),
        CheckConstraint("(status = 'proposed') = (decided_by_id IS NULL)", name="is_decided"),
        CheckConstraint("decided_by_id <> proposed_by_id", name="two_people"),
    )
