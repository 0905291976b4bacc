"""Where the leading engine is reached: it writes its address under the lock that makes it the leader."""

import asyncio
import os
import ssl
from collections.abc import Callable
from functools import cache
from pathlib import Path

from clearwater.engine.follower import Connect
from clearwater.engine.protocol import FrameProtocol
from clearwater.engine.tls import client_context
from clearwater.kit import database_hosts
from clearwater.kit.errors import EngineUnavailable

CONNECT_SECONDS = 5.0
UNIX, TLS = "unix:", "tls:"
FIND = "SELECT address FROM engine_leader"


def connect_leader(database_url: str, run_folder: Path, tls_folder: Path | None = None) -> Connect:
    """Connect to whichever engine leads now."""
    context = cache(client_context)

    async def connect(make: Callable[[], FrameProtocol]) -> FrameProtocol:
        connection = await database_hosts.connect(database_url, timeout_seconds=CONNECT_SECONDS)
        try:
            address = await connection.fetchval(FIND)
        finally:
            await connection.close(timeout=CONNECT_SECONDS)
        if address is None:
            raise EngineUnavailable("No engine has served this database yet.")
        if address.startswith(UNIX):
            return await connect_unix(run_folder / address.removeprefix(UNIX), make)
        if tls_folder is None:
            raise EngineUnavailable(
                f"The engine is on another machine ({address}): set CLEARWATER_ENGINE_TLS."
            )
        return await connect_tls(address.removeprefix(TLS), context(tls_folder), make)

    return connect


async def connect_tls(
    address: str, context: ssl.SSLContext, make: Callable[[], FrameProtocol]
) -> FrameProtocol:
    """Connect to an engine of any machine."""
    host, port = split_address(address)
    _, connection = await asyncio.get_running_loop().create_connection(make, host, port, ssl=context)
    return connection


def split_address(address: str) -> tuple[str, int]:
    """Host and port of `host:port`; an IPv6 address is in brackets."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


async def connect_unix(path: Path, make: Callable[[], FrameProtocol]) -> FrameProtocol:
    """Connect to an engine of this machine, at a path of any length."""
    folder = os.open(path.parent, os.O_PATH)
    try:
        short = f"/proc/self/fd/{folder}/{path.name}"
        _, connection = await asyncio.get_running_loop().create_unix_connection(make, short)
    finally:
        os.close(folder)
    return connection
