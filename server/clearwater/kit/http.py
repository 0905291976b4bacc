"""What every request passes through: an id, limits on bodies, safe headers, one log line."""

import time

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clearwater.kit.errors import BodyTooLarge, ClearwaterError, Internal, MediaType, RequestProblem
from clearwater.kit.ids import new_id

log = structlog.get_logger("clearwater.http")

BODY_LIMIT_BYTES = 64 * 1024
METHODS_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
SECURITY_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=(), usb=(), camera=(self)",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# Answers that carry no document of ours need no sources at all.
CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"
STRICT_TRANSPORT = "max-age=31536000; includeSubDomains"


class RequestFrame:
    """The outermost middleware: nothing leaves without an id and safe headers, nothing is logged twice."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = new_id().hex
        scope.setdefault("state", {})["request_id"] = request_id
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        started = time.perf_counter()
        status = 0

        async def send_framed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message, scope, request_id)
            await send(message)

        try:
            await self._app(scope, receive, send_framed)
        except Exception:
            log.exception("request_failed", method=scope["method"], path=scope["path"])
            if status:
                # The answer has begun: cutting the connection is the only honest end.
                raise ConnectionAbortedError from None
            await RequestProblem(Internal(), request_id)(scope, receive, send_framed)
        log.info(
            "request",
            method=scope["method"],
            path=scope["path"],
            status=status,
            ms=round((time.perf_counter() - started) * 1000, 1),
            client=scope["client"][0] if scope.get("client") else None,
        )


def _add_headers(message: Message, scope: Scope, request_id: str) -> None:
    headers = MutableHeaders(scope=message)
    headers["X-Request-Id"] = request_id
    for name, value in SECURITY_HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Content-Security-Policy", CLOSED_POLICY)
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
    if scope.get("scheme") == "https":
        headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT)


class BodyGate:
    """Refuses bodies that are too large or not JSON before anything reads them."""

    def __init__(self, app: ASGIApp, *, large_paths: frozenset[str] = frozenset()) -> None:
        self._app = app
        self._large_paths = large_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_gated = scope["type"] == "http" and scope["method"] in METHODS_WITH_BODY
        if not is_gated or scope["path"] in self._large_paths:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = _find_refusal(headers)
        if refusal is not None:
            await RequestProblem(refusal, scope["state"]["request_id"])(scope, receive, send)
            return
        received = 0

        async def receive_counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > BODY_LIMIT_BYTES:
                raise _too_large()
            return message

        await self._app(scope, receive_counted, send)


def _find_refusal(headers: Headers) -> ClearwaterError | None:
    length = headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length) > BODY_LIMIT_BYTES:
        return _too_large()
    has_body = length != "0" or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if has_body and kind != "application/json":
        return MediaType()
    return None


def _too_large() -> BodyTooLarge:
    return BodyTooLarge(f"Send at most {BODY_LIMIT_BYTES // 1024} KiB.")
