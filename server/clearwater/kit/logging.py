"""Structured logs: one line an event, with the request's id, without secrets."""

import asyncio
import atexit
import logging
import re
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from threading import Lock
from typing import Any, TextIO

import msgspec
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from clearwater.kit.config import Settings
from clearwater.kit.http import ResponseAborted

REDACTED = "[redacted]"
SECRET_KEY = re.compile(
    r"password|passwd|secret|token|authorization|cookie|api_key|apikey|totp|recovery|credential|private_key",
    re.IGNORECASE,
)
SECRET_IN_TEXT = (
    (re.compile(r"(://[^:/@\s]*:)[^@\s]+(@)"), rf"\1{REDACTED}\2"),
    (re.compile(r"((?:api_key|token|code|password|secret)=)[^&\s\"']+", re.IGNORECASE), rf"\1{REDACTED}"),
    (re.compile(r"(bearer\s+)\S+", re.IGNORECASE), rf"\1{REDACTED}"),
    # What PostgreSQL adds to an error: the values of the row that was refused.
    (re.compile(r"(DETAIL: +)[^\n]+"), rf"\1{REDACTED}"),
)
LEVEL_COLOURS = {"debug": 32, "info": 32, "warning": 33, "error": 31, "critical": 31}
REQUEST_FIELDS = {"event", "request_id", "method", "path", "status", "ms", "client"}
FLUSH_SECONDS = 0.2
MAX_BUFFERED = 500
NEEDS_QUOTES = re.compile(r"[\s=\"']")
encode_json = msgspec.json.Encoder(enc_hook=repr).encode


def redact(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Redact secrets in every log line."""
    return {key: _clean(key, value) for key, value in event.items()}


@lru_cache(maxsize=1024)
def _is_secret(key: str) -> bool:
    return SECRET_KEY.search(key) is not None


def _may_have_secret(text: str) -> bool:
    """Whether one of the patterns can match: much cheaper than to try all of them."""
    return "=" in text or "@" in text or "DETAIL:" in text or "BEARER" in text.upper()


def _clean(key: str, value: Any) -> Any:
    if _is_secret(key):
        return REDACTED
    if isinstance(value, str):
        if _may_have_secret(value):
            for pattern, replacement in SECRET_IN_TEXT:
                value = pattern.sub(replacement, value)
    elif isinstance(value, dict):
        return {inner: _clean(str(inner), content) for inner, content in value.items()}
    elif isinstance(value, list | tuple):
        return [_clean("", content) for content in value]
    return value


class DuplicateLogFilter(logging.Filter):
    """Drops uvicorn's lines about requests, which are logged here with the request's id."""

    MESSAGES = ("Invalid HTTP request received.", "Unsupported upgrade request.", "No supported WebSocket")

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], ResponseAborted):
            return False
        return not record.getMessage().startswith(self.MESSAGES)


class ConsoleRenderer:
    """Lines for people; a terminal shows the level in colour."""

    def __init__(self, *, has_colours: bool) -> None:
        self._levels = {level: f"[{level:<9}]" for level in LEVEL_COLOURS}
        if has_colours:
            self._levels = {
                level: f"\x1b[{LEVEL_COLOURS[level]}m{text}\x1b[0m" for level, text in self._levels.items()
            }

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> str:
        timestamp, level, name = event.pop("timestamp"), event.pop("level"), event.pop("logger")
        title, exception = event.pop("event"), event.pop("exception", None)
        fields = " ".join([f"{key}={_shown(event[key])}" for key in sorted(event)])
        line = f"{timestamp} {self.title(level, title, name)} {fields}"
        return line if exception is None else f"{line}\n{_shown_lines(str(exception))}"

    def title(self, level: str, event: str, logger: str) -> str:
        shown = event if event.isprintable() else repr(event)
        return f"{self._levels.get(level, level)} {shown:<30} [{logger}]"


def _shown(value: object) -> str:
    if isinstance(value, str):
        # A terminal must not be steered by what somebody sent.
        return repr(value) if NEEDS_QUOTES.search(value) or not value.isprintable() else value
    return repr(value)


def _shown_lines(text: str) -> str:
    """A traceback, whose error may quote what somebody sent."""
    lines = text.split("\n")
    return "\n".join(line if line.isprintable() else line.encode("unicode_escape").decode() for line in lines)


def render_json(_logger: WrappedLogger, _method: str, event: EventDict) -> str:
    return encode_json(event).decode()


class SecondStamp:
    """The time as text; all but the fraction is made once a second."""

    def __init__(self) -> None:
        self._second, self._text = 0, ""

    def now(self) -> str:
        second, fraction = divmod(time.time_ns(), 1_000_000_000)
        if second != self._second:
            self._second, self._text = second, time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
        return f"{self._text}.{fraction // 1_000:06}Z"


class Pipeline:
    """All processors of an event as one; the line of a request takes a short way through them.

    There is such a line thousands of times a second. Its fields are known, and only the path can hold a
    secret. What comes out is the same.
    """

    def __init__(self, processors: Sequence[Processor], console: ConsoleRenderer | None) -> None:
        self._processors = processors
        self._stamp = SecondStamp()
        self._title = console.title("info", "request", "clearwater.http") if console else ""

    def __call__(self, logger: WrappedLogger, method: str, event: EventDict) -> Any:
        if method == "info" and event.keys() == REQUEST_FIELDS:
            return self._render_request(logger, event)
        value: Any = event
        for process in self._processors:
            value = process(logger, method, value)
        return value

    def _render_request(self, logger: WrappedLogger, event: EventDict) -> str:
        path, timestamp = _clean("path", event["path"]), self._stamp.now()
        if not self._title:
            added = {"path": path, "logger": logger.name, "level": "info", "timestamp": timestamp}
            return render_json(logger, "info", {**event, **added})
        return (
            f"{timestamp} {self._title} client={_shown(event['client'])} method={event['method']}"
            f" ms={event['ms']} path={_shown(path)} request_id={event['request_id']} status={event['status']}"
        )


class LogWriter:
    """Buffers lines for a moment while an event loop runs: a system call per line costs more than the line.

    A warning is written immediately with the lines before it. Lines keep their order, and are written at the
    latest when the process ends.
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


class EventLogger:
    """What structlog hands a rendered event to."""

    def __init__(self, writer: LogWriter, name: str) -> None:
        self.name = name
        self._writer = writer

    def info(self, line: str) -> None:
        self._writer.write(f"{line}\n")

    debug = info

    def warning(self, line: str) -> None:
        self._writer.write(f"{line}\n", is_urgent=True)

    error = critical = warning


def configure_logging(settings: Settings) -> None:
    """Send events of Clearwater and of libraries through the same processors to stderr."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        redact,
    ]
    is_json = settings.log_format == "json"
    console = None if is_json else ConsoleRenderer(has_colours=sys.stderr.isatty())
    renderer: Processor = console or render_json
    writer = LogWriter(sys.stderr)
    level = settings.log_level.upper()
    structlog.configure(
        processors=[Pipeline([*shared, renderer], console)],
        logger_factory=lambda *name: EventLogger(writer, *name),
        # Events below the level are dropped before any processing.
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        cache_logger_on_first_use=True,
    )
    # Libraries have little to say: their lines do not wait.
    handler = logging.StreamHandler(writer)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    logging.getLogger("uvicorn.error").addFilter(DuplicateLogFilter())
    for noisy in ("uvicorn.access", "uvicorn.error", "alembic", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
