"""Socket.IO in front of the app: its connections and polls never pass through the app's own layers."""

import socket
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs

import uvicorn
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from clearwater.domains.realtime.service import MAX_MESSAGE_BYTES
from clearwater.entrypoints.http_protocol import (
    MAX_CONNECTIONS_PER_ADDRESS,
    Config,
    ConnectionCounts,
    HttpProtocol,
    SocketProtocol,
    raise_file_limit,
)
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.errors import ClearwaterError, Malformed, RequestProblem, scope_problem
from clearwater.kit.http import RequestFrame
from clearwater.kit.ids import new_hex_id
from clearwater.kit.languages import hostname_of
from clearwater.kit.plain_route import PlainRoutes
from clearwater.kit.ratelimit import RateLimitGroup
from clearwater.kit.visitor import network_of_scope

PATH = "/socket.io/"

# Longer than browsers and proxies keep an unused connection (nginx: 60 s): a server that closes first
# answers the next request on it with a reset.
KEEP_ALIVE_SECONDS = 75


class OriginForbidden(ClearwaterError):
    status, code = 403, "FORBIDDEN"
    title = "Live data is for pages of this exchange alone."


class RealtimeGate:
    """Hands what belongs to Socket.IO to it, and everything else to the app."""

    def __init__(self, app: ASGIApp, services: ApiServices) -> None:
        self._app = app
        self._services = services
        self._sockets = services.realtime.server
        self._polls = RequestFrame(self._answer_poll)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not f"{scope['path']}/".startswith(PATH):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._polls(scope, receive, send)
        else:
            await self._serve_socket(scope, receive, send)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        visits = self._services.visits
        visits.enter()
        try:
            await self._require_allowed(scope)
            # Not wrapped: the socket finds its transport through `send`.
            await self._sockets.handle_request(scope, receive, send)
        except ClearwaterError as refusal:
            await RequestProblem(refusal, new_hex_id())(scope, receive, send)
        finally:
            visits.leave()

    async def _answer_poll(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._services.visits.note()
        try:
            self._require_polls()
            await self._require_allowed(scope)
        except ClearwaterError as refusal:
            await scope_problem(refusal, scope)(scope, receive, send)
            return
        await self._sockets.handle_request(scope, receive, send)

    def _require_polls(self) -> None:
        """Only one of the processes that share the port has the session that a poll is for."""
        if self._services.settings.api_processes > 1:
            raise Malformed("Polling is not offered here; open a WebSocket.")

    async def _require_allowed(self, scope: Scope) -> None:
        """Opening a connection counts as a request; what goes on in it has limits of its own."""
        asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if "j" in asked:
            # An answer in a script could be read by any page.
            raise Malformed("JSONP is not offered; poll, or open a WebSocket.")
        await self._require_allowed_origin(Headers(scope=scope))
        if "sid" not in asked:
            address = network_of_scope(scope)
            await self._services.limiter.require_room(RateLimitGroup.READS, address)
            self._sockets.require_room(address)

    async def _require_allowed_origin(self, headers: Headers) -> None:
        """Browsers send the origin of the page that opens a connection; programs need not."""
        origin = headers.get("origin")
        if origin is None:
            return
        hostname = _hostname_in(origin.partition("://")[2])
        is_here = hostname == _hostname_in(headers.get("host", ""))
        if not hostname or not (is_here or await self._services.sites.has_hostname(hostname)):
            raise OriginForbidden


def _hostname_in(host: str) -> str:
    return hostname_of(Headers({"host": host}))


class Server(uvicorn.Server):
    """Prepares before it serves, and ends polls before it waits for what is still being answered."""

    prepare: Callable[[], Awaitable[None]] | None = None

    def __init__(self, config: uvicorn.Config, services: ApiServices) -> None:
        super().__init__(config)
        self._services = services

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self.prepare is not None:
            await self.prepare()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._services.realtime.stop()
        await super().shutdown(sockets)


def make_server(
    app: ASGIApp, services: ApiServices, *, stop_seconds: int, plain: PlainRoutes | None = None
) -> Server:
    """The HTTP and WebSocket server around the app."""
    proxies = services.settings.trusted_proxies
    config = Config(
        RealtimeGate(app, services),
        loop="uvloop",
        http=HttpProtocol,
        ws=SocketProtocol,
        # Compressing every message for every client costs more than everything else together.
        ws_per_message_deflate=False,
        ws_max_size=MAX_MESSAGE_BYTES,
        # Socket.IO has pings of its own.
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=stop_seconds,
    )
    config.connections = ConnectionCounts(
        max_in_all=raise_file_limit(),
        max_per_address=MAX_CONNECTIONS_PER_ADDRESS if services.settings.rate_limits else None,
        trusted_proxies=proxies,
    )
    config.plain = plain
    return Server(config, services)
