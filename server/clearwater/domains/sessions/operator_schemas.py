"""Sessions and the state of the installation, as staff see them."""

import uuid
from typing import Literal, Self

from pydantic import BaseModel, Field

from clearwater.domains.sessions.models import Session


class SessionForStaff(BaseModel):
    id: uuid.UUID
    device: str
    ip: str
    created_at: int
    last_seen_at: int
    expires_at: int

    @classmethod
    def of(cls, row: Session) -> Self:
        return cls(
            id=row.id,
            device=row.device,
            ip=row.ip,
            created_at=int(row.created_at.timestamp()),
            last_seen_at=int(row.last_seen_at.timestamp()),
            expires_at=int(row.expires_at.timestamp()),
        )


class InstallationHealth(BaseModel):
    """Figures that were counted a moment ago; what is not measured is not here."""

    database: Literal["ok"]
    outbox_waiting: int = Field(description="Messages that will be tried (again).")
    outbox_failing: int = Field(description="Messages that failed at least once and have not left.")
    sessions: int = Field(description="Open sessions of clients.")
