"""All SQL of codes, second factors, passkeys and API keys."""

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.service import Client
from clearwater.domains.security.models import (
    ApiKey,
    OneTimeCode,
    Passkey,
    RecoveryCode,
)
from clearwater.kit.attempts import AttemptCount, AttemptKey
from clearwater.kit.paging import Keyset

# The last use of a key is stored with a precision of a minute, to save writes.
USE_PRECISION = timedelta(minutes=1)
API_KEYS_NEWEST_FIRST = Keyset[ApiKey]((ApiKey.created_at, ApiKey.id))
PASSKEYS_NEWEST_FIRST = Keyset[Passkey]((Passkey.created_at, Passkey.id))


async def close_codes(
    session: AsyncSession, client_id: uuid.UUID, purpose: str, *, target: str | None = None, now: datetime
) -> None:
    """Close the open codes of a purpose, or those for one target."""
    await session.execute(
        update(OneTimeCode).where(*_open_codes(client_id, purpose, target)).values(used_at=now)
    )


def _open_codes(client_id: uuid.UUID, purpose: str, target: str | None) -> list[ColumnElement[bool]]:
    conditions = [
        OneTimeCode.client_id == client_id,
        OneTimeCode.purpose == purpose,
        OneTimeCode.used_at.is_(None),
    ]
    return conditions if target is None else [*conditions, OneTimeCode.target == target]


async def list_sent(
    session: AsyncSession, client_id: uuid.UUID, purpose: str, *, since: datetime
) -> list[tuple[datetime, str | None]]:
    """When codes were issued and where they were requested; at most a few dozen an hour."""
    answer = await session.execute(
        select(OneTimeCode.created_at, OneTimeCode.asked_from).where(
            OneTimeCode.client_id == client_id,
            OneTimeCode.purpose == purpose,
            OneTimeCode.created_at > since,
        )
    )
    return [(created_at, asked_from) for created_at, asked_from in answer.all()]


async def count_wrong(
    session: AsyncSession, client_id: uuid.UUID, purpose: str, *, since: datetime, allowed: int
) -> int:
    """How many wrong digits were entered for the client's codes of a purpose since a time."""
    tried = func.coalesce(func.sum(allowed - OneTimeCode.attempts_left), 0)
    # The right ones were attempts, too.
    used = func.count().filter(OneTimeCode.used_at.is_not(None), OneTimeCode.attempts_left < allowed)
    statement = select(tried - used).where(
        OneTimeCode.client_id == client_id, OneTimeCode.purpose == purpose, OneTimeCode.created_at > since
    )
    return await session.scalar(statement) or 0


async def list_used(
    session: AsyncSession, client_id: uuid.UUID, purpose: str, target: str
) -> Sequence[OneTimeCode]:
    """The codes that were used for a target, or closed; there are few."""
    statement = select(OneTimeCode).where(
        OneTimeCode.client_id == client_id,
        OneTimeCode.purpose == purpose,
        OneTimeCode.target == target,
        OneTimeCode.used_at.is_not(None),
    )
    return (await session.scalars(statement)).all()


async def take_attempt(
    session: AsyncSession, client_id: uuid.UUID, purpose: str, *, target: str | None = None, now: datetime
) -> OneTimeCode | None:
    """Use one of the attempts left of the open code; None when there is no such code."""
    return await session.scalar(
        update(OneTimeCode)
        .where(
            *_open_codes(client_id, purpose, target),
            OneTimeCode.expires_at > now,
            OneTimeCode.attempts_left > 0,
        )
        .values(attempts_left=OneTimeCode.attempts_left - 1)
        .returning(OneTimeCode)
    )


async def take_attempt_of(session: AsyncSession, code_id: uuid.UUID, *, now: datetime) -> bool:
    """Use one of the attempts left of this code; False when none is left."""
    taken = await session.scalar(
        update(OneTimeCode)
        .where(
            OneTimeCode.id == code_id,
            OneTimeCode.used_at.is_(None),
            OneTimeCode.expires_at > now,
            OneTimeCode.attempts_left > 0,
        )
        .values(attempts_left=OneTimeCode.attempts_left - 1)
        .returning(OneTimeCode.id)
    )
    return taken is not None


async def find_by_link(
    session: AsyncSession, site_id: uuid.UUID, purpose: str, link_hash: bytes
) -> OneTimeCode | None:
    return await session.scalar(
        select(OneTimeCode)
        .join(Client, Client.id == OneTimeCode.client_id)
        .where(Client.site_id == site_id, OneTimeCode.purpose == purpose, OneTimeCode.link_hash == link_hash)
    )


async def use_code(session: AsyncSession, code_id: uuid.UUID, *, now: datetime) -> OneTimeCode | None:
    """Mark a code as used; None when a concurrent request has used it."""
    return await session.scalar(
        update(OneTimeCode)
        .where(OneTimeCode.id == code_id, OneTimeCode.used_at.is_(None))
        .values(used_at=now)
        .returning(OneTimeCode)
    )


async def mark_recovery_code_used(
    session: AsyncSession, client_id: uuid.UUID, code_hashes: Sequence[bytes], *, now: datetime
) -> bool:
    """Mark a recovery code as used; False when it does not exist or was used before."""
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


async def count_passkeys(session: AsyncSession, client_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
    """How many passkeys each of these clients has; who has none is left out."""
    statement = select(Passkey.client_id, func.count().label("passkeys")).where(
        Passkey.client_id.in_(client_ids)
    )
    counted = await session.execute(statement.group_by(Passkey.client_id))
    return {row.client_id: row.passkeys for row in counted}


def select_passkeys(client_id: uuid.UUID) -> Select[Passkey]:
    return select(Passkey).where(Passkey.client_id == client_id)


async def list_passkeys(session: AsyncSession, client_id: uuid.UUID) -> Sequence[Passkey]:
    """All passkeys of a client; their number is limited."""
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


def select_api_keys(client_id: uuid.UUID) -> Select[ApiKey]:
    return select(ApiKey).where(ApiKey.client_id == client_id)


async def find_api_keys(session: AsyncSession, key_hashes: Collection[bytes]) -> dict[bytes, ApiKey]:
    rows = await session.scalars(select(ApiKey).where(ApiKey.key_hash.in_(key_hashes)))
    return {row.key_hash: row for row in rows}


async def list_last_used_keys(session: AsyncSession, *, limit: int) -> Sequence[tuple[uuid.UUID, bytes]]:
    """The sites and hashes of the API keys that were used last, the newest first."""
    rows = await session.execute(
        select(Client.site_id, ApiKey.key_hash)
        .join(Client, Client.id == ApiKey.client_id)
        .where(ApiKey.last_used_at.is_not(None))
        .order_by(ApiKey.last_used_at.desc())
        .limit(limit)
    )
    return [(site_id, key_hash) for site_id, key_hash in rows]


async def mark_keys_used(session: AsyncSession, ids: Collection[uuid.UUID], *, now: datetime) -> None:
    """Update the last use of keys, with a precision of a minute to save writes."""
    is_due = or_(ApiKey.last_used_at.is_(None), ApiKey.last_used_at <= now - USE_PRECISION)
    # Another process may be recording the same ones.
    free = select(ApiKey.id).where(ApiKey.id.in_(ids), is_due).with_for_update(skip_locked=True)
    await session.execute(update(ApiKey).where(ApiKey.id.in_(free)).values(last_used_at=now))


async def count_api_keys(session: AsyncSession, client_id: uuid.UUID) -> int:
    counted = await session.scalar(
        select(func.count()).select_from(ApiKey).where(ApiKey.client_id == client_id)
    )
    return counted or 0


async def delete_api_key(session: AsyncSession, client_id: uuid.UUID, key_id: uuid.UUID) -> str | None:
    """Delete a key; returns its name, None when the client has no such key."""
    return await session.scalar(
        delete(ApiKey).where(ApiKey.client_id == client_id, ApiKey.id == key_id).returning(ApiKey.name)
    )


async def delete_api_keys(session: AsyncSession, client_id: uuid.UUID) -> list[str]:
    """Delete all keys of a client; returns their names."""
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
