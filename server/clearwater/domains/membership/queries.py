"""All SQL of membership levels."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.membership.ladder import EarnedLevel
from clearwater.domains.membership.models import ClientLevel, Level, LevelProposal


async def list_levels(session: AsyncSession, site_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, list[Level]]:
    """The levels of each site that has some, lowest first."""
    ladders: dict[uuid.UUID, list[Level]] = {}
    for level in await session.scalars(select(Level).where(Level.site_id.in_(site_ids)).order_by(Level.rank)):
        ladders.setdefault(level.site_id, []).append(level)
    return ladders


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


def select_proposals(site_id: uuid.UUID, *, status: str | None) -> Select[LevelProposal]:
    statement: Select[LevelProposal] = select(LevelProposal).where(LevelProposal.site_id == site_id)
    return statement if status is None else statement.where(LevelProposal.status == status)


async def insert_levels(session: AsyncSession, levels: list[dict[str, Any]]) -> None:
    await session.execute(insert(Level).values(levels).on_conflict_do_nothing())


async def find_earned_levels(
    session: AsyncSession, client_ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, EarnedLevel]:
    """The stored levels of these clients; who never earned one is left out."""
    columns = (ClientLevel.client_id, ClientLevel.rank, ClientLevel.below_since)
    found = await session.execute(select(*columns).where(ClientLevel.client_id.in_(client_ids)))
    return {client_id: EarnedLevel(rank, below_since) for client_id, rank, below_since in found}


async def save_earned_levels(
    session: AsyncSession, earned_levels: Mapping[uuid.UUID, EarnedLevel], *, now: datetime
) -> None:
    """Rows are written in the order of ids, so that two processes cannot deadlock."""
    if not earned_levels:
        return
    rows = [
        {"client_id": client_id, "rank": earned.rank, "below_since": earned.below_since, "updated_at": now}
        for client_id, earned in sorted(earned_levels.items())
    ]
    statement = insert(ClientLevel).values(rows)
    changed = {name: statement.excluded[name] for name in ("rank", "below_since", "updated_at")}
    await session.execute(
        statement.on_conflict_do_update(index_elements=[ClientLevel.client_id], set_=changed)
    )


async def list_held(session: AsyncSession, *, after: uuid.UUID | None, limit: int) -> Sequence[uuid.UUID]:
    """Clients with an earned level that could be lost, in the order of their ids."""
    held = select(ClientLevel.client_id).where(ClientLevel.rank > 0).order_by(ClientLevel.client_id)
    if after is not None:
        held = held.where(ClientLevel.client_id > after)
    return (await session.scalars(held.limit(limit))).all()
