"""The relay between api processes: Redis pub/sub, which stores nothing."""

import asyncio
from collections import deque
from collections.abc import Callable

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from clearwater.kit.errors import StartupError

log = structlog.get_logger("clearwater.realtime")

MESSAGES, REQUESTS = "clearwater:realtime:messages", "clearwater:realtime:requests"
# The queue is dropped at this size, when Redis is unavailable or slow: receivers detect the gap and resync.
MAX_QUEUED = 10_000
MAX_PIPELINE = 500
CONNECT_SECONDS, SEND_SECONDS, PROBE_SECONDS = 2.0, 5.0, 10
PAUSE_SECONDS = 0.5


class RedisRelay:
    """Sends and receives over two connections, each of which preserves order."""

    def __init__(self, redis_url: str) -> None:
        self._sender = _open(redis_url, SEND_SECONDS)
        # No read timeout, because a subscriber may be idle for long; health checks probe it instead.
        self._receiver = _open(redis_url, None)
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._work = asyncio.Event()

    def publish(self, message: bytes) -> None:
        self._enqueue(MESSAGES, message)

    def request(self, message: bytes) -> None:
        self._enqueue(REQUESTS, message)

    def _enqueue(self, channel: str, message: bytes) -> None:
        if len(self._waiting) >= MAX_QUEUED:
            self._waiting.clear()
        self._waiting.append((channel, message))
        self._work.set()

    async def run(self, *, on_message: Callable[[bytes], None], on_request: Callable[[bytes], None]) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._keep_sending())
                group.create_task(self._keep_receiving({MESSAGES: on_message, REQUESTS: on_request}))
        finally:
            await self._sender.aclose()
            await self._receiver.aclose()

    async def _keep_sending(self) -> None:
        is_failing = False
        while True:
            await self._work.wait()
            self._work.clear()
            try:
                while self._waiting:
                    await self._send_some()
                is_failing = False
            except (RedisError, OSError) as error:
                self._waiting.clear()
                if not is_failing:
                    log.warning("relay_send_failed", reason=type(error).__name__)
                is_failing = True
                await asyncio.sleep(PAUSE_SECONDS)

    async def _send_some(self) -> None:
        pipeline = self._sender.pipeline(transaction=False)
        for _ in range(min(len(self._waiting), MAX_PIPELINE)):
            pipeline.publish(*self._waiting.popleft())
        await pipeline.execute()

    async def _keep_receiving(self, listeners: dict[str, Callable[[bytes], None]]) -> None:
        is_failing = False
        while True:
            try:
                async with self._receiver.pubsub() as subscription:
                    await subscription.subscribe(*listeners)
                    is_failing = False
                    log.info("relay_listening")
                    async for message in subscription.listen():
                        if message["type"] == "message":
                            _deliver(listeners[message["channel"].decode()], message["data"])
            except (RedisError, OSError) as error:
                if not is_failing:
                    log.warning("relay_receive_failed", reason=type(error).__name__)
                is_failing = True
            await asyncio.sleep(PAUSE_SECONDS)


def _open(redis_url: str, timeout_seconds: float | None) -> Redis:
    try:
        return Redis.from_url(
            redis_url,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=timeout_seconds,
            health_check_interval=PROBE_SECONDS,
        )
    except ValueError as error:
        raise StartupError(f"The setting REDIS_URL is invalid: {error}.") from None


def _deliver(take: Callable[[bytes], None], message: bytes) -> None:
    try:
        take(message)
    except Exception:
        # Perhaps from another version; receivers detect the gap in its sequence.
        log.exception("relay_message_failed")
