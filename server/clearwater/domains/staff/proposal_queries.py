"""All SQL of proposals to change the staff."""

import uuid

from sqlalchemy import Select, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff.models import StaffProposal
from clearwater.kit.paging import Keyset

NEWEST_FIRST = Keyset[StaffProposal]((StaffProposal.proposed_at, StaffProposal.id))


def select_proposals(*, status: str | None) -> Select[StaffProposal]:
    statement: Select[StaffProposal] = select(StaffProposal)
    return statement if status is None else statement.where(StaffProposal.status == status)


async def insert_proposal(session: AsyncSession, proposal: StaffProposal) -> bool:
    """Of two proposals about the same person, one waits at a time."""
    session.add(proposal)
    try:
        await session.flush()
    except IntegrityError:
        return False
    return True


async def find_proposal(session: AsyncSession, proposal_id: uuid.UUID) -> StaffProposal | None:
    return await session.get(StaffProposal, proposal_id)


async def lock_proposal(session: AsyncSession, proposal_id: uuid.UUID) -> StaffProposal | None:
    return await session.scalar(
        select(StaffProposal).where(StaffProposal.id == proposal_id).with_for_update()
    )
