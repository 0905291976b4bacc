"""Account events: what happened to a client's account, stored until the notification centre has read it.

They are written in the transaction that causes them, so none is lost and none is about work that was rolled
back. Whoever reads them deletes them in the transaction that uses them.
"""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import DateTime, String, delete, func, insert, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base
from clearwater.kit.ids import new_id


class AccountEvent(Base):
    __tablename__ = "account_events"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    client_id: Mapped[uuid.UUID]
    detail: Mapped[dict[str, str]] = mapped_column(JSONB)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


async def record(session: AsyncSession, kind: str, client_id: uuid.UUID, detail: Mapping[str, str]) -> None:
    """Store an event; it exists if and only if the caller's work is committed."""
    await session.execute(
        insert(AccountEvent).values(id=new_id(), kind=kind, client_id=client_id, detail=dict(detail))
    )


async def take_oldest(session: AsyncSession, *, limit: int) -> Sequence[AccountEvent]:
    """Some events, the oldest first. They are gone once the caller's work is committed."""
    waiting = select(AccountEvent).order_by(AccountEvent.id).limit(limit).with_for_update(skip_locked=True)
    events = (await session.scalars(waiting)).all()
    if events:
        await session.execute(delete(AccountEvent).where(AccountEvent.id.in_([one.id for one in events])))
    return events
