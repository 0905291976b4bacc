"""A served exchange, and clients that listen to it."""

import asyncio
import socket
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Protocol, cast

import pytest_asyncio
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from clearwater.core.events import CoinListed, PairListed
from clearwater.core.views import View
from clearwater.domains.ledger.service import TransferDirectory
from clearwater.domains.markets.service import Board
from clearwater.domains.realtime.service import Realtime, SocketCaps
from clearwater.domains.sessions.service import CallerCache
from clearwater.domains.sites.service import Site, SiteDirectory
from clearwater.engine.follower import Follower
from clearwater.entrypoints.listener import bind
from clearwater.entrypoints.realtime import make_server
from clearwater.entrypoints.visits import Visits
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.concurrency import CallerSemaphores
from clearwater.kit.config import Settings
from clearwater.kit.db import SessionFactory
from clearwater.kit.ids import new_id
from clearwater.kit.ratelimit import RateLimiter
from tests.builders import SignedInClient
from tests.domains.realtime.listening import Listening, Received
from tests.polling import eventually
from tests.trading import DECIMALS, PRICE_DECIMALS, RULES


class Listen(Protocol):
    """Connects a client."""

    async def __call__(
        self, who: SignedInClient | None = None, kind: type[Received] = Listening
    ) -> Received: ...


@asynccontextmanager
async def served(
    services: ApiServices, app: ASGIApp | None = None, *, listener: socket.socket | None = None
) -> AsyncIterator[str]:
    """The api's own server, around an app that has nothing else to say; tells its address."""
    bound = listener or bind("127.0.0.1", 0)
    server = make_server(app or PlainTextResponse("Nothing here."), services, stop_seconds=1)
    task = asyncio.create_task(server.serve(sockets=[bound]))
    await eventually(lambda: server.started)
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


@asynccontextmanager
async def listening_to(address: str) -> AsyncIterator[Listen]:
    """Connects clients; all of them leave at the end."""
    async with AsyncExitStack() as stack:

        async def connect(who: SignedInClient | None = None, kind: type[Received] = Listening) -> Received:
            client = kind()
            await client.connect(address, token=who.token if who else None)
            stack.push_async_callback(client.close)
            return client

        yield connect


def a_view() -> View:
    """A market with nothing in it."""
    view = View()
    for coin, decimals in DECIMALS.items():
        view.take([CoinListed(coin, decimals, 10**17)])
    view.take([PairListed("BTC-USDT", "BTC", "USDT", PRICE_DECIMALS, RULES, 5_000_000, "trading")])
    return view


@pytest_asyncio.fixture
async def hall(settings: Settings, clock: FixedClock) -> AsyncIterator[ApiServices]:
    """Sockets and a market for them to watch, without engine and database: enough for visitors."""

    site = Site(id=new_id(), features={}, listed_pairs=None)

    async def choose_site(_connection: HTTPConnection, _named: str | None) -> Site:
        return site

    async def list_by_id() -> dict[uuid.UUID, Site]:
        return {site.id: site}

    limiter = RateLimiter(redis_url=None, multiplier=0, clock=clock)
    board = SimpleNamespace(ticker=lambda symbol: {"symbol": symbol, "ts_ms": 0}, note_published=lambda: None)
    realtime = Realtime(
        board=cast("Board", board),
        clock=clock,
        sessions=cast("SessionFactory", None),
        callers=cast("CallerCache", None),
        sites=cast("SiteDirectory", SimpleNamespace(choose_site=choose_site, list_by_id=list_by_id)),
        limiter=limiter,
        caller_limits=CallerSemaphores(None),
        caps=SocketCaps(per_address=20),
        transfers=cast("TransferDirectory", None),
    )
    realtime.on_reset(a_view())
    services = SimpleNamespace(
        realtime=realtime,
        limiter=limiter,
        visits=Visits(clock),
        settings=settings,
    )
    task = asyncio.create_task(realtime.run())
    yield cast("ApiServices", services)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest_asyncio.fixture
async def address(services: ApiServices, market: Follower) -> AsyncIterator[str]:
    await asyncio.wait_for(services.notices.wait_until_listening(), 10)
    await services.board.wait_until_loaded()
    async with served(services) as found:
        yield found


@pytest_asyncio.fixture
async def listen(address: str) -> AsyncIterator[Listen]:
    async with listening_to(address) as connect:
        yield connect
