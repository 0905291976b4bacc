"""Counts of requests in Redis, for several machines; a module of its own, for few have one."""

from datetime import datetime
from typing import Any

from limits import RateLimitItem
from limits.aio.storage import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import StorageError
from redis.asyncio import ConnectionPool
from redis.exceptions import RedisError

from clearwater.kit.errors import StartupError

REDIS_SECONDS = 0.3


class RedisLimits:
    """The counts that all machines share."""

    UNAVAILABLE = (StorageError, RedisError, OSError)

    def __init__(self, redis_url: str) -> None:
        try:
            self._pool = ConnectionPool.from_url(
                redis_url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS
            )
        except ValueError as error:
            raise StartupError(f"The setting REDIS_URL is invalid: {error}.") from None
        # The address is the pool's; the storage only asks that there be one.
        options: dict[str, Any] = {"connection_pool": self._pool}
        storage = RedisStorage("async+redis://", implementation="redispy", wrap_exceptions=True, **options)
        self._counts = SlidingWindowCounterRateLimiter(storage)

    async def count(self, limit: RateLimitItem, caller: str, now: datetime) -> float | None:
        """Count a request; returns the seconds to wait when there is no room."""
        if await self._counts.hit(limit, caller):
            return None
        window = await self._counts.get_window_stats(limit, caller)
        return window.reset_time - now.timestamp()

    async def close(self) -> None:
        await self._pool.aclose()
