"""Background jobs of sessions."""

from datetime import datetime, timedelta

from sqlalchemy import not_

from clearwater.domains.sessions import queries
from clearwater.domains.sessions.devices import KNOWN_FOR
from clearwater.domains.sessions.models import KnownDevice, LoginEvent, Session
from clearwater.kit.db import SessionFactory, delete_in_batches

# Long enough to notice an intruder, short enough for privacy.
LOGIN_EVENTS_KEPT_FOR = timedelta(days=180)


async def purge_login_events(sessions: SessionFactory, *, now: datetime) -> None:
    """Delete sign-in attempts older than half a year."""
    await delete_in_batches(sessions, LoginEvent, LoginEvent.at < now - LOGIN_EVENTS_KEPT_FOR)


async def purge_expired(sessions: SessionFactory, *, now: datetime) -> None:
    """Delete expired sessions and known devices."""
    await delete_in_batches(sessions, Session, not_(queries.is_open(now=now)))
    await delete_in_batches(sessions, KnownDevice, KnownDevice.last_seen_at < now - KNOWN_FOR)
