"""Values kept in memory outlive a database that is away or stalled."""

import asyncio

import pytest

from clearwater.kit.cache import REFRESH_INTERVAL, RefreshingValue
from clearwater.kit.clock import FixedClock
from tests.conftest import NOON


class Source:
    """Answers what it is told to, as often as it is asked."""

    def __init__(self) -> None:
        self.value = "first"
        self.error: Exception | None = None
        self.asked = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def load(self) -> str:
        self.asked += 1
        await self.gate.wait()
        if self.error:
            raise self.error
        return self.value


async def test_a_value_is_loaded_once_and_again_when_stale() -> None:
    source, clock = Source(), FixedClock(NOON)
    kept = RefreshingValue("things", source.load, clock)
    assert [await kept.get(), await kept.get()] == ["first", "first"]
    assert source.asked == 1

    source.value = "second"
    clock.at += REFRESH_INTERVAL

    assert await kept.get() == "second"


async def test_a_failed_first_load_is_raised() -> None:
    source = Source()
    source.error = ConnectionRefusedError()

    with pytest.raises(ConnectionRefusedError):
        await RefreshingValue("things", source.load, FixedClock(NOON)).get()


async def test_the_last_value_is_served_while_the_source_fails() -> None:
    source, clock = Source(), FixedClock(NOON)
    kept = RefreshingValue("things", source.load, clock)
    await kept.get()

    source.error = ConnectionRefusedError()
    clock.at += REFRESH_INTERVAL

    assert await kept.get() == "first"


async def test_a_stalled_source_is_loaded_once_and_blocks_no_one() -> None:
    source, clock = Source(), FixedClock(NOON)
    kept = RefreshingValue("things", source.load, clock)
    await kept.get()
    source.gate.clear()
    clock.at += REFRESH_INTERVAL

    answers = await asyncio.gather(*(kept.get() for _ in range(20)))
    clock.at += REFRESH_INTERVAL
    await kept.get()

    assert answers == ["first"] * 20
    assert source.asked == 2
    await kept.close()
