"""Re-encode pictures with Pillow, in a small thread pool and with bounded memory."""

import asyncio
import io
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from PIL import Image, ImageOps

from clearwater.domains.files.ports import Mime, NotAPicture, Picture, TooManyPixels

POOL_THREADS = 2
MAX_PIXELS = 40_000_000
QUALITY = 90
Format = Literal["JPEG", "PNG", "WEBP"]
MIME_OF: dict[Format, Mime] = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
# What Pillow's decoders raise on invalid bytes.
DECODING_FAILS = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    EOFError,
    struct.error,
    zlib.error,
)

Image.MAX_IMAGE_PIXELS = MAX_PIXELS


class PillowPictures:
    """Re-encodes a few pictures at a time, so that a flood of uploads does not block other requests."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(POOL_THREADS, thread_name_prefix="pictures")

    async def redraw(self, content: bytes, *, longest_side: int) -> Picture:
        return await asyncio.get_running_loop().run_in_executor(self._pool, redraw, content, longest_side)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def redraw(content: bytes, longest_side: int) -> Picture:
    """Re-encode the first frame upright, in its original format, without metadata."""
    kind = sniff(content)
    if kind is None:
        raise NotAPicture
    try:
        with Image.open(io.BytesIO(content), formats=[kind]) as image:
            if image.width * image.height > MAX_PIXELS:
                raise TooManyPixels
            drawn = _draw(image, kind, longest_side)
        return Picture(_encode(drawn, kind), MIME_OF[kind])
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise TooManyPixels from None
    except DECODING_FAILS:
        raise NotAPicture from None


def sniff(content: bytes) -> Format | None:
    """Detect the format from the bytes; file names and declared content types are ignored."""
    if content.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "WEBP"
    return None


def _draw(image: Image.Image, kind: Format, longest_side: int) -> Image.Image:
    # A JPEG can be decoded at a fraction of its size, which saves time and memory.
    image.draft("RGB", (longest_side, longest_side))
    image.load()
    upright = ImageOps.exif_transpose(image)
    can_be_clear = kind != "JPEG" and upright.has_transparency_data
    drawn = upright.convert("RGBA" if can_be_clear else "RGB")
    drawn.thumbnail((longest_side, longest_side), Image.Resampling.LANCZOS)
    # Encoders would copy comments, profiles and EXIF from here.
    drawn.info = {}
    return drawn


def _encode(image: Image.Image, kind: Format) -> bytes:
    encoded = io.BytesIO()
    if kind == "PNG":
        image.save(encoded, "PNG")
    else:
        image.save(encoded, kind, quality=QUALITY)
    return encoded.getvalue()
