"""An engine that runs on a database of its own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import asyncpg
import pytest_asyncio

from clearwater.core import simulation
from clearwater.core.commands import Command
from clearwater.core.exchange import Exchange
from clearwater.engine.sequencer import Listener, Sequencer
from clearwater.engine.timekeeping import no_earlier
from clearwater.kit.clock import FixedClock


def a_day(seed: int, length: int) -> list[Command]:
    """Commands as an exchange of its own would have got them."""
    exchange = Exchange()
    day = simulation.Day(seed, exchange)
    commands = list(simulation.SET_UP)
    for command in commands:
        exchange.apply(command)
    for _ in range(length):
        commands.append(no_earlier(day.next(), exchange.state.now))
        exchange.apply(commands[-1])
    return commands


@asynccontextmanager
async def running(sequencer: Sequencer) -> AsyncIterator[Sequencer]:
    task = asyncio.create_task(sequencer.run())
    try:
        await asyncio.wait_for(sequencer.wait_until_serving(), 30)
        yield sequencer
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest_asyncio.fixture
async def connection(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    opened = await asyncpg.connect(database_url)
    yield opened
    await opened.close()


StartEngine = Callable[..., "asyncio.Future[Sequencer]"]


@pytest_asyncio.fixture
async def start_engine(database_url: str, clock: FixedClock) -> AsyncIterator[StartEngine]:
    """Starts engines; they stop with the test."""
    async with AsyncExitStack() as stack:

        async def start(*listeners: Listener, batch: int = 512) -> Sequencer:
            sequencer = Sequencer(database_url, clock, listeners, batch=batch)
            return await stack.enter_async_context(running(sequencer))

        yield start  # type: ignore[misc]
