"""Small tables that every request needs, kept in memory and read again every few seconds."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Generic, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from clearwater.kit.clock import Clock

log = structlog.get_logger("clearwater.kept")

FRESH_FOR = timedelta(seconds=5)
# A healthy database answers far sooner; a stalled one may cost one request this long and no other.
PATIENCE_SECONDS = 0.25

T = TypeVar("T")


class RefreshingValue(Generic[T]):
    """The last known value, which is served on while the database is unavailable or slow."""

    def __init__(self, name: str, load: Callable[[], Awaitable[T]], clock: Clock) -> None:
        self._name = name
        self._load = load
        self._clock = clock
        self._value: T | None = None
        self._fresh_until: datetime | None = None
        self._refresh: asyncio.Task[None] | None = None

    async def get(self) -> T:
        """The value, at most a few seconds old unless the database cannot be read."""
        if self._value is None:
            self._value = await self._load()
            self._fresh_until = self._clock.now() + FRESH_FOR
        elif self._fresh_until is None or self._clock.now() >= self._fresh_until:
            self._fresh_until = self._clock.now() + FRESH_FOR
            if self._refresh is None or self._refresh.done():
                self._refresh = asyncio.create_task(self._renew())
            await asyncio.wait({self._refresh}, timeout=PATIENCE_SECONDS)
        return self._value

    async def close(self) -> None:
        if self._refresh is not None:
            self._refresh.cancel()
            await asyncio.wait({self._refresh})

    async def _renew(self) -> None:
        try:
            self._value = await self._load()
        except (OSError, SQLAlchemyError) as error:
            log.warning("stale_value_served", name=self._name, reason=type(error).__name__)
