"""Structured logs: one line an event, with the request's id, without secrets."""

import logging
import re
import sys
from typing import Any

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


def redact(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Redact secrets in every log line."""
    return {key: _clean(key, value) for key, value in event.items()}


def _clean(key: str, value: Any) -> Any:
    if SECRET_KEY.search(key):
        return REDACTED
    if isinstance(value, dict):
        return {inner: _clean(str(inner), content) for inner, content in value.items()}
    if isinstance(value, list | tuple):
        return [_clean("", content) for content in value]
    if isinstance(value, str):
        for pattern, replacement in SECRET_IN_TEXT:
            value = pattern.sub(replacement, value)
    return value


class DuplicateLogFilter(logging.Filter):
    """Drops uvicorn's lines about requests, which are logged here with the request's id."""

    MESSAGES = ("Invalid HTTP request received.", "Unsupported upgrade request.", "No supported WebSocket")

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], ResponseAborted):
            return False
        return not record.getMessage().startswith(self.MESSAGES)


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
    renderer: Processor = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    level = settings.log_level.upper()
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        # Events below the level are dropped before any processing.
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
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
