"""Caches: `RefreshingValue` for a small table that every request needs, `TtlCache` for lookups by key."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from clearwater.kit.clock import Clock

log = structlog.get_logger("clearwater.cache")

REFRESH_INTERVAL = timedelta(seconds=5)
# A healthy database answers far sooner; a stalled one may cost one request this long and no other.
REFRESH_TIMEOUT_SECONDS = 0.25
# Jitter: values that were first loaded together must not be refreshed together forever.
JITTER_STEPS = 1_000

T = TypeVar("T")
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


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
            self._fresh_until = self._clock.now() + REFRESH_INTERVAL
        elif self._fresh_until is None or self._clock.now() >= self._fresh_until:
            self._fresh_until = self._clock.now() + REFRESH_INTERVAL
            if self._refresh is None or self._refresh.done():
                self._refresh = asyncio.create_task(self._reload())
            await asyncio.wait({self._refresh}, timeout=REFRESH_TIMEOUT_SECONDS)
        return self._value

    async def close(self) -> None:
        if self._refresh is not None:
            self._refresh.cancel()
            await asyncio.wait({self._refresh})

    async def _reload(self) -> None:
        try:
            self._value = await self._load()
        except (OSError, SQLAlchemyError) as error:
            log.warning("stale_value_served", name=self._name, reason=type(error).__name__)


class CacheEntry(NamedTuple, Generic[Value]):
    value: Value
    refresh_at: datetime
    until: datetime


class TtlCache(Generic[Key, Value]):
    """Values by key. A value in use is refreshed before it expires, so that no caller waits for it.

    Concurrent requests for a missing value share one lookup.
    """

    def __init__(self, clock: Clock, *, ttl: timedelta, max_size: int) -> None:
        self._clock = clock
        self._ttl = ttl
        self._max_size = max_size
        self._entries: OrderedDict[Key, CacheEntry[Value]] = OrderedDict()
        self._lookups: dict[Key, asyncio.Task[Value]] = {}
        self._invalidations = 0

    async def get(self, key: Key, look_up: Callable[[], Awaitable[Value]]) -> Value:
        """The value, at most so old; errors of its lookup are raised to the caller."""
        entry, now = self._entries.get(key), self._clock.now()
        if entry is None or entry.until <= now:
            return await asyncio.shield(self._look_up(key, look_up))
        if entry.refresh_at <= now and key not in self._lookups:
            self._look_up(key, look_up).add_done_callback(_log_failure)
        return entry.value

    def has(self, key: Key) -> bool:
        """Whether a value is cached, without a lookup."""
        entry = self._entries.get(key)
        return entry is not None and entry.until > self._clock.now()

    def _look_up(self, key: Key, look_up: Callable[[], Awaitable[Value]]) -> asyncio.Task[Value]:
        task = self._lookups.get(key)
        if task is None:
            task = self._lookups[key] = asyncio.create_task(self._look_up_and_store(key, look_up))
        return task

    async def _look_up_and_store(self, key: Key, look_up: Callable[[], Awaitable[Value]]) -> Value:
        invalidations = self._invalidations
        try:
            value = await look_up()
        except Exception:
            # It may be outdated; the next caller gets the error.
            self._entries.pop(key, None)
            raise
        finally:
            del self._lookups[key]
        # Something was announced meanwhile: what was read may be what was before.
        if invalidations == self._invalidations:
            now = self._clock.now()
            share = 0.5 + hash(key) % JITTER_STEPS / JITTER_STEPS / 4
            self._entries[key] = CacheEntry(value, now + self._ttl * share, now + self._ttl)
            self._entries.move_to_end(key)
            if len(self._entries) > self._max_size:
                self._entries.popitem(last=False)
        return value

    def invalidate(self, fits: Callable[[Key, Value], bool] | None = None) -> None:
        """Invalidate the matching values, or all."""
        self._invalidations += 1
        if fits is None:
            self._entries.clear()
            return
        for key in [key for key, entry in self._entries.items() if fits(key, entry.value)]:
            del self._entries[key]


def _log_failure(task: asyncio.Task[Value]) -> None:
    """No caller waits for a refresh; the next lookup raises the same error."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.info("cache_refresh_failed", reason=type(error).__name__)
