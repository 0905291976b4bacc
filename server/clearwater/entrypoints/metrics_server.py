"""A small HTTP listener of each process for Prometheus and for probes: metrics, liveness, readiness.

It is apart from the site: what it shows is for operators alone, and the engine and the worker have no other.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import NamedTuple

import structlog
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from clearwater.entrypoints.listener import bind
from clearwater.kit.config import Settings
from clearwater.kit.metrics import make_registry

log = structlog.get_logger("clearwater.metrics")

MAX_REQUEST_BYTES = 8 * 1024
MAX_CONNECTIONS = 20
# Of a whole request and its answer.
REQUEST_SECONDS = 5.0
END_OF_HEADERS = b"\r\n\r\n"
TEXT = "text/plain; charset=utf-8"


class Answer(NamedTuple):
    status: HTTPStatus
    body: bytes
    content_type: str = TEXT
    headers: str = ""


def bind_metrics(settings: Settings) -> socket.socket | None:
    """The listening socket; None where the metrics are off."""
    if settings.metrics_port is None:
        return None
    return bind(
        settings.metrics_host,
        settings.metrics_port,
        host_setting="CLEARWATER_METRICS_HOST",
        port_setting="CLEARWATER_METRICS_PORT",
    )


@asynccontextmanager
async def serving_metrics(
    listener: socket.socket | None, process: str, is_ready: Callable[[], bool]
) -> AsyncIterator[None]:
    """Serve the metrics of this process until the block ends; nothing without a listener."""
    if listener is None:
        yield
        return
    endpoint = MetricsEndpoint(make_registry(process), is_ready)
    server = await asyncio.start_server(endpoint.serve, sock=listener, limit=MAX_REQUEST_BYTES)
    host, port = listener.getsockname()[:2]
    log.info("metrics_served", process=process, host=host, port=port)
    try:
        yield
    finally:
        server.close()


class MetricsEndpoint:
    """Answers one request per connection."""

    def __init__(self, registry: CollectorRegistry, is_ready: Callable[[], bool]) -> None:
        self._registry = registry
        self._is_ready = is_ready
        self._connections = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        try:
            # Nobody waits for a connection that stalls, or that is lost halfway.
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                async with asyncio.timeout(REQUEST_SECONDS):
                    writer.write(_encode(await self._answer(reader)))
                    await writer.drain()
                    writer.close()
                    await writer.wait_closed()
        finally:
            self._connections -= 1
            writer.transport.abort()

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        if self._connections > MAX_CONNECTIONS:
            return _plain(HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            head = await reader.readuntil(END_OF_HEADERS)
        except asyncio.LimitOverrunError:
            return _plain(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        method, _, rest = head.partition(b"\r\n")[0].partition(b" ")
        target, _, protocol = rest.partition(b" ")
        if not protocol.startswith(b"HTTP/1."):
            return _plain(HTTPStatus.BAD_REQUEST)
        path = target.partition(b"?")[0]
        if path not in (b"/metrics", b"/health/live", b"/health/ready"):
            return _plain(HTTPStatus.NOT_FOUND)
        if method != b"GET":
            return _plain(HTTPStatus.METHOD_NOT_ALLOWED, headers="Allow: GET\r\n")
        return self._show(path)

    def _show(self, path: bytes) -> Answer:
        if path == b"/metrics":
            return Answer(HTTPStatus.OK, generate_latest(self._registry), CONTENT_TYPE_LATEST)
        is_well = path == b"/health/live" or self._is_ready()
        return _plain(HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE)


def _plain(status: HTTPStatus, *, headers: str = "") -> Answer:
    return Answer(status, f"{status.phrase}\n".encode(), headers=headers)


def _encode(answer: Answer) -> bytes:
    head = (
        f"HTTP/1.1 {answer.status.value} {answer.status.phrase}\r\n"
        f"Content-Type: {answer.content_type}\r\nContent-Length: {len(answer.body)}\r\n"
        f"Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n{answer.headers}"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + answer.body
