"""python-socketio's server without its clients and message queues.

The package imports those, too, with whatever libraries for HTTP and queues are there: more than all the rest.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

UNUSED = ("aio_pika", "aiohttp", "kombu", "redis", "requests", "tornado", "valkey", "websocket")


@contextmanager
def _without_unused() -> Iterator[None]:
    """It does without each of them that cannot be imported."""
    hidden = [name for name in UNUSED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


with _without_unused():
    import engineio
    import socketio
    from engineio.async_drivers.asgi import WebSocket
    from engineio.packet import MESSAGE, NOOP, Packet
    from socketio import packet

__all__ = ["MESSAGE", "NOOP", "Packet", "WebSocket", "engineio", "packet", "socketio"]
