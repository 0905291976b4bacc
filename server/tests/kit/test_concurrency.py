"""What one caller may have under way at a time."""

import asyncio
from dataclasses import replace

import httpx
import pytest
from fastapi import APIRouter

from clearwater.entrypoints.api import create_app
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.concurrency import CallerSemaphores, ConcurrencyLimit
from clearwater.kit.errors import Overloaded, RateLimited
from tests.polling import eventually

router = APIRouter(prefix="/api/probe")


def test_slots_are_limited_per_caller_and_in_total() -> None:
    limit = ConcurrencyLimit(max_per_caller=1, max_in_all=2)

    with limit.slot("ann"):
        with pytest.raises(RateLimited) as limited, limit.slot("ann"):
            pass
        with limit.slot("bob"), pytest.raises(Overloaded), limit.slot("cat"):
            pass
        assert int(limited.value.headers["Retry-After"]) > 0
    with limit.slot("ann"):
        assert limit.total() == 1
    assert limit.total() == 0


async def test_concurrency_is_limited_per_ip_address(services: ApiServices) -> None:
    started: list[str] = []
    can_end = asyncio.Event()

    @router.get("/slow/{name}")
    async def slow(name: str) -> str:
        started.append(name)
        if not name.startswith("quick"):
            await can_end.wait()
        return name

    app = create_app(replace(services, caller_limits=CallerSemaphores(2)), router)

    def client_at(ip: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app, client=(ip, 1))
        return httpx.AsyncClient(transport=transport, base_url="http://localhost")

    async with client_at("203.0.113.1") as crowd, client_at("203.0.113.2") as other:
        waiting = [asyncio.create_task(crowd.get(f"/api/probe/slow/{number}")) for number in range(4)]
        await eventually(lambda: len(started) == 2)
        answer = await other.get("/api/probe/slow/quick")
        began = list(started)
        probe = await crowd.get("/api/health/live")
        can_end.set()
        answers = await asyncio.gather(*waiting)

    assert answer.json() == "quick"
    assert sorted(began) == ["0", "1", "quick"], "two of the four, and whoever is elsewhere"
    assert probe.status_code == 200
    assert [one.json() for one in answers] == ["0", "1", "2", "3"]


async def test_a_cancelled_waiter_holds_no_slot() -> None:
    caller_limits = CallerSemaphores(1)

    async with caller_limits.slot("ann"), caller_limits.slot("bob"):
        waiting = asyncio.create_task(caller_limits.slot("ann").__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    # Whoever gave up holds no slot: both are free at once.
    async with asyncio.timeout(5), caller_limits.slot("ann"), caller_limits.slot("bob"):
        pass
