"""Becoming a client."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import queries
from clearwater.domains.clients.errors import EmailTaken
from clearwater.domains.clients.models import Client
from clearwater.domains.clients.schemas import Registration
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.db import SessionFactory
from clearwater.kit.ids import new_id
from clearwater.kit.passwords import Passwords


async def register_client(
    sessions: SessionFactory,
    session: AsyncSession,
    passwords: Passwords,
    site: CurrentSite,
    draft: Registration,
    *,
    now: datetime,
) -> Client:
    """Make a client of a site. Of two who register one address at once, one gets it."""
    async with sessions() as reading:
        if await queries.find_by_email(reading, site.id, draft.email) is not None:
            raise EmailTaken
    # No connection is held meanwhile, or a flood of registrations would take them all.
    password_hash = await passwords.hash(draft.password.get_secret_value())
    client = await queries.insert_client(
        session,
        id=new_id(),
        site_id=site.id,
        email=draft.email,
        password_hash=password_hash,
        accepted_terms_at=now,
        referral_code=draft.referral_code,
        country=draft.country,
        created_at=now,
    )
    if client is None:
        raise EmailTaken
    return client
