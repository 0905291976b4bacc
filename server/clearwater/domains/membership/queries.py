"""All SQL of membership levels."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.membership.ladder import EarnedLevel
from clearwater.domains.membership.models import ClientLevel, Level


async def list_levels(session: AsyncSession, site_id: uuid.UUID) -> Sequence[Level]:
    """The levels of a site, lowest first."""
    levels = await session.scalars(select(Level).where(Level.site_id == site_id).order_by(Level.rank))
    return levels.all()


async def lock_levels(session: AsyncSession, site_id: uuid.UUID) -> Sequence[Level]:
    """Lock all levels of a site, so that concurrent changes are validated one after the other."""
    levels = await session.scalars(
        select(Level)
        .where(Level.site_id == site_id)
        .order_by(Level.rank)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return levels.all()


async def insert_levels(session: AsyncSession, levels: list[dict[str, Any]]) -> None:
    await session.execute(insert(Level).values(levels).on_conflict_do_nothing())


async def find_earned_level(session: AsyncSession, client_id: uuid.UUID) -> EarnedLevel:
    row = await session.get(ClientLevel, client_id)
    return EarnedLevel(row.rank, row.below_since) if row is not None else EarnedLevel()


async def save_earned_level(
    session: AsyncSession, client_id: uuid.UUID, earned_level: EarnedLevel, *, now: datetime
) -> None:
    columns = {"rank": earned_level.rank, "below_since": earned_level.below_since, "updated_at": now}
    await session.execute(
        insert(ClientLevel)
        .values(client_id=client_id, **columns)
        .on_conflict_do_update(index_elements=[ClientLevel.client_id], set_=columns)
    )


async def list_held(session: AsyncSession, *, after: uuid.UUID | None, limit: int) -> Sequence[uuid.UUID]:
    """Clients with an earned level that could be lost, in the order of their ids."""
    held = select(ClientLevel.client_id).where(ClientLevel.rank > 0).order_by(ClientLevel.client_id)
    if after is not None:
        held = held.where(ClientLevel.client_id > after)
    return (await session.scalars(held.limit(limit))).all()
