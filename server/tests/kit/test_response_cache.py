"""Responses that are the same for everybody: what is kept, for how long, and what is not."""

import asyncio
import gzip
from datetime import timedelta

import pytest
from starlette.datastructures import Headers
from starlette.responses import Response

from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.response_cache import MAX_BYTES, MAX_ENTRIES, Entry, ResponseCache
from tests.conftest import NOON

ROUTE = "/v1/things"
NOTHING = Headers({})


class Source:
    """Makes responses, numbered, once it is let."""

    def __init__(self) -> None:
        self.made = 0
        self.error: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def make(self) -> Entry | Response:
        self.made += 1
        number = self.made
        await self.gate.wait()
        if self.error is not None:
            raise self.error
        return entry(str(number))


def entry(text: str) -> Entry:
    return Entry(Response(text, media_type="application/json"), is_compressed=True)


def text_of(found: Entry | Response | None) -> str:
    assert isinstance(found, Entry)
    return found.body.decode()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOON)


@pytest.fixture
def cache(clock: FixedClock) -> ResponseCache:
    return ResponseCache(clock)


async def test_a_response_is_served_for_a_second(cache: ResponseCache, clock: FixedClock) -> None:
    await cache.build(ROUTE, ("a",), 1, Source().make)

    clock.at += timedelta(milliseconds=999)
    assert text_of(cache.find(ROUTE, ("a",), 1)) == "1"
    assert cache.find(ROUTE, ("b",), 1) is None
    assert cache.find("/v1/others", ("a",), 1) is None

    clock.at += timedelta(milliseconds=1)
    assert cache.find(ROUTE, ("a",), 1) is None


async def test_a_response_of_another_version_is_not_served(cache: ResponseCache) -> None:
    source = Source()
    await cache.build(ROUTE, ("a",), 1, source.make)

    assert cache.find(ROUTE, ("a",), 2) is None
    assert text_of(await cache.build(ROUTE, ("a",), 2, source.make)) == "2"
    assert cache.find(ROUTE, ("a",), 1) is None


async def test_all_who_ask_meanwhile_get_the_one_that_is_built(cache: ResponseCache) -> None:
    source = Source()
    source.gate.clear()
    waiting = [asyncio.create_task(cache.build(ROUTE, ("a",), 1, source.make)) for _ in range(5)]
    later = asyncio.create_task(cache.build(ROUTE, ("a",), 2, source.make))
    await asyncio.sleep(0)
    waiting[1].cancel()
    source.gate.set()

    found = await asyncio.gather(*waiting, later, return_exceptions=True)

    assert isinstance(found.pop(1), asyncio.CancelledError)
    # Who knows of a newer version does not get what may be older.
    assert [text_of(one) for one in found if isinstance(one, Entry)] == ["1", "1", "1", "1", "2"]
    assert source.made == 2


async def test_who_waits_for_one_that_went_away_builds_it(cache: ResponseCache) -> None:
    source = Source()
    source.gate.clear()
    first = asyncio.create_task(cache.build(ROUTE, ("a",), 1, source.make))
    second = asyncio.create_task(cache.build(ROUTE, ("a",), 1, source.make))
    await asyncio.sleep(0)
    first.cancel()
    source.gate.set()

    assert text_of(await second) == "2"


async def test_errors_are_raised_to_all_who_wait_and_not_kept(cache: ResponseCache) -> None:
    source = Source()
    source.gate.clear()
    source.error = EngineUnavailable()
    waiting = [asyncio.create_task(cache.build(ROUTE, ("a",), 1, source.make)) for _ in range(3)]
    await asyncio.sleep(0)
    source.gate.set()
    found = await asyncio.gather(*waiting, return_exceptions=True)

    assert found == [source.error] * 3
    assert source.made == 1
    assert cache.find(ROUTE, ("a",), 1) is None
    source.error = None
    assert text_of(await cache.build(ROUTE, ("a",), 1, source.make)) == "2"


async def test_strange_queries_displace_nothing_that_is_in_use(cache: ResponseCache) -> None:
    await cache.build(ROUTE, ("useful",), 1, Source().make)
    await cache.build("/v1/others", ("useful",), 1, Source().make)
    for number in range(2 * MAX_ENTRIES):
        assert cache.find(ROUTE, ("useful",), 1) is not None
        await cache.build(ROUTE, (f"strange {number}",), 1, Source().make)

    assert cache.find("/v1/others", ("useful",), 1) is not None
    assert len(cache.entries(ROUTE)) == MAX_ENTRIES


async def test_the_bytes_of_a_route_are_bounded(cache: ResponseCache) -> None:
    async def make(size: int) -> Entry:
        return entry("x" * size)

    for number in range(20):
        await cache.build(ROUTE, (f"{number}", "k" * 1000), 1, lambda: make(MAX_BYTES // 8))
        assert cache.entries(ROUTE).bytes <= MAX_BYTES
    assert len(cache.entries(ROUTE)) == 3

    await cache.build(ROUTE, ("huge",), 1, lambda: make(MAX_BYTES))
    assert cache.find(ROUTE, ("huge",), 1) is None
    assert len(cache.entries(ROUTE)) == 3


def test_long_responses_are_compressed_for_those_who_accept_it() -> None:
    long = entry("long " * 1000)
    packed = long.answer(Headers({"accept-encoding": "br, gzip"}))
    plain = long.answer(NOTHING)
    short = entry("short").answer(Headers({"accept-encoding": "gzip"}))

    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["content-length"] == str(len(packed.body))
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["etag"] == plain.headers["etag"]
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in short.headers


@pytest.mark.parametrize(
    ("tags", "status"),
    [("{tag}", 304), ('"other", {tag}', 304), ("*", 304), ('"other"', 200), ("", 200), ("{", 200)],
)
def test_who_has_the_response_already_is_told_so(tags: str, status: int) -> None:
    known = entry("one")

    answer = known.answer(Headers({"if-none-match": tags.replace("{tag}", known.etag)}))

    assert (answer.status_code, len(answer.body)) == (status, 3 if status == 200 else 0)
    assert answer.headers["etag"] == known.etag
    assert ("content-type" in answer.headers) == (status == 200)
