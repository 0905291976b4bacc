"""What every request meets: problems, limits, headers, one log line."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
import structlog
from fastapi import APIRouter, FastAPI, Request
from pydantic import BaseModel, ConfigDict
from structlog.testing import capture_logs

from clearwater.engine.follower import Follower
from clearwater.entrypoints import openapi
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.fields import Amount
from tests.conftest import OpenClient

PROBLEM = "application/problem+json"


class Draft(BaseModel):
    model_config = ConfigDict(extra="forbid")
    amount: Amount
    note: str = ""


router = APIRouter(prefix="/api/probe")


@router.post("/echo")
async def echo(draft: Draft) -> Draft:
    return draft


@router.get("/crash")
async def crash() -> None:
    message = "secret detail"
    raise RuntimeError(message)


def check_problem(answer: httpx.Response, status: int, code: str) -> dict[str, object]:
    assert answer.status_code == status
    assert answer.headers["content-type"] == PROBLEM
    problem: dict[str, object] = answer.json()
    assert problem["status"] == status
    assert problem["code"] == code
    assert problem["request_id"] == answer.headers["x-request-id"]
    assert problem["title"]
    assert problem["detail"]
    return problem


@pytest.fixture
async def probe(open_client: OpenClient) -> httpx.AsyncClient:
    return await open_client(router)


async def test_an_unknown_call_is_a_problem(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/nothing")
    check_problem(answer, 404, "NOT_FOUND")
    assert (answer.json()["title"], answer.json()["detail"]) == (
        "Page Not Found",
        "Page not found: /api/nothing",
    )


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
async def test_an_unknown_call_is_unknown_whatever_its_method(client: httpx.AsyncClient, method: str) -> None:
    check_problem(await client.request(method, "/api/nothing"), 404, "NOT_FOUND")


async def test_posting_to_a_page_is_not_allowed(client: httpx.AsyncClient) -> None:
    answer = await client.post("/privacy")

    check_problem(answer, 405, "METHOD_NOT_ALLOWED")
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


async def test_head_is_answered_wherever_get_is(client: httpx.AsyncClient) -> None:
    for path in ("/api/bff/config", "/api/health/live"):
        assert (await client.head(path)).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/bff/config", "/api/v1/token"])
async def test_trace_is_refused(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.request("TRACE", path, headers={"X-Token": "secret"})

    check_problem(answer, 405, "METHOD_NOT_ALLOWED")
    assert "secret" not in answer.text


async def test_a_wrong_method_names_the_right_ones(client: httpx.AsyncClient) -> None:
    answer = await client.delete("/api/bff/config")

    check_problem(answer, 405, "METHOD_NOT_ALLOWED")
    assert answer.headers["allow"] == "GET"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "MALFORMED"),
        (b'{"amount": "1\xff"}', 400, "MALFORMED"),
        (b"", 422, "VALIDATION_FAILED"),
        (b"[]", 422, "VALIDATION_FAILED"),
        (b"null", 422, "VALIDATION_FAILED"),
        (b'{"amount": 1}', 422, "VALIDATION_FAILED"),
        (b'{"amount": NaN}', 422, "VALIDATION_FAILED"),
        (b'{"amount": "1", "status": "approved"}', 422, "VALIDATION_FAILED"),
    ],
)
async def test_each_kind_of_invalid_body_has_its_own_error(
    probe: httpx.AsyncClient, body: bytes, status: int, code: str
) -> None:
    answer = await probe.post("/api/probe/echo", content=body, headers={"Content-Type": "application/json"})

    check_problem(answer, status, code)


@pytest.mark.parametrize(
    "amount",
    [
        "-1",
        "1e400",
        "NaN",
        "Infinity",
        "0x10",
        "1_000",
        "1.",
        ".5",
        "\uff11\uff12",
        "1." + "0" * 40,
        "1" * 21,
        "",
    ],
)
async def test_an_amount_is_a_plain_decimal_string(probe: httpx.AsyncClient, amount: str) -> None:
    answer = await probe.post("/api/probe/echo", json={"amount": amount})

    problem = check_problem(answer, 422, "VALIDATION_FAILED")
    assert [error["field"] for error in problem["errors"]] == ["amount"]  # type: ignore[attr-defined]


async def test_an_unknown_field_is_named(probe: httpx.AsyncClient) -> None:
    problem = check_problem(
        await probe.post("/api/probe/echo", json={"amount": "1", "level": "vip"}), 422, "VALIDATION_FAILED"
    )

    assert problem["errors"] == [
        {"field": "level", "code": "extra_forbidden", "message": "Extra inputs are not permitted"}
    ]


async def test_a_valid_body_is_accepted(probe: httpx.AsyncClient) -> None:
    answer = await probe.post("/api/probe/echo", json={"amount": "12345678901234567890.5"})

    assert answer.status_code == 200
    assert answer.json() == {"amount": "12345678901234567890.5", "note": ""}


async def test_a_large_body_is_refused_by_its_length(probe: httpx.AsyncClient) -> None:
    answer = await probe.post("/api/probe/echo", json={"amount": "1", "note": "x" * 70_000})

    check_problem(answer, 413, "BODY_TOO_LARGE")


async def test_a_large_body_of_unknown_length_is_refused_while_it_arrives(probe: httpx.AsyncClient) -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b'{"amount": "1", "note": "'
        for _ in range(80):
            yield b"x" * 1024

    answer = await probe.post(
        "/api/probe/echo", content=endless(), headers={"Content-Type": "application/json"}
    )

    check_problem(answer, 413, "BODY_TOO_LARGE")


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", ""])
async def test_only_json_is_taken(probe: httpx.AsyncClient, kind: str) -> None:
    answer = await probe.post("/api/probe/echo", content=b'{"amount":"1"}', headers={"Content-Type": kind})

    check_problem(answer, 415, "MEDIA_TYPE")


async def test_a_crash_shows_an_id_and_nothing_else_and_is_logged_once(probe: httpx.AsyncClient) -> None:
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        answer = await probe.get("/api/probe/crash")

    problem = check_problem(answer, 500, "INTERNAL")
    assert "secret detail" not in answer.text
    assert [(line["event"], line["request_id"]) for line in lines] == [
        ("request_failed", problem["request_id"]),
        ("request", problem["request_id"]),
    ]


@pytest.mark.parametrize(
    "note", [r"\u0000", r"\ud800", r"\udc00", r"\ud83d x \ude00", r"\ud83d\n\ude00", r"\ud83d x \n"]
)
async def test_text_with_nul_or_lone_surrogates_is_refused(probe: httpx.AsyncClient, note: str) -> None:
    body = f'{{"amount": "1", "note": "{note}"}}'
    answer = await probe.post("/api/probe/echo", content=body, headers={"Content-Type": "application/json"})

    check_problem(answer, 400, "MALFORMED")


@pytest.mark.parametrize(
    ("note", "read"), [(r"\ud83d\ude00", "\U0001f600"), (r"\\u0000", r"\u0000"), (r"a\u00e9\n", "a\u00e9\n")]
)
async def test_text_that_resembles_an_escape_is_accepted(
    probe: httpx.AsyncClient, note: str, read: str
) -> None:
    body = f'{{"amount": "1", "note": "{note}"}}'
    answer = await probe.post("/api/probe/echo", content=body, headers={"Content-Type": "application/json"})

    assert answer.json()["note"] == read


async def test_a_refused_request_leaves_one_line_without_its_query(client: httpx.AsyncClient) -> None:
    with capture_logs() as lines:
        await client.get("/api/nothing?api_key=hidden")

    assert [(line["event"], line["path"], line["status"]) for line in lines] == [
        ("request", "/api/nothing", 404)
    ]
    assert "hidden" not in str(lines)


async def test_every_answer_carries_safe_headers(client: httpx.AsyncClient) -> None:
    for path in ("/api/bff/config", "/api/nothing", "/", "/assets/index-abc123.js"):
        headers = (await client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert "server" not in headers
    assert (await client.get("/api/bff/config")).headers["cache-control"] == "no-store"


async def test_the_openapi_document_is_served_and_lists_errors(client: httpx.AsyncClient) -> None:
    document = (await client.get("/api/openapi.json")).json()

    config = document["paths"]["/bff/config"]["get"]["responses"]
    assert sorted(config) == ["200", "421", "429", "500", "503"]
    rules = document["paths"]["/bff/rules"]["get"]["responses"]
    assert sorted(rules) == ["200", "421", "422", "429", "500", "503"]
    assert list(rules["422"]["content"]) == [PROBLEM]
    assert document["servers"] == [{"url": "/api"}]
    assert "HTTPValidationError" not in document["components"]["schemas"]


async def test_the_openapi_document_is_made_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making it takes long enough to keep others waiting."""
    made: list[FastAPI] = []

    def describe(app: FastAPI) -> dict[str, int]:
        made.append(app)
        return {"paths": 1}

    monkeypatch.setattr(openapi, "describe", describe)
    document = openapi.PublishedDocument(FastAPI())

    answers = await asyncio.gather(*(document.answer(Request({"type": "http"})) for _ in range(3)))

    assert [answer.body for answer in answers] == [b'{"paths":1}'] * 3
    assert len(made) == 1


async def test_the_openapi_document_lists_the_security_schemes(client: httpx.AsyncClient) -> None:
    document = (await client.get("/api/openapi.json")).json()

    described = {
        name: (scheme["type"], scheme.get("in"), scheme.get("name", scheme.get("scheme")))
        for name, scheme in document["components"]["securitySchemes"].items()
    }
    assert described == {
        "session": ("apiKey", "header", "X-Token"),
        "bearer": ("http", None, "bearer"),
        "api_key": ("apiKey", "header", "X-Api-Key"),
        "api_key_in_address": ("apiKey", "query", "api_key"),
        "operator": ("apiKey", "header", "X-Operator-Token"),
    }

    def security_of(method: str, path: str) -> list[str | None] | None:
        security = document["paths"][path][method].get("security")
        return None if security is None else [next(iter(one), None) for one in security]

    assert security_of("get", "/v1/pairs") is None
    assert security_of("post", "/v1/token") is None
    assert security_of("post", "/operator/token") is None
    assert security_of("get", "/v1/order") == ["session", "bearer", "api_key", "api_key_in_address"]
    assert security_of("post", "/v1/order") == ["session", "bearer", "api_key"]
    assert security_of("patch", "/v1/client/site-data") == ["session", "bearer"]
    assert security_of("post", "/v1/feedback") == [None, "session", "bearer"]
    assert security_of("get", "/operator/me") == ["operator"]


async def test_an_order_declares_its_idempotency_key(client: httpx.AsyncClient) -> None:
    document = (await client.get("/api/openapi.json")).json()

    declared = [
        (parameter["in"], parameter["required"])
        for parameter in document["paths"]["/v1/order"]["post"]["parameters"]
        if parameter["name"] == "Idempotency-Key"
    ]
    assert declared == [("header", False)]


async def test_a_market_that_is_not_open_yet_is_not_ready(
    client: httpx.AsyncClient, services: ApiServices, engine: Follower
) -> None:
    assert engine.is_serving
    engine.view.kind = "demo"

    answer = await client.get("/api/health/ready")

    assert (answer.status_code, answer.json()["code"]) == (503, "ENGINE_UNAVAILABLE")
    assert answer.headers["Retry-After"] == "1"


@pytest.mark.usefixtures("engine")
async def test_health_reports_live_and_ready_without_a_line_in_the_log(client: httpx.AsyncClient) -> None:
    with capture_logs() as lines:
        assert (await client.get("/api/health/live")).json() == {"status": "live"}
        assert (await client.get("/api/health/ready")).json() == {"status": "ready"}
        await client.get("/api/bff/config")

    assert [line["path"] for line in lines if line["event"] == "request"] == ["/api/bff/config"]


async def test_the_server_is_not_ready_before_the_engine_serves(client: httpx.AsyncClient) -> None:
    with capture_logs() as lines:
        answer = await client.get("/api/health/ready")

    assert [line for line in lines if line["event"] == "request"] == []
    check_problem(answer, 503, "ENGINE_UNAVAILABLE")
    assert answer.headers["retry-after"] == "1"
