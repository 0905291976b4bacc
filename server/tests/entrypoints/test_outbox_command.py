"""`clearwater outbox`, as an operator of a fresh installation reads it."""

from datetime import timedelta

from sqlalchemy import update

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit import outbox
from clearwater.kit.clock import FixedClock
from clearwater.kit.outbox import Mail
from tests.command_line import run_command_beside


async def clearwater(database_url: str, *arguments: str) -> tuple[int, str]:
    return await run_command_beside(*arguments, settings={"DATABASE_URL": database_url})


async def test_mail_is_printed_newest_first(
    services: ApiServices, database_url: str, clock: FixedClock
) -> None:
    async with services.sessions() as session:
        for number in (1, 2, 3):
            outbox.enqueue(
                session,
                recipient="ann@example.org",
                sender_name="Clearwater",
                subject=f"Number {number}",
                text_body=f"Hello {number}\n",
                html_body="",
                now=clock.at + timedelta(minutes=number),
            )
        await session.flush()
        await session.execute(update(Mail).where(Mail.subject == "Number 2").values(sent_at=clock.at))
        await session.commit()

    code, printed = await clearwater(database_url, "outbox", "--to", "Ann@Example.org", "--last", "2")

    assert code == 0
    assert printed == (
        "To: ann@example.org\nSubject: Number 3\nSent: not yet\n\nHello 3\n---\n"
        "To: ann@example.org\nSubject: Number 2\nSent: 2026-11-15T12:00:00Z\n\nHello 2\n---\n"
    )
    assert await clearwater(database_url, "outbox", "--to", "nobody@example.org") == (0, "")
