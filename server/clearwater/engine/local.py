"""An engine in the same process, for commands that need one for a moment, and for tests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from clearwater.engine.follower import Follower
from clearwater.engine.gateway import Gateway, serving
from clearwater.engine.leader import connect_unix
from clearwater.engine.listeners import FeedListener
from clearwater.engine.sequencer import Sequencer


@asynccontextmanager
async def local_engine(
    engine: Sequencer, database_url: str, *listeners: FeedListener, seconds: float
) -> AsyncIterator[Follower]:
    """Run an engine and follow it through its gateway, as other processes do."""
    gateway = Gateway(engine)
    engine.listen(gateway)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "engine.sock"
        follower = Follower(lambda make: connect_unix(path, make), database_url, "local", listeners)
        tasks = [asyncio.create_task(engine.run()), asyncio.create_task(follower.run())]
        try:
            async with serving(gateway, path):
                async with asyncio.timeout(seconds):
                    await follower.wait_until_serving()
                yield follower
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
