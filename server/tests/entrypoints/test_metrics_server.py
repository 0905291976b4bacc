"""The listener for Prometheus and probes: what it answers, and what it does not."""

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from clearwater.entrypoints import metrics_server
from clearwater.entrypoints.metrics_server import MAX_REQUEST_BYTES, bind_metrics, serving_metrics
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from tests.processes import free_port


class Readiness:
    is_ready = False


class Endpoint:
    """The listener, seen from outside."""

    def __init__(self, port: int, readiness: Readiness) -> None:
        self.port = port
        self.readiness = readiness

    async def send(self, request: bytes) -> tuple[int, str, str]:
        """Status, headers and body of the response."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request)
            answer = await asyncio.wait_for(reader.read(), 10)
        finally:
            writer.close()
        head, _, body = answer.decode().partition("\r\n\r\n")
        return int(head.split()[1]) if head else 0, head, body

    async def ask(self, path: str, method: str = "GET") -> tuple[int, str, str]:
        return await self.send(f"{method} {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())


@pytest_asyncio.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    listener = bind_metrics(Settings(metrics_port=free_port()))
    assert listener is not None
    readiness = Readiness()
    async with serving_metrics(listener, "engine", lambda: readiness.is_ready):
        yield Endpoint(listener.getsockname()[1], readiness)


async def test_metrics_are_shown_with_the_version_and_the_memory_of_the_process(endpoint: Endpoint) -> None:
    status, head, body = await endpoint.ask("/metrics")

    assert status == 200
    assert "Content-Type: text/plain; version=" in head
    assert "\nclearwater_engine_batches_total " in body
    assert "\nprocess_resident_memory_bytes " in body
    assert 'clearwater_build_info{process="engine"' in body


async def test_a_standby_is_live_and_becomes_ready_when_it_serves(endpoint: Endpoint) -> None:
    assert (await endpoint.ask("/health/live"))[0] == 200
    assert (await endpoint.ask("/health/ready"))[0] == 503

    endpoint.readiness.is_ready = True

    assert (await endpoint.ask("/health/ready?probe=1"))[0] == 200


async def test_unknown_paths_and_methods_are_rejected(endpoint: Endpoint) -> None:
    assert (await endpoint.ask("/"))[0] == 404
    assert (await endpoint.ask("/metrics/more"))[0] == 404
    status, head, _ = await endpoint.ask("/metrics", "POST")
    assert status == 405
    assert "\r\nAllow: GET\r\n" in head


async def test_malformed_and_oversized_requests_are_rejected(endpoint: Endpoint) -> None:
    assert (await endpoint.send(b"hello\r\n\r\n"))[0] == 400
    assert (await endpoint.send(b"GET /metrics HTTP/1.1\r\nX: " + b"x" * MAX_REQUEST_BYTES))[0] == 431


async def test_a_stalled_request_is_disconnected(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics_server, "REQUEST_SECONDS", 0.05)

    assert await endpoint.send(b"GET /metrics HTTP/1.1\r\n") == (0, "", "")


def test_without_a_port_nothing_listens() -> None:
    assert bind_metrics(Settings(metrics_port=None)) is None


def test_a_port_in_use_is_reported_with_its_setting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(StartupError) as error:
            bind_metrics(Settings(metrics_port=port))

    assert str(error.value) == (
        f"Port {port} on 127.0.0.1 is in use; set CLEARWATER_METRICS_PORT to another port."
    )
