"""Re-encode pictures with Pillow, in a small thread pool and with bounded memory."""

import asyncio
import io
import math
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from PIL import ExifTags, Image
from PIL.JpegImagePlugin import JpegImageFile

from clearwater.domains.files.ports import Mime, NotAPicture, Picture, TooManyPixels

POOL_THREADS = 2
# What decoding one picture may take; each thread decodes one at a time.
MAX_DECODED_BYTES = 64 * 1024 * 1024
# No format needs less for a pixel, once a JPEG is decoded at an eighth of its size.
MAX_PIXELS = MAX_DECODED_BYTES
# Pillow keeps a pixel in four bytes; WebP's decoder has three canvases of its own beside that.
PIXEL_BYTES, WEBP_PIXEL_BYTES = 4, 16
# A JPEG that is shown in passes is kept as numbers of two bytes until the last of them.
COEFFICIENT_BYTES = 2
JPEG_SCALES = (1, 2, 4, 8)
# Rows of the result that are made at a time, and how far beyond its pixels the filter looks.
BAND_ROWS, FILTER_REACH = 64, 3
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
# How a picture is turned that was taken with the camera in that way.
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

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
            _bound_memory(image, kind, longest_side)
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


def _bound_memory(image: Image.Image, kind: Format, longest_side: int) -> None:
    """Have a JPEG decoded at a fraction of its size; raise when a picture would still take too much."""
    pixels = image.width * image.height
    if kind != "JPEG":
        pixel_bytes = WEBP_PIXEL_BYTES if kind == "WEBP" else PIXEL_BYTES
        if pixels * pixel_bytes > MAX_DECODED_BYTES:
            raise TooManyPixels
        return
    waiting = _coefficients(image) * COEFFICIENT_BYTES if image.info.get("progressive") else 0
    usual = max(scale for scale in JPEG_SCALES if scale == 1 or max(image.size) >= longest_side * scale)
    for scale in JPEG_SCALES:
        if scale >= usual and waiting + pixels * PIXEL_BYTES // scale**2 <= MAX_DECODED_BYTES:
            image.draft("RGB", (image.width // scale, image.height // scale))
            return
    raise TooManyPixels


def _coefficients(image: Image.Image) -> int:
    """How many a JPEG has in all of its components, which may have fewer of them than pixels."""
    assert isinstance(image, JpegImageFile)
    samples = [(across, down) for _, across, down, _ in image.layer]
    finest = max(across for across, _ in samples) * max(down for _, down in samples)
    return image.width * image.height * sum(across * down for across, down in samples) // finest


def _draw(image: Image.Image, kind: Format, longest_side: int) -> Image.Image:
    image.load()
    orientation = image.getexif().get(ExifTags.Base.Orientation)
    can_be_clear = kind != "JPEG" and image.has_transparency_data
    drawn = _shrink(image, "RGBA" if can_be_clear else "RGB", longest_side)
    if orientation in TURNS:
        drawn = drawn.transpose(TURNS[orientation])
    # Encoders would copy comments, profiles and EXIF from here.
    drawn.info = {}
    return drawn


def _shrink(image: Image.Image, mode: str, longest_side: int) -> Image.Image:
    """The picture at its new size, band by band: a copy of the whole would take its memory again."""
    scale = max(image.size) / longest_side
    if scale <= 1:
        return image.convert(mode)
    width, height = (max(1, round(side / scale)) for side in image.size)
    step = image.height / height
    drawn = Image.new(mode, (width, height))
    for top in range(0, height, BAND_ROWS):
        bottom = min(top + BAND_ROWS, height)
        first = max(0, int((top - FILTER_REACH) * step))
        last = min(image.height, math.ceil((bottom + FILTER_REACH) * step))
        band = image.crop((0, first, image.width, last)).convert(mode)
        box = (0, top * step - first, image.width, min(bottom * step - first, band.height))
        part = band.resize((width, bottom - top), Image.Resampling.LANCZOS, box)
        drawn.paste(part, (0, top))
    return drawn


def _encode(image: Image.Image, kind: Format) -> bytes:
    encoded = io.BytesIO()
    if kind == "PNG":
        image.save(encoded, "PNG")
    else:
        image.save(encoded, kind, quality=QUALITY)
    return encoded.getvalue()
