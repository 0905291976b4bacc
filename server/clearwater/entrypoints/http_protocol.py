"""uvicorn's HTTP protocol, with problems for what its parser refuses and limits on what a client may hold.

A head has a size; whoever sends or takes nothing for a while is disconnected; an address has so many
connections.

Requests for plain routes are answered without ASGI in between, in one piece.
"""

import asyncio
import resource
from collections import Counter
from contextlib import suppress
from functools import cached_property
from ipaddress import ip_address, ip_network
from typing import Any, cast

import structlog
import uvicorn
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from clearwater.kit.errors import (
    ClearwaterError,
    Internal,
    Malformed,
    RateLimited,
    RequestProblem,
    scope_problem,
)
from clearwater.kit.http import CLOSED_POLICY, SECURITY_HEADERS, RequestRecord, encode_head
from clearwater.kit.ids import new_id
from clearwater.kit.plain_route import PlainRoutes
from clearwater.kit.visitor import UNKNOWN, network_of

log = structlog.get_logger("clearwater.http")

HEAD_LIMIT_BYTES = 64 * 1024
# From the first moment of a connection, or the first byte of a later request, to the end of its head.
HEAD_TIMEOUT_SECONDS = 20.0
# Without another byte of a body that was announced.
BODY_TIMEOUT_SECONDS = 60.0
# Without taking another byte of an answer.
WRITE_TIMEOUT_SECONDS = 60.0
# Many people may share an address; each has some connections and a socket.
MAX_CONNECTIONS_PER_ADDRESS = 1_000
# For the database, for files and for what is being accepted.
SPARE_FILES = 200


class HeadTooLarge(ClearwaterError):
    status, code, title = 431, "HEADERS_TOO_LARGE", "The address and headers of the request are too large."


class PlainCycle(RequestResponseCycle):
    """One request for a plain route and its answer, which is written in one piece."""

    async def run_plain(self, plain: PlainRoutes, find_client: ASGIApp | None, app: Any) -> None:
        scope, receive, send = cast("tuple[Scope, Receive, Send]", (self.scope, self.receive, self.send))
        if not await plain.can_answer(scope):
            await self.run_asgi(app)
            return
        if find_client is not None:
            await find_client(scope, receive, send)
        record = RequestRecord(scope)
        try:
            answer = await _find_answer(plain, scope, receive)
            record.status = answer.status_code
            await self._write(answer, encode_head(answer, scope, record.id))
        finally:
            # The protocol must not be kept alive by a cycle that has ended.
            self.on_response = _nothing
            record.end()

    async def _write(self, answer: Response, head: bytes) -> None:
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        self.response_started = self.response_complete = True
        self.waiting_for_100_continue = False
        lines = [
            STATUS_LINE[answer.status_code],
            *(b"%b: %b\r\n" % header for header in self.default_headers),
            head,
            b"\r\n" if self.keep_alive else b"connection: close\r\n\r\n",
            answer.body,
        ]
        self.transport.write(b"".join(lines))
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()


async def _find_answer(plain: PlainRoutes, scope: Scope, receive: Receive) -> Response:
    try:
        return await plain.answer(scope, receive)
    except Exception:
        log.exception("request_failed", method=scope["method"], path=scope["path"])
        return scope_problem(Internal(), scope)


def _nothing() -> None:
    """Nobody waits any more."""


class ConnectionCounts:
    """Counts connections. Those of a trusted proxy are other people's, and are not counted by address."""

    def __init__(
        self,
        *,
        max_in_all: int,
        max_per_address: int | None = MAX_CONNECTIONS_PER_ADDRESS,
        trusted_proxies: str = "",
    ) -> None:
        self._max_in_all = max_in_all
        self._max_per_address = max_per_address
        self._proxies = [part.strip() for part in trusted_proxies.split(",") if part.strip()]
        self._open: Counter[str] = Counter()

    def enter(self, ip: str | None) -> str | None:
        """Count a connection by its address; None when the limit is reached."""
        address = network_of(ip) if ip else UNKNOWN
        if self._open.total() >= self._max_in_all:
            log.warning("connection_limit_reached", open=self._open.total())
            return None
        is_full = self._max_per_address is not None and self._open[address] >= self._max_per_address
        if is_full and not self._is_proxy(ip):
            return None
        self._open[address] += 1
        return address

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _is_proxy(self, ip: str | None) -> bool:
        if ip is None or "*" in self._proxies or ip in self._proxies:
            return bool(self._proxies)
        for proxy in self._proxies:
            with suppress(ValueError):
                if ip_address(ip) in ip_network(proxy, strict=False):
                    return True
        return False


def raise_file_limit() -> int:
    """Let this process open as many files as it may; returns how many connections leave some to spare."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(files - SPARE_FILES, files // 2)


class Config(uvicorn.Config):
    """uvicorn's settings, how many connections there may be, and what is answered without ASGI."""

    connections: ConnectionCounts | None = None
    plain: PlainRoutes | None = None

    @cached_property
    def find_client(self) -> ASGIApp | None:
        """Puts the client's address in place of a trusted proxy's, as uvicorn does for what goes by ASGI."""
        if not self.proxy_headers:
            return None
        return cast("ASGIApp", ProxyHeadersMiddleware(_go_no_further, self.forwarded_allow_ips))


async def _go_no_further(*_: object) -> None:
    """The scope is all that was wanted."""


class HttpProtocol(HttpToolsProtocol):
    """Answers what never becomes a request for the app."""

    _is_in_head = False
    _head_bytes = 0
    _chunk_bytes = 0
    _counted_by: str | None = None
    _sender_timer: asyncio.TimerHandle | None = None
    _reader_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        counts = cast("Config", self.config).connections
        if counts is not None:
            self._counted_by = counts.enter(self.client[0] if self.client else None)
            if self._counted_by is None:
                self._refuse(RateLimited("Too many connections are open.", headers={"Retry-After": "10"}))
                return
        self._watch_sender(HEAD_TIMEOUT_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_counting()
        for timer in (self._sender_timer, self._reader_timer):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        # From here on it is the WebSocket's, which counts it itself.
        self._stop_counting()
        super().handle_websocket_upgrade()

    def _stop_counting(self) -> None:
        if self._counted_by is not None:
            cast("ConnectionCounts", cast("Config", self.config).connections).leave(self._counted_by)
            self._counted_by = None

    def _watch_sender(self, seconds: float) -> None:
        if self._sender_timer is not None:
            self._sender_timer.cancel()
        self._sender_timer = self.loop.call_later(seconds, self._end_silent, seconds)

    def _end_silent(self, seconds: float) -> None:
        self._sender_timer = None
        if self.flow.read_paused:
            # The server paused reading, so the client is not to blame.
            self._watch_sender(seconds)
            return
        log.info("client_idle_timeout", client=self.client[0] if self.client else None, seconds=seconds)
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reader(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        if self._reader_timer is not None:
            self._reader_timer.cancel()
            self._reader_timer = None
        super().resume_writing()

    def _watch_reader(self, unread_bytes: int) -> None:
        self._reader_timer = self.loop.call_later(WRITE_TIMEOUT_SECONDS, self._end_stalled, unread_bytes)

    def _end_stalled(self, before_bytes: int) -> None:
        unread_bytes = self.transport.get_write_buffer_size()
        if 0 < unread_bytes < before_bytes:
            self._watch_reader(unread_bytes)
        elif unread_bytes:
            log.info(
                "client_write_timeout", client=self.client[0] if self.client else None, unread=unread_bytes
            )
            self.transport.abort()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        # Closing waits for what was not read, and that may be for ever.
        if self._reader_timer is None and self.transport.get_write_buffer_size():
            self._watch_reader(0)

    def data_received(self, data: bytes) -> None:
        self._chunk_bytes = len(data)
        super().data_received(data)
        if self._is_in_head:
            if self._sender_timer is None:
                self._watch_sender(HEAD_TIMEOUT_SECONDS)
        elif self._is_body_owed():
            self._watch_sender(BODY_TIMEOUT_SECONDS)
        elif self._sender_timer is not None:
            self._sender_timer.cancel()
            self._sender_timer = None
        # Counted while it arrives: one header without an end would otherwise fill the memory.
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_LIMIT_BYTES:
                self._refuse(HeadTooLarge())

    def _is_body_owed(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and cycle.more_body and not cycle.response_complete

    def on_message_begin(self) -> None:
        self._is_in_head = True
        self._head_bytes = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        if self._sender_timer is not None:
            self._sender_timer.cancel()
            self._sender_timer = None
        # What has arrived is more than the head.
        if self._head_bytes + self._chunk_bytes > HEAD_LIMIT_BYTES and self._is_head_too_large():
            self._refuse(HeadTooLarge())
            return
        # With two, a proxy in front of us and we could each see another site.
        if [name for name, _ in self.headers].count(b"host") > 1:
            self._refuse(Malformed("A request has one Host header."))
            return
        super().on_headers_complete()

    def _is_head_too_large(self) -> bool:
        headers = sum(len(name) + len(value) for name, value in self.headers)
        return headers + len(self.url) > HEAD_LIMIT_BYTES

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        config = cast("Config", self.config)
        plain = config.plain
        # Shows whether its sender is still there when a request has waited.
        cast("Scope", cycle.scope)["transport"] = self.transport
        if plain is None or app is not self.app or not plain.has(cast("Scope", cycle.scope)):
            super()._start_asgi_task(cycle, app)
            return
        cycle.__class__ = PlainCycle
        task = self.loop.create_task(cast("PlainCycle", cycle).run_plain(plain, config.find_client, app))
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)

    def send_400_response(self, msg: str) -> None:
        """What the parser refuses ends here; the connection is not worth keeping."""
        self._refuse(Malformed("This is not valid HTTP."))

    def _refuse(self, refusal: ClearwaterError) -> None:
        if self.transport.is_closing():
            # What still arrives belongs to the request that was just refused.
            return
        request_id = new_id().hex
        answer = RequestProblem(refusal, request_id)
        headers = MutableHeaders(raw=answer.raw_headers)
        headers.update(
            {
                **SECURITY_HEADERS,
                "Content-Security-Policy": CLOSED_POLICY,
                "X-Request-Id": request_id,
                "Connection": "close",
            }
        )
        lines = [name + b": " + value + b"\r\n" for name, value in headers.raw]
        self.transport.write(STATUS_LINE[refusal.status] + b"".join(lines) + b"\r\n" + bytes(answer.body))
        self.transport.close()
        log.info(
            "request",
            method=None,
            path=None,
            status=refusal.status,
            client=self.client[0] if self.client else None,
            request_id=request_id,
        )


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket, counted like the connection that it was."""

    _counted_by: str | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        counts = cast("Config", self.config).connections
        if counts is not None:
            self._counted_by = counts.enter(self.client[0] if self.client else None)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._counted_by is not None:
            cast("ConnectionCounts", cast("Config", self.config).connections).leave(self._counted_by)
            self._counted_by = None
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            # Refused with an answer: uvicorn would take it for a fault of the app, and log one each time.
            self.handshake_complete = True
