"""Schemas of support tickets."""

import uuid
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from clearwater.domains.clients.service import Email
from clearwater.domains.support.models import Ticket, TicketMessage
from clearwater.kit.fields import Line, Prose, mask_email

Topic = Literal["account", "deposit", "withdrawal", "trade", "kyc", "bug", "idea", "other"]
TicketStatus = Literal["open", "answered", "closed"]
MAX_ATTACHMENTS = 5


def ticket_number(ticket: Ticket) -> str:
    """The ticket number shown to people."""
    return f"CW-{ticket.number:06}"


class Feedback(BaseModel):
    """A new ticket: a question, a bug report or an idea."""

    model_config = ConfigDict(extra="forbid")

    topic: Topic
    subject: Annotated[Line, Field(min_length=3, max_length=120)]
    message: Annotated[Prose, Field(min_length=10, max_length=4000)]
    email: Email | None = Field(
        default=None,
        description="Where the answer goes; required signed out. Signed in it goes to the account's address.",
    )
    reference: Annotated[Line, Field(max_length=100)] | None = Field(
        default=None, description="What it is about, such as the id of an order."
    )
    attachments: list[Annotated[str, Field(max_length=200)]] = Field(
        default_factory=list,
        max_length=MAX_ATTACHMENTS,
        description="Urls of files that the client uploaded as feedback; signed in only.",
    )


class FeedbackReceipt(BaseModel):
    id: uuid.UUID
    ticket: str = Field(examples=["CW-000123"])
    created_at: int


class MessageDraft(BaseModel):
    model_config = ConfigDict(extra="forbid")

    message: Annotated[Prose, Field(min_length=1, max_length=4000)]


class MessageView(BaseModel):
    id: uuid.UUID
    author: Literal["client", "staff"]
    message: str
    attachments: list[str]
    created_at: int

    @classmethod
    def of(cls, message: TicketMessage) -> Self:
        return cls.model_validate(_message_columns(message))


class MessageForStaff(MessageView):
    staff_login: str | None = Field(description="Who of the staff wrote it.")


class TicketView(BaseModel):
    """One of the client's tickets."""

    id: uuid.UUID
    ticket: str
    topic: Topic
    subject: str
    reference: str | None
    status: TicketStatus
    created_at: int
    updated_at: int
    messages: list[MessageView]

    @classmethod
    def of(cls, ticket: Ticket) -> Self:
        messages = [MessageView.of(message) for message in ticket.messages]
        return cls.model_validate(_ticket_columns(ticket) | {"messages": messages})


class TicketRow(BaseModel):
    """A ticket in the support inbox."""

    id: uuid.UUID
    ticket: str
    site_id: uuid.UUID
    client_id: uuid.UUID | None
    email: str = Field(description="Masked.")
    topic: Topic
    subject: str
    status: TicketStatus
    created_at: int
    updated_at: int

    @classmethod
    def of(cls, ticket: Ticket) -> Self:
        masked = {"email": mask_email(ticket.email)}
        return cls.model_validate(_ticket_columns(ticket) | masked)


class TicketForStaff(TicketRow):
    email: str
    reference: str | None
    messages: list[MessageForStaff]

    @classmethod
    def with_logins(cls, ticket: Ticket, logins: Mapping[uuid.UUID, str]) -> Self:
        messages = [
            _message_columns(message)
            | {"staff_login": logins.get(message.staff_id) if message.staff_id else None}
            for message in ticket.messages
        ]
        return cls.model_validate(_ticket_columns(ticket) | {"email": ticket.email, "messages": messages})


def _ticket_columns(ticket: Ticket) -> dict[str, Any]:
    return {
        "id": ticket.id,
        "ticket": ticket_number(ticket),
        "site_id": ticket.site_id,
        "client_id": ticket.client_id,
        "topic": ticket.topic,
        "subject": ticket.subject,
        "reference": ticket.reference,
        "status": ticket.status,
        "created_at": int(ticket.created_at.timestamp()),
        "updated_at": int(ticket.updated_at.timestamp()),
    }


def _message_columns(message: TicketMessage) -> dict[str, Any]:
    return {
        "id": message.id,
        "author": "client" if message.staff_id is None else "staff",
        "message": message.message,
        "attachments": message.attachments,
        "created_at": int(message.created_at.timestamp()),
    }
