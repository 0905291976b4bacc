"""What an order leaves in the metrics: its outcome, its batch, its request and the caches that it used."""

from collections.abc import Callable

import httpx
import pytest
from prometheus_client import CollectorRegistry

from clearwater.kit.metrics import make_registry
from tests.builders import SignedInClient
from tests.trading import place

Grown = Callable[..., float]
ORDER = {"route": "/api/v1/order", "method": "POST"}


@pytest.fixture
def grown() -> Grown:
    """How much a sample has grown since the test began."""
    registries = [make_registry(process) for process in ("engine", "api")]
    before = {sample: value for registry in registries for sample, value in _samples(registry).items()}

    def read(name: str, **labels: str) -> float:
        sample = name, frozenset(labels.items())
        now = {sample: value for registry in registries for sample, value in _samples(registry).items()}
        return now.get(sample, 0.0) - before.get(sample, 0.0)

    return read


def _samples(registry: CollectorRegistry) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in registry.collect()
        for sample in family.samples
    }


async def test_an_accepted_and_a_rejected_order_are_counted_by_outcome(
    client: httpx.AsyncClient, ann: SignedInClient, grown: Grown
) -> None:
    assert (await place(client, ann)).status_code == 201
    assert (await place(client, ann, quantity="100000")).status_code == 422

    assert grown("clearwater_orders_total", outcome="accepted") == 1
    assert grown("clearwater_orders_total", outcome="rejected") == 1
    assert grown("clearwater_orders_total", outcome="unavailable") == 0


async def test_an_order_is_one_command_of_a_batch_whose_times_are_observed(
    client: httpx.AsyncClient, ann: SignedInClient, grown: Grown
) -> None:
    await place(client, ann)

    assert grown("clearwater_engine_commands_total") == 1
    assert grown("clearwater_engine_batches_total") == 1
    assert grown("clearwater_engine_batch_commands_sum") == 1
    assert grown("clearwater_engine_commit_seconds_count") == 1
    assert grown("clearwater_engine_queue_seconds_count") == 1
    assert grown("clearwater_engine_queue_seconds_sum") >= grown("clearwater_engine_commit_seconds_sum") > 0


async def test_a_request_is_timed_under_its_route_and_status_not_its_path(
    client: httpx.AsyncClient, ann: SignedInClient, grown: Grown
) -> None:
    await place(client, ann)
    await place(client, ann, quantity="nothing")
    await client.get("/api/v1/order/77", headers=ann.headers)
    await client.head("/api/v1/pairs")
    await client.request("BREW", "/api/v1/nowhere")

    name = "clearwater_http_request_seconds_count"
    assert grown(name, **ORDER, status="2xx") == 1
    assert grown(name, **ORDER, status="4xx") == 1
    assert grown(name, route="/api/v1/order/{order_id}", method="GET", status="4xx") == 1
    assert grown(name, route="/api/v1/pairs", method="HEAD", status="2xx") == 1
    labels = str([labels for _, labels in _samples(make_registry("api"))])
    assert "BREW" not in labels
    assert "/77" not in labels
    assert "nowhere" not in labels


async def test_the_second_order_finds_session_and_trader_in_the_caches(
    client: httpx.AsyncClient, ann: SignedInClient, grown: Grown
) -> None:
    await place(client, ann)
    await place(client, ann)

    for cache in ("sessions", "traders"):
        assert grown("clearwater_cache_requests_total", cache=cache, result="miss") == 1
        assert grown("clearwater_cache_requests_total", cache=cache, result="hit") == 1
