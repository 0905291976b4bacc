"""All SQL of support tickets."""

import uuid

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from clearwater.domains.support.models import Ticket
from clearwater.kit.paging import Keyset

TICKET_ORDER = Keyset[Ticket]((Ticket.created_at, Ticket.id))


def select_own(client_id: uuid.UUID) -> Select[Ticket]:
    return select(Ticket).options(selectinload(Ticket.messages)).where(Ticket.client_id == client_id)


def select_inbox(status: str | None) -> Select[Ticket]:
    statement = select(Ticket)
    return statement if status is None else statement.where(Ticket.status == status)


async def lock_own(session: AsyncSession, client_id: uuid.UUID, ticket_id: uuid.UUID) -> Ticket | None:
    return await session.scalar(select_own(client_id).where(Ticket.id == ticket_id).with_for_update())


async def find_ticket(session: AsyncSession, ticket_id: uuid.UUID) -> Ticket | None:
    return await session.scalar(
        select(Ticket).options(selectinload(Ticket.messages)).where(Ticket.id == ticket_id)
    )


async def lock_ticket(session: AsyncSession, ticket_id: uuid.UUID) -> Ticket | None:
    return await session.scalar(
        select(Ticket).options(selectinload(Ticket.messages)).where(Ticket.id == ticket_id).with_for_update()
    )
