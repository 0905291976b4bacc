"""Sends heartbeats to what has started this process: the supervisor, or systemd (`WatchdogSec=`)."""

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

# The file descriptor of a pipe to the supervisor; a byte in it is a heartbeat.
HEARTBEAT_FD = "CLEARWATER_HEARTBEAT_FD"
HEARTBEAT_SECONDS = 1.0
# While a process serves, the next heartbeat is expected; while it starts or loads, it is not.
SERVING, LOADING = b"+", b"-"
# As sd_notify(3) describes them.
NOTIFY_SOCKET, WATCHDOG_USEC = "NOTIFY_SOCKET", "WATCHDOG_USEC"
LOADING_USEC = 900_000_000

Beat = Callable[[bool], None]


class Server(Protocol):
    """What serves, or does not yet."""

    @property
    def is_serving(self) -> bool: ...

    async def wait_until_serving(self) -> None: ...


async def send_heartbeats(server: Server) -> None:
    """Send heartbeats from this event loop, until cancelled."""
    beats = [beat for beat in (_to_supervisor(), _to_systemd()) if beat is not None]
    while beats:
        is_serving = server.is_serving
        for beat in beats:
            # A receiver that is gone, or has not read the others yet, has nothing to learn from one more.
            with suppress(OSError):
                beat(is_serving)
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                # The first one of a process that serves is sent immediately.
                await (asyncio.sleep(HEARTBEAT_SECONDS) if is_serving else server.wait_until_serving())


def _to_supervisor() -> Beat | None:
    descriptor = os.environ.get(HEARTBEAT_FD)
    if descriptor is None:
        return None
    pipe = int(descriptor)
    os.set_blocking(pipe, False)

    def beat(is_serving: bool) -> None:
        os.write(pipe, SERVING if is_serving else LOADING)

    return beat


def _to_systemd() -> Beat | None:
    path, limit = os.environ.get(NOTIFY_SOCKET), os.environ.get(WATCHDOG_USEC)
    if not path or not limit:
        return None
    # An abstract address begins with a zero byte.
    address = f"\0{path[1:]}" if path.startswith("@") else path

    def beat(is_serving: bool) -> None:
        usec = limit if is_serving else LOADING_USEC
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as sender:
            sender.sendto(f"READY=1\nWATCHDOG_USEC={usec}\nWATCHDOG=1".encode(), address)

    return beat
