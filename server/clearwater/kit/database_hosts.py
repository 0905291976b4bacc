"""Connections to PostgreSQL. Of a URL with several hosts, only the one that accepts writes is used.

`postgresql://user:password@a:5432,b:5432,c:5432/name`, as psql and pg_dump understand it.
"""

from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import asyncpg
from asyncpg.connect_utils import SessionAttribute

CONNECT_SECONDS = 10.0
# Which host accepted writes last, by URL: the others need not be asked first.
_primaries: dict[str, str] = {}
# Errors of a lost database connection. The last one is the driver's way to report a connection that was
# lost between two statements, and a host that does not accept writes.
DATABASE_LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


class NoPrimary(ConnectionError):
    """No host of the cluster accepts writes now, as in the middle of a failover."""


class Login(NamedTuple):
    """Who signs in to the database."""

    role: str | None
    password: str | None


async def connect(
    database_url: str, *, timeout_seconds: float = CONNECT_SECONDS, **options: Any
) -> asyncpg.Connection:
    """Connect to the database; of a cluster, to its primary.

    Each host has its share of the time: one that is switched off does not answer at all, and the driver
    would spend everything on it.
    """
    urls = split_hosts(database_url)
    if len(urls) == 1:
        return await asyncpg.connect(database_url, timeout=timeout_seconds, **options)
    urls.sort(key=lambda url: url != _primaries.get(database_url))
    failures: list[Exception] = []
    for url in urls:
        try:
            connection: asyncpg.Connection = await asyncpg.connect(
                url,
                timeout=timeout_seconds / len(urls),
                target_session_attrs=SessionAttribute.read_write,
                **options,
            )
        except DATABASE_LOST as error:
            failures.append(error)
        else:
            _primaries[database_url] = url
            return connection
    raise _most_telling(failures)


def _most_telling(failures: list[Exception]) -> Exception:
    """A wrong password is worth more to an operator than the hosts that are down."""
    for error in failures:
        if isinstance(error, asyncpg.PostgresError) and not isinstance(error, asyncpg.CannotConnectNowError):
            return error
    return NoPrimary(f"no host accepts writes ({', '.join(type(error).__name__ for error in failures)})")


def split_hosts(database_url: str) -> list[str]:
    """The URL of each host."""
    place = urlsplit(database_url).netloc
    login, at, hosts = place.rpartition("@")
    return [database_url.replace(place, f"{login}{at}{host}", 1) for host in hosts.split(",")]


def login_of(database_url: str) -> Login:
    parts = urlsplit(database_url)
    return Login(*(None if value is None else unquote(value) for value in (parts.username, parts.password)))


def without_password(database_url: str) -> str:
    place = urlsplit(database_url).netloc
    login, at, hosts = place.rpartition("@")
    return database_url.replace(place, f"{login.partition(':')[0]}{at}{hosts}", 1)
