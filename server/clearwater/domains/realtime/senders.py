"""Sending to a Socket.IO client: directly to its transport where possible, else through Engine.IO's queue.

This uses internals of python-engineio and uvicorn, whose versions are pinned: the Engine.IO socket keeps
a reference to its WebSocket, so that a frame that was encoded once can be written to every transport.
"""

import asyncio
from collections.abc import Coroutine, MutableMapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from clearwater.domains.realtime.messages import Message
from clearwater.domains.realtime.socket_library import MESSAGE, NOOP, Packet, WebSocket

# How long a client that is being disconnected may take to read what was sent.
FLUSH_SECONDS = 5.0

Environment = MutableMapping[str, Any]


class QueuedText(str):
    """A packet of ours in Engine.IO's queue."""

    __slots__ = ("sender",)
    sender: "SocketSender"


class Queued(Packet):
    """A message for a socket that polls, or is being upgraded to WebSocket."""

    def __init__(self, sender: "SocketSender", text: str) -> None:
        super().__init__(MESSAGE, text)
        self._sender = sender

    def encode(self, b64: bool = False) -> str:
        text = QueuedText(f"{MESSAGE}{self.data}")
        text.sender = self._sender
        if b64:
            # The response to a poll includes it. A WebSocket notes it when written.
            self._sender.note_written(text)
        return text


class CloseText(str):
    """Marks the end of a connection in the queue."""

    __slots__ = ()


class ClosePacket(Packet):
    """Closes a connection after everything before it in the queue has been written."""

    def __init__(self) -> None:
        super().__init__(NOOP)

    def encode(self, b64: bool = False) -> str:
        return str(NOOP) if b64 else CloseText(NOOP)


class TrackedWebSocket(WebSocket):
    """A WebSocket that its Engine.IO socket has a reference to."""

    def __init__(self, handler: Any, server: Any) -> None:
        super().__init__(handler, server)
        self._socket = handler.__self__
        self._socket.websocket = self
        self.protocol: WebSocketsSansIOProtocol | None = None

    async def __call__(self, environ: Environment) -> Any:
        # None under a server other than uvicorn: then everything goes through the queue.
        sender = getattr(environ["asgi.send"], "__self__", None)
        self.protocol = sender if isinstance(sender, WebSocketsSansIOProtocol) else None
        try:
            await super().__call__(environ)
        except (ValueError, RecursionError):
            # Not a packet at all.
            await self.close()
        finally:
            # Engine.IO keeps a socket whose WebSocket ended unexpectedly. One whose upgrade failed
            # continues polling.
            if self._socket.upgraded:
                await self._socket.close(wait=False, abort=True)

    async def send(self, message: Any) -> None:
        if isinstance(message, CloseText):
            await self.close()
            return
        await super().send(message)
        if isinstance(message, QueuedText):
            message.sender.note_written(message)


class SocketSender:
    """Sends to one client, whatever its transport."""

    def __init__(self, server: Any, sid: str, socket: Any) -> None:
        self._server = server
        self._sid = sid
        self._socket = socket
        self._queued_bytes = 0
        self._protocol: WebSocketsSansIOProtocol | None = None

    @property
    def is_closed(self) -> bool:
        return bool(self._socket.closed)

    def unread_bytes(self) -> int:
        protocol = self._find_protocol()
        if protocol is None:
            return self._queued_bytes
        return self._queued_bytes + protocol.transport.get_write_buffer_size()

    def send(self, message: Message) -> None:
        protocol = self._find_protocol()
        # While the queue has messages of ours, later ones must also go through it to keep their order.
        if protocol is None or self._queued_bytes:
            for text in message.texts:
                self._queued_bytes += len(text) + 1
                self._socket.queue.put_nowait(Queued(self, text))
        elif not (protocol.close_sent or protocol.disconnected or protocol.transport.is_closing()):
            protocol.transport.write(message.frames)

    def note_written(self, text: str) -> None:
        self._queued_bytes -= len(text)

    def abort(self) -> None:
        protocol = self._find_protocol()
        if protocol is not None:
            protocol.transport.abort()
        _spawn(self._socket.close(wait=False, abort=True))

    def close_after_flush(self) -> None:
        if self._find_protocol() is None:
            self.abort()
        else:
            self._socket.queue.put_nowait(ClosePacket())
            self._abort_later()

    def close(self) -> None:
        _spawn(self._close())

    async def _close(self) -> None:
        await self._server.disconnect(self._sid)
        if self._find_protocol() is None:
            # A polling client has to fetch the disconnect packet first.
            self._abort_later()
        else:
            self.close_after_flush()

    def _abort_later(self) -> None:
        asyncio.get_running_loop().call_later(FLUSH_SECONDS, lambda: None if self.is_closed else self.abort())

    def _find_protocol(self) -> WebSocketsSansIOProtocol | None:
        if self._protocol is not None:
            return self._protocol
        websocket: TrackedWebSocket | None = getattr(self._socket, "websocket", None)
        if websocket is None or not self._socket.upgraded:
            return None
        # Cached for good: a WebSocket never goes back to polling.
        self._protocol = websocket.protocol
        return self._protocol


_tasks: set[asyncio.Task[Any]] = set()


def _spawn(work: Coroutine[Any, Any, Any]) -> None:
    """Run a coroutine in the background; the reference keeps it from being garbage-collected."""
    task = asyncio.get_running_loop().create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
