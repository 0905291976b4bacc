"""What is cache: looked up once, renewed before anybody waits for it, forgotten at once."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from clearwater.kit.cache import TtlCache
from clearwater.kit.clock import FixedClock


class Desk:
    """Answers when it is let; counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.answer = "first"
        self.is_open = asyncio.Event()
        self.is_open.set()

    async def look_up(self) -> str:
        self.asked += 1
        answer = self.answer
        await self.is_open.wait()
        if answer == "trouble":
            raise LookupError
        return answer


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(datetime(2026, 11, 15, 12, tzinfo=UTC))


@pytest.fixture
def cache(clock: FixedClock) -> TtlCache[str, str]:
    return TtlCache(clock, ttl=timedelta(seconds=10), max_size=2)


async def settle() -> None:
    """Let everything run that can."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_many_who_ask_at_once_cause_one_look(cache: TtlCache[str, str]) -> None:
    desk = Desk()

    answers = await asyncio.gather(*(cache.get("ann", desk.look_up) for _ in range(50)))

    assert (set(answers), desk.asked) == ({"first"}, 1)


async def test_what_is_asked_for_is_renewed_and_nobody_waits(
    cache: TtlCache[str, str], clock: FixedClock
) -> None:
    desk = Desk()
    await cache.get("ann", desk.look_up)
    desk.answer = "second"
    desk.is_open.clear()
    clock.at += timedelta(seconds=9)

    assert await cache.get("ann", desk.look_up) == "first"
    assert await cache.get("ann", desk.look_up) == "first"
    desk.is_open.set()
    await settle()

    assert await cache.get("ann", desk.look_up) == "second"
    assert desk.asked == 2


async def test_what_is_too_old_is_not_shown(cache: TtlCache[str, str], clock: FixedClock) -> None:
    desk = Desk()
    await cache.get("ann", desk.look_up)
    desk.answer = "second"
    clock.at += timedelta(seconds=10)

    assert await cache.get("ann", desk.look_up) == "second"


async def test_what_could_not_be_renewed_is_asked_for_again(
    cache: TtlCache[str, str], clock: FixedClock
) -> None:
    desk = Desk()
    await cache.get("ann", desk.look_up)
    desk.answer = "trouble"
    clock.at += timedelta(seconds=9)
    await cache.get("ann", desk.look_up)
    await settle()

    with pytest.raises(LookupError):
        await cache.get("ann", desk.look_up)


async def test_what_is_forgotten_while_it_is_looked_up_is_not_kept(cache: TtlCache[str, str]) -> None:
    desk = Desk()
    desk.is_open.clear()
    asking = asyncio.create_task(cache.get("ann", desk.look_up))
    await settle()
    cache.invalidate(lambda key, _: key == "ann")
    desk.answer = "second"
    desk.is_open.set()

    assert await asking == "first"
    assert await cache.get("ann", desk.look_up) == "second"


async def test_one_is_forgotten_and_others_are_not(cache: TtlCache[str, str]) -> None:
    desk = Desk()
    for key in ("ann", "bob"):
        await cache.get(key, desk.look_up)
    cache.invalidate(lambda key, _: key == "ann")

    for key in ("ann", "bob"):
        await cache.get(key, desk.look_up)

    assert desk.asked == 3


async def test_only_so_many_are_kept(cache: TtlCache[str, str]) -> None:
    desk = Desk()
    for key in ("ann", "bob", "eve", "ann"):
        await cache.get(key, desk.look_up)

    assert desk.asked == 4


async def test_one_who_goes_away_does_not_take_the_look_along(cache: TtlCache[str, str]) -> None:
    desk = Desk()
    desk.is_open.clear()
    gone = asyncio.create_task(cache.get("ann", desk.look_up))
    stays = asyncio.create_task(cache.get("ann", desk.look_up))
    await settle()
    gone.cancel()
    desk.is_open.set()

    assert await stays == "first"
