"""Pictures are made smaller within bounded memory, and look as if they had been shrunk in one piece."""

import io
import subprocess
import sys
from typing import Any

import pytest
from PIL import Image, ImageChops

from clearwater.adapters.pictures import redraw
from clearwater.domains.files.ports import TooManyPixels

SIDE = 2560
MAX_MEGABYTES = 120
MEASURE = f"""
import resource, sys
from clearwater.adapters.pictures import redraw

def megabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

content = sys.stdin.buffer.read()
redraw(redraw(content, 64).content, 64)
before = megabytes()
redraw(content, {SIDE})
print(megabytes() - before)
"""


def a_picture(mode: str, size: tuple[int, int], kind: str, **options: Any) -> bytes:
    content = io.BytesIO()
    Image.linear_gradient("L").convert(mode).resize(size).save(content, kind, **options)
    return content.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(a_picture("RGBA", (4096, 4096), "PNG", compress_level=1), id="clear PNG"),
        pytest.param(a_picture("RGB", (6300, 6300), "JPEG"), id="JPEG"),
        pytest.param(a_picture("RGB", (4000, 3000), "JPEG", progressive=True), id="progressive JPEG"),
        pytest.param(a_picture("RGB", (2048, 2048), "WEBP", method=0), id="WebP"),
    ],
)
def test_the_largest_pictures_that_are_taken_need_little_memory(content: bytes) -> None:
    measured = subprocess.run(
        [sys.executable, "-c", MEASURE], input=content, capture_output=True, check=True, timeout=60
    )

    assert int(measured.stdout) < MAX_MEGABYTES


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(a_picture("RGB", (4200, 4200), "PNG", compress_level=1), id="PNG"),
        pytest.param(a_picture("RGB", (6300, 6300), "JPEG", progressive=True), id="progressive JPEG"),
        pytest.param(a_picture("RGB", (2100, 2100), "WEBP", method=0), id="WebP"),
    ],
)
def test_what_would_need_more_is_refused(content: bytes) -> None:
    with pytest.raises(TooManyPixels):
        redraw(content, SIDE)


@pytest.mark.parametrize("size", [(1700, 1333), (1999, 1501), (700, 3)])
def test_bands_leave_no_seams(size: tuple[int, int]) -> None:
    drawn = Image.effect_mandelbrot(size, (-2, -1.5, 1, 1.5), 50).convert("RGB")
    content, whole = io.BytesIO(), drawn.copy()
    drawn.save(content, "PNG")
    whole.thumbnail((300, 300), Image.Resampling.LANCZOS, reducing_gap=None)

    with Image.open(io.BytesIO(redraw(content.getvalue(), 300).content)) as shown:
        assert shown.size == whole.size
        assert ImageChops.difference(shown.convert("RGB"), whole).getbbox() is None
