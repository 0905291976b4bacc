"""The server of `bench.fanout`: the api's own, with a made-up engine in the place of the real one.

It prints its port, and then for each line that it reads, which names a number of seconds, what it has sent in
that time and how much of a core that took.
"""

import asyncio
import json
import sys
import time
import uuid
from types import SimpleNamespace
from typing import Any, cast

import uvloop

from bench.fanout import CHANGES, LEVELS, PAIR, TICK_SECONDS, allow_many_files
from clearwater.core.commands import PairRules, Side
from clearwater.core.desk import Committed
from clearwater.core.events import CoinListed, Event, LevelChanged, PairListed
from clearwater.core.seeded_random import SeededRandom
from clearwater.core.views import View
from clearwater.domains.markets.service import Board
from clearwater.domains.realtime.service import UNCAPPED, Realtime
from clearwater.domains.sites.service import Site
from clearwater.entrypoints.listener import bind
from clearwater.entrypoints.realtime import make_server
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import SystemClock
from clearwater.kit.concurrency import CallerSemaphores
from clearwater.kit.config import Settings
from clearwater.kit.ids import new_id
from clearwater.kit.ratelimit import RateLimiter


def a_view() -> View:
    """A market with a full book."""
    view, rules = View(), PairRules(1, 1_000, 1_000, 10**12, 1)
    view.take([CoinListed("BTC", 8, 10**17), CoinListed("USDT", 6, 10**17)])
    view.take([PairListed(PAIR, "BTC", "USDT", 2, rules, 6_000_000, "trading")])
    levels: list[Event] = []
    for step in range(1, LEVELS + 1):
        levels.append(LevelChanged(PAIR, 2 * step - 1, "buy", 6_000_000 - 7 * step, 123_456_000 + step))
        levels.append(LevelChanged(PAIR, 2 * step, "sell", 6_000_000 + 7 * step, 123_456_000 + step))
    view.take(levels)
    return view


class Feed:
    """Changes some levels and has them sent, as often as a real market is looked at."""

    def __init__(self, realtime: Realtime) -> None:
        self._realtime = realtime
        self._view = a_view()
        self._dice = SeededRandom(1)
        self._seq = 2 * LEVELS
        self.sent: dict[int, float] = {}
        realtime.on_reset(self._view)

    async def run(self, seconds: float) -> dict[str, Any]:
        self.sent.clear()
        loop, ticks = asyncio.get_running_loop(), round(seconds / TICK_SECONDS)
        began, used = loop.time(), time.process_time()
        for tick in range(1, ticks + 1):
            await asyncio.sleep(max(0.0, began + tick * TICK_SECONDS - loop.time()))
            self._send()
        # The last update is still on its way to the sockets.
        await asyncio.sleep(TICK_SECONDS)
        cpu = (time.process_time() - used) / (loop.time() - began)
        return {"cpu": cpu, "sent": {str(seq): at for seq, at in self.sent.items()}}

    def _send(self) -> None:
        events: list[Event] = []
        for _ in range(CHANGES):
            self._seq += 1
            side: Side = "buy" if self._dice.below(2) else "sell"
            away = 7 * (1 + self._dice.below(LEVELS))
            price = 6_000_000 - away if side == "buy" else 6_000_000 + away
            events.append(LevelChanged(PAIR, self._seq, side, price, 1_000 * (1 + self._dice.below(10**6))))
        self.sent[self._seq] = time.monotonic()
        self._view.take(events)
        self._realtime.on_commit([Committed(self._seq, 0, events)])
        self._realtime.publisher.tick(time.monotonic())


async def serve() -> None:
    clock = SystemClock()

    site = Site(id=new_id(), features={}, listed_pairs=None)

    async def get_site(_name: str) -> Site:
        return site

    async def list_by_id() -> dict[uuid.UUID, Site]:
        return {site.id: site}

    limiter = RateLimiter(redis_url=None, multiplier=0, clock=clock)
    realtime = Realtime(
        board=Board(cast("Any", None), clock),
        clock=clock,
        sessions=cast("Any", None),
        callers=cast("Any", None),
        sites=cast("Any", SimpleNamespace(get_site=get_site, list_by_id=list_by_id)),
        limiter=limiter,
        caller_limits=CallerSemaphores(None),
        caps=UNCAPPED,
        transfers=cast("Any", None),
    )
    services = SimpleNamespace(
        realtime=realtime,
        limiter=limiter,
        visits=SimpleNamespace(enter=lambda: None, leave=lambda: None, note=lambda: None),
        settings=Settings(rate_limits=0),
    )
    listener = bind("127.0.0.1", 0)
    server = make_server(cast("Any", None), cast("ApiServices", services), stop_seconds=1)
    server.config.lifespan = "off"
    feed = Feed(realtime)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    for _ in range(1_000):
        if server.started:
            break
        await asyncio.sleep(0.01)
    print(listener.getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(await feed.run(float(line))), flush=True)
    server.should_exit = True
    await task


if __name__ == "__main__":
    allow_many_files()
    uvloop.run(serve())
