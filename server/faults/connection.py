"""One kept-open HTTP connection from an address of our choice.

Loopback has a whole network of addresses: with one each, attackers and other clients are strangers to the
exchange, and limits by address hold those that they should.
"""

import asyncio
import json
import time
from typing import Any, NamedTuple, Self

HOST = "127.0.0.1"


class Answer(NamedTuple):
    status: int
    body: Any
    seconds: float


class Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, token: str) -> None:
        self._reader, self._writer, self._token = reader, writer, token

    @classmethod
    async def open(cls, port: int, *, source: str, token: str = "") -> Self:
        return cls(*await asyncio.open_connection(HOST, port, local_addr=(source, 0)), token)

    async def ask(self, method: str, path: str, body: object = None) -> Answer:
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Token: {self._token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        started = time.perf_counter()
        self._writer.write(head.encode() + content)
        answered = await self._reader.readuntil(b"\r\n\r\n")
        length = int(answered.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        content = await self._reader.readexactly(length)
        return Answer(int(answered[9:12]), json.loads(content or b"null"), time.perf_counter() - started)

    def use_token(self, token: str) -> None:
        self._token = token

    def close(self) -> None:
        self._writer.close()
