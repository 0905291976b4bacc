"""Waiting for what nobody announces."""

import asyncio
from collections.abc import Callable

DEADLINE_SECONDS = 30.0


async def eventually(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    for _ in range(round(DEADLINE_SECONDS / 0.01)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError
