"""Rate limits: in memory, and shared through a real Redis."""

import asyncio
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit import metrics, ratelimit
from clearwater.kit.clock import SystemClock
from clearwater.kit.errors import RateLimited, StartupError
from clearwater.kit.ratelimit import MAX_IMMEDIATE_REFUSALS, RateLimiter, RateLimitGroup
from tests.conftest import OpenClient, app_with

# Of 1,200 reads a minute, this multiplier leaves three.
THREE_READS = 3 / 1200


def a_limiter(*, redis_url: str | None = None, multiplier: float = THREE_READS) -> RateLimiter:
    return RateLimiter(redis_url=redis_url, multiplier=multiplier, clock=SystemClock())


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    program = shutil.which("redis-server")
    assert program, "make test installs redis-server"
    socket = tmp_path / "redis.sock"
    with subprocess.Popen(
        [program, "--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", str(tmp_path)],
        stdout=subprocess.DEVNULL,
    ) as process:
        deadline = time.monotonic() + 10
        while not socket.exists() and time.monotonic() < deadline:
            process.poll()
        yield f"unix://{socket}"
        process.terminate()


async def test_over_the_limit_is_429_with_the_time_to_wait(
    services: ApiServices, open_client: OpenClient
) -> None:
    limited = replace(services, limiter=a_limiter())
    client = await open_client(app=app_with(limited))
    rejected = metrics.rate_limited.labels("reads")
    before = rejected.value

    answers = [await client.get("/api/bff/config") for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].json()["code"] == "RATE_LIMITED"
    # Until the first of the three has left the window: up to a third of the minute after the next begins.
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 80
    assert rejected.value - before == 1


async def test_health_probes_are_not_rate_limited(services: ApiServices, open_client: OpenClient) -> None:
    client = await open_client(app=app_with(replace(services, limiter=a_limiter())))

    assert {(await client.get("/api/health/live")).status_code for _ in range(30)} == {200}


async def test_documents_and_files_are_counted_apart_from_calls(
    services: ApiServices, open_client: OpenClient
) -> None:
    client = await open_client(app=app_with(replace(services, limiter=a_limiter())))

    # Five times as many as calls: fifteen here.
    for path in ["/", "/assets/index-abc123.js", "/no/such/page"] * 5:
        assert (await client.get(path)).status_code in (200, 404)
    assert (await client.get("/")).json()["code"] == "RATE_LIMITED"
    assert (await client.get("/api/bff/config")).status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("203.0.113.7", "203.0.113.8", False),
        ("203.0.113.7", "::ffff:203.0.113.7", True),
    ],
)
async def test_a_subscriber_of_ipv6_is_one_address(
    services: ApiServices, one: str, other: str, is_same: bool
) -> None:
    app = app_with(replace(services, limiter=a_limiter(multiplier=1 / 1200)))
    statuses = []
    for ip in (one, other):
        transport = httpx.ASGITransport(app, client=(ip, 1234))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            statuses.append((await client.get("/api/bff/config")).status_code)

    assert statuses == [200, 429 if is_same else 200]


async def test_a_flood_of_refusals_is_delayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each second has ten quick ones; whoever asks for more waits, and nobody else does."""
    limiter = a_limiter(multiplier=1 / 1200)
    await limiter.require_room(RateLimitGroup.READS, "ann")
    monkeypatch.setattr(ratelimit, "_this_second", lambda: 7)
    monkeypatch.setattr(ratelimit, "REFUSAL_DELAY_SECONDS", 3600.0)
    flood = [
        asyncio.create_task(limiter.require_room(RateLimitGroup.READS, "ann"))
        for _ in range(MAX_IMMEDIATE_REFUSALS + 3)
    ]
    await limiter.require_room(RateLimitGroup.READS, "bob")
    with pytest.raises(RateLimited):
        await limiter.require_room(RateLimitGroup.READS, "bob")

    quick, held_back = await asyncio.wait(flood, timeout=0)
    assert (len(quick), len(held_back)) == (MAX_IMMEDIATE_REFUSALS, 3)
    for task in flood:
        task.cancel()
    await asyncio.gather(*flood, return_exceptions=True)


async def test_callers_and_groups_are_counted_separately() -> None:
    limiter = a_limiter()
    for _ in range(3):
        await limiter.require_room(RateLimitGroup.READS, "ann")

    await limiter.require_room(RateLimitGroup.READS, "bob")
    await limiter.require_room(RateLimitGroup.WRITES, "ann")
    with pytest.raises(RateLimited):
        await limiter.require_room(RateLimitGroup.READS, "ann")


async def test_zero_turns_the_limits_off() -> None:
    limiter = a_limiter(multiplier=0)

    for _ in range(2000):
        await limiter.require_room(RateLimitGroup.READS, "ann")


async def test_processes_share_their_counts_through_redis(redis_url: str) -> None:
    one, other = a_limiter(redis_url=redis_url), a_limiter(redis_url=redis_url)

    await one.require_room(RateLimitGroup.READS, "ann")
    await other.require_room(RateLimitGroup.READS, "ann")
    await one.require_room(RateLimitGroup.READS, "ann")

    with pytest.raises(RateLimited):
        await other.require_room(RateLimitGroup.READS, "ann")
    await one.close()
    await other.close()


def test_an_invalid_redis_url_is_a_startup_error() -> None:
    with pytest.raises(StartupError, match=r"^The setting REDIS_URL is invalid: "):
        a_limiter(redis_url="redis://127.0.0.1:notaport/0")


async def test_an_unresponsive_redis_delays_one_request_only(tmp_path: Path) -> None:
    """It accepts and never answers: the first call gives up on it, the next do not ask it again."""
    opened: list[asyncio.StreamWriter] = []
    path = str(tmp_path / "silent.sock")
    server = await asyncio.start_unix_server(lambda _, writer: opened.append(writer), path)
    limiter = a_limiter(redis_url=f"unix://{path}", multiplier=1)
    with capture_logs() as lines:
        for _ in range(50):
            await limiter.require_room(RateLimitGroup.READS, "ann")

    assert [line["event"] for line in lines] == ["rate_limits_fell_back_to_memory"]
    await limiter.close()
    for writer in opened:
        writer.close()
    server.close()


async def test_without_redis_each_process_counts_by_itself(tmp_path: Path) -> None:
    limiter = a_limiter(redis_url=f"unix://{tmp_path}/nobody.sock")

    for _ in range(3):
        await limiter.require_room(RateLimitGroup.READS, "ann")
    with pytest.raises(RateLimited):
        await limiter.require_room(RateLimitGroup.READS, "ann")
