"""Stopping an account."""

import uuid
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.sessions import queries
from clearwater.domains.sessions import security_letters as letters
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.notices import Notice, announce


async def freeze_own_account(
    session: AsyncSession, site: CurrentSite, client_id: uuid.UUID, *, keep: uuid.UUID, now: datetime
) -> None:
    """Stop one's own account and end every session but the one that asked; staff open it again."""
    client = await clients.lock_client(session, client_id)
    client.frozen_at = now
    await queries.end_sessions(session, client_id, keep=keep)
    await announce(session, Notice("security", client_id, {"change": "freeze"}))
    clients.mail_client(session, site, client, letters.account_frozen(), now=now)
