"""Support tickets of clients and visitors."""

import uuid
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.files import service as files
from clearwater.domains.sites import service as sites
from clearwater.domains.staff.service import Operator
from clearwater.domains.support import emails, queries
from clearwater.domains.support.errors import TicketClosed, TicketFull
from clearwater.domains.support.models import Ticket, TicketMessage
from clearwater.domains.support.schemas import Feedback
from clearwater.kit.emails import Brand, send
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.ids import new_id

MAX_MESSAGES = 200


async def open_ticket(
    session: AsyncSession, site_id: uuid.UUID, client: Client | None, feedback: Feedback, *, now: datetime
) -> Ticket:
    """Open a ticket; a visitor must give an e-mail address for the answer and cannot attach files."""
    email = client.email if client else feedback.email
    if email is None:
        raise _refusal("email", "missing", "Enter your email to get a reply, or sign in.")
    ticket = Ticket(
        id=new_id(),
        site_id=site_id,
        client_id=client.id if client else None,
        email=email,
        topic=feedback.topic,
        subject=feedback.subject,
        reference=feedback.reference or None,
        status="open",
        created_at=now,
        updated_at=now,
    )
    attachments = await _claim_attachments(session, client, feedback.attachments, now=now)
    session.add(ticket)
    await session.flush()
    session.add(_message(ticket, feedback.message, attachments=attachments, now=now))
    await session.refresh(ticket, ["number"])
    return ticket


async def reply(
    session: AsyncSession, client_id: uuid.UUID, ticket_id: uuid.UUID, message: str, *, now: datetime
) -> Ticket:
    """Reply in one of the client's tickets; a closed ticket is reopened."""
    ticket = await queries.lock_own(session, client_id, ticket_id)
    if ticket is None:
        raise NotFound("Ticket not found.")
    _require_room(ticket)
    ticket.messages.append(_message(ticket, message, now=now))
    ticket.status, ticket.updated_at = "open", now
    await session.flush()
    return ticket


async def get_ticket(session: AsyncSession, ticket_id: uuid.UUID) -> Ticket:
    ticket = await queries.find_ticket(session, ticket_id)
    if ticket is None:
        raise NotFound("Ticket not found.")
    return ticket


async def answer(
    session: AsyncSession, operator: Operator, ticket_id: uuid.UUID, message: str, *, now: datetime
) -> Ticket:
    """Answer as staff; the answer is also sent by email."""
    ticket = await _lock(session, ticket_id)
    _require_room(ticket)
    ticket.messages.append(_message(ticket, message, staff_id=operator.id, now=now))
    ticket.status, ticket.updated_at = "answered", now
    await _mail_answer(session, ticket, message, now=now)
    await session.flush()
    return ticket


async def close(session: AsyncSession, ticket_id: uuid.UUID, *, now: datetime) -> Ticket:
    ticket = await _lock(session, ticket_id)
    if ticket.status == "closed":
        raise TicketClosed
    ticket.status, ticket.updated_at = "closed", now
    return ticket


async def _claim_attachments(
    session: AsyncSession, client: Client | None, urls: list[str], *, now: datetime
) -> list[str]:
    if not urls:
        return []
    if client is None:
        raise _refusal("attachments", "signed_out", "Sign in to attach images.")
    return [
        files.url_of(
            (await files.claim_file(session, client.id, url, ["feedback"], field="attachments", now=now)).id
        )
        for url in dict.fromkeys(urls)
    ]


async def _mail_answer(session: AsyncSession, ticket: Ticket, message: str, *, now: datetime) -> None:
    site = next(site for site in await sites.list_sites(session) if site.id == ticket.site_id)
    email = emails.reply(ticket, message)
    client = await clients.find_client(session, ticket.client_id) if ticket.client_id else None
    if client is not None:
        clients.send_email(session, site, client, email, now=now)
        return
    brand = Brand(site.sitename, site.accent)
    language = sites.offered_languages(site)[0]
    send(
        session,
        email,
        brand,
        recipient=ticket.email,
        anti_phishing_code=None,
        language=language,
        now=now,
    )


async def _lock(session: AsyncSession, ticket_id: uuid.UUID) -> Ticket:
    ticket = await queries.lock_ticket(session, ticket_id)
    if ticket is None:
        raise NotFound("Ticket not found.")
    return ticket


def _require_room(ticket: Ticket) -> None:
    if len(ticket.messages) >= MAX_MESSAGES:
        raise TicketFull


def _message(
    ticket: Ticket,
    message: str,
    *,
    staff_id: uuid.UUID | None = None,
    attachments: list[str] | None = None,
    now: datetime,
) -> TicketMessage:
    return TicketMessage(
        id=new_id(),
        ticket_id=ticket.id,
        staff_id=staff_id,
        message=message,
        attachments=attachments or [],
        created_at=now,
    )


def _refusal(field: str, code: str, message: str) -> ValidationFailed:
    return ValidationFailed(message, errors=[FieldError(field=field, code=code, message=message)])
