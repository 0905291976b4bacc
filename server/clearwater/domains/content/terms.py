"""The terms of a site: the page that clients accept, at registration and when a new version asks for it."""

import uuid
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.content import queries
from clearwater.domains.content.errors import TermsChanged
from clearwater.domains.content.live import TERMS_SLUG
from clearwater.kit.notices import CALLER_CHANGED, Notice, announce


async def accept_current(
    session: AsyncSession, site_id: uuid.UUID, client_id: uuid.UUID, *, now: datetime
) -> None:
    """Store that a client has accepted the live terms; a site without any asks for nothing."""
    page = await queries.find_live_page(session, site_id, TERMS_SLUG)
    if page is not None and page.live_version is not None:
        await _store(session, client_id, page.id, page.live_version, now=now)


async def accept(
    session: AsyncSession, site_id: uuid.UUID, client_id: uuid.UUID, version: int, *, now: datetime
) -> None:
    """Store that a client has accepted the version that was shown; raises when it is no longer live."""
    page = await queries.find_live_page(session, site_id, TERMS_SLUG)
    if page is None or page.live_version != version:
        raise TermsChanged
    await _store(session, client_id, page.id, version, now=now)


async def find_unaccepted_since(
    session: AsyncSession, site_id: uuid.UUID, client_id: uuid.UUID
) -> datetime | None:
    """Since when the terms ask this client to accept them; None if they do not."""
    page = await queries.find_live_page(session, site_id, TERMS_SLUG)
    if page is None or page.required_version is None:
        return None
    is_accepted = await queries.has_accepted(session, client_id, page.id, page.required_version)
    return None if is_accepted else page.required_at


async def _store(
    session: AsyncSession, client_id: uuid.UUID, entry_id: uuid.UUID, version: int, *, now: datetime
) -> None:
    acceptance = {"client_id": client_id, "entry_id": entry_id, "version": version, "accepted_at": now}
    await queries.add_acceptance(session, acceptance)
    await announce(session, Notice(CALLER_CHANGED, client_id))
