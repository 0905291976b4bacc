"""Background jobs of sessions."""

from datetime import datetime, timedelta

from sqlalchemy import not_

from clearwater.domains.sessions import queries
from clearwater.domains.sessions.devices import KNOWN_FOR
from clearwater.domains.sessions.models import KnownDevice, LoginEvent, Session
from clearwater.kit.db import SessionFactory
from clearwater.kit.retention import delete_in_batches

# Long enough to notice a stranger, and short enough not to be a diary.
LOGIN_EVENTS_KEPT_FOR = timedelta(days=180)


async def purge_login_events(sessions: SessionFactory, *, now: datetime) -> None:
    """Forget tries to sign in that are half a year old."""
    await delete_in_batches(sessions, LoginEvent, LoginEvent.at < now - LOGIN_EVENTS_KEPT_FOR)


async def purge_expired(sessions: SessionFactory, *, now: datetime) -> None:
    """Forget sessions and devices that are past their time."""
    await delete_in_batches(sessions, Session, not_(queries.is_open(now=now)))
    await delete_in_batches(sessions, KnownDevice, KnownDevice.last_seen_at < now - KNOWN_FOR)
