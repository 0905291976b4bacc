"""What every table of proposals has."""

import uuid
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

ProposalStatus: TypeAlias = Literal["proposed", "approved", "rejected", "done", "refused"]


class ProposalColumns:
    """The columns of every table of proposals.

    `approved` is decided but not yet carried out; `done` and `refused` are what became of it.
    """

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    status: Mapped[str] = mapped_column(String(20))
    proposed_by_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("staff.id"))
    # Logins are stored next to the ids, as in the audit log, so that lists can show names.
    proposed_by: Mapped[str] = mapped_column(String(40))
    proposed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    decided_by_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("staff.id"))
    decided_by: Mapped[str | None] = mapped_column(String(40))
    decided_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
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
