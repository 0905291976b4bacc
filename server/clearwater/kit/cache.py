"""Caches: `RefreshingValue` for a small table that every request needs, `TtlCache` for lookups by key."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

import structlog

from clearwater.kit import metrics
from clearwater.kit.clock import Clock
from clearwater.kit.db import DATABASE_FAILURES

log = structlog.get_logger("clearwater.cache")

# Whoever changes something looks at it next.
REFRESH_INTERVAL = timedelta(seconds=1)
# A healthy database answers far sooner; a stalled one may cost one request this long and no other.
REFRESH_TIMEOUT_SECONDS = 0.25
# Jitter: values that were first loaded together must not be refreshed together forever.
JITTER_STEPS = 1_000
# So many keys are loaded together, and so many lookups go on side by side.
MAX_KEYS, MAX_LOADERS = 100, 4

T = TypeVar("T")
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class RefreshingValue(Generic[T]):
    """The last known value, which is served on while the database is unavailable or slow."""

    def __init__(self, name: str, load: Callable[[], Awaitable[T]], clock: Clock) -> None:
        self._name = name
        self._hits, self._misses = count_cache(name)
        self._load = load
        self._clock = clock
        self._value: T | None = None
        self._asked_at: datetime | None = None
        self._refresh: asyncio.Task[None] | None = None

    async def get(self, max_age: timedelta = REFRESH_INTERVAL) -> T:
        """The value, at most so old unless the database cannot be read."""
        now = self._clock.now()
        if self._value is None:
            self._misses.value += 1
            self._value = await self._load()
            self._asked_at = now
        elif self._asked_at is not None and now < self._asked_at + max_age:
            self._hits.value += 1
        else:
            self._misses.value += 1
            self._asked_at = now
            if self._refresh is None or self._refresh.done():
                self._refresh = asyncio.create_task(self._reload())
            await asyncio.wait({self._refresh}, timeout=REFRESH_TIMEOUT_SECONDS)
        return self._value

    @property
    def last_known(self) -> T | None:
        """The value as last read; None before it was."""
        return self._value

    async def close(self) -> None:
        if self._refresh is not None:
            self._refresh.cancel()
            await asyncio.wait({self._refresh})

    async def _reload(self) -> None:
        try:
            self._value = await self._load()
        except DATABASE_FAILURES as error:
            log.warning("stale_value_served", name=self._name, reason=type(error).__name__)


class CacheEntry(NamedTuple, Generic[Value]):
    value: Value
    refresh_at: datetime
    until: datetime


Load = Callable[[Sequence[Key]], Awaitable[Mapping[Key, Value]]]
Fits = Callable[[Key, Value], bool]


class TtlCache(Generic[Key, Value]):
    """Values by key. A value in use is refreshed before it expires, so that no caller waits for it.

    What is missing or due is loaded together: one lookup for many keys. A key that the lookup does not find
    has no value, and is not remembered. After `invalidate` no caller gets what was read before it.
    """

    def __init__(
        self,
        name: str,
        load: Load[Key, Value],
        clock: Clock,
        *,
        ttl: timedelta,
        max_size: int,
        group_of: Callable[[Value], Hashable] | None = None,
    ) -> None:
        self._hits, self._misses = count_cache(name)
        self._size = metrics.cache_entries.labels(name)
        self._clock = clock
        self._load = load
        self._ttl = ttl
        self._max_size = max_size
        self._entries: OrderedDict[Key, CacheEntry[Value]] = OrderedDict()
        # The keys of values that are discarded together, such as those of one client.
        self._group_of = group_of
        self._groups: dict[Hashable, set[Key]] = {}
        self._requested: dict[Key, asyncio.Future[Value | None]] = {}
        self._not_begun: deque[Key] = deque()
        # With what was invalidated since a loader's lookup began.
        self._loaders: dict[asyncio.Task[None], list[Fits[Key, Value]]] = {}

    async def get(self, key: Key, *, is_fresh: bool = False) -> Value | None:
        """The value, at most so old, or just read; errors of its lookup are raised to the caller."""
        entry, now = self._entries.get(key), self._clock.now()
        if entry is None or entry.until <= now or is_fresh:
            self._misses.value += 1
            # Of several who wait for the same lookup, one may go away.
            return await asyncio.shield(self._request(key))
        self._hits.value += 1
        if entry.refresh_at <= now and key not in self._requested:
            self._request(key).add_done_callback(_log_failure)
        return entry.value

    async def fill(self, keys: Sequence[Key]) -> None:
        """Load values before they are asked for, a few together, so that who asks meanwhile waits for few."""
        for begin in range(0, len(keys), MAX_KEYS):
            wanted = [self._request(key) for key in keys[begin : begin + MAX_KEYS] if not self.has(key)]
            for future in wanted:
                future.add_done_callback(_log_failure)
            await asyncio.gather(*map(asyncio.shield, wanted))

    def peek(self, key: Key) -> Value | None:
        """The value if it is cached, without a lookup."""
        entry = self._entries.get(key)
        return entry.value if entry is not None and entry.until > self._clock.now() else None

    def has(self, key: Key) -> bool:
        """Whether a value is cached, without a lookup."""
        return self.peek(key) is not None

    def _request(self, key: Key) -> asyncio.Future[Value | None]:
        future = self._requested.get(key)
        if future is None:
            future = self._requested[key] = asyncio.get_running_loop().create_future()
            self._not_begun.append(key)
            if len(self._loaders) < MAX_LOADERS:
                loader = asyncio.create_task(self._load_requested())
                self._loaders[loader] = []
                loader.add_done_callback(self._loaders.pop)
        return future

    async def _load_requested(self) -> None:
        """Load all that was requested, including what is requested until this runs."""
        loader = asyncio.current_task()
        assert loader is not None
        while self._not_begun:
            keys = [self._not_begun.popleft() for _ in range(min(len(self._not_begun), MAX_KEYS))]
            invalidated, found = list[Fits[Key, Value]](), dict[Key, Value]()
            self._loaders[loader] = invalidated
            error: Exception | None = None
            try:
                found.update(await self._load(keys))
            except Exception as raised:  # noqa: BLE001 - handed to those who wait
                error = raised
            for key in keys:
                value = found.get(key)
                if value is not None and any(fits(key, value) for fits in invalidated):
                    # What was read may be what was before; some who wait asked after the invalidation.
                    self._not_begun.append(key)
                else:
                    self._resolve(key, value, error)

    def _resolve(self, key: Key, value: Value | None, error: Exception | None) -> None:
        """Store what was loaded, and hand it to those who wait."""
        future = self._requested.pop(key)
        if value is not None:
            self._store(key, value)
        elif error is None:
            # Without an answer nothing new is known: what was read before is good until its time is over.
            self._drop(key)
        if future.done():
            return
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)

    def _store(self, key: Key, value: Value) -> None:
        now = self._clock.now()
        share = 0.5 + hash(key) % JITTER_STEPS / JITTER_STEPS / 4
        self._drop(key)
        self._entries[key] = CacheEntry(value, now + self._ttl * share, now + self._ttl)
        if self._group_of is not None:
            self._groups.setdefault(self._group_of(value), set()).add(key)
        if len(self._entries) > self._max_size:
            self._drop(next(iter(self._entries)))
        self._size.value = len(self._entries)

    def _drop(self, key: Key) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None and self._group_of is not None:
            group = self._group_of(entry.value)
            keys = self._groups[group]
            keys.remove(key)
            if not keys:
                del self._groups[group]

    def discard(self, key: Key) -> None:
        """Invalidate the value of one key."""
        if key in self._requested:
            for invalidated in self._loaders.values():
                invalidated.append(lambda known, _: known == key)
        self._drop(key)
        self._size.value = len(self._entries)

    def discard_group(self, group: Hashable) -> None:
        """Invalidate the values of a group, however many others there are."""
        group_of = self._group_of
        assert group_of is not None, "only a cache with groups has some to discard"
        for invalidated in self._loaders.values():
            invalidated.append(lambda _, value: group_of(value) == group)
        for key in tuple(self._groups.get(group, ())):
            self._drop(key)
        self._size.value = len(self._entries)

    def invalidate(self, fits: Fits[Key, Value] | None = None) -> None:
        """Invalidate the matching values, or all; what a value is matched by must not change."""
        fits = fits or _fits_all
        for invalidated in self._loaders.values():
            invalidated.append(fits)
        for key in [key for key, entry in self._entries.items() if fits(key, entry.value)]:
            self._drop(key)
        self._size.value = len(self._entries)


def count_cache(name: str) -> tuple[metrics.Value, metrics.Value]:
    """The counts of a cache's hits and misses."""
    return metrics.cache_requests.labels(name, "hit"), metrics.cache_requests.labels(name, "miss")


def _fits_all(_key: object, _value: object) -> bool:
    return True


def _log_failure(future: asyncio.Future[Value | None]) -> None:
    """No caller waits for a refresh; the next lookup raises the same error."""
    if not future.cancelled() and (error := future.exception()) is not None:
        log.info("cache_refresh_failed", reason=type(error).__name__)
