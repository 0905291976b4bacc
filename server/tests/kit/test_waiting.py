"""Waiting for an event for a limited time."""

import asyncio

import pytest

from clearwater.kit.waiting import wait_for_event


async def test_it_tells_whether_the_event_was_set_in_time() -> None:
    event = asyncio.Event()

    assert not await wait_for_event(event, seconds=0)

    event.set()
    assert await wait_for_event(event, seconds=60)


@pytest.mark.parametrize("turns", range(4))
async def test_a_cancellation_is_not_lost_while_the_event_is_set(turns: int) -> None:
    event = asyncio.Event()

    async def wait_again_and_again() -> None:
        while True:
            await wait_for_event(event, seconds=60)
            event.clear()

    waiting = asyncio.create_task(wait_again_and_again())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    event.set()
    for _ in range(turns):
        await asyncio.sleep(0)

    waiting.cancel()

    done, _ = await asyncio.wait({waiting}, timeout=5)
    assert done == {waiting}
    assert waiting.cancelled()
