"""The emails that support sends."""

from clearwater.domains.support.models import Ticket
from clearwater.domains.support.schemas import ticket_number
from clearwater.kit.mail_templates import Letter


def answer(ticket: Ticket, message: str, *, sitename: str) -> Letter:
    lines = tuple(line for line in message.splitlines() if line.strip())
    how_to_reply = (
        "To reply, write to us again from the site."
        if ticket.client_id is None
        else "To reply, sign in and open Contact in your personal area."
    )
    return Letter(
        subject=f"Re: {ticket.subject} [{ticket_number(ticket)}]",
        paragraphs=(f"{sitename} has answered your message {ticket_number(ticket)}:", *lines),
        after=(how_to_reply, "We never ask for your password or for codes."),
    )
