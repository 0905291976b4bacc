"""What every request passes through: an id, limits on bodies, safe headers, one log line.

Cookies are set here as well, unreadable by scripts.
"""

import re
import time
from collections.abc import Callable, Container, Iterable, Mapping
from datetime import timedelta
from functools import cache
from http import HTTPStatus

import structlog
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clearwater.kit import messages, metrics
from clearwater.kit.errors import (
    BodyTooLarge,
    ClearwaterError,
    Internal,
    Malformed,
    MediaType,
    RequestProblem,
    scope_problem,
)
from clearwater.kit.ids import new_hex_id
from clearwater.kit.languages import language_of_scope

log = structlog.get_logger("clearwater.http")

BODY_LIMIT_BYTES = 64 * 1024
JSON_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
HIGH_SURROGATES = range(0xD800, 0xDC00)
LOW_SURROGATES = range(0xDC00, 0xE000)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
METHODS_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
# The first is that of a response that was never begun.
STATUS_CLASSES = ("none", "1xx", "2xx", "3xx", "4xx", "5xx")
SECURITY_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=(), usb=(), camera=(self)",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# Responses that are not documents need no sources at all.
CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"
STRICT_TRANSPORT = "max-age=31536000; includeSubDomains"
HOST_PREFIX = "__Host-"
PROBES = "/api/health/"
PROBED = (HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE)


class ResponseAborted(Exception):
    """An answer could not be finished. It has been logged; the server need only drop the connection."""


class RequestRecord:
    """A request on its way: its id, and at its end one log line and its time."""

    __slots__ = ("_scope", "_started", "id", "status")

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._started = time.perf_counter()
        # Of the response; 0 until it begins.
        self.status = 0
        self.id = new_hex_id()
        scope.setdefault("state", {})["request_id"] = self.id
        structlog.contextvars.bind_contextvars(request_id=self.id)

    def end(self) -> None:
        scope, seconds = self._scope, time.perf_counter() - self._started
        _time_request(scope, self.status, seconds)
        if scope["path"].startswith(PROBES) and self.status in PROBED:
            # Probed many times while it starts; problems are logged where they are found.
            return
        log.info(
            "request",
            request_id=self.id,
            method=scope["method"],
            path=scope["path"],
            status=self.status,
            ms=round(seconds * 1000, 1),
            client=scope["client"][0] if scope.get("client") else None,
        )


class RequestFrame:
    """The outermost middleware: nothing leaves without an id and safe headers, nothing is logged twice."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        record = RequestRecord(scope)

        async def send_framed(message: Message) -> None:
            if message["type"] == "http.response.start":
                record.status = message["status"]
                message["headers"] = complete_headers(message["headers"], scope, record.id)
            await send(message)

        asked = _as_get(scope)
        try:
            await self._app(asked, receive, send_framed)
        except Exception:
            log.exception("request_failed", method=scope["method"], path=scope["path"])
            if record.status:
                # The answer has begun: cutting the connection is the only honest end.
                raise ResponseAborted from None
            await RequestProblem(Internal(), record.id, language=language_of_scope(scope))(
                scope, receive, send_framed
            )
        finally:
            scope["route"] = asked.get("route")
            record.end()


@cache
def _observer(
    template: str | None, method: str, status_class: int, *, is_api: bool
) -> Callable[[float], None]:
    """Observes the times of a route, known by its template: a path would be a series for each id."""
    route = template or "none"
    # A route does not know the prefix that its router was included with.
    if is_api and route.startswith("/") and not route.startswith("/api/"):
        route = f"/api{route}"
    return metrics.http_request_seconds.labels(route, method, STATUS_CLASSES[status_class]).observe


def _time_request(scope: Scope, status: int, seconds: float) -> None:
    template, method = getattr(scope.get("route"), "path", None), scope["method"]
    shown = method if method in METHODS else "other"
    _observer(template, shown, status // 100, is_api=scope["path"].startswith("/api/"))(seconds)


def _as_get(scope: Scope) -> Scope:
    """HEAD is answered like GET; the server, which keeps the scope as it was, leaves the body out."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]


# Encoded once, because every response has them; headers of the response itself win.
COMMON_HEADERS = _raw(SECURITY_HEADERS | {"Content-Security-Policy": CLOSED_POLICY})
API_HEADERS = _raw({"Cache-Control": "no-store"})
TLS_HEADERS = _raw({"Strict-Transport-Security": STRICT_TRANSPORT})
VARIES_BY_SITE = (b"vary", b"X-Site")
# Headers that responses of the API usually set themselves; none is among those above.
LENGTH_AND_TYPE = [b"content-length", b"content-type"]


def _lines(headers: list[tuple[bytes, bytes]]) -> bytes:
    return b"".join(b"%b: %b\r\n" % header for header in headers)


API_LINES = _lines(COMMON_HEADERS + API_HEADERS)
API_LINES_WITH_TLS = API_LINES + _lines(TLS_HEADERS)


def _is_shared(header: tuple[bytes, bytes]) -> bool:
    return header[0] == b"cache-control" and header[1].startswith(b"public")


def complete_headers(
    headers: Iterable[tuple[bytes, bytes]], scope: Scope, request_id: str
) -> list[tuple[bytes, bytes]]:
    """The headers of a response, and those that every one has."""
    promised = COMMON_HEADERS + API_HEADERS if scope["path"].startswith("/api/") else COMMON_HEADERS
    if scope.get("scheme") == "https":
        promised = promised + TLS_HEADERS
    own = list(headers)
    said = [name for name, _ in own]
    if said != LENGTH_AND_TYPE:
        promised = [pair for pair in promised if pair[0] not in said]
        if scope["path"].startswith("/api/") and any(map(_is_shared, own)):
            # A cache that serves all visitors must not hand one site's answer to another's.
            promised = [*promised, VARIES_BY_SITE]
    return [*own, *promised, (b"x-request-id", request_id.encode())]


def encode_head(response: Response, scope: Scope, request_id: str) -> bytes:
    """All headers of a response of the API, as they are sent."""
    if len(response.raw_headers) != len(LENGTH_AND_TYPE) or not scope["path"].startswith("/api/"):
        return _lines(complete_headers(response.raw_headers, scope, request_id))
    # Nearly always; what they have in common is encoded already.
    (name, value), (other_name, other_value) = response.raw_headers
    lines = API_LINES_WITH_TLS if scope.get("scheme") == "https" else API_LINES
    return b"%b: %b\r\n%b: %b\r\n%bx-request-id: %b\r\n" % (
        name,
        value,
        other_name,
        other_value,
        lines,
        request_id.encode(),
    )


class BodyGate:
    """Refuses bodies that are too large or not JSON before anything reads them."""

    def __init__(self, app: ASGIApp, *, large_paths: Container[str] = frozenset()) -> None:
        self._app = app
        self._large_paths = large_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_gated = scope["type"] == "http" and scope["method"] in METHODS_WITH_BODY
        if not is_gated or scope["path"] in self._large_paths:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = find_body_refusal(headers)
        if refusal is not None:
            await scope_problem(refusal, scope)(scope, receive, send)
            return
        try:
            body = await read_whole_body(receive)
        except ClearwaterError as error:
            await scope_problem(error, scope)(scope, receive, send)
            return
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return messages.pop() if messages else await receive()

        await self._app(scope, receive_again, send)


async def read_whole_body(receive: Receive) -> bytes:
    """The whole body, which is small by rule, if it is text that can be stored."""
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > BODY_LIMIT_BYTES:
            raise _too_large()
        if not message.get("more_body", False):
            break
    try:
        is_writable = b"\\u" not in body or not has_unstorable_escape(body.decode())
    except UnicodeDecodeError:
        is_writable = False
    if not is_writable:
        raise Malformed("The body contains invalid characters.")
    return body


def has_unstorable_escape(text: str) -> bool:
    """Whether JSON names a character that no text can hold: NUL, or half of a surrogate pair."""
    half_ended_at: int | None = None
    for found in JSON_ESCAPE.finditer(text):
        number = int(found[1], 16) if found[1] else None
        is_low = number in LOW_SURROGATES
        # A low half must follow its high half at once, and a high half must be followed by a low one.
        if is_low != (half_ended_at is not None) or (is_low and half_ended_at != found.start()):
            return True
        half_ended_at = found.end() if number in HIGH_SURROGATES else None
        if number == 0:
            return True
    return half_ended_at is not None


def find_body_refusal(headers: Headers) -> ClearwaterError | None:
    """Why a body with such headers is not even read."""
    length = headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length) > BODY_LIMIT_BYTES:
        return _too_large()
    has_body = length != "0" or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if has_body and kind != "application/json":
        return MediaType()
    return None


def _too_large() -> BodyTooLarge:
    return BodyTooLarge(
        messages.Message("Send at most {body_limit_bytes} KiB.", body_limit_bytes=BODY_LIMIT_BYTES // 1024)
    )


def read_cookie(request: HTTPConnection, name: str) -> str | None:
    return request.cookies.get(_full_name(request, name)) or None


def own_cookies(request: HTTPConnection) -> dict[str, str]:
    """Every cookie that `read_cookie` would find, by its name there."""
    prefix = _full_name(request, "")
    return {
        name.removeprefix(prefix): value
        for name, value in request.cookies.items()
        if name.startswith(prefix) and value
    }


def set_cookie(
    response: Response, request: HTTPConnection, name: str, value: str, *, for_: timedelta
) -> None:
    response.set_cookie(
        _full_name(request, name),
        value,
        max_age=int(for_.total_seconds()),
        path="/",
        secure=_is_encrypted(request),
        httponly=True,
        samesite="strict",
    )


def delete_cookie(response: Response, request: HTTPConnection, name: str) -> None:
    response.delete_cookie(
        _full_name(request, name), path="/", secure=_is_encrypted(request), httponly=True, samesite="strict"
    )


def _full_name(request: HTTPConnection, name: str) -> str:
    """Browsers reject the prefix on plain http, so local installations go without it."""
    return HOST_PREFIX + name if _is_encrypted(request) else name


def _is_encrypted(request: HTTPConnection) -> bool:
    return request.url.scheme in ("https", "wss")


def is_not_modified(headers: Headers, etag: str) -> bool:
    """Whether a request has the response with this tag already."""
    tags = headers.get("if-none-match")
    if tags is None:
        return False
    return tags.strip() == "*" or etag.removeprefix("W/") in {
        tag.strip().removeprefix("W/") for tag in tags.split(",")
    }
