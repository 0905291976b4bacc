"""Waiting for an event for a limited time, without losing a cancellation."""

import asyncio


async def wait_for_event(event: asyncio.Event, *, seconds: float) -> bool:
    """Whether the event was set in time.

    `asyncio.wait_for` loses a cancellation before Python 3.12, when it comes in the turn of the loop in which
    the event is set: a loop that waits would then never end.
    """
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True
