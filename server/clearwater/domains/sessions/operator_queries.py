"""What staff ask the table of sessions."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sessions.models import Session
from clearwater.domains.sessions.queries import is_open

SHOWN_SESSIONS = 100


async def list_sessions(session: AsyncSession, client_id: uuid.UUID, *, now: datetime) -> Sequence[Session]:
    """The client's open sessions, the one used last first."""
    answer = await session.scalars(
        select(Session)
        .where(Session.client_id == client_id, is_open(now=now))
        .order_by(Session.last_seen_at.desc(), Session.id)
        .limit(SHOWN_SESSIONS)
    )
    return answer.all()


async def count_open(session: AsyncSession, *, now: datetime) -> int:
    answer = await session.scalars(select(func.count()).select_from(Session).where(is_open(now=now)))
    return answer.one()
