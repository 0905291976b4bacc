"""Routes for the few calls that are made thousands of times a second: a request in, an answer out.

FastAPI's own way through layers, dependencies and response models costs more than the work of these calls.
They are declared and described like all others, but come before every layer, read their body and make their
answer themselves, and our HTTP server calls them without ASGI in between. What the layers promise of every
answer, an id, safe headers, one log line, holds here too.
"""

import re
from collections.abc import Callable, Coroutine, Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec
from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic_core import ValidationError
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from clearwater.kit.concurrency import RequestSlot, require_sender
from clearwater.kit.errors import (
    ClearwaterError,
    Malformed,
    ValidationFailed,
    scope_problem,
)
from clearwater.kit.exception_handlers import DATABASE_ERRORS, answer_database, field_error
from clearwater.kit.http import RequestFrame, find_body_refusal, read_whole_body
from clearwater.kit.ratelimit import RateLimitGroup, app_limiter
from clearwater.kit.response_cache import SharedRoute, find_mark
from clearwater.kit.visitor import network_of_scope

Body = TypeVar("Body", bound=BaseModel)
Endpoint = TypeVar("Endpoint", bound=Callable[[Request], Coroutine[Any, Any, Response]])


class PlainRoute(APIRoute):
    """A route whose endpoint takes the request and gives the response, and nothing in between."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        return self.endpoint

    @cached_property
    def has_export(self) -> bool:
        """Whether the answer may be a file instead."""
        return "text/csv" in self.responses.get(200, {}).get("content", {})


def plain_get(
    router: APIRouter, path: str, *dependencies: Callable[..., Any], **described: Any
) -> Callable[[Endpoint], Endpoint]:
    """Declare a GET of a router as a plain route.

    Of the dependencies, what they say of themselves is part of the route's description: the endpoint calls
    them itself.
    """

    def add(endpoint: Endpoint) -> Endpoint:
        router.add_api_route(
            path,
            endpoint,
            methods=["GET"],
            dependencies=[Depends(dependency) for dependency in dependencies],
            route_class_override=PlainRoute,
            **described,
        )
        return endpoint

    return add


# Both have a path, methods and an endpoint that takes the request.
AnyRoute = PlainRoute | SharedRoute


class PlainHeaders(Headers):
    """Headers that are looked for more than once, so put in order once; asked for in small letters.

    Of two by one name the first counts.
    """

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope=scope)
        self._by_name = dict(reversed(self.raw))

    def __getitem__(self, key: str) -> str:
        return self._by_name[key.encode("latin-1")].decode("latin-1")

    def get(self, key: str, default: Any = None) -> Any:
        value = self._by_name.get(key.encode("latin-1"))
        return default if value is None else value.decode("latin-1")

    def __contains__(self, key: Any) -> bool:
        return key.encode("latin-1") in self._by_name


class PlainRequest(Request):
    """A request whose headers and body are at hand."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        super().__init__(scope, receive)
        self._known = PlainHeaders(scope)
        self._whole = b""

    @property
    def headers(self) -> Headers:
        return self._known

    async def read(self) -> None:
        """Read the body, or refuse it."""
        if self.method != "GET":
            refusal = find_body_refusal(self._known)
            if refusal is not None:
                raise refusal
            self._whole = await read_whole_body(self.receive)

    async def body(self) -> bytes:
        return self._whole


class PlainRoutes:
    """Finds the plain routes by method and path, and answers them.

    So it does with shared responses, as long as there is one to serve.
    """

    def __init__(
        self,
        app: FastAPI,
        *,
        prefix: str,
        routers: Sequence[APIRouter],
        on_request: Callable[[], None] | None = None,
    ) -> None:
        self._app = app
        self._on_request = on_request
        self._frame = RequestFrame(self._send_answer)
        self._fixed: dict[tuple[str, str], AnyRoute] = {}
        self._others: list[tuple[re.Pattern[str], AnyRoute]] = []
        for router in routers:
            for route in router.routes:
                if isinstance(route, PlainRoute):
                    self._add(prefix, route, route)
                elif isinstance(route, APIRoute) and (mark := find_mark(route)) is not None:
                    self._add(prefix, route, SharedRoute(route, mark))

    def _add(self, prefix: str, route: APIRoute, served: AnyRoute) -> None:
        if not route.param_convertors:
            self._fixed |= {(method, prefix + route.path): served for method in route.methods or ()}
        else:
            pattern = route.path_regex.pattern.removeprefix("^")
            self._others.append((re.compile(re.escape(prefix) + pattern), served))

    def has(self, scope: Scope) -> bool:
        """Whether a request is for one of these; if so it is noted which."""
        method, path = scope["method"], scope["path"]
        route = self._fixed.get((method, path))
        if route is not None:
            if route.has_export and _may_want_csv(scope):
                # A stream is sent by ASGI alone.
                return False
            scope["route"] = route
            return True
        for pattern, other in self._others:
            if method in (other.methods or ()) and (found := pattern.match(path)):
                scope["route"], scope["path_params"] = other, found.groupdict()
                return True
        return False

    async def can_answer(self, scope: Scope) -> bool:
        """Whether it is answered here, and not by the app behind all layers."""
        route = scope["route"]
        if not isinstance(route, SharedRoute):
            return True
        scope["app"] = self._app
        return await route.find(PlainRequest(scope, _receive_nothing))

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that is for one of these, where the server knows nothing but ASGI."""
        await self._frame(scope, receive, send)

    async def _send_answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self.answer(scope, receive)
        await answer(scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive) -> Response:
        """The whole answer to a request that is for one of these and has an id."""
        scope["app"] = self._app
        if self._on_request is not None:
            self._on_request()
        request = PlainRequest(scope, receive)
        try:
            if request.method == "GET":
                return await self._answer_read(request)
            await request.read()
            require_sender(scope)
            return await _call(request)
        except ClearwaterError as refusal:
            return scope_problem(refusal, scope)
        except DATABASE_ERRORS as error:
            return await answer_database(request, error)

    async def _answer_read(self, request: Request) -> Response:
        """Answer a GET within the limits of its address; commands are counted by client."""
        scope = request.scope
        await app_limiter.of(self._app).require_room(RateLimitGroup.READS, network_of_scope(scope))
        if isinstance(scope["route"], SharedRoute):
            # It has been built, and is only sent.
            return await _call(request)
        slot = RequestSlot(scope)
        try:
            await slot.acquire()
            return await _call(request)
        finally:
            slot.release()


async def _call(request: Request) -> Response:
    answer: Response = await request.scope["route"].endpoint(request)
    return answer


def _may_want_csv(scope: Scope) -> bool:
    """Whether `wants_csv` may hold; nearly always this tells without decoding anything."""
    asked: bytes = scope["query_string"]
    return (
        b"csv" in asked
        or b"%" in asked
        or any(name == b"accept" and b"csv" in value.lower() for name, value in scope["headers"])
    )


async def _receive_nothing() -> Message:
    raise AssertionError("the body is not needed to find a response")


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
        found = error.errors(include_url=False)
    if any(one["type"] == "json_invalid" for one in found):
        raise Malformed("The body is not valid JSON.")
    raise ValidationFailed(
        errors=[field_error(".".join(str(part) for part in one["loc"]) or "body", one) for one in found]
    )


class JsonAnswer(Response):
    """A response of two headers and a body, built without lookups."""

    def __init__(self, body: bytes, status: int) -> None:
        self.status_code = status
        self.background = None
        self.body = body
        self.raw_headers = [
            (b"content-length", str(len(body)).encode()),
            (b"content-type", b"application/json"),
        ]


def json_answer(value: object, *, status: int = 200) -> Response:
    return JsonAnswer(msgspec.json.encode(value), status)


def model_answer(model: BaseModel) -> Response:
    return JsonAnswer(model.__pydantic_serializer__.to_json(model, by_alias=True), 200)


def page_answer(items: Sequence[object], next_cursor: str | None) -> Response:
    """A page of a list, and the cursor of the next one."""
    return json_answer({"items": items, "next_cursor": next_cursor})
