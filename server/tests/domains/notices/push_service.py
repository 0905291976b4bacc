"""A push service on this machine, and a browser that subscribes with it and can read what it is sent."""

import asyncio
import base64
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from clearwater.domains.notices.ports import PushTarget

MANY_BYTES = 1 << 30


def encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


class Browser:
    """The keys of a subscription, which never leave a browser."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    @property
    def keys(self) -> dict[str, str]:
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"p256dh": encode(point), "auth": encode(self._auth)}

    def target(self, endpoint: str) -> PushTarget:
        return PushTarget(endpoint, **self.keys)

    def decrypt(self, body: bytes) -> str:
        content: bytes = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth)
        return content.decode()


@dataclass
class PushService:
    """Answers every message with a status, and keeps what it got."""

    endpoint: str = ""
    status: int = 201
    # Where it sends whoever follows it.
    location: str = ""
    # After the head of an answer, again and again until the other side goes.
    endless_part: bytes = b""
    # It takes every message, and answers none.
    is_silent: bool = False
    bytes_sent: int = 0
    bodies: list[bytes] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
        self.bodies.append(await reader.readexactly(int(headers["content-length"])))
        self.headers.append(headers)
        if self.is_silent:
            await reader.read()
        elif self.endless_part:
            await self._answer_without_end(writer)
        else:
            location = f"Location: {self.location}\r\n" if self.location else ""
            writer.write(f"HTTP/1.1 {self.status} Status\r\n{location}Content-Length: 0\r\n\r\n".encode())
            await writer.drain()
        writer.close()

    async def _answer_without_end(self, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 %d Status\r\nContent-Length: %d\r\n\r\n" % (self.status, MANY_BYTES))
        with suppress(ConnectionError):
            while self.bytes_sent < MANY_BYTES:
                writer.write(self.endless_part)
                await writer.drain()
                self.bytes_sent += len(self.endless_part)


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.endpoint = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/push/abc"
    async with server:
        yield service
