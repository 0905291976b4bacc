"""How far a long start has come: one line that moves on a terminal, a line of the log a step elsewhere."""

from contextlib import suppress
from typing import Protocol, TextIO

import structlog

BAR_WIDTH = 24


class Progress(Protocol):
    def show(self, step: str, text: str, percent: int) -> None:
        """Say what is being done now; `step` is its name in the log."""
        ...

    def clear(self) -> None:
        """Leave nothing behind; what was shown is over."""
        ...


class LoggedProgress:
    def __init__(self, event: str) -> None:
        self._log = structlog.get_logger("clearwater.start")
        self._event = event

    def show(self, step: str, text: str, percent: int) -> None:
        self._log.info(self._event, step=step, text=text, percent=percent)

    def clear(self) -> None:
        """Lines of a log stay."""


class TerminalProgress:
    """A bar that is drawn over itself; the cursor stays in front, so that lines of the log replace it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def show(self, step: str, text: str, percent: int) -> None:
        done = BAR_WIDTH * percent // 100
        bar = "█" * done + "░" * (BAR_WIDTH - done)
        self._write(f"\r\x1b[2K{bar} {percent:3} %  {text}\r")

    def clear(self) -> None:
        self._write("\r\x1b[2K")

    def _write(self, text: str) -> None:
        # A terminal that is gone, or without these characters, must not stop a start.
        with suppress(OSError, UnicodeEncodeError):
            self._stream.write(text)
            self._stream.flush()


def progress_on(stream: TextIO, *, event: str) -> Progress:
    """The progress that suits a stream; `event` is its name in the log."""
    return TerminalProgress(stream) if stream.isatty() else LoggedProgress(event)
