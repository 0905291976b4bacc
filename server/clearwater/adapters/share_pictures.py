"""Pictures of pages for shared links: the site's name and the page's title, drawn with Pillow."""

import asyncio
import io
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
MARGIN = 80
GROUND, INK, QUIET = "#0b1016", "#f2f6fa", "#9fb0c3"
TITLE_SIZES = (88, 72, 60, 48)
MAX_LINES = 4
NAME_SIZE = 40
BOLD, MEDIUM = 700, 500
MAX_KEPT = 200
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


class ShareCard(NamedTuple):
    """What is drawn."""

    sitename: str
    title: str
    accent: str


class SharePictures:
    """Draws pictures one at a time and keeps the last ones."""

    def __init__(self, font: bytes | None) -> None:
        self._font = font
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="share-pictures")
        self._kept: OrderedDict[ShareCard, bytes] = OrderedDict()

    async def draw(self, card: ShareCard) -> bytes:
        kept = self._kept.get(card)
        if kept is None:
            kept = await asyncio.get_running_loop().run_in_executor(self._pool, draw, card, self._font)
            self._kept[card] = kept
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(card)
        return kept

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def draw(card: ShareCard, font: bytes | None) -> bytes:
    """A PNG of 1200 to 630 pixels, the size that shared links are shown at."""
    image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    canvas = ImageDraw.Draw(image)
    canvas.rectangle((0, 0, WIDTH, 12), fill=card.accent)
    name = load_font(font, NAME_SIZE, MEDIUM)
    lines, title_font, size = _fit(canvas, card.title or card.sitename, font)
    top = (HEIGHT - len(lines) * size * 1.2) / 2
    for number, line in enumerate(lines):
        canvas.text((MARGIN, top + number * size * 1.2), line, font=title_font, fill=INK)
    canvas.rectangle((MARGIN, HEIGHT - 130, MARGIN + 64, HEIGHT - 122), fill=card.accent)
    canvas.text((MARGIN, HEIGHT - 104), _cut(canvas, card.sitename, name), font=name, fill=QUIET)
    encoded = io.BytesIO()
    image.save(encoded, "PNG", optimize=True)
    return encoded.getvalue()


def load_font(content: bytes | None, size: int, weight: int) -> Font:
    """The font of the interface, which the web client's build has; without one, Pillow's own."""
    if content is None:
        return ImageFont.load_default(size)
    font = ImageFont.truetype(io.BytesIO(content), size)
    font.set_variation_by_axes([weight])
    return font


def _fit(canvas: ImageDraw.ImageDraw, title: str, content: bytes | None) -> tuple[list[str], Font, int]:
    """The lines of a title in the largest size in which they fit; cut off in the smallest."""
    for size in TITLE_SIZES:
        font = load_font(content, size, BOLD)
        lines = _wrap(canvas, title, font)
        if len(lines) <= MAX_LINES and all(
            _width(canvas, line, font) <= WIDTH - 2 * MARGIN for line in lines
        ):
            return lines, font, size
    font = load_font(content, TITLE_SIZES[-1], BOLD)
    *kept, last = [_cut(canvas, line, font) for line in _wrap(canvas, title, font)[:MAX_LINES]]
    return [*kept, _cut(canvas, last + "…", font)], font, TITLE_SIZES[-1]


def _wrap(canvas: ImageDraw.ImageDraw, text: str, font: Font) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(canvas, longer, font) <= WIDTH - 2 * MARGIN:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


def _cut(canvas: ImageDraw.ImageDraw, text: str, font: Font) -> str:
    while text and _width(canvas, text, font) > WIDTH - 2 * MARGIN:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return text


def _width(canvas: ImageDraw.ImageDraw, text: str, font: Font) -> float:
    return canvas.textlength(text, font=font)
