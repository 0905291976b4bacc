"""All SQL of sessions, known devices and sign-ins."""

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, and_, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.service import Client
from clearwater.domains.sessions.models import KnownDevice, LoginEvent, Session
from clearwater.kit.ids import new_id
from clearwater.kit.notices import Notice, announce
from clearwater.kit.paging import Keyset

SEEN_PRECISION = timedelta(minutes=1)
# The idle timeout of a session.
CLIENT_IDLE_TIMEOUT = timedelta(hours=24)
SHOWN_SESSIONS = 100
MAX_DEVICES = 50

SESSIONS_NEWEST_FIRST = Keyset[Session]((Session.created_at, Session.id))
LOGINS_NEWEST_FIRST = Keyset[LoginEvent]((LoginEvent.at, LoginEvent.id))


def is_open(*, now: datetime) -> ColumnElement[bool]:
    """Condition for a session that is neither expired nor idle for too long."""
    return and_(Session.expires_at > now, Session.last_seen_at > now - CLIENT_IDLE_TIMEOUT)


async def find_sessions(
    session: AsyncSession, token_hashes: Collection[bytes], *, now: datetime
) -> dict[bytes, Session]:
    """The open sessions of these tokens."""
    rows = await session.scalars(
        select(Session).where(Session.token_hash.in_(token_hashes), is_open(now=now))
    )
    return {row.token_hash: row for row in rows}


async def list_last_seen(
    session: AsyncSession, *, now: datetime, limit: int
) -> Sequence[tuple[uuid.UUID, bytes]]:
    """The sites and tokens of the sessions that were used last, the newest first."""
    rows = await session.execute(
        select(Client.site_id, Session.token_hash)
        .join(Client, Client.id == Session.client_id)
        .where(is_open(now=now))
        .order_by(Session.last_seen_at.desc())
        .limit(limit)
    )
    return [(site_id, token_hash) for site_id, token_hash in rows]


async def mark_seen(session: AsyncSession, ids: Collection[uuid.UUID], *, now: datetime) -> None:
    """Update the last use of sessions, with a precision of a minute to save writes."""
    due = select(Session.id).where(Session.id.in_(ids), Session.last_seen_at < now - SEEN_PRECISION)
    # Another process may be recording the same ones.
    free = due.with_for_update(skip_locked=True)
    await session.execute(update(Session).where(Session.id.in_(free)).values(last_seen_at=now))


async def end_sessions(
    session: AsyncSession, client_id: uuid.UUID, *, keep: uuid.UUID | None = None
) -> list[uuid.UUID]:
    """End a client's sessions, optionally all but one."""
    statement = delete(Session).where(Session.client_id == client_id).returning(Session.id)
    if keep is not None:
        statement = statement.where(Session.id != keep)
    ended = list((await session.scalars(statement)).all())
    await announce(session, *(revocation(client_id, session_id) for session_id in ended))
    return ended


async def end_session(session: AsyncSession, client_id: uuid.UUID, session_id: uuid.UUID) -> bool:
    """End one session of a client; False when there was none."""
    ended = await session.scalar(
        delete(Session).where(Session.client_id == client_id, Session.id == session_id).returning(Session.id)
    )
    if ended is None:
        return False
    await announce(session, revocation(client_id, session_id))
    return True


async def end_session_of_browser(session: AsyncSession, sid_hash: bytes) -> None:
    """End the browser's previous session, whichever client it belonged to."""
    statement = delete(Session).where(Session.sid_hash == sid_hash).returning(Session.client_id, Session.id)
    for client_id, session_id in (await session.execute(statement)).all():
        await announce(session, revocation(client_id, session_id))


async def renew_sid(
    session: AsyncSession, session_id: uuid.UUID, sid_hash: bytes, *, now: datetime
) -> datetime | None:
    """Renew the cookie of a browser's session; returns its expiry, None for a program's session."""
    return await session.scalar(
        update(Session)
        .where(Session.id == session_id, Session.sid_hash.is_not(None))
        .values(sid_hash=sid_hash, previous_sid_hash=Session.sid_hash, sid_renewed_at=now)
        .returning(Session.expires_at)
    )


def revocation(client_id: uuid.UUID, session_id: uuid.UUID) -> Notice:
    """The notice to all processes that a session has ended."""
    return Notice("session_revoked", client_id, {"session_id": str(session_id)})


async def list_open(session: AsyncSession, ids: Collection[uuid.UUID], *, now: datetime) -> set[uuid.UUID]:
    """Which of these sessions are still open."""
    found = await session.scalars(select(Session.id).where(Session.id.in_(ids), is_open(now=now)))
    return set(found.all())


async def set_stepped_up(session: AsyncSession, session_id: uuid.UUID, *, until: datetime) -> None:
    await session.execute(update(Session).where(Session.id == session_id).values(stepped_up_until=until))


def select_sessions(client_id: uuid.UUID, *, now: datetime) -> Select[Session]:
    return select(Session).where(Session.client_id == client_id, is_open(now=now))


def select_logins(client_id: uuid.UUID) -> Select[LoginEvent]:
    return select(LoginEvent).where(LoginEvent.client_id == client_id)


async def list_sessions(session: AsyncSession, client_id: uuid.UUID, *, now: datetime) -> Sequence[Session]:
    """The client's open sessions, the one used last first."""
    answer = await session.scalars(
        select(Session)
        .where(Session.client_id == client_id, is_open(now=now))
        .order_by(Session.last_seen_at.desc(), Session.id)
        .limit(SHOWN_SESSIONS)
    )
    return answer.all()


async def count_open(session: AsyncSession, *, now: datetime) -> int:
    answer = await session.scalars(select(func.count()).select_from(Session).where(is_open(now=now)))
    return answer.one()


async def find_device(session: AsyncSession, client_id: uuid.UUID, token_hash: bytes) -> uuid.UUID | None:
    return await session.scalar(
        select(KnownDevice.id).where(KnownDevice.client_id == client_id, KnownDevice.token_hash == token_hash)
    )


async def move_devices(session: AsyncSession, old_hash: bytes, new_hash: bytes) -> set[uuid.UUID]:
    """Replace the token of a browser; returns the clients known on it."""
    moved = await session.scalars(
        update(KnownDevice)
        .where(KnownDevice.token_hash == old_hash)
        .values(token_hash=new_hash)
        .returning(KnownDevice.client_id)
    )
    return set(moved.all())


async def upsert_device(
    session: AsyncSession, client_id: uuid.UUID, token_hash: bytes, name: str, *, now: datetime
) -> None:
    statement = insert(KnownDevice).values(
        id=new_id(), client_id=client_id, token_hash=token_hash, name=name, created_at=now, last_seen_at=now
    )
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[KnownDevice.client_id, KnownDevice.token_hash],
            set_={"name": name, "last_seen_at": now},
        )
    )
    stale = (
        select(KnownDevice.id)
        .where(KnownDevice.client_id == client_id)
        .order_by(KnownDevice.last_seen_at.desc(), KnownDevice.id.desc())
        .offset(MAX_DEVICES)
    )
    await session.execute(delete(KnownDevice).where(KnownDevice.id.in_(stale)))


async def delete_devices(session: AsyncSession, client_id: uuid.UUID) -> None:
    await session.execute(delete(KnownDevice).where(KnownDevice.client_id == client_id))


async def has_signed_in(session: AsyncSession, client_id: uuid.UUID) -> bool:
    return await session.scalar(_successes(client_id).limit(1)) is not None


async def is_new_program(session: AsyncSession, client_id: uuid.UUID, name: str, ip: str) -> bool:
    """Whether the client has signed in before, but never with this program from this IP address."""
    here = _successes(client_id).where(LoginEvent.device == name, LoginEvent.ip == ip)
    if await session.scalar(here.limit(1)) is not None:
        return False
    return await has_signed_in(session, client_id)


def _successes(client_id: uuid.UUID) -> Select[uuid.UUID]:
    return select(LoginEvent.id).where(LoginEvent.client_id == client_id, LoginEvent.outcome == "success")
