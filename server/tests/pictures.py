"""Small real pictures, and things that only look like one."""

import io
import struct
import zlib
from typing import Literal

import httpx
from PIL import Image

from tests.builders import SignedInClient

Format = Literal["JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF"]


def a_picture(
    kind: Format = "JPEG",
    size: tuple[int, int] = (40, 30),
    *,
    colour: tuple[int, int, int] = (200, 40, 40),
    **options: object,
) -> bytes:
    """A picture whose left half is coloured and whose right half is black."""
    image = Image.new("RGB", size)
    image.paste(colour, (0, 0, size[0] // 2, size[1]))
    content = io.BytesIO()
    image.save(content, kind, **options)
    return content.getvalue()


def a_bomb(side: int = 30_000) -> bytes:
    """A PNG of a few kilobytes that says it has very many pixels, and nearly has them."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    rows = zlib.compress(b"\0" * 1_000_000, 9)
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


async def upload(
    client: httpx.AsyncClient,
    owner: SignedInClient | None,
    content: bytes,
    *,
    kind: str = "kyc_document",
    name: str = "picture.jpg",
    declared: str = "image/jpeg",
) -> httpx.Response:
    return await client.post(
        "/api/v1/file",
        params={"type": kind},
        files={"file": (name, content, declared)},
        headers=owner.headers if owner else {},
    )


async def an_uploaded(
    client: httpx.AsyncClient, owner: SignedInClient, kind: str, content: bytes | None = None
) -> str:
    """The url of a stored picture."""
    answer = await upload(client, owner, content or a_picture(), kind=kind)
    assert answer.status_code == 201, answer.text
    url: str = answer.json()["url"]
    return url
