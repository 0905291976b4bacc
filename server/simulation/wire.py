"""PostgreSQL's wire protocol, as far as the simulation has to understand it."""

import socket
import struct
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from clearwater.adapters.postgres_cluster import SUPERUSER

LENGTH = struct.Struct(">i")
STARTUP_VERSION = 196_608
CANCEL_CODE = 80_877_102
# After each of these the server sends an answer that ends with ReadyForQuery.
ANSWERED = b"SQFcf"
# After these it sends what it has.
ENDINGS = ANSWERED + b"HX"
SYNC = b"S" + LENGTH.pack(4)
TERMINATE = b"X" + LENGTH.pack(4)
RECEIVE_BYTES = 262_144


class Message(NamedTuple):
    """One message: its kind, its body, and where it ends in the data."""

    kind: bytes
    body: bytes
    end: int


def messages(data: bytes) -> Iterator[Message]:
    """The whole messages at the beginning of the data."""
    start, size = 0, len(data)
    while size - start >= 5:
        (length,) = LENGTH.unpack_from(data, start + 1)
        end = start + 1 + length
        if end > size:
            return
        yield Message(data[start : start + 1], data[start + 5 : end], end)
        start = end


def startup(user: str, database: str) -> bytes:
    body = LENGTH.pack(STARTUP_VERSION)
    for word in ("user", user, "database", database):
        body += word.encode() + b"\0"
    body += b"\0"
    return LENGTH.pack(len(body) + 4) + body


class Monitor:
    """A connection beside the simulated ones, asked while the world stands still."""

    def __init__(self, path: str, user: str, database: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(path)
        self._socket.sendall(startup(user, database))
        self._read()

    def ask(self, query: str) -> list[list[str | None]]:
        """The rows of a query, as text."""
        encoded = query.encode() + b"\0"
        self._socket.sendall(b"Q" + LENGTH.pack(len(encoded) + 4) + encoded)
        return [_values(one.body) for one in self._read() if one.kind == b"D"]

    def _read(self) -> list[Message]:
        data = b""
        while True:
            received = self._socket.recv(RECEIVE_BYTES)
            assert received, "PostgreSQL has closed the monitor's connection"
            data += received
            found = list(messages(data))
            errors = [one.body for one in found if one.kind == b"E"]
            assert not errors, errors
            if found and found[-1].kind == b"Z" and found[-1].end == len(data):
                return found


def open_monitor(database_url: str) -> Monitor:
    """A connection to the server of an embedded database."""
    options = parse_qs(urlsplit(database_url).query)
    return Monitor(f"{options['host'][0]}/.s.PGSQL.{options['port'][0]}", SUPERUSER, "postgres")


def _values(body: bytes) -> list[str | None]:
    (columns,) = struct.unpack_from(">h", body)
    values: list[str | None] = []
    place = 2
    for _ in range(columns):
        (length,) = LENGTH.unpack_from(body, place)
        place += 4
        values.append(None if length < 0 else body[place : place + length].decode())
        place += max(length, 0)
    return values
