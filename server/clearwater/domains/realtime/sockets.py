"""The Socket.IO server: python-socketio implements the protocol; requests are handled by `Reception`."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import structlog
from starlette.requests import HTTPConnection

from clearwater.domains.realtime.hub import Member
from clearwater.domains.realtime.messages import Json
from clearwater.domains.realtime.senders import ClosePacket, Environment, SocketSender, TrackedWebSocket
from clearwater.domains.realtime.socket_library import engineio, packet, socketio
from clearwater.kit.errors import ClearwaterError, Internal, Malformed, Overloaded, RateLimited
from clearwater.kit.visitor import network_of_scope

log = structlog.get_logger("clearwater.realtime")

# Larger messages close the connection.
MAX_MESSAGE_BYTES = 64 * 1024
MESSAGES_A_SECOND = 10
MAX_SOCKETS = 10_000
RETRY_AFTER = {"Retry-After": "30"}
# A new connection must send its CONNECT packet within this.
INTRODUCTION_SECONDS = 20.0
PING_SECONDS, PONG_SECONDS = 25, 20
# CONNECT, DISCONNECT, EVENT and ACK. The others are for binary attachments, which are not used.
EXPECTED_PACKETS = frozenset("0123")

# Malformed packets of strangers are not worth a log line each.
quiet = logging.getLogger("clearwater.socketio")
quiet.setLevel(logging.CRITICAL)


@dataclass(frozen=True)
class SocketCaps:
    """Max number of open sockets; None for no limit."""

    # Many people may share an address.
    per_address: int | None = 500
    # Every tab and every program of a client has one.
    per_client: int | None = 50


UNCAPPED = SocketCaps(per_address=None, per_client=None)


class Reception(NamedTuple):
    """Callbacks that admit sockets and handle their requests; `RateLimited` closes the connection."""

    admit: Callable[[HTTPConnection, object, SocketSender], Awaitable[Member]]
    answer: Callable[[Member, str, list[Any]], Awaitable[Json]]
    leave: Callable[[Member], None]


class Visit:
    """State of one connection since it was opened."""

    __slots__ = ("address", "is_over", "member", "opened_at", "times")

    def __init__(self, address: str, now: float) -> None:
        self.address = address
        self.opened_at = now
        self.times: deque[float] = deque(maxlen=MESSAGES_A_SECOND)
        self.member: Member | None = None
        self.is_over = False

    def count(self, now: float) -> bool:
        """Count a message; False when there were too many in the last second."""
        is_full = len(self.times) == MESSAGES_A_SECOND and now - self.times[0] < 1.0
        self.times.append(now)
        return not is_full


class EngineServer(engineio.AsyncServer):
    """Engine.IO server that uses `TrackedWebSocket`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        driver: dict[str, Any] = vars(self)["_async"]
        self._async = {**driver, "websocket": TrackedWebSocket}

    async def disconnect(self, sid: str) -> None:
        """Close a socket without waiting for its queue to be read, which may never happen."""
        socket = self.sockets.get(sid)
        if socket is not None:
            await socket.close(wait=False, reason=self.reason.SERVER_DISCONNECT)
            self.sockets.pop(sid, None)


class SocketServer(socketio.AsyncServer):
    """Socket.IO server with limits on size and rate of messages."""

    def __init__(self, reception: Reception, caps: SocketCaps) -> None:
        super().__init__(
            async_mode="asgi",
            # Requests of one socket are handled one after another, in order.
            async_handlers=False,
            # The Origin header is checked before a request gets here.
            cors_allowed_origins=[],
            http_compression=False,
            max_http_buffer_size=MAX_MESSAGE_BYTES,
            ping_interval=PING_SECONDS,
            ping_timeout=PONG_SECONDS,
            logger=quiet,
            engineio_logger=quiet,
        )
        self._reception = reception
        self._caps = caps
        self._visits: dict[str, Visit] = {}
        self._by_address: Counter[str] = Counter()
        self.on("connect", self._admit)
        self.on("disconnect", self._leave)

    def _engineio_server_class(self) -> type[EngineServer]:
        return EngineServer

    @property
    def connections(self) -> int:
        """How many sockets are open, whether let in or not."""
        return len(self._visits)

    def require_room(self, address: str) -> None:
        """Raise when there is no room for another socket of this address."""
        if len(self._visits) >= MAX_SOCKETS:
            log.warning("realtime_connection_limit_reached", sockets=len(self._visits))
            raise Overloaded(headers=RETRY_AFTER)
        if self._caps.per_address is not None and self._by_address[address] >= self._caps.per_address:
            raise RateLimited("Too many live connections from your IP address.", headers=RETRY_AFTER)

    async def _handle_eio_connect(self, eio_sid: str, environ: Environment) -> bool | None:
        address = network_of_scope(environ["asgi.scope"])
        try:
            # Checked again: others may have connected meanwhile.
            self.require_room(address)
        except ClearwaterError:
            return False
        self._visits[eio_sid] = Visit(address, asyncio.get_running_loop().time())
        self._by_address[address] += 1
        await super()._handle_eio_connect(eio_sid, environ)
        return None

    async def _handle_eio_disconnect(self, eio_sid: str, reason: str) -> None:
        await super()._handle_eio_disconnect(eio_sid, reason)
        socket = self.eio.sockets.get(eio_sid)
        if socket is not None:
            # Engine.IO would leave an open poll waiting until its timeout.
            socket.queue.put_nowait(ClosePacket())
        visit = self._visits.pop(eio_sid, None)
        if visit is None:
            return
        self._by_address[visit.address] -= 1
        if not self._by_address[visit.address]:
            del self._by_address[visit.address]
        if visit.member is not None:
            self._reception.leave(visit.member)

    async def _handle_eio_message(self, eio_sid: str, data: Any) -> None:
        visit = self._visits.get(eio_sid)
        if visit is None or visit.is_over:
            return
        is_expected = isinstance(data, str) and data[:1] in EXPECTED_PACKETS
        visit.is_over = not visit.count(asyncio.get_running_loop().time()) or not is_expected
        if visit.is_over and not (is_expected and data.startswith("2")):
            await self._close(eio_sid)
            return
        await super()._handle_eio_message(eio_sid, data)

    async def _handle_event(self, eio_sid: str, namespace: str | None, number: int | None, data: Any) -> None:
        visit = self._visits[eio_sid]
        member = visit.member
        if member is None:
            return
        try:
            answer = await self._answer(visit, member, data)
        except ClearwaterError as refusal:
            answer = refusal_of(refusal)
            visit.is_over = isinstance(refusal, RateLimited)
        except Exception:
            log.exception("realtime_request_failed")
            answer = refusal_of(Internal())
        if number is not None:
            acknowledgement = self.packet_class(packet.ACK, namespace=namespace, id=number, data=[answer])
            await self._send_packet(eio_sid, acknowledgement)
        if visit.is_over:
            self._reception.leave(member)
            member.sender.close()

    async def _answer(self, visit: Visit, member: Member, data: Any) -> Json:
        if visit.is_over:
            raise RateLimited
        # A client may also send events with reserved names, such as "connect".
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise Malformed
        return await self._reception.answer(member, data[0], data[1:])

    async def _admit(self, sid: str, environ: Environment, auth: object) -> None:
        eio_sid = self.manager.eio_sid_from_sid(sid, "/")
        visit, socket = self._visits.get(eio_sid), self.eio.sockets.get(eio_sid)
        if visit is None or socket is None:
            raise socketio.exceptions.ConnectionRefusedError
        try:
            connection = HTTPConnection(environ["asgi.scope"])
            member = await self._reception.admit(connection, auth, SocketSender(self, sid, socket))
        except ClearwaterError as refusal:
            raise refused(refusal) from None
        except Exception:
            log.exception("realtime_connect_failed")
            raise refused(Internal()) from None
        if socket.closed or socket.closing:
            self._reception.leave(member)
            raise socketio.exceptions.ConnectionRefusedError
        visit.member = member

    async def _leave(self, sid: str, _reason: str) -> None:
        visit = self._visits.get(self.manager.eio_sid_from_sid(sid, "/"))
        if visit is not None and visit.member is not None:
            self._reception.leave(visit.member)
            visit.member = None

    async def _close(self, eio_sid: str) -> None:
        socket = self.eio.sockets.get(eio_sid)
        if socket is not None:
            SocketSender(self, "", socket).abort()

    async def close_silent(self) -> None:
        """Close connections that have not sent their CONNECT packet in time."""
        before = asyncio.get_running_loop().time() - INTRODUCTION_SECONDS
        for eio_sid, visit in list(self._visits.items()):
            if visit.member is None and visit.opened_at < before:
                await self._close(eio_sid)

    async def stop(self) -> None:
        """Respond to open polls, so that they do not delay the shutdown."""
        for socket in self.eio.sockets.values():
            socket.queue.put_nowait(ClosePacket())
        await self.shutdown()


def refusal_of(refusal: ClearwaterError) -> Json:
    """The acknowledgement of a request that was rejected as a whole."""
    return {"ok": False, "errors": [{"channel": "", "code": refusal.code}]}


def refused(refusal: ClearwaterError) -> socketio.exceptions.ConnectionRefusedError:
    return socketio.exceptions.ConnectionRefusedError(refusal.detail, {"code": refusal.code})
