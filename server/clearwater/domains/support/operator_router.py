"""The support inbox for staff."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff.errors import Forbidden, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, find_logins, record
from clearwater.domains.support import queries, service
from clearwater.domains.support.errors import TicketClosed, TicketFull
from clearwater.domains.support.models import Ticket
from clearwater.domains.support.schemas import (
    MessageDraft,
    TicketForStaff,
    TicketRow,
    TicketStatus,
    ticket_number,
)
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/feedback", tags=["operator"], route_class=UnitOfWorkRoute)

Supporter = Annotated[Operator, Depends(allowed_to("feedback"))]


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_tickets(
    supporter: Supporter, paging: Paging, session: ReadSession, status: TicketStatus | None = None
) -> Page[TicketRow]:
    """Tickets, newest first; `open` are those that wait for an answer."""
    inbox = queries.select_inbox(status)
    return await read_page(session, inbox, queries.TICKET_ORDER, paging, TicketRow.of)


@router.get("/{ticket_id}", responses=problems(OperatorTokenInvalid, Forbidden, NotFound))
async def show_ticket(
    ticket_id: uuid.UUID, supporter: Supporter, clock: AppClock, session: WriteSession
) -> TicketForStaff:
    """One ticket with its messages; the access is audited."""
    ticket = await service.get_ticket(session, ticket_id)
    shown = await _view(session, ticket)
    await record(session, supporter, "feedback.viewed", subject=_subject(ticket), now=clock.now())
    return shown


@router.post(
    "/{ticket_id}/messages",
    status_code=201,
    responses=problems(OperatorTokenInvalid, Forbidden, NotFound, TicketFull),
)
async def answer_ticket(
    ticket_id: uuid.UUID, draft: MessageDraft, supporter: Supporter, clock: AppClock, session: WriteSession
) -> TicketForStaff:
    """Answer a ticket; the answer is also sent by email."""
    now = clock.now()
    ticket = await service.answer(session, supporter, ticket_id, draft.message, now=now)
    shown = await _view(session, ticket)
    await record(session, supporter, "feedback.answered", subject=_subject(ticket), now=now)
    return shown


@router.post(
    "/{ticket_id}/close", responses=problems(OperatorTokenInvalid, Forbidden, NotFound, TicketClosed)
)
async def close_ticket(
    ticket_id: uuid.UUID, supporter: Supporter, clock: AppClock, session: WriteSession
) -> TicketForStaff:
    """Close a ticket; a reply of the client reopens it."""
    now = clock.now()
    ticket = await service.close(session, ticket_id, now=now)
    shown = await _view(session, ticket)
    await record(session, supporter, "feedback.closed", subject=_subject(ticket), now=now)
    return shown


async def _view(session: AsyncSession, ticket: Ticket) -> TicketForStaff:
    authors = (message.staff_id for message in ticket.messages if message.staff_id is not None)
    return TicketForStaff.with_logins(ticket, await find_logins(session, authors))


def _subject(ticket: Ticket) -> str:
    return f"ticket:{ticket_number(ticket)}"
