"""Freezing and unfreezing an account, by its client or by staff."""

import uuid
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import emails, queries
from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import FreezeConflict
from clearwater.domains.clients.models import Client
from clearwater.domains.sessions import service as sessions
from clearwater.domains.sites import service as sites
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.emails import Email
from clearwater.kit.errors import NotFound
from clearwater.kit.notices import Notice, announce


async def freeze_own_account(
    session: AsyncSession, site: CurrentSite, client_id: uuid.UUID, *, keep: uuid.UUID, now: datetime
) -> None:
    """Freeze the caller's account and end all other sessions; only staff can unfreeze it."""
    client = await clients.lock_client(session, client_id)
    client.frozen_at = now
    await sessions.end_sessions(session, client_id, keep=keep)
    await announce(session, Notice("security", client_id, {"change": "freeze"}), is_recorded=True)
    clients.send_email(session, site, client, emails.frozen_by_client(), now=now)


async def freeze_client(session: AsyncSession, client_id: uuid.UUID, *, now: datetime) -> Client:
    """Block every change by the client; signing in and reading stay possible."""
    client = await _lock(session, client_id)
    if client.frozen_at is not None:
        raise FreezeConflict("This account is already frozen.")
    client.frozen_at = now
    await _notify(session, client, emails.frozen_by_staff(), now=now)
    return client


async def unfreeze_client(session: AsyncSession, client_id: uuid.UUID, *, now: datetime) -> Client:
    """Unfreeze an account."""
    client = await _lock(session, client_id)
    if client.frozen_at is None:
        raise FreezeConflict("This account is not frozen.")
    client.frozen_at = None
    await _notify(session, client, emails.unfrozen_by_staff(), detail={"act": "removed"}, now=now)
    return client


async def _notify(
    session: AsyncSession,
    client: Client,
    email: Email,
    *,
    now: datetime,
    detail: Mapping[str, str] | None = None,
) -> None:
    notice = Notice("security", client.id, {"change": "freeze", **(detail or {})})
    await announce(session, notice, is_recorded=True)
    site = await sites.get_site_by_id(session, client.site_id)
    clients.send_email(session, site, client, email, now=now)


async def _lock(session: AsyncSession, client_id: uuid.UUID) -> Client:
    client = await queries.find_locked(session, client_id)
    if client is None:
        raise NotFound("Client not found.")
    return client
