"""Emails that support sends."""

from clearwater.domains.support.models import Ticket
from clearwater.domains.support.schemas import ticket_number
from clearwater.kit.emails import Email


def reply(ticket: Ticket, message: str) -> Email:
    return Email(
        "support/reply",
        {
            "ticket_subject": ticket.subject,
            "number": ticket_number(ticket),
            "lines": tuple(line for line in message.splitlines() if line.strip()),
            "has_account": ticket.client_id is not None,
        },
    )
