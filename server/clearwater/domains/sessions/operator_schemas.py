"""Sessions and the state of the installation, as staff see them."""

from typing import Literal, Self

from pydantic import BaseModel, Field

from clearwater.domains.sessions.models import Session
from clearwater.kit.session_rows import SessionFacts


class SessionForStaff(SessionFacts):
    expires_at: int

    @classmethod
    def of(cls, row: Session) -> Self:
        return cls._with(row, expires_at=int(row.expires_at.timestamp()))


class InstallationHealth(BaseModel):
    """Figures that were counted a moment ago; what is not measured is not here."""

    database: Literal["ok"]
    outbox_waiting: int = Field(description="Messages that will be tried (again).")
    outbox_failing: int = Field(description="Messages that failed at least once and have not left.")
    sessions: int = Field(description="Open sessions of clients.")
