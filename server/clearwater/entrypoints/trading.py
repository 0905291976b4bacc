"""The engine and what follows it, as tasks of the api process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from clearwater.domains.demo import tasks as demo_tasks
from clearwater.domains.ledger import tasks as ledger_tasks
from clearwater.entrypoints.wiring import ApiServices


@asynccontextmanager
async def trading(services: ApiServices) -> AsyncIterator[None]:
    """Let the engine serve. It may still be loading when this begins, or wait for its database."""
    tasks = [
        asyncio.create_task(services.engine.run(), name="engine"),
        asyncio.create_task(services.engine.keep_time(), name="engine-time"),
        asyncio.create_task(services.board.keep(), name="market-board"),
        asyncio.create_task(_finish_proposals(services), name="ledger-proposals"),
        asyncio.create_task(services.notices.run(), name="notices"),
        asyncio.create_task(services.realtime.run(), name="realtime"),
        asyncio.create_task(_keep_demo(services), name="demo-market"),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _finish_proposals(services: ApiServices) -> None:
    """What was approved before the process ended is the first thing that the engine is asked."""
    await services.engine.wait_until_serving()
    await ledger_tasks.keep_finishing(services.sessions, services.desk, services.clock)


async def _keep_demo(services: ApiServices) -> None:
    """The demo market, once there is an exchange to trade on, if that is a demo."""
    await services.engine.wait_until_serving()
    if not services.is_demo:
        services.market_open.set()
        return
    await demo_tasks.keep_market(
        services.desk,
        services.board,
        services.sessions,
        services.clock,
        services.visits,
        rate=services.settings.demo_rate,
        market_open=services.market_open,
    )
