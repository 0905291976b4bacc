"""What never becomes a request is refused as clearly as what does, on a real socket."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import uvicorn
from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse
from structlog.testing import capture_logs

from clearwater.entrypoints.api import create_app
from clearwater.entrypoints.http_protocol import Config, HttpProtocol
from clearwater.entrypoints.listener import bind
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.plain_route import PlainRoute, PlainRoutes, json_answer

router = APIRouter(prefix="/api/probe")
plain_router = APIRouter(prefix="/probe", route_class=PlainRoute)


@plain_router.get("/whole")
async def whole(_request: Request) -> Response:
    return json_answer({"whole": True}, status=201)


@plain_router.get("/caller")
async def caller(request: Request) -> Response:
    answer = json_answer({"address": request.client and request.client.host, "scheme": request.url.scheme})
    answer.raw_headers.append((b"idempotent-replay", b"true"))
    return answer


@plain_router.post("/echo")
async def echo(request: Request) -> Response:
    return json_answer({"bytes": len(await request.body())})


@plain_router.get("/broken")
async def broken(_request: Request) -> Response:
    raise RuntimeError


@router.get("/broken-stream")
async def stream() -> StreamingResponse:
    async def rows() -> AsyncIterator[str]:
        yield "first\n"
        raise RuntimeError

    return StreamingResponse(rows())


@pytest_asyncio.fixture
async def port(services: ApiServices) -> AsyncIterator[int]:
    app = create_app(services, router)
    config = Config(
        app,
        http=HttpProtocol,
        ws="none",
        log_config=None,
        proxy_headers=True,
        forwarded_allow_ips="127.0.0.1",
    )
    config.plain = PlainRoutes(app, prefix="/api", routers=[plain_router])
    server = uvicorn.Server(config)
    listener = bind("127.0.0.1", 0)
    listener.listen()
    task = asyncio.create_task(server.serve(sockets=[listener]))
    yield listener.getsockname()[1]
    server.should_exit = True
    await task


async def ask(port: int, request: bytes) -> tuple[int, dict[str, str], bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        return int(head[0].split()[1]), headers, body
    finally:
        writer.close()


HOST = b"Host: localhost\r\n"


@pytest.mark.parametrize(
    ("request_bytes", "status", "code"),
    [
        (b"FOO / HTTP/1.1\r\n" + HOST + b"\r\n", 400, "MALFORMED"),
        (b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n", 400, "MALFORMED"),
        (b"GET /\x00 HTTP/1.1\r\n" + HOST + b"\r\n", 400, "MALFORMED"),
        (b"GET / HTTP/1.1\r\n" + HOST + b"host: other.example\r\n\r\n", 400, "MALFORMED"),
        (b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 70_000 + b"\r\n\r\n", 431, "HEADERS_TOO_LARGE"),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 431, "HEADERS_TOO_LARGE"),
        (b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 30_000 + b"\r\n", 431, "HEADERS_TOO_LARGE"),
    ],
)
async def test_a_request_rejected_by_the_parser_is_a_problem_and_logged_once(
    port: int, request_bytes: bytes, status: int, code: str
) -> None:
    with capture_logs() as lines:
        answered, headers, body = await ask(port, request_bytes)

    problem = json.loads(body)
    assert (answered, problem["status"], problem["code"]) == (status, status, code)
    assert headers["content-type"] == "application/problem+json"
    assert headers["x-content-type-options"] == "nosniff"
    assert [(line["event"], line["status"], line["request_id"]) for line in lines] == [
        ("request", status, problem["request_id"])
    ]


async def test_an_endless_header_is_rejected(port: int) -> None:
    status, _, _ = await ask(port, b"GET / HTTP/1.1\r\nX: " + b"a" * 200_000)

    assert status == 431


async def test_head_has_the_headers_of_get_and_no_body(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"HEAD /api/bff/config HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    answer = await reader.read()
    writer.close()

    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert b"content-type: application/json" in head
    assert body == b""


async def test_a_response_in_one_piece_has_the_usual_headers(port: int) -> None:
    _, usual, _ = await ask(port, b"GET /api/health/live HTTP/1.1\r\n" + HOST + b"\r\n")
    status, headers, body = await ask(port, b"GET /api/probe/whole HTTP/1.1\r\n" + HOST + b"\r\n")

    assert (status, json.loads(body)) == (201, {"whole": True})
    own = {"content-length", "x-request-id", "date"}
    assert headers.keys() == usual.keys()
    assert all(headers[name] == value for name, value in usual.items() if name not in own)


async def test_answers_in_one_piece_keep_a_connection_in_order(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    whole = b" /api/probe/whole HTTP/1.1\r\n" + HOST
    writer.write(b"GET" + whole + b"\r\nGET" + whole + b"Connection: close\r\n\r\n")
    heads = (await reader.read()).split(b'{"whole":true}')
    writer.close()

    assert [head.count(b"HTTP/1.1 201 Created\r\n") for head in heads] == [1, 1, 0]
    assert b"connection: close\r\n" in heads[1]
    assert b"connection: close" not in heads[0]


async def test_a_plain_route_sends_its_own_headers_and_knows_the_client_behind_a_proxy(port: int) -> None:
    forwarded = b"X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n"
    with capture_logs() as lines:
        status, headers, body = await ask(
            port, b"GET /api/probe/caller HTTP/1.1\r\n" + HOST + forwarded + b"\r\n"
        )

    assert (status, json.loads(body)) == (200, {"address": "203.0.113.9", "scheme": "https"})
    assert headers["idempotent-replay"] == "true"
    assert headers["content-type"] == "application/json"
    assert headers["cache-control"] == "no-store"
    assert headers["strict-transport-security"].startswith("max-age=")
    assert [(line["event"], line["client"], line["request_id"]) for line in lines] == [
        ("request", "203.0.113.9", headers["x-request-id"])
    ]


async def test_an_error_in_a_plain_route_is_a_problem_and_logged(port: int) -> None:
    with capture_logs() as lines:
        status, headers, body = await ask(port, b"GET /api/probe/broken HTTP/1.1\r\n" + HOST + b"\r\n")

    assert (status, json.loads(body)["code"]) == (500, "INTERNAL")
    assert json.loads(body)["request_id"] == headers["x-request-id"]
    assert [(line["event"], line.get("status")) for line in lines] == [
        ("request_failed", None),
        ("request", 500),
    ]


POST = b"POST /api/probe/echo HTTP/1.1\r\n" + HOST
JSON = b"Content-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("rest", "status"),
    [
        (JSON + b"Content-Length: 2\r\n\r\n{}", 200),
        (JSON + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 200),
        (b"Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", 415),
        (JSON + b"Content-Length: 70000\r\n\r\n", 413),
        (JSON + b"Transfer-Encoding: chunked\r\n\r\n11170\r\n" + b"x" * 70_000, 413),
        (JSON + b'Content-Length: 8\r\n\r\n"\\u0000"', 400),
    ],
)
async def test_the_body_of_a_plain_route_has_the_usual_limits(port: int, rest: bytes, status: int) -> None:
    answered, _, body = await ask(port, POST + rest)

    assert answered == status
    assert status != 200 or json.loads(body) == {"bytes": 2}


async def test_a_plain_route_waits_for_a_body_and_asks_for_it(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(POST + JSON + b"Expect: 100-continue\r\nContent-Length: 4\r\nConnection: close\r\n\r\n")
    go_on = await reader.readuntil(b"\r\n\r\n")
    writer.write(b"[1")
    await writer.drain()
    writer.write(b"2]")
    answer = await reader.read()
    writer.close()

    assert go_on == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert answer.endswith(b'{"bytes":4}')


async def test_a_broken_stream_is_cut_off_and_logged_once(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with capture_logs() as lines:
        writer.write(b"GET /api/probe/broken-stream HTTP/1.1\r\n" + HOST + b"\r\n")
        answer = await reader.read()
    writer.close()

    assert b"first" in answer
    assert not answer.endswith(b"0\r\n\r\n"), "a client must see that it is not whole"
    assert [line["event"] for line in lines] == ["request_failed", "request"]
