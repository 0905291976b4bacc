"""The demo market as a background job: seed what is missing, then trade."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from clearwater.core.desk import Desk
from clearwater.core.seeded_random import SeededRandom
from clearwater.domains.content import service as content
from clearwater.domains.demo.bots import Bots, Viewers
from clearwater.domains.demo.earn import offer_all
from clearwater.domains.demo.premarkets import PreMarketBots, are_premarkets_ready
from clearwater.domains.demo.seeding import PROGRESS, Seeding
from clearwater.domains.markets.service import Board
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import DATABASE_FAILURES, SessionFactory
from clearwater.kit.errors import EngineUnavailable, Overloaded
from clearwater.kit.progress import Progress

__all__ = ["PROGRESS", "keep_market", "seed"]

log = structlog.get_logger("clearwater.demo")

RETRY_SECONDS = 2.0
PREMARKETS_PERCENT = 95
Result = TypeVar("Result")


async def seed(
    desk: Desk, board: Board, sessions: SessionFactory, clock: Clock, *, progress: Progress
) -> bool:
    """Seed coins, pairs, their history, earn products and news; returns whether this ledger is a demo."""
    if not await Seeding(desk, board, sessions, clock, progress=progress).run():
        return False
    await offer_all(desk, sessions, clock)
    await content.add_starters(sessions, "news", now=clock.now())
    return True


async def keep_market(
    desk: Desk,
    board: Board,
    sessions: SessionFactory,
    clock: Clock,
    viewers: Viewers,
    *,
    rate: float,
    progress: Progress,
) -> None:
    """Seed what is missing on a demo ledger and run the bots, until cancelled.

    The engine may be lost at any time, also before this begins.
    """
    seeding = Seeding(desk, board, sessions, clock, progress=progress)
    # A new seed at every start, or each day would repeat the one before.
    rng = SeededRandom(milliseconds(clock.now()))
    bots = Bots(desk, clock, viewers, rng, seeding.ready, rate=rate)
    premarket_bots = PreMarketBots(desk, sessions, clock, viewers, rng)
    try:
        async with asyncio.TaskGroup() as group:
            trading = group.create_task(bots.run(), name="demo-bots")
            # Beside the pairs, which take long: the first visitors find news.
            group.create_task(_add_news(sessions, clock), name="demo-news")
            if await _retry(seeding.run):
                await _retry(lambda: _offer(desk, sessions, clock, progress))
                group.create_task(premarket_bots.run(), name="demo-premarkets")
            else:
                trading.cancel()
    except Exception:
        # A bug in the demo must not stop the other jobs.
        log.exception("demo_failed")


async def _offer(desk: Desk, sessions: SessionFactory, clock: Clock, progress: Progress) -> None:
    await offer_all(desk, sessions, clock)
    if not are_premarkets_ready(desk.view):
        progress.show("premarkets", "Demo: pre-markets", PREMARKETS_PERCENT)


async def _add_news(sessions: SessionFactory, clock: Clock) -> None:
    await _retry(lambda: content.add_starters(sessions, "news", now=clock.now()))


async def _retry(work: Callable[[], Awaitable[Result]]) -> Result:
    while True:
        try:
            return await work()
        except (EngineUnavailable, Overloaded, *DATABASE_FAILURES) as error:
            log.warning("demo_seeding_retrying", reason=type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)
