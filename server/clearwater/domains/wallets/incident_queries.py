"""All SQL of incidents and of what is proposed about them."""

import uuid
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.dialects.postgresql import distinct_on, insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.wallets.incident_models import IncidentProposal, WalletIncident
from clearwater.kit.paging import Keyset

INCIDENTS_NEWEST_FIRST = Keyset[WalletIncident]((WalletIncident.opened_at, WalletIncident.id))


async def open_incident(session: AsyncSession, row: Mapping[str, Any]) -> None:
    """Open an incident, unless the same one is open."""
    await session.execute(insert(WalletIncident).values(**row).on_conflict_do_nothing())


async def has_open_incident(session: AsyncSession, client_id: uuid.UUID) -> bool:
    statement = select(WalletIncident.id).where(
        WalletIncident.client_id == client_id, WalletIncident.resolved_at.is_(None)
    )
    return await session.scalar(statement.limit(1)) is not None


def select_incidents(*, is_open: bool | None) -> Select[WalletIncident]:
    statement: Select[WalletIncident] = select(WalletIncident)
    if is_open is not None:
        resolved = WalletIncident.resolved_at
        statement = statement.where(resolved.is_(None) if is_open else resolved.is_not(None))
    return statement


async def get_incident(
    session: AsyncSession, incident_id: uuid.UUID, *, is_locked: bool = False
) -> WalletIncident:
    return await session.get_one(WalletIncident, incident_id, with_for_update=is_locked or None)


async def find_newest_proposals(
    session: AsyncSession, incident_ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, IncidentProposal]:
    """By incident: what was proposed last."""
    proposed = IncidentProposal.incident_id
    statement = (
        select(IncidentProposal)
        .where(proposed.in_(incident_ids))
        .ext(distinct_on(proposed))
        .order_by(proposed, IncidentProposal.id.desc())
    )
    return {proposal.incident_id: proposal for proposal in await session.scalars(statement)}


async def lock_incident(session: AsyncSession, incident_id: uuid.UUID) -> WalletIncident | None:
    statement = select(WalletIncident).where(WalletIncident.id == incident_id)
    return await session.scalar(statement.with_for_update())
