"""Errors as RFC 9457 problems with stable codes.

StartupError: the installation cannot start; one sentence for the operator.
ClearwaterError: a request is refused; each subclass fixes its code and status.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, SkipValidation
from starlette.responses import Response
from starlette.types import Scope

from clearwater.kit.languages import SOURCE_LANGUAGE, language_of_scope
from clearwater.kit.messages import translate

PROBLEM_JSON = "application/problem+json"
# Where a document keeps what it names more than once; a part of a problem is one that some answer has, too.
COMPONENT = "#/components/schemas/{model}"


class StartupError(Exception):
    """The installation cannot start. The text is one sentence that says what to do."""


class FieldError(BaseModel):
    """One field that was refused."""

    field: str
    code: str
    # Not validated, which would make a plain text of a message with values.
    message: SkipValidation[str]


class Problem(BaseModel):
    """A refusal or a failure. `code` is stable; `title` and `detail` are for people."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FieldError]
    request_id: str


class ClearwaterError(Exception):
    """A request is refused. What a subclass adds to the problem is its `Fields` model."""

    status: ClassVar[int]
    code: ClassVar[str]
    title: ClassVar[str]
    Fields: ClassVar[type[BaseModel] | None] = None

    def __init__(
        self,
        detail: str = "",
        *,
        fields: BaseModel | None = None,
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail or self.title)
        self.detail = detail or self.title
        self.fields = fields
        self.errors = list(errors)
        self.headers = dict(headers or {})


class Malformed(ClearwaterError):
    status, code, title = 400, "MALFORMED", "The request could not be read."


class NotFound(ClearwaterError):
    status, code, title = 404, "NOT_FOUND", "Not found."


class MethodNotAllowed(ClearwaterError):
    status, code, title = 405, "METHOD_NOT_ALLOWED", "This method is not allowed here."


class IdempotencyConflict(ClearwaterError):
    status, code = 409, "IDEMPOTENCY_CONFLICT"
    title = "This Idempotency-Key was already used with a different body."


class BodyTooLarge(ClearwaterError):
    status, code, title = 413, "BODY_TOO_LARGE", "The request body is too large."


class MediaType(ClearwaterError):
    status, code, title = 415, "MEDIA_TYPE", "The body must be JSON, sent as application/json."


class ValidationFailed(ClearwaterError):
    status, code, title = 422, "VALIDATION_FAILED", "Some fields are invalid."


class RateLimited(ClearwaterError):
    status, code, title = 429, "RATE_LIMITED", "Too many requests. Wait a moment, then try again."


class Internal(ClearwaterError):
    status, code, title = 500, "INTERNAL", "Something went wrong. Try again in a moment."


class EngineUnavailable(ClearwaterError):
    status, code = 503, "ENGINE_UNAVAILABLE"
    title = "The exchange is recovering. Try again in a moment."


class OutcomeUnknown(EngineUnavailable):
    """It was in flight when the engine was lost: its outcome is unknown."""

    code = "OUTCOME_UNKNOWN"
    title = "We do not know yet whether this was done. Check before you repeat it."


class Overloaded(ClearwaterError):
    status, code = 503, "OVERLOADED"
    title = "The exchange is busy. Try again in a moment."


class RequestProblem(Response):
    """The problem+json answer to one error, in the language of the caller."""

    media_type = PROBLEM_JSON

    def __init__(self, error: ClearwaterError, request_id: str, *, language: str = SOURCE_LANGUAGE) -> None:
        problem = Problem(
            type=f"urn:clearwater:problem:{error.code.lower().replace('_', '-')}",
            title=translate(error.title, language),
            status=error.status,
            detail=translate(error.detail, language),
            code=error.code,
            errors=[
                FieldError(field=one.field, code=one.code, message=translate(one.message, language))
                for one in error.errors
            ],
            request_id=request_id,
            **(error.fields.model_dump(mode="json") if error.fields else {}),
        )
        headers = {"Cache-Control": "no-store", "Content-Language": language, **error.headers}
        super().__init__(problem.model_dump_json(), status_code=error.status, headers=headers)


def scope_problem(error: ClearwaterError, scope: Scope) -> RequestProblem:
    """The answer to a request that has an id."""
    return RequestProblem(error, scope["state"]["request_id"], language=language_of_scope(scope))


def problems(*errors: type[ClearwaterError]) -> dict[int | str, dict[str, Any]]:
    """Describe refusals for OpenAPI, exactly: one response a status, its codes as an enum."""
    by_status: defaultdict[int, list[type[ClearwaterError]]] = defaultdict(list)
    for error in errors:
        by_status[error.status].append(error)
    return {status: _response(group) for status, group in sorted(by_status.items())}


@cache
def _described(fields: type[BaseModel]) -> dict[str, Any]:
    """Once for each model: many routes can fail alike, and the start waits for all of them."""
    described: dict[str, Any] = fields.model_json_schema(mode="serialization", ref_template=COMPONENT)
    return dict(described["properties"])


def _response(group: list[type[ClearwaterError]]) -> dict[str, Any]:
    properties: dict[str, Any] = {"code": {"type": "string", "enum": [error.code for error in group]}}
    for error in group:
        if error.Fields is not None:
            properties |= _described(error.Fields)
    schema = {
        "allOf": [{"$ref": "#/components/schemas/Problem"}, {"type": "object", "properties": properties}]
    }
    return {
        "description": " ".join(error.title for error in group),
        "content": {PROBLEM_JSON: {"schema": schema}},
    }
