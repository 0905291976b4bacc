"""Whether somebody is looking, which is what the bots of a demo go by."""

from datetime import timedelta

import httpx

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock


async def test_a_request_counts_as_a_visit_for_a_minute(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    assert not services.visits.is_watching()

    await client.get("/api/bff/config")

    clock.at += timedelta(seconds=59)
    assert services.visits.is_watching()
    clock.at += timedelta(seconds=1)
    assert not services.visits.is_watching()


async def test_health_probes_do_not_count_as_visits(client: httpx.AsyncClient, services: ApiServices) -> None:
    await client.get("/api/health/live")

    assert not services.visits.is_watching()


async def test_a_socket_counts_as_a_visit_until_a_minute_after_it_closes(
    services: ApiServices, clock: FixedClock
) -> None:
    services.visits.enter()
    clock.at += timedelta(days=1)
    assert services.visits.is_watching()

    services.visits.leave()

    assert services.visits.is_watching()
    clock.at += timedelta(minutes=1)
    assert not services.visits.is_watching()
