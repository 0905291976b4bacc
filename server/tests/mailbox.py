"""The outbox as a client's mailbox."""

import re
from collections.abc import Sequence

from clearwater.entrypoints.wiring import Services
from clearwater.kit import outbox
from clearwater.kit.outbox import Mail


async def mail_to(services: Services, address: str) -> Sequence[Mail]:
    """Newest first."""
    async with services.sessions() as session:
        return await outbox.list_newest(session, address, limit=100)


async def mailed_code(services: Services, address: str) -> str:
    """The code of the newest mail that has one on a line of its own."""
    for mail in await mail_to(services, address):
        if found := re.search(r"^    (\S+)$", mail.text_body, re.MULTILINE):
            return found.group(1)
    raise AssertionError(f"no code was mailed to {address}")


async def mailed_link_code(services: Services, address: str, page: str) -> str:
    """The code in the newest link to a page."""
    for mail in await mail_to(services, address):
        if found := re.search(rf"{re.escape(page)}\?code=(\S+)", mail.text_body):
            return found.group(1)
    raise AssertionError(f"no link to {page} was mailed to {address}")
