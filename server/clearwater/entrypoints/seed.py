"""`clearwater seed`: give an installation the coins, pairs and past of the demo, without running it."""

import asyncio
import sys

from clearwater.adapters.postgres_server import database, urls_of
from clearwater.domains.demo import tasks as demo
from clearwater.domains.markets.service import Board
from clearwater.engine.local import local_engine
from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints.wiring import open_services
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from clearwater.kit.migrations import migrate
from clearwater.kit.progress import progress_on

ENGINE_SECONDS = 15


async def seed(settings: Settings) -> None:
    async with database(settings) as url:
        urls = urls_of(settings, url)
        await asyncio.to_thread(migrate, urls.owner, urls.application_role)
        await seed_database(settings, urls.application)


async def seed_database(
    settings: Settings, database_url: str, *, engine_seconds: float = ENGINE_SECONDS
) -> None:
    """Be the engine for as long as it takes: commands are the only way to list anything."""
    async with open_services(settings, database_url) as services:
        board = Board(services.sessions, services.clock, stores=True)
        engine = Sequencer(database_url, services.clock, opens_as="demo")
        try:
            async with local_engine(engine, database_url, board, seconds=engine_seconds) as follower:
                progress = progress_on(sys.stderr, event=demo.PROGRESS)
                seeded = await demo.seed(
                    follower, board, services.sessions, services.clock, progress=progress
                )
                progress.clear()
        except TimeoutError:
            raise StartupError(
                "The exchange is running; stop it first. Started as a demo, it seeds itself."
            ) from None
        if not seeded:
            raise StartupError("This market was opened without the demo and stays without it.")
