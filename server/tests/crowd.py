"""Clients who trade whatever happens to the exchange, and know exactly what they were told."""

import asyncio
import os
import subprocess
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import httpx

from clearwater.adapters.postgres_server import database
from clearwater.entrypoints.wiring import open_api_services
from clearwater.kit.config import Settings
from clearwater.kit.migrations import migrate
from tests.builders import SignedInClient
from tests.trading import a_trader, followed_engine, open_market

TRADERS = 6
ORDERS_BETWEEN = 60
MAX_OPEN_ORDERS = 20
ANSWER_SECONDS = 30
RETRY_SECONDS = 0.05
DEADLINE_SECONDS = 40.0
# Clients of so many addresses: limits by address are not what is tested.
ADDRESSES = "127.0.3.{}"

# A client, and the id that it gave an order.
OwnId = tuple[int, str]
Body = Mapping[str, Any] | None
Ask = Callable[[str, str, Body], Awaitable[httpx.Response]]


async def prepare(folder: Path) -> list[SignedInClient]:
    """A market and its traders, on disk before anything is started."""
    settings = Settings(data_folder=folder, web_folder=folder.parent / "web", database_url=None)
    async with database(settings) as url:
        return await open_trading(settings, url)


async def open_trading(settings: Settings, owner_url: str) -> list[SignedInClient]:
    """A market and its traders, in a database that may be empty."""
    await asyncio.to_thread(migrate, owner_url)
    async with (
        open_api_services(settings, owner_url) as services,
        followed_engine(services, owner_url) as engine,
    ):
        await open_market(engine)
        return [await a_trader(services, engine, f"trader{number}") for number in range(TRADERS)]


class Crowd:
    """Each client sends an order until its fate is known, to the next api when one does not answer."""

    def __init__(
        self, urls: Sequence[str], clients: Sequence[SignedInClient], *, pause_seconds: float = 0.0
    ) -> None:
        self._urls = urls
        self._clients = clients
        self._pause_seconds = pause_seconds
        # When each was acknowledged.
        self.acknowledged: dict[OwnId, float] = {}
        # The orders whose cancel was acknowledged.
        self.canceled: set[int] = set()
        # Those that were sent again because an answer was lost.
        self.repeated: set[OwnId] = set()
        self.is_over = False
        # When the request was sent that was answered last, by client.
        self._sent_at = [0.0] * len(clients)
        self._changed = asyncio.Event()
        self._failure: Exception | None = None

    async def trade(self) -> None:
        try:
            await asyncio.gather(*(self._keep_trading(number) for number in range(len(self._clients))))
        except Exception as failure:
            self._failure = failure
            self._changed.set()
            raise

    async def wait_for_more(self) -> None:
        wanted = len(self.acknowledged) + ORDERS_BETWEEN
        await self._wait_until(lambda: len(self.acknowledged) >= wanted, DEADLINE_SECONDS)

    async def wait_for_everyone(self, deadline_seconds: float = DEADLINE_SECONDS) -> float:
        """How long it takes until each client has an order acknowledged that was sent from now on."""
        now = monotonic()
        await self._wait_until(lambda: min(self._sent_at) >= now, deadline_seconds)
        return monotonic() - now

    async def _wait_until(self, holds: Callable[[], bool], deadline_seconds: float) -> None:
        async with asyncio.timeout(deadline_seconds):
            while not holds():
                if self._failure is not None:
                    raise self._failure
                self._changed.clear()
                await self._changed.wait()

    async def _keep_trading(self, number: int) -> None:
        open_orders: deque[int] = deque()
        async with AsyncExitStack() as stack:
            apis = [
                await stack.enter_async_context(self.connect(number, api)) for api in range(len(self._urls))
            ]
            ask = partial(self._ask, number, apis)
            for placed in count(1):
                if self.is_over:
                    return
                own_id = f"own-{placed}"
                open_orders.append(await self._place(ask, number, placed, own_id))
                if len(open_orders) > MAX_OPEN_ORDERS:
                    await self._cancel(ask, open_orders.popleft())
                await asyncio.sleep(self._pause_seconds)

    async def _place(self, ask: Ask, number: int, placed: int, own_id: str) -> int:
        sent_at = monotonic()
        answer = await ask(own_id, "/api/v1/order", an_order(number, placed, own_id))
        assert answer.status_code == 201, answer.text
        order = answer.json()["order"]
        assert order["client_order_id"] == own_id
        self.acknowledged[number, own_id] = monotonic()
        self._sent_at[number] = sent_at
        self._changed.set()
        order_id: int = order["id"]
        return order_id

    async def _cancel(self, ask: Ask, order_id: int) -> None:
        answer = await ask(f"cancel {order_id}", f"/api/v1/order/{order_id}/cancel", None)
        # It may be filled, or canceled by a request whose answer was lost.
        assert answer.status_code in {200, 409}, answer.text
        if answer.status_code == 200:
            self.canceled.add(order_id)

    async def _ask(
        self, number: int, apis: Sequence[httpx.AsyncClient], name: str, path: str, body: Body
    ) -> httpx.Response:
        """Ask until there is an answer, the client's own api first and then the next one."""
        for attempt in count(number):
            try:
                answer = await apis[attempt % len(apis)].post(path, json=body)
                if answer.status_code != 503:
                    return answer
                self.repeated.add((number, name))
            except httpx.ConnectError:
                # It was not even sent.
                pass
            except httpx.TransportError:
                # Whether it was done is not known here.
                self.repeated.add((number, name))
            await asyncio.sleep(RETRY_SECONDS)
        raise AssertionError

    def connect(self, number: int, api: int = 0) -> httpx.AsyncClient:
        headers = {**self._clients[number].headers, "X-Site": "localhost"}
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESSES.format(number + 1))
        return httpx.AsyncClient(
            base_url=self._urls[api], headers=headers, timeout=ANSWER_SECONDS, transport=transport
        )


def an_order(number: int, placed: int, own_id: str) -> dict[str, str]:
    """Buyers and sellers around one price, so that most of them trade."""
    return {
        "symbol": "BTC-USDT",
        "side": "buy" if (number + placed) % 2 else "sell",
        "type": "limit",
        "quantity": "0.001",
        "price": str(50_000 + (placed * 7 + number) % 20),
        "time_in_force": "gtc" if placed % 3 else "ioc",
        "client_order_id": own_id,
    }


async def own_ids(crowd: Crowd, number: int, api: int = 0) -> list[str]:
    """The ids of a client's orders, once the api that is reached serves."""
    async with asyncio.timeout(DEADLINE_SECONDS):
        while True:
            async with crowd.connect(number, api) as http:
                listed = await http.get("/api/v1/order", headers={"Accept": "text/csv"})
            if listed.status_code == 200:
                return [line.split(",")[1] for line in listed.text.splitlines()[1:]]
            assert listed.status_code == 503, listed.text
            await asyncio.sleep(RETRY_SECONDS)


async def list_orders(crowd: Crowd, api: int = 0) -> list[OwnId]:
    """Every order of every client, as an api lists them."""
    return [(number, own_id) for number in range(TRADERS) for own_id in await own_ids(crowd, number, api)]


def audit(*options: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return run_clearwater("audit", *options, **settings)


def run_clearwater(*command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "clearwater", *command],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
