"""Whole lists as CSV, read page by page in short transactions.

A reader may take as long as he likes: meanwhile his export holds no connection. The list is whole as of its
first page. It goes from new to old, so what is added later is newer and left out; a row that can still
change, such as an open order, is written as it was when its page was read.
"""

import asyncio
import csv
import io
import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from clearwater.kit.concurrency import ConcurrencyLimit
from clearwater.kit.db import SessionFactory
from clearwater.kit.paging import PageRequest, ReadPage, Row

PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
FORMULA_START = ("=", "+", "-", "@", "\t", "\r")
PAGE_ROWS = 500
# Writing a row takes some 40 us of the event loop, which others need, too.
ROWS_AT_A_TIME = 25
# Each holds one written page while its reader takes it, some 100 KB.
MAX_EXPORTS = 100
MAX_EXPORTS_PER_CALLER = 3
# One page at a time, and a rest as long as it took: all exports together use half of the event loop at most.
MAX_READING = 1


class Exports:
    """The exports that are running in this process."""

    def __init__(self, sessions: SessionFactory, *, is_limited: bool = True) -> None:
        self._sessions = sessions
        self._reading = asyncio.Semaphore(MAX_READING)
        self.limit = ConcurrencyLimit(
            max_per_caller=MAX_EXPORTS_PER_CALLER, max_in_all=MAX_EXPORTS, is_limited=is_limited
        )

    def answer(
        self,
        caller: str,
        name: str,
        header: Sequence[str],
        read_page: ReadPage[Row],
        cells: Callable[[Row], Sequence[object]],
    ) -> StreamingResponse:
        """The list as a file; a caller may run a few exports at a time."""
        return Export(self.limit, caller, name, self._pages(header, read_page, cells))

    async def _pages(
        self,
        header: Sequence[str],
        read_page: ReadPage[Row],
        cells: Callable[[Row], Sequence[object]],
    ) -> AsyncIterator[bytes]:
        text, cursor = _encode_rows([header]), None
        clock = asyncio.get_running_loop().time
        while True:
            async with self._reading:
                started = clock()
                async with self._sessions() as session:
                    request = PageRequest(cursor, PAGE_ROWS)
                    rows, cursor = await read_page(session, request)
                for first in range(0, len(rows), ROWS_AT_A_TIME):
                    text += _encode_rows(cells(row) for row in rows[first : first + ROWS_AT_A_TIME])
                    await asyncio.sleep(0)
                if cursor is not None:
                    await asyncio.sleep(clock() - started)
            del rows
            yield text.encode()
            text = ""
            if cursor is None:
                return


class Export(StreamingResponse):
    """One list on its way. It is counted while it is sent, and refused when there are too many."""

    def __init__(self, limit: ConcurrencyLimit, caller: str, name: str, pages: AsyncIterator[bytes]) -> None:
        super().__init__(
            pages,
            media_type="text/csv; charset=utf-8",
            headers={
                "Content-Disposition": f'attachment; filename="{name}.csv"',
                "Cache-Control": "no-store",
            },
        )
        self._limit = limit
        self._caller = caller

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._limit.slot(self._caller):
            await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        pages: Any = aiter(self.body_iterator)
        # Read before the response starts, so that an unavailable database becomes a problem.
        first = await anext(pages)
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": first, "more_body": True})
        async for page in pages:
            await send({"type": "http.response.body", "body": page, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _encode_rows(rows: Iterable[Sequence[object]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerows([_cell(value) for value in row] for row in rows)
    return buffer.getvalue()


def _cell(value: object) -> str:
    """Text that a spreadsheet would run as a formula is made plain text; figures stay figures."""
    text = "" if value is None else str(value)
    if text.startswith(FORMULA_START) and not PLAIN_NUMBER.fullmatch(text):
        return "'" + text
    return text
