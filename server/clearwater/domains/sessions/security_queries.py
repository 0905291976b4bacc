"""All SQL of second factors, passkeys and API keys."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sessions.models import (
    ApiKey,
    LoginEvent,
    Passkey,
    PasskeyChallenge,
    RecoveryCode,
    Session,
)
from clearwater.domains.sessions.queries import is_open
from clearwater.kit.attempts import AttemptCount, AttemptKey
from clearwater.kit.paging import Keyset

SESSIONS_NEWEST_FIRST = Keyset[Session]((Session.created_at, Session.id))
LOGINS_NEWEST_FIRST = Keyset[LoginEvent]((LoginEvent.at, LoginEvent.id))
API_KEYS_NEWEST_FIRST = Keyset[ApiKey]((ApiKey.created_at, ApiKey.id))
PASSKEYS_NEWEST_FIRST = Keyset[Passkey]((Passkey.created_at, Passkey.id))


async def mark_recovery_code_used(
    session: AsyncSession, client_id: uuid.UUID, code_hashes: Sequence[bytes], *, now: datetime
) -> bool:
    """Use up a recovery code; False when there is none such, or not any more."""
    used = await session.scalar(
        update(RecoveryCode)
        .where(
            RecoveryCode.client_id == client_id,
            RecoveryCode.code_hash.in_(code_hashes),
            RecoveryCode.used_at.is_(None),
        )
        .values(used_at=now)
        .returning(RecoveryCode.client_id)
    )
    return used is not None


async def count_unused_recovery_codes(session: AsyncSession, client_id: uuid.UUID) -> int:
    counted = await session.scalar(
        select(func.count())
        .select_from(RecoveryCode)
        .where(RecoveryCode.client_id == client_id, RecoveryCode.used_at.is_(None))
    )
    return counted or 0


async def replace_recovery_codes(
    session: AsyncSession, client_id: uuid.UUID, code_hashes: Sequence[bytes]
) -> None:
    await session.execute(delete(RecoveryCode).where(RecoveryCode.client_id == client_id))
    session.add_all(RecoveryCode(client_id=client_id, code_hash=code_hash) for code_hash in code_hashes)
    await session.flush()


async def count_passkeys(session: AsyncSession, client_id: uuid.UUID) -> int:
    counted = await session.scalar(
        select(func.count()).select_from(Passkey).where(Passkey.client_id == client_id)
    )
    return counted or 0


def select_passkeys(client_id: uuid.UUID) -> Select[Passkey]:
    return select(Passkey).where(Passkey.client_id == client_id)


async def list_passkeys(session: AsyncSession, client_id: uuid.UUID) -> Sequence[Passkey]:
    """All passkeys of a client; there are never more than a handful."""
    return (await session.scalars(select_passkeys(client_id).order_by(Passkey.id))).all()


async def lock_passkey(session: AsyncSession, credential_id: bytes) -> Passkey | None:
    return await session.scalar(
        select(Passkey).where(Passkey.credential_id == credential_id).with_for_update()
    )


async def delete_passkey(session: AsyncSession, client_id: uuid.UUID, passkey_id: uuid.UUID) -> bool:
    deleted = await session.scalar(
        delete(Passkey).where(Passkey.client_id == client_id, Passkey.id == passkey_id).returning(Passkey.id)
    )
    return deleted is not None


async def purge_challenges(session: AsyncSession, *, now: datetime) -> None:
    await session.execute(delete(PasskeyChallenge).where(PasskeyChallenge.expires_at <= now))


async def take_challenge(session: AsyncSession, challenge: bytes) -> PasskeyChallenge | None:
    """Remove a challenge and hand it over: whoever comes second finds none."""
    return await session.scalar(
        delete(PasskeyChallenge).where(PasskeyChallenge.challenge == challenge).returning(PasskeyChallenge)
    )


async def set_stepped_up(session: AsyncSession, session_id: uuid.UUID, *, until: datetime) -> None:
    await session.execute(update(Session).where(Session.id == session_id).values(stepped_up_until=until))


def select_sessions(client_id: uuid.UUID, *, now: datetime) -> Select[Session]:
    return select(Session).where(Session.client_id == client_id, is_open(now=now))


def select_logins(client_id: uuid.UUID) -> Select[LoginEvent]:
    return select(LoginEvent).where(LoginEvent.client_id == client_id)


def select_api_keys(client_id: uuid.UUID) -> Select[ApiKey]:
    return select(ApiKey).where(ApiKey.client_id == client_id)


async def count_api_keys(session: AsyncSession, client_id: uuid.UUID) -> int:
    counted = await session.scalar(
        select(func.count()).select_from(ApiKey).where(ApiKey.client_id == client_id)
    )
    return counted or 0


async def delete_api_key(session: AsyncSession, client_id: uuid.UUID, key_id: uuid.UUID) -> str | None:
    """The name of the key that is gone; None when the client has no such key."""
    return await session.scalar(
        delete(ApiKey).where(ApiKey.client_id == client_id, ApiKey.id == key_id).returning(ApiKey.name)
    )


async def delete_api_keys(session: AsyncSession, client_id: uuid.UUID) -> list[str]:
    """End all keys of a client; the names of those there were."""
    deleted = await session.scalars(
        delete(ApiKey).where(ApiKey.client_id == client_id).returning(ApiKey.name)
    )
    return sorted(deleted.all())


async def delete_all_credentials(session: AsyncSession, client_id: uuid.UUID) -> None:
    for table in (ApiKey, Passkey, RecoveryCode):
        await session.execute(delete(table).where(table.client_id == client_id))


async def count_failures(session: AsyncSession, key: AttemptKey) -> int:
    counted = await session.scalar(select(AttemptCount.failures).where(AttemptCount.key == key.name))
    return counted or 0
