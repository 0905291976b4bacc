"""An external PostgreSQL, configured by DATABASE_URL."""

import socket
from urllib.parse import parse_qs, urlsplit

import asyncpg

from clearwater.kit.database_hosts import NoPrimary, connect, split_hosts
from clearwater.kit.errors import StartupError

CONNECT_SECONDS = 10
MIN_MAJOR_VERSION = 15


async def require_usable(database_url: str, *, setting: str = "DATABASE_URL") -> None:
    """Check the connection once, so that a start fails early and with a clear message."""
    place = _place_of(database_url)
    try:
        connection = await connect(database_url, timeout_seconds=CONNECT_SECONDS)
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StartupError(
            f"PostgreSQL at {place} cannot be used: {_reason(error)}; check {setting}."
        ) from None
    major = connection.get_server_version().major
    await connection.close(timeout=CONNECT_SECONDS)
    if major < MIN_MAJOR_VERSION:
        raise StartupError(
            f"PostgreSQL at {place} is version {major}; Clearwater needs {MIN_MAJOR_VERSION} or newer."
        )


def _place_of(database_url: str) -> str:
    """Host and port only, because the URL contains the password."""
    try:
        return ", ".join(map(_host_of, split_hosts(database_url)))
    except ValueError:
        raise StartupError("DATABASE_URL is invalid; use postgresql://user:password@host/name.") from None


def _host_of(database_url: str) -> str:
    parts = urlsplit(database_url)
    host = parts.hostname or parse_qs(parts.query).get("host", ["localhost"])[0]
    return host if host.startswith("/") else f"{host}:{parts.port or 5432}"


def _reason(error: Exception) -> str:
    match error:
        case asyncpg.PostgresError() | NoPrimary():
            return str(error).rstrip(".")
        case TimeoutError():
            return f"no answer within {CONNECT_SECONDS} s"
        case socket.gaierror():
            return "its host is not known"
        case ConnectionRefusedError():
            return "the connection is refused"
        case OSError():
            return "there is no connection to it"
        case _:
            # The driver's message may contain parts of the URL.
            return "the URL has a part that it does not know"
