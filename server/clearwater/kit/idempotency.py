"""Idempotency-Key: the same key and body answer the same, whatever happened to the connection.

The key's row is written in the transaction of the work itself, so neither exists without the other.
A second request with the same key waits on the row's unique index until the first one ends.
"""

import hashlib
import re
from datetime import datetime, timedelta
from typing import Any

from fastapi import Request, Response
from sqlalchemy import DateTime, LargeBinary, String, delete, update
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncSession, AsyncSessionTransaction
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base
from clearwater.kit.errors import FieldError, IdempotencyConflict, ValidationFailed

KEPT_FOR = timedelta(hours=24)
KEY_PATTERN = re.compile(r"[\x20-\x7e]{1,64}")
STORED_HEADERS = ("content-type", "location", "retry-after")


class IdempotencyKey(Base):
    """One answered request: what was asked (as a hash) and what was answered."""

    __tablename__ = "idempotency_keys"

    owner: Mapped[str] = mapped_column(String(80), primary_key=True)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    fingerprint: Mapped[bytes] = mapped_column(LargeBinary)
    status: Mapped[int | None]
    headers: Mapped[dict[str, str] | None] = mapped_column(JSONB)
    body: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)


class Replay(Exception):
    """The key was answered before; this is that answer."""

    def __init__(self, row: IdempotencyKey) -> None:
        super().__init__(row.key)
        self._row = row

    def response(self) -> Response:
        headers = {**(self._row.headers or {}), "Idempotent-Replay": "true"}
        return Response(self._row.body, status_code=self._row.status or 200, headers=headers)


class Claim:
    """A key that this request holds until its transaction ends."""

    def __init__(
        self, session: AsyncSession, owner: str, key: str, savepoint: AsyncSessionTransaction
    ) -> None:
        self._session = session
        self._owner = owner
        self._key = key
        self._savepoint = savepoint

    def keeps(self, status: int) -> bool:
        """Whether an answer is final; a missing session, a limit or a failure may go away."""
        return status < 500 and status not in (401, 429)

    async def undo_work(self) -> None:
        await self._savepoint.rollback()

    async def store(self, response: Response) -> None:
        if self._savepoint.is_active:
            await self._savepoint.commit()
        headers = {name: value for name, value in response.headers.items() if name in STORED_HEADERS}
        await self._session.execute(
            update(IdempotencyKey)
            .where(IdempotencyKey.owner == self._owner, IdempotencyKey.key == self._key)
            .values(status=response.status_code, headers=headers, body=bytes(response.body))
        )


async def claim_key(request: Request, session: AsyncSession, *, owner: str, now: datetime) -> Claim | None:
    """Hold the request's key, or raise the answer it got before. No key, no claim."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not KEY_PATTERN.fullmatch(key):
        message = "Send 1 to 64 printable characters."
        raise ValidationFailed(errors=[FieldError(field="Idempotency-Key", code="pattern", message=message)])
    fingerprint = _fingerprint(request.method, request.url.path, await request.body())
    fresh: dict[str, Any] = {"owner": owner, "key": key, "fingerprint": fingerprint, "created_at": now}
    await session.execute(
        delete(IdempotencyKey).where(
            IdempotencyKey.owner == owner,
            IdempotencyKey.key == key,
            IdempotencyKey.created_at <= now - KEPT_FOR,
        )
    )
    inserted = await session.scalar(
        insert(IdempotencyKey).values(fresh).on_conflict_do_nothing().returning(IdempotencyKey.key)
    )
    if inserted is None:
        row = await session.get_one(IdempotencyKey, (owner, key))
        if row.fingerprint != fingerprint:
            raise IdempotencyConflict
        raise Replay(row)
    claim = Claim(session, owner, key, await session.begin_nested())
    request.state.work.claim = claim
    return claim


async def purge_expired(session: AsyncSession, now: datetime) -> None:
    """Forget the keys that are past their day."""
    await session.execute(delete(IdempotencyKey).where(IdempotencyKey.created_at <= now - KEPT_FOR))
    await session.commit()


def _fingerprint(method: str, path: str, body: bytes) -> bytes:
    return hashlib.sha256(b"\0".join((method.encode(), path.encode(), body))).digest()
