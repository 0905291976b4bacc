"""The engine and what follows it, as tasks of the api process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from clearwater.entrypoints.wiring import ApiServices


@asynccontextmanager
async def trading(services: ApiServices) -> AsyncIterator[None]:
    """Let the engine serve. It may still be loading when this begins, or wait for its database."""
    tasks = [
        asyncio.create_task(services.engine.run(), name="engine"),
        asyncio.create_task(services.engine.keep_time(), name="engine-time"),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
