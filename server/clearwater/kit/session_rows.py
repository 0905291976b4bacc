"""What a sign-in is, whoever signs in: columns of its table, and how its owner sees it."""

import uuid
from datetime import datetime
from typing import Any, Self

from pydantic import BaseModel
from sqlalchemy import DateTime, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column


class SessionColumns:
    """A sign-in. A browser's has a second half, `sid_hash`, in a cookie that no script can read."""

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    device: Mapped[str] = mapped_column(String(200))
    ip: Mapped[str] = mapped_column(String(45))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    last_seen_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    stepped_up_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class SessionFacts(BaseModel):
    id: uuid.UUID
    device: str
    ip: str
    created_at: int
    last_seen_at: int

    @classmethod
    def _with(cls, row: SessionColumns, **more: Any) -> Self:
        return cls(
            id=row.id,
            device=row.device,
            ip=row.ip,
            created_at=int(row.created_at.timestamp()),
            last_seen_at=int(row.last_seen_at.timestamp()),
            **more,
        )


class OwnSession(SessionFacts):
    current: bool

    @classmethod
    def of(cls, row: SessionColumns, *, current: uuid.UUID) -> Self:
        return cls._with(row, current=row.id == current)
