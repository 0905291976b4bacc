"""Waiting for what nobody announces."""

import asyncio
from collections.abc import AsyncIterator, Callable

DEADLINE_SECONDS = 30.0


async def eventually(condition: Callable[[], object], deadline_seconds: float = DEADLINE_SECONDS) -> None:
    """Wait until a condition holds."""
    async for _ in ticks(deadline_seconds):
        if condition():
            return


async def ticks(deadline_seconds: float = DEADLINE_SECONDS) -> AsyncIterator[None]:
    """Time and again, for something to be tried, until it takes too long."""
    for _ in range(round(deadline_seconds / 0.01)):
        yield
        await asyncio.sleep(0.01)
    raise TimeoutError
