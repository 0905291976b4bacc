"""/v1/feedback."""

import uuid

from fastapi import APIRouter, Request

from clearwater.domains.sessions.errors import ScopeMissing, TokenInvalid
from clearwater.domains.sessions.service import MaybeCaller, SignedIn
from clearwater.domains.sites.service import CurrentSite
from clearwater.domains.support import queries, service
from clearwater.domains.support.errors import TicketFull
from clearwater.domains.support.schemas import (
    Feedback,
    FeedbackReceipt,
    MessageDraft,
    TicketView,
    ticket_number,
)
from clearwater.kit.dependencies import AppClock, AppLimiter
from clearwater.kit.errors import NotFound, RateLimited, problems
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.ratelimit import RateLimitGroup
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession
from clearwater.kit.visitor import network_of_scope

router = APIRouter(prefix="/v1/feedback", tags=["support"], route_class=UnitOfWorkRoute)


@router.post("", status_code=201, responses=problems(TokenInvalid, ScopeMissing, RateLimited))
async def send_feedback(
    *,
    feedback: Feedback,
    writer: MaybeCaller,
    site: CurrentSite,
    request: Request,
    limiter: AppLimiter,
    clock: AppClock,
    session: WriteSession,
) -> FeedbackReceipt:
    """Open a ticket, signed in or not. Frozen and unconfirmed clients may do so, too."""
    client = writer.client if writer else None
    sender = f"client:{client.id}" if client else network_of_scope(request.scope)
    await limiter.require_room(RateLimitGroup.FEEDBACK, sender)
    ticket = await service.open_ticket(session, site.id, client, feedback, now=clock.now())
    return FeedbackReceipt(
        id=ticket.id, ticket=ticket_number(ticket), created_at=int(ticket.created_at.timestamp())
    )


@router.get("", responses=problems(TokenInvalid, ScopeMissing))
async def list_own_tickets(caller: SignedIn, paging: Paging, session: ReadSession) -> Page[TicketView]:
    """The client's tickets, newest first."""
    own = queries.select_own(caller.client.id)
    return await read_page(session, own, queries.TICKET_ORDER, paging, TicketView.of)


@router.post(
    "/{ticket_id}/messages",
    status_code=201,
    responses=problems(TokenInvalid, ScopeMissing, NotFound, TicketFull, RateLimited),
)
async def reply_to_support(
    *,
    ticket_id: uuid.UUID,
    draft: MessageDraft,
    writer: SignedIn,
    limiter: AppLimiter,
    clock: AppClock,
    session: WriteSession,
) -> TicketView:
    """Reply in one of the client's tickets."""
    await limiter.require_room(RateLimitGroup.FEEDBACK_REPLIES, f"client:{writer.client.id}")
    ticket = await service.reply(session, writer.client.id, ticket_id, draft.message, now=clock.now())
    return TicketView.of(ticket)
