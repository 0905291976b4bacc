"""The OpenAPI document: complete and exact, failures included, paths as the web client writes them."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from clearwater.domains.sessions.service import MaybeCaller, SignedIn
from clearwater.domains.sites.errors import SiteUnknown
from clearwater.entrypoints.socket_messages import describe_messages
from clearwater.kit.errors import (
    PROBLEM_JSON,
    BodyTooLarge,
    ClearwaterError,
    EngineUnavailable,
    Internal,
    Malformed,
    MediaType,
    Overloaded,
    Problem,
    RateLimited,
    ValidationFailed,
    problems,
)

BASE_PATH = "/api"
EVERYWHERE: tuple[type[ClearwaterError], ...] = (Internal, EngineUnavailable)
SITE_CALLS: tuple[type[ClearwaterError], ...] = (SiteUnknown, RateLimited, Overloaded)
WITH_BODY: tuple[type[ClearwaterError], ...] = (Malformed, BodyTooLarge, MediaType)

SECURITY_SCHEMES: dict[str, dict[str, str]] = {
    "session": {"type": "apiKey", "in": "header", "name": "X-Token", "description": "A session's token."},
    "bearer": {"type": "http", "scheme": "bearer", "description": "A session's token."},
    "api_key": {"type": "apiKey", "in": "header", "name": "X-Api-Key", "description": "An API key."},
    "api_key_in_address": {
        "type": "apiKey",
        "in": "query",
        "name": "api_key",
        "description": "An API key that may read and nothing else.",
    },
    "operator": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Operator-Token",
        "description": "The token of a session at the operator console.",
    },
}
IDEMPOTENCY_KEY: dict[str, Any] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key and body act once and are answered again; another body is refused.",
    "schema": {"type": "string", "maxLength": 64},
}


class PublishedDocument:
    """The document as it is sent. It takes seconds to make: once, and beside the event loop."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._made: asyncio.Task[bytes] | None = None

    async def answer(self, _request: Request) -> Response:
        if self._made is None:
            self._made = asyncio.create_task(asyncio.to_thread(self._encode))
        # Whoever goes away meanwhile must not cancel it for others.
        return Response(await asyncio.shield(self._made), media_type="application/json")

    def _encode(self) -> bytes:
        return msgspec.json.encode(describe(self._app))


def describe(app: FastAPI) -> dict[str, Any]:
    """FastAPI's document, with problems in place of its own validation errors."""
    document = get_openapi(title=app.title, version=app.version, routes=app.routes)
    document["servers"] = [{"url": BASE_PATH}]
    asked = {route.name: _dependencies_of(route) for route in _routes_of(app.routes)}
    document["paths"] = {
        path.removeprefix(BASE_PATH): {
            method: _secure(path, _complete(path, operation), asked.get(operation["operationId"], set()))
            for method, operation in operations.items()
        }
        for path, operations in document["paths"].items()
    }
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for foreign in ("HTTPValidationError", "ValidationError"):
        schemas.pop(foreign, None)
    described = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= described.pop("$defs")
    schemas["Problem"] = described
    schemas = describe_messages() | schemas
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    document["components"]["securitySchemes"] = SECURITY_SCHEMES
    return document


def _routes_of(routes: Sequence[BaseRoute]) -> Iterator[APIRoute]:
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        elif (included := getattr(route, "original_router", None)) is not None:
            yield from _routes_of(included.routes)


def _dependencies_of(route: APIRoute) -> set[Any]:
    def below(dependant: Dependant) -> Iterator[Any]:
        yield dependant.call
        for dependency in dependant.dependencies:
            yield from below(dependency)

    return set(below(route.dependant))


def _secure(path: str, operation: dict[str, Any], asked: set[Any]) -> dict[str, Any]:
    """Describe the authentication of the operation, from its problems and its API key scopes."""
    codes = _codes_of(operation)
    if "IDEMPOTENCY_CONFLICT" in codes:
        operation["parameters"] = [*operation.get("parameters", []), IDEMPOTENCY_KEY]
    if "TOKEN_INVALID" not in codes:
        return operation
    if path.startswith(f"{BASE_PATH}/operator/"):
        operation["security"] = [{"operator": []}]
        return operation
    schemes = ["session", "bearer"]
    is_optional = _call_of(MaybeCaller) in asked and _call_of(SignedIn) not in asked
    key_scopes = {call.key_scope for call in asked if hasattr(call, "key_scope")}
    if key_scopes:
        # A key in an address may read and nothing else.
        schemes += ["api_key", "api_key_in_address"] if key_scopes == {"read"} else ["api_key"]
    operation["security"] = [*([{}] if is_optional else []), *({scheme: []} for scheme in schemes)]
    return operation


def _call_of(annotated: Any) -> Any:
    return get_args(annotated)[-1].dependency


def _codes_of(operation: dict[str, Any]) -> set[str]:
    return {
        code
        for response in operation["responses"].values()
        if PROBLEM_JSON in response.get("content", {})
        for code in response["content"][PROBLEM_JSON]["schema"]["allOf"][1]["properties"]["code"]["enum"]
    }


def _complete(path: str, operation: dict[str, Any]) -> dict[str, Any]:
    """Add the problems that any call of this kind can return."""
    responses = operation["responses"]
    errors = list(EVERYWHERE)
    if not path.startswith(f"{BASE_PATH}/health/"):
        errors += SITE_CALLS
    if "requestBody" in operation:
        errors += WITH_BODY
    invalid = responses.get("422")
    if invalid is not None:
        errors.append(ValidationFailed)
        if PROBLEM_JSON not in invalid["content"]:
            # FastAPI's own; a declared problem with this status stays.
            del responses["422"]
    general = {str(status): described for status, described in problems(*errors).items()}
    for status, described in general.items():
        responses[status] = _merge(responses.get(status), described)
    operation["responses"] = dict(sorted(responses.items()))
    return operation


def _merge(own: dict[str, Any] | None, general: dict[str, Any]) -> dict[str, Any]:
    """Both an operation's own refusals of a status and the general ones."""
    if own is None:
        return general
    own_part = own["content"]["application/problem+json"]["schema"]["allOf"][1]["properties"]
    general_part = general["content"]["application/problem+json"]["schema"]["allOf"][1]["properties"]
    codes = list(dict.fromkeys([*own_part["code"]["enum"], *general_part["code"]["enum"]]))
    own_part |= general_part | {"code": {"type": "string", "enum": codes}}
    own["description"] = " ".join(dict.fromkeys([own["description"], general["description"]]))
    return own
