"""`clearwater outbox`. It loads only what it needs: scripts run it again and again."""

from typing import TYPE_CHECKING

import click

from clearwater.domains.clients.email_addresses import normal_email
from clearwater.entrypoints.cli_database import fetch

if TYPE_CHECKING:
    from asyncpg import Record

LIST_MAIL = """
    SELECT recipient, subject, text_body, sent_at, next_attempt_at, last_error
    FROM outbox WHERE recipient = $1 ORDER BY created_at DESC, id DESC LIMIT $2
"""


@click.command()
@click.option("--to", "recipient", required=True, metavar="ADDRESS", help="The recipient's email address.")
@click.option("--last", "limit", type=click.IntRange(1, 1000), default=50, show_default=True)
def outbox(recipient: str, limit: int) -> None:
    """Print the emails to one address, newest first."""
    for mail in fetch(LIST_MAIL, normal_email(recipient), limit):
        click.echo(_mail_lines(mail))


def _mail_lines(mail: "Record") -> str:
    if mail["sent_at"] is not None:
        sent = f"{mail['sent_at']:%Y-%m-%dT%H:%M:%SZ}"
    elif mail["next_attempt_at"] is None:
        sent = f"given up ({mail['last_error']})"
    else:
        sent = f"not yet ({mail['last_error']})" if mail["last_error"] else "not yet"
    body = mail["text_body"].rstrip()
    return f"To: {mail['recipient']}\nSubject: {mail['subject']}\nSent: {sent}\n\n{body}\n---"
