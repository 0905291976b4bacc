"""Lists as CSV, streamed row by row."""

import csv
import io
import re
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TypeVar

from fastapi.responses import StreamingResponse

PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
FORMULA_START = ("=", "+", "-", "@", "\t", "\r")
CHUNK_CHARACTERS = 32 * 1024

Row = TypeVar("Row")


def csv_response(
    name: str,
    header: Sequence[str],
    rows: AsyncIterator[Row],
    cells: Callable[[Row], Sequence[object]],
) -> StreamingResponse:
    """Answer a list as a file; only a screenful is in memory at any time."""
    return StreamingResponse(
        _write(header, rows, cells),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"', "Cache-Control": "no-store"},
    )


async def _write(
    header: Sequence[str], rows: AsyncIterator[Row], cells: Callable[[Row], Sequence[object]]
) -> AsyncIterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(header)
    async for row in rows:
        writer.writerow([_cell(value) for value in cells(row)])
        if buffer.tell() >= CHUNK_CHARACTERS:
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()


def _cell(value: object) -> str:
    """Text that a spreadsheet would run as a formula is made plain text; figures stay figures."""
    text = "" if value is None else str(value)
    if text.startswith(FORMULA_START) and not PLAIN_NUMBER.fullmatch(text):
        return "'" + text
    return text
