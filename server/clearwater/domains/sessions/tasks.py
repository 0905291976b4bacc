"""Background jobs of sessions."""

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sessions import code_queries, device_queries, queries, security_queries
from clearwater.domains.sessions.codes import KEPT_FOR
from clearwater.domains.sessions.devices import KNOWN_FOR
from clearwater.domains.sessions.models import LoginEvent
from clearwater.domains.sessions.second_factor import TOTP_PURPOSE
from clearwater.kit.db import SessionFactory
from clearwater.kit.retention import delete_in_batches
from clearwater.kit.secrets import SealedColumn

# What a rotation of the keys seals anew.
SEALED_COLUMNS = (
    SealedColumn("clients", "totp_secret", TOTP_PURPOSE),
    SealedColumn("clients", "totp_pending_secret", TOTP_PURPOSE),
)


# Long enough to notice a stranger, and short enough not to be a diary.
LOGIN_EVENTS_KEPT_FOR = timedelta(days=180)


async def purge_login_events(sessions: SessionFactory, *, now: datetime) -> None:
    """Forget tries to sign in that are half a year old."""
    await delete_in_batches(sessions, LoginEvent, LoginEvent.at < now - LOGIN_EVENTS_KEPT_FOR)


async def purge_expired(session: AsyncSession, now: datetime) -> None:
    """Forget sessions, codes, devices and challenges that are past their time."""
    await queries.purge_sessions(session, now=now)
    await code_queries.purge_codes(session, before=now - KEPT_FOR)
    await device_queries.purge_devices(session, before=now - KNOWN_FOR)
    await security_queries.purge_challenges(session, now=now)
    await session.commit()
