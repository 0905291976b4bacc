"""All SQL of proposals to move money."""

import uuid
from collections.abc import Sequence

from sqlalchemy import Select, String, cast, exists, func, null, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.ledger.models import Proposal, Transfer
from clearwater.kit.paging import Keyset

NEWEST_FIRST = Keyset[Proposal]((Proposal.proposed_at, Proposal.id))


def select_proposals(
    *, status: str | None, kind: str | None, client_id: uuid.UUID | None
) -> Select[Proposal]:
    statement: Select[Proposal] = select(Proposal)
    for column, value in (
        (Proposal.status, status),
        (Proposal.kind, kind),
        (Proposal.client_id, client_id),
    ):
        if value is not None:
            statement = statement.where(column == value)
    return statement


async def find_proposal(session: AsyncSession, proposal_id: uuid.UUID) -> Proposal | None:
    return await session.get(Proposal, proposal_id)


async def lock_proposal(session: AsyncSession, proposal_id: uuid.UUID) -> Proposal | None:
    return await session.scalar(select(Proposal).where(Proposal.id == proposal_id).with_for_update())


async def lock_approved(session: AsyncSession, proposal_id: uuid.UUID) -> Proposal | None:
    """The proposal, if it is still to be carried out once whoever is at it has finished."""
    return await session.scalar(
        select(Proposal).where(Proposal.id == proposal_id, Proposal.status == "approved").with_for_update()
    )


async def mark_done_as_in_ledger(session: AsyncSession) -> None:
    """Mark refused proposals as done whose reference the ledger has."""
    reference = func.concat(Proposal.kind, ":", cast(Proposal.id, String))
    is_there = exists().where(Transfer.reference == reference)
    await session.execute(
        update(Proposal)
        .where(Proposal.status == "refused", is_there)
        .values(status="done", refusal=null())
        .execution_options(synchronize_session=False)
    )


async def list_approved(session: AsyncSession, *, limit: int) -> Sequence[uuid.UUID]:
    """What was approved and is not yet done, oldest first."""
    statement = select(Proposal.id).where(text("status = 'approved'")).order_by(Proposal.id).limit(limit)
    return (await session.scalars(statement)).all()
