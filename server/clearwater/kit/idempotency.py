"""Idempotency-Key: the same key and body answer the same, whatever happened to the connection.

A request with a key does its work while it holds no database connection, and notes its answer afterwards.
Between the two a process can die. So the work itself carries the key into what it makes durable, and done
again it finds that instead of acting twice.
"""

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog
from fastapi import Request, Response
from sqlalchemy import DateTime, LargeBinary, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import DATABASE_FAILURES, Base, SessionFactory, delete_in_batches, driver_of
from clearwater.kit.errors import (
    ClearwaterError,
    FieldError,
    IdempotencyConflict,
    ValidationFailed,
    scope_problem,
)

log = structlog.get_logger("clearwater.idempotency")

RETENTION = timedelta(hours=24)
KEY_PATTERN = re.compile(r"[\x20-\x7e]{1,64}")
STORED_HEADERS = ("content-type", "location", "retry-after")
REPLAY_HEADER = "Idempotent-Replay"


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


class Stored(NamedTuple):
    """The answer to an earlier request with the key."""

    fingerprint: bytes
    status: int
    headers: str
    body: bytes


FIND = """
    SELECT fingerprint, status, headers::text, body FROM idempotency_keys
    WHERE owner = $1 AND key = $2 AND created_at > $3
"""
# An answer that is kept already stays, unless its time is over.
STORE = """
    INSERT INTO idempotency_keys AS earlier (owner, key, fingerprint, status, headers, body, created_at)
    VALUES ($1, $2, $3, $4, $5::text::jsonb, $6, $7)
    ON CONFLICT (owner, key) DO UPDATE SET (fingerprint, status, headers, body, created_at)
    = (EXCLUDED.fingerprint, EXCLUDED.status, EXCLUDED.headers, EXCLUDED.body, EXCLUDED.created_at)
    WHERE earlier.created_at <= $8
"""


class IdempotentRequests:
    """Answers requests that carry a key, each key of an owner by one request at a time.

    Requests that wait for another one with the same key hold no connection.
    """

    def __init__(self, sessions: SessionFactory) -> None:
        self._sessions = sessions
        self._locks: dict[tuple[str, str], tuple[asyncio.Lock, int]] = {}

    async def answer(
        self, request: Request, work: Callable[[], Awaitable[Response]], *, owner: str, now: datetime
    ) -> Response:
        """Do the work, or replay the stored response. Without a key nothing is stored."""
        key = find_key(request)
        if key is None:
            return await work()
        fingerprint = _fingerprint(request.method, request.url.path, await request.body())
        async with self._exclusively(owner, key):
            stored = await self._find(owner, key, now)
            if stored is not None:
                if stored.fingerprint != fingerprint:
                    raise IdempotencyConflict
                return _replay(stored)
            response = await _run(request, work)
            if _is_final(response.status_code):
                await self._store(owner, key, fingerprint, response, now)
            return response

    @asynccontextmanager
    async def _exclusively(self, owner: str, key: str) -> AsyncIterator[None]:
        """Wait until no other request of this process has the key."""
        lock, waiting = self._locks.get((owner, key), (asyncio.Lock(), 0))
        self._locks[owner, key] = (lock, waiting + 1)
        try:
            async with lock:
                yield
        finally:
            _, waiting = self._locks.pop((owner, key))
            if waiting > 1:
                self._locks[owner, key] = (lock, waiting - 1)

    async def _find(self, owner: str, key: str, now: datetime) -> Stored | None:
        async with self._sessions() as session:
            row = await (await driver_of(session)).fetchrow(FIND, owner, key, now - RETENTION)
        return None if row is None else Stored(*row)

    async def _store(
        self, owner: str, key: str, fingerprint: bytes, response: Response, now: datetime
    ) -> None:
        headers = {name: value for name, value in response.headers.items() if name in STORED_HEADERS}
        values = (fingerprint, response.status_code, json.dumps(headers), bytes(response.body), now)
        try:
            async with self._sessions() as session:
                await (await driver_of(session)).execute(STORE, owner, key, *values, now - RETENTION)
        except DATABASE_FAILURES:
            # What was done is durable under its key, and found again without the note. A refusal is not.
            if response.status_code >= 400:
                raise
            log.warning("idempotency_response_not_stored", owner=owner)


def find_key(request: Request) -> str | None:
    """The request's key, if it has one; a malformed one is refused."""
    key = request.headers.get("idempotency-key")
    if key is not None and not KEY_PATTERN.fullmatch(key):
        message = "Send 1 to 64 printable characters."
        raise ValidationFailed(errors=[FieldError(field="Idempotency-Key", code="pattern", message=message)])
    return key


async def purge_expired(sessions: SessionFactory, now: datetime) -> None:
    """Delete expired keys."""
    await delete_in_batches(sessions, IdempotencyKey, IdempotencyKey.created_at <= now - RETENTION)


async def _run(request: Request, work: Callable[[], Awaitable[Response]]) -> Response:
    try:
        return await work()
    except ClearwaterError as refusal:
        # A refusal by a rule is as final as a success: asking again with the key must repeat it. A conflict
        # is not this key's answer: that belongs to the body that was first.
        if not _is_final(refusal.status) or isinstance(refusal, IdempotencyConflict):
            raise
        return scope_problem(refusal, request.scope)


def _is_final(status: int) -> bool:
    """Whether a response is final; a missing session, a limit or a failure is temporary."""
    return status < 500 and status not in (401, 429)


def _replay(stored: Stored) -> Response:
    headers = {**json.loads(stored.headers), REPLAY_HEADER: "true"}
    return Response(stored.body, status_code=stored.status, headers=headers)


def _fingerprint(method: str, path: str, body: bytes) -> bytes:
    """What was asked for; how a JSON body is spaced and ordered does not matter."""
    with suppress(ValueError):
        body = json.dumps(json.loads(body), sort_keys=True, separators=(",", ":")).encode()
    return hashlib.sha256(b"\0".join((method.encode(), path.encode(), body))).digest()
