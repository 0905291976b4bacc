"""`clearwater outbox`. It loads only what it needs: scripts run it again and again."""

import click
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.email_addresses import normal_email
from clearwater.entrypoints.cli_database import in_transaction
from clearwater.kit import outbox as mail


@click.command()
@click.option("--to", "recipient", required=True, metavar="ADDRESS", help="The recipient's email address.")
@click.option("--last", "limit", type=click.IntRange(1, 1000), default=50, show_default=True)
def outbox(recipient: str, limit: int) -> None:
    """Print the emails to one address, newest first."""

    async def work(session: AsyncSession) -> list[str]:
        found = await mail.list_newest(session, normal_email(recipient), limit=limit)
        return [_mail_lines(one) for one in found]

    for lines in in_transaction(work):
        click.echo(lines)


def _mail_lines(one: mail.Mail) -> str:
    if one.sent_at is not None:
        sent = f"{one.sent_at:%Y-%m-%dT%H:%M:%SZ}"
    elif one.next_attempt_at is None:
        sent = f"given up ({one.last_error})"
    else:
        sent = f"not yet ({one.last_error})" if one.last_error else "not yet"
    return f"To: {one.recipient}\nSubject: {one.subject}\nSent: {sent}\n\n{one.text_body.rstrip()}\n---"
