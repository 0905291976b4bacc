"""The OpenAPI document: complete and exact, failures included, paths as the web client writes them."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from clearwater.domains.sites.errors import SiteUnknown
from clearwater.kit.errors import (
    PROBLEM_JSON,
    BodyTooLarge,
    ClearwaterError,
    EngineUnavailable,
    Internal,
    Malformed,
    MediaType,
    Problem,
    RateLimited,
    ValidationFailed,
    problems,
)

BASE_PATH = "/api"
EVERYWHERE: tuple[type[ClearwaterError], ...] = (Internal, EngineUnavailable)
SITE_CALLS: tuple[type[ClearwaterError], ...] = (SiteUnknown, RateLimited)
WITH_BODY: tuple[type[ClearwaterError], ...] = (Malformed, BodyTooLarge, MediaType)


def describe(app: FastAPI) -> dict[str, Any]:
    """FastAPI's document, with our problems in place of its own validation errors."""
    document = get_openapi(title=app.title, version=app.version, routes=app.routes)
    document["servers"] = [{"url": BASE_PATH}]
    document["paths"] = {
        path.removeprefix(BASE_PATH): {
            method: _complete(path, operation) for method, operation in operations.items()
        }
        for path, operations in document["paths"].items()
    }
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for foreign in ("HTTPValidationError", "ValidationError"):
        schemas.pop(foreign, None)
    described = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= described.pop("$defs")
    schemas["Problem"] = described
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    return document


def _complete(path: str, operation: dict[str, Any]) -> dict[str, Any]:
    """Add the failures that any call of this kind can meet."""
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
            # FastAPI's own; a refusal of ours with this status stays.
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
