"""Every exception becomes problem+json; invalid fields get a message for people and pydantic's code."""

from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.responses import Response

from clearwater.kit.errors import (
    ClearwaterError,
    EngineUnavailable,
    FieldError,
    Malformed,
    NotFound,
    ValidationFailed,
    scope_problem,
)
from clearwater.kit.fields import AMOUNT_PATTERN
from clearwater.kit.messages import FIELD_TEXTS, Message, field_message

log = structlog.get_logger("clearwater.http")

RETRY_AFTER_SECONDS = 2
# Errors of PostgreSQL and its driver while the server is unavailable, starting or stopping.
DATABASE_UNAVAILABLE = (
    OSError,
    OperationalError,
    InterfaceError,
    PoolTimeout,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
# Those that have an answer; of the first kind only some.
DATABASE_ERRORS = (DBAPIError, *DATABASE_UNAVAILABLE, asyncpg.CharacterNotInRepertoireError)
PATTERN_MISMATCH = "string_pattern_mismatch"
INVALID_AMOUNT = "Write a plain number, such as 12.5: no sign, and at most 18 digits after the point."
INVALID_CHARACTERS = "It holds a character that does not belong here, or is too long or short."


def add_exception_handlers(app: FastAPI) -> None:
    app.add_exception_handler(ClearwaterError, _answer_refusal)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(HTTPException, _answer_http)
    for kind in DATABASE_ERRORS:
        app.add_exception_handler(kind, answer_database)


def _problem(request: Request, error: ClearwaterError) -> Response:
    return scope_problem(error, request.scope)


async def _answer_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, ClearwaterError)
    return _problem(request, error)


async def _answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, ClearwaterError):
        return _problem(request, error.__cause__)
    if error.status_code == 404:
        return _problem(request, NotFound(Message("Not found: {path}.", path=request.url.path[:200])))
    if error.status_code == 400:
        return _problem(request, Malformed())
    raise error


async def _answer_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    if any(one["type"] == "json_invalid" for one in found):
        return _problem(request, Malformed("The body is not valid JSON."))
    return _problem(
        request, ValidationFailed(errors=[field_error(_field_name(one["loc"]), one) for one in found])
    )


def _field_name(place: Sequence[int | str]) -> str:
    """The name people know: without 'body' or 'query' in front of it."""
    named = [str(part) for part in place[1:]]
    return ".".join(named) or str(place[0])


async def answer_database(request: Request, error: Exception) -> Response:
    is_unavailable = isinstance(error, DATABASE_UNAVAILABLE) or (
        isinstance(error, DBAPIError)
        and (
            error.connection_invalidated
            or isinstance(error.orig and error.orig.__cause__, DATABASE_UNAVAILABLE)
        )
    )
    if not is_unavailable:
        cause = error.orig and error.orig.__cause__ if isinstance(error, DBAPIError) else error
        if isinstance(cause, asyncpg.CharacterNotInRepertoireError):
            return _problem(request, Malformed("A text contains a character that cannot be stored."))
        raise error
    log.warning("database_unavailable", reason=type(error).__name__)
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS)}
    return _problem(request, EngineUnavailable(headers=headers))


def field_error(field: str, found: Mapping[str, Any]) -> FieldError:
    """One entry of pydantic's list. A regular expression is no help to the reader."""
    message = field_message(found["type"], found["msg"], found.get("ctx", {}))
    if found["type"] == PATTERN_MISMATCH:
        message = INVALID_AMOUNT if found["ctx"]["pattern"] == AMOUNT_PATTERN else INVALID_CHARACTERS
    # Pydantic counts the "items" of a secret text.
    elif found["type"] == "too_short" and found["ctx"]["field_type"] == "Value":
        message = Message(FIELD_TEXTS["string_too_short"], min_length=found["ctx"]["min_length"])
    elif found["type"] == "too_long" and found["ctx"]["field_type"] == "Value":
        message = Message(FIELD_TEXTS["string_too_long"], max_length=found["ctx"]["max_length"])
    return FieldError(field=field, code=found["type"], message=message)
