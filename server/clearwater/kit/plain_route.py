"""Routes for the few calls that are made thousands of times a second: a request in, an answer out.

FastAPI's own way through dependencies and response models costs more than the work of these calls. They are
declared and described like all others, but read their body and write their answer themselves.
"""

import re
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec
from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic_core import ValidationError
from sqlalchemy.exc import DBAPIError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from clearwater.kit.errors import (
    ClearwaterError,
    FieldError,
    Malformed,
    RequestProblem,
    ValidationFailed,
)
from clearwater.kit.exception_handlers import DATABASE_IS_AWAY, answer_database

Body = TypeVar("Body", bound=BaseModel)


class PlainRoute(APIRoute):
    """A route whose endpoint takes the request and gives the response, and nothing in between."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        return self.endpoint


class PlainGate:
    """Takes requests to plain routes past all else: finding a route among many costs more than they do."""

    def __init__(self, app: ASGIApp, *, prefix: str, routers: Sequence[APIRouter]) -> None:
        self._app = app
        self._fixed: dict[tuple[str, str], PlainRoute] = {}
        self._others: list[tuple[re.Pattern[str], PlainRoute]] = []
        for router in routers:
            for route in router.routes:
                if isinstance(route, PlainRoute):
                    self._add(prefix, route)

    def _add(self, prefix: str, route: PlainRoute) -> None:
        if not route.param_convertors:
            self._fixed |= {(method, prefix + route.path): route for method in route.methods or ()}
        else:
            pattern = route.path_regex.pattern.removeprefix("^")
            self._others.append((re.compile(re.escape(prefix) + pattern), route))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = self._find(scope) if scope["type"] == "http" else None
        if route is None:
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            answer: Response = await route.endpoint(request)
        except ClearwaterError as refusal:
            answer = RequestProblem(refusal, request.state.request_id)
        except (DBAPIError, *DATABASE_IS_AWAY) as error:
            answer = await answer_database(request, error)
        await answer(scope, receive, send)

    def _find(self, scope: Scope) -> PlainRoute | None:
        method, path = scope["method"], scope["path"]
        route = self._fixed.get((method, path))
        if route is not None:
            return route
        for pattern, other in self._others:
            if method in (other.methods or ()) and (found := pattern.match(path)):
                scope["path_params"] = found.groupdict()
                return other
        return None


def body_of(model: type[BaseModel]) -> dict[str, Any]:
    """The description of a body that the endpoint reads itself."""
    schema = model.model_json_schema()
    assert "$defs" not in schema, "a body with parts of its own needs a place for them"
    content = {"application/json": {"schema": schema}}
    return {"requestBody": {"required": True, "content": content}}


async def read_body(request: Request, model: type[Body]) -> Body:
    """The body as the model describes it; every field that is wrong is named."""
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
    if any(one["type"] == "json_invalid" for one in found):
        raise Malformed("The body is not valid JSON.")
    raise ValidationFailed(
        errors=[
            FieldError(
                field=".".join(str(part) for part in one["loc"]) or "body",
                code=one["type"],
                message=one["msg"],
            )
            for one in found
        ]
    )


def json_answer(value: object, *, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status_code=status, media_type="application/json")
