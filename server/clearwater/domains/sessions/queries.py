"""All SQL of sessions."""

import uuid
from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, not_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sessions.models import ApiKey, Passkey, Session
from clearwater.kit.notices import Notice, announce

SEEN_PRECISION = timedelta(minutes=1)
# A session that nobody has used for so long has been left behind.
IDLE_LIMIT = timedelta(hours=24)


def is_open(*, now: datetime) -> ColumnElement[bool]:
    """What holds for a session that has neither grown too old nor been left behind."""
    return and_(Session.expires_at > now, Session.last_seen_at > now - IDLE_LIMIT)


async def find_session(session: AsyncSession, token_hash: bytes, *, now: datetime) -> Session | None:
    return await session.scalar(select(Session).where(Session.token_hash == token_hash, is_open(now=now)))


async def find_api_key(session: AsyncSession, key_hash: bytes) -> ApiKey | None:
    return await session.scalar(select(ApiKey).where(ApiKey.key_hash == key_hash))


async def mark_seen(session: AsyncSession, session_id: uuid.UUID, *, now: datetime) -> None:
    """Remember that a session is alive, to the minute: not every request is worth a write."""
    await session.execute(
        update(Session)
        .where(Session.id == session_id, Session.last_seen_at < now - SEEN_PRECISION)
        .values(last_seen_at=now)
    )


async def mark_key_used(session: AsyncSession, key_id: uuid.UUID, *, now: datetime) -> None:
    """Remember when a key was used, to the minute; of many requests at once, one writes."""
    await session.execute(
        update(ApiKey)
        .where(
            ApiKey.id == key_id,
            or_(ApiKey.last_used_at.is_(None), ApiKey.last_used_at <= now - SEEN_PRECISION),
        )
        .values(last_used_at=now)
    )


async def has_passkeys(session: AsyncSession, client_id: uuid.UUID) -> bool:
    found = await session.scalar(select(Passkey.id).where(Passkey.client_id == client_id).limit(1))
    return found is not None


async def end_sessions(
    session: AsyncSession, client_id: uuid.UUID, *, keep: uuid.UUID | None = None
) -> list[uuid.UUID]:
    """End a client's sessions, all but one where one is to be kept."""
    statement = delete(Session).where(Session.client_id == client_id).returning(Session.id)
    if keep is not None:
        statement = statement.where(Session.id != keep)
    ended = list((await session.scalars(statement)).all())
    await announce(session, *(revocation(client_id, session_id) for session_id in ended))
    return ended


async def end_session(session: AsyncSession, client_id: uuid.UUID, session_id: uuid.UUID) -> bool:
    """End one session of a client; whether there was one such."""
    ended = await session.scalar(
        delete(Session).where(Session.client_id == client_id, Session.id == session_id).returning(Session.id)
    )
    if ended is None:
        return False
    await announce(session, revocation(client_id, session_id))
    return True


async def end_session_of_browser(session: AsyncSession, sid_hash: bytes) -> None:
    """End the session that a browser had before this one, whoever's it was."""
    statement = delete(Session).where(Session.sid_hash == sid_hash).returning(Session.client_id, Session.id)
    for client_id, session_id in (await session.execute(statement)).all():
        await announce(session, revocation(client_id, session_id))


async def renew_sid(
    session: AsyncSession, session_id: uuid.UUID, sid_hash: bytes, *, now: datetime
) -> datetime | None:
    """Give a browser's session another cookie; when the session ends, or None for a program's."""
    return await session.scalar(
        update(Session)
        .where(Session.id == session_id, Session.sid_hash.is_not(None))
        .values(sid_hash=sid_hash, previous_sid_hash=Session.sid_hash, sid_renewed_at=now)
        .returning(Session.expires_at)
    )


def revocation(client_id: uuid.UUID, session_id: uuid.UUID) -> Notice:
    """Tells all processes that a session has ended, so that nobody goes on in its name."""
    return Notice("session_revoked", client_id, {"session_id": str(session_id)})


async def list_open(session: AsyncSession, ids: Collection[uuid.UUID], *, now: datetime) -> set[uuid.UUID]:
    """Which of these sessions are still open."""
    found = await session.scalars(select(Session.id).where(Session.id.in_(ids), is_open(now=now)))
    return set(found.all())


async def purge_sessions(session: AsyncSession, *, now: datetime) -> None:
    await session.execute(delete(Session).where(not_(is_open(now=now))))
