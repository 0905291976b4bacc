"""What every table of proposals has, whoever decides on them and whatever follows."""

import uuid
from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column


class DecisionColumns:
    """Who proposed something, and who decided."""

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    status: Mapped[str] = mapped_column(String(20))
    proposed_by_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("staff.id"))
    # Logins are stored next to the ids, as in the audit log, so that lists can show names.
    proposed_by: Mapped[str] = mapped_column(String(40))
    proposed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    decided_by_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("staff.id"))
    decided_by: Mapped[str | None] = mapped_column(String(40))
    decided_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    @property
    def subject_id(self) -> uuid.UUID | None:
        """The staff member it is about, who may not decide either."""
        return None
