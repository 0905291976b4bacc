"""How many requests a caller may make, by group of routes."""

import asyncio
import math
import re
import time
from collections import Counter
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import structlog
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute, RateLimitItemPerSecond
from starlette.types import ASGIApp, Receive, Scope, Send

from clearwater.kit import metrics
from clearwater.kit.app_services import AppService
from clearwater.kit.clock import Clock
from clearwater.kit.errors import RateLimited, scope_problem
from clearwater.kit.messages import Message
from clearwater.kit.rate_counters import RateCounters
from clearwater.kit.visitor import network_of_scope

if TYPE_CHECKING:
    from clearwater.kit.redis_limits import RedisLimits

log = structlog.get_logger("clearwater.ratelimit")


# A refusal costs little, but a flood of them is work, too: beyond so many a second each waits for a moment.
MAX_IMMEDIATE_REFUSALS = 10
REFUSAL_DELAY_SECONDS = 1.0
LOCAL_FALLBACK = timedelta(seconds=5)


class RateLimitGroup(Enum):
    """A group of routes and how many requests a caller may make to it."""

    READS = RateLimitItemPerMinute(1200, namespace="reads")
    WRITES = RateLimitItemPerMinute(600, namespace="writes")
    # A page is some forty files, and many people may share an address.
    DOCUMENTS = RateLimitItemPerMinute(6000, namespace="documents")
    ORDERS = RateLimitItemPerSecond(100, 10, namespace="orders")
    REGISTRATION = RateLimitItemPerHour(10, namespace="registration")
    # A code is mailed for each, and can be guessed at.
    WITHDRAWALS = RateLimitItemPerHour(10, namespace="withdrawals")
    UPLOADS = RateLimitItemPerHour(60, namespace="uploads")
    FEEDBACK = RateLimitItemPerHour(5, namespace="feedback")
    HELPFUL = RateLimitItemPerHour(60, namespace="helpful")
    FEEDBACK_REPLIES = RateLimitItemPerHour(60, namespace="feedback_replies")


class RateLimiter:
    """Counts requests in memory that the machine's api processes share, or in Redis for several machines."""

    def __init__(
        self,
        *,
        redis_url: str | None,
        multiplier: float,
        clock: Clock,
        counters_file: Path | None = None,
    ) -> None:
        self._multiplier = multiplier
        self._clock = clock
        self._counters = RateCounters(counters_file)
        self._shared = _open_shared(redis_url) if redis_url else None
        self._local_until: datetime | None = None
        self._refused: Counter[str] = Counter()
        self._refused_at = 0
        self._limits: dict[tuple[RateLimitGroup, int], RateLimitItem] = {}

    async def require_room(self, group: RateLimitGroup, caller: str, *, times: int = 1) -> None:
        """Count one request; raise when the caller has used up so many times the group's limit."""
        if self._multiplier == 0:
            return
        limit = self._limits.get((group, times)) or self._scaled(group, times)
        now = self._clock.now()
        if self._shared is None or (self._local_until is not None and now < self._local_until):
            wait_seconds = self._count(limit, caller, now)
        else:
            wait_seconds = await self._count_in_redis(self._shared, limit, caller, now)
        if wait_seconds is not None:
            await self._refuse(limit, caller, math.ceil(wait_seconds))

    async def close(self) -> None:
        self._counters.close()
        if self._shared is not None:
            await self._shared.close()

    def _scaled(self, group: RateLimitGroup, times: int) -> RateLimitItem:
        limit: RateLimitItem = group.value
        amount = max(1, round(limit.amount * times * self._multiplier))
        scaled = type(limit)(amount, limit.multiples, namespace=limit.namespace)
        self._limits[group, times] = scaled
        return scaled

    def _count(self, limit: RateLimitItem, caller: str, now: datetime) -> float | None:
        """Count a request; returns the seconds to wait when there is no room."""
        hit = self._counters.hit(
            f"{limit.namespace}/{caller}",
            limit=limit.amount,
            window_seconds=limit.get_expiry(),
            now=now.timestamp(),
        )
        return None if hit.is_counted else hit.wait_seconds

    async def _count_in_redis(
        self, shared: "RedisLimits", limit: RateLimitItem, caller: str, now: datetime
    ) -> float | None:
        try:
            return await shared.count(limit, caller, now)
        except shared.UNAVAILABLE as error:
            # A lost Redis must not stop or slow trading: each machine counts for itself for a while.
            log.warning(
                "rate_limits_fell_back_to_memory", seconds=LOCAL_FALLBACK.seconds, reason=type(error).__name__
            )
            self._local_until = now + LOCAL_FALLBACK
            return self._count(limit, caller, now)

    async def _refuse(self, limit: RateLimitItem, caller: str, wait_seconds: int) -> NoReturn:
        metrics.rate_limited.labels(limit.namespace).value += 1
        wait_seconds = max(1, wait_seconds)
        await self._delay_refusal(caller)
        raise RateLimited(
            Message("Limit: {limit}. Try again in {wait_seconds} s.", limit=limit, wait_seconds=wait_seconds),
            headers={"Retry-After": str(wait_seconds)},
        )

    async def _delay_refusal(self, caller: str) -> None:
        second = _this_second()
        if second != self._refused_at:
            self._refused_at = second
            self._refused.clear()
        self._refused[caller] += 1
        if self._refused[caller] > MAX_IMMEDIATE_REFUSALS:
            await asyncio.sleep(REFUSAL_DELAY_SECONDS)


def _this_second() -> int:
    return int(time.monotonic())


def _open_shared(redis_url: str) -> "RedisLimits":
    from clearwater.kit.redis_limits import RedisLimits  # noqa: PLC0415 (few installations need it)

    return RedisLimits(redis_url)


# Counted separately: by client, and by address only before the client is known.
COUNTED_BY_CLIENT = re.compile(r"/api/v1/order(/[0-9]+(/cancel)?|/cancel-all)?")


app_limiter = AppService[RateLimiter]("limiter")


class RateLimitGate:
    """Applies the general limits to every request but the health probes, before any lookup."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        group = _group_of(scope) if scope["type"] == "http" else None
        if group is not None:
            try:
                await app_limiter.of(scope["app"]).require_room(group, network_of_scope(scope))
            except RateLimited as refusal:
                await scope_problem(refusal, scope)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _group_of(scope: Scope) -> RateLimitGroup | None:
    path, method = scope["path"], scope["method"]
    if not path.startswith("/api/"):
        return RateLimitGroup.DOCUMENTS
    if path.startswith("/api/health/"):
        return None
    if method in ("GET", "HEAD", "OPTIONS"):
        return RateLimitGroup.READS
    if method in ("POST", "PATCH") and COUNTED_BY_CLIENT.fullmatch(path):
        return None
    return RateLimitGroup.WRITES
