"""Cookies that no script reads and no neighbour sets: `__Host-` wherever the connection is encrypted."""

from datetime import timedelta

from starlette.requests import HTTPConnection
from starlette.responses import Response

HOST_PREFIX = "__Host-"


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
