"""The cache: loads what is missing together, refreshes before anybody waits, and invalidates."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from clearwater.kit.cache import MAX_KEYS, TtlCache
from clearwater.kit.clock import FixedClock


class Table:
    """Answers when it is open; records what was loaded."""

    def __init__(self) -> None:
        self.loads: list[list[str]] = []
        self.value = "first"
        self.is_open = asyncio.Event()
        self.is_open.set()

    async def load(self, keys: Sequence[str]) -> dict[str, str]:
        self.loads.append(list(keys))
        value = self.value
        await self.is_open.wait()
        if value == "trouble":
            raise LookupError
        return {key: value for key in keys if key != "nobody"}


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(datetime(2026, 11, 15, 12, tzinfo=UTC))


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def cache(clock: FixedClock, table: Table) -> TtlCache[str, str]:
    return TtlCache("test", table.load, clock, ttl=timedelta(seconds=10), max_size=2)


async def let_run() -> None:
    """Let everything run that can."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_concurrent_requests_for_a_key_share_one_load(cache: TtlCache[str, str], table: Table) -> None:
    answers = await asyncio.gather(*(cache.get("ann") for _ in range(50)))

    assert (set(answers), table.loads) == ({"first"}, [["ann"]])


async def test_keys_requested_together_are_loaded_together(clock: FixedClock, table: Table) -> None:
    cache = TtlCache("test", table.load, clock, ttl=timedelta(seconds=10), max_size=1000)
    names = [f"client {number}" for number in range(MAX_KEYS + 5)]

    await asyncio.gather(*(cache.get(name) for name in names))

    assert table.loads == [names[:MAX_KEYS], names[MAX_KEYS:]]


async def test_a_slow_load_does_not_delay_others(cache: TtlCache[str, str], table: Table) -> None:
    table.is_open.clear()
    slow = asyncio.create_task(cache.get("ann"))
    await let_run()
    other = asyncio.create_task(cache.get("bob"))
    await let_run()

    assert table.loads == [["ann"], ["bob"]]
    table.is_open.set()
    assert (await slow, await other) == ("first", "first")


async def test_values_in_use_are_refreshed_in_one_background_load(
    cache: TtlCache[str, str], clock: FixedClock, table: Table
) -> None:
    for key in ("ann", "bob"):
        await cache.get(key)
    table.value = "second"
    table.is_open.clear()
    clock.at += timedelta(seconds=9)

    for key in ("ann", "bob", "ann"):
        assert await cache.get(key) == "first"
    table.is_open.set()
    await let_run()

    assert [await cache.get(key) for key in ("ann", "bob")] == ["second", "second"]
    assert table.loads[2:] == [["ann", "bob"]]


async def test_an_expired_value_is_not_served(
    cache: TtlCache[str, str], clock: FixedClock, table: Table
) -> None:
    await cache.get("ann")
    table.value = "second"
    clock.at += timedelta(seconds=10)

    assert not cache.has("ann")
    assert await cache.get("ann") == "second"


async def test_missing_keys_are_not_cached(cache: TtlCache[str, str], table: Table) -> None:
    assert await cache.get("nobody") is None
    assert await cache.get("nobody") is None

    assert table.loads == [["nobody"], ["nobody"]]


async def test_a_value_that_could_not_be_refreshed_is_loaded_again(
    cache: TtlCache[str, str], clock: FixedClock, table: Table
) -> None:
    await cache.get("ann")
    table.value = "trouble"
    clock.at += timedelta(seconds=10)

    with pytest.raises(LookupError):
        await cache.get("ann")


async def test_a_failed_refresh_leaves_a_value_that_is_still_good(
    cache: TtlCache[str, str], clock: FixedClock, table: Table
) -> None:
    await cache.get("ann")
    table.value = "trouble"
    clock.at += timedelta(seconds=9)
    await cache.get("ann")
    await let_run()

    assert await cache.get("ann") == "first"


async def test_what_was_read_before_an_invalidation_is_served_to_nobody(
    cache: TtlCache[str, str], table: Table
) -> None:
    table.is_open.clear()
    before = asyncio.create_task(cache.get("ann"))
    await let_run()
    cache.invalidate(lambda key, _: key == "ann")
    table.value = "second"
    after = asyncio.create_task(cache.get("ann"))
    await let_run()
    table.is_open.set()

    assert (await before, await after, await cache.get("ann")) == ("second", "second", "second")
    assert table.loads == [["ann"], ["ann"]]


async def test_an_invalidation_of_all_during_a_load_loads_all_again(
    cache: TtlCache[str, str], table: Table
) -> None:
    table.is_open.clear()
    asking = [asyncio.create_task(cache.get(key)) for key in ("ann", "bob")]
    await let_run()
    cache.invalidate()
    table.value = "second"
    table.is_open.set()

    assert await asyncio.gather(*asking) == ["second", "second"]


async def test_the_invalidation_of_another_key_during_a_refresh_leaves_what_was_read(
    cache: TtlCache[str, str], clock: FixedClock, table: Table
) -> None:
    await cache.get("ann")
    clock.at += timedelta(seconds=9)
    table.value = "second"
    table.is_open.clear()
    await cache.get("ann")
    await let_run()
    cache.invalidate(lambda key, _: key == "bob")
    assert await cache.get("ann") == "first"
    table.is_open.set()
    await let_run()

    assert await cache.get("ann") == "second"
    assert table.loads == [["ann"], ["ann"]]


async def test_a_value_is_not_served_on_while_it_is_refreshed_once_it_was_invalidated(
    cache: TtlCache[str, str], clock: FixedClock, table: Table
) -> None:
    await cache.get("ann")
    clock.at += timedelta(seconds=9)
    table.is_open.clear()
    assert await cache.get("ann") == "first"
    await let_run()
    cache.invalidate(lambda key, _: key == "ann")
    table.value = "second"
    asking = asyncio.create_task(cache.get("ann"))
    await let_run()
    table.is_open.set()

    assert await asking == "second"


async def test_only_matching_values_are_invalidated(cache: TtlCache[str, str], table: Table) -> None:
    for key in ("ann", "bob"):
        await cache.get(key)
    cache.invalidate(lambda key, _: key == "ann")

    for key in ("ann", "bob"):
        await cache.get(key)

    assert table.loads == [["ann"], ["bob"], ["ann"]]


async def test_the_oldest_value_is_evicted(cache: TtlCache[str, str], table: Table) -> None:
    for key in ("ann", "bob", "eve", "ann"):
        await cache.get(key)

    assert len(table.loads) == 4


async def test_a_caller_that_disconnects_does_not_cancel_the_load(
    cache: TtlCache[str, str], table: Table
) -> None:
    table.is_open.clear()
    gone = asyncio.create_task(cache.get("ann"))
    stays = asyncio.create_task(cache.get("ann"))
    await let_run()
    gone.cancel()
    table.is_open.set()

    assert await stays == "first"


async def test_a_group_is_discarded_at_once_and_others_stay(clock: FixedClock, table: Table) -> None:
    async def load(keys: Sequence[str]) -> dict[str, str]:
        await table.load(keys)
        return {key: f"{key} {table.value}" for key in keys}

    cache = TtlCache(
        "test", load, clock, ttl=timedelta(seconds=10), max_size=3, group_of=lambda value: value[0]
    )
    for key in ("a1", "a2", "b1"):
        await cache.get(key)
    table.value = "second"

    cache.discard_group("a")

    assert [await cache.get(key) for key in ("a1", "b1", "a2")] == ["a1 second", "b1 first", "a2 second"]


async def test_a_group_that_is_discarded_during_a_load_is_loaded_again(
    clock: FixedClock, table: Table
) -> None:
    cache = TtlCache(
        "test", table.load, clock, ttl=timedelta(seconds=10), max_size=2, group_of=lambda _: "everybody"
    )
    table.is_open.clear()
    waiting = asyncio.create_task(cache.get("ann"))
    await let_run()

    cache.discard_group("everybody")
    table.value = "second"
    table.is_open.set()

    assert await waiting == "second"


async def test_an_evicted_value_leaves_its_group(clock: FixedClock, table: Table) -> None:
    cache = TtlCache(
        "test", table.load, clock, ttl=timedelta(seconds=10), max_size=1, group_of=lambda value: value
    )
    for key in ("ann", "bob"):
        await cache.get(key)

    cache.discard_group("first")
    await cache.get("bob")

    assert table.loads == [["ann"], ["bob"], ["bob"]]
