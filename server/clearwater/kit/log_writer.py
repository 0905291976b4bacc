"""Writes log lines to a stream, many at a time: a system call per request costs more than the line."""

import asyncio
import atexit
import time
from contextlib import suppress
from threading import Lock
from typing import TextIO

FLUSH_SECONDS = 0.2
MAX_BUFFERED = 500


class LogWriter:
    """Buffers lines for a moment while an event loop runs; a warning, and what came before it, never waits.

    Lines are written in their order, and at the latest when the process ends.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lines: list[str] = []
        self._since = 0.0
        self._lock = Lock()
        atexit.register(self.flush)

    def write(self, line: str, *, is_urgent: bool = False) -> None:
        with self._lock:
            self._lines.append(line)
            is_first = len(self._lines) == 1
        if is_urgent or len(self._lines) >= MAX_BUFFERED:
            self.flush()
        elif is_first:
            self._since = time.monotonic()
            try:
                asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)
            except RuntimeError:
                # No loop runs in this thread, so nothing would write it later.
                self.flush()
        elif time.monotonic() > self._since + 2 * FLUSH_SECONDS:
            # The loop that was to write them is busy, or has ended.
            self.flush()

    def flush(self) -> None:
        with self._lock:
            lines, self._lines = self._lines, []
            # A closed pipe must not stop the process.
            with suppress(OSError, ValueError):
                if lines:
                    self._stream.write("".join(lines))
                    self._stream.flush()
