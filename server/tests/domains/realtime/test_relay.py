"""Two api processes that share Redis: one has the engine, the other only sockets."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import pytest_asyncio

from clearwater.core.commands import PlaceOrder
from clearwater.domains.markets.service import Board
from clearwater.domains.realtime.cluster_link import ClusterLink
from clearwater.domains.realtime.hub import Hub
from clearwater.domains.realtime.ports import Subscribers
from clearwater.domains.realtime.publisher import Publisher
from clearwater.entrypoints.api import create_app, trading
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from clearwater.kit.notices import Notice
from tests.builders import SignedInClient
from tests.conftest import NOON
from tests.domains.realtime.conftest import Listen, listening_to, served
from tests.domains.realtime.listening import BookCopy
from tests.domains.realtime.test_public import DEPTH, TRADES, an_order
from tests.polling import eventually
from tests.trading import a_trader, open_market, submit

REDIS = shutil.which("redis-server")


class Redis:
    """A real one, of our own."""

    def __init__(self, folder: Path) -> None:
        assert REDIS is not None, "tools/install-test-programs installs what the tests need"
        self._path = folder / "redis.sock"
        self.url = f"unix://{self._path}"

    async def start(self) -> None:
        assert REDIS is not None
        self._process = await asyncio.create_subprocess_exec(
            REDIS, "--port", "0", "--unixsocket", str(self._path), "--save", "", "--appendonly", "no",
            stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        await eventually(self._path.exists)

    async def stop(self) -> None:
        self._process.kill()
        await self._process.wait()
        self._path.unlink(missing_ok=True)


@pytest_asyncio.fixture
async def redis(tmp_path: Path) -> AsyncIterator[Redis]:
    server = Redis(tmp_path)
    await server.start()
    yield server
    await server.stop()


@asynccontextmanager
async def a_process(settings: Settings, database_url: str, clock: FixedClock) -> AsyncIterator[ApiServices]:
    """As much of an api process as matters here; who comes first gets the engine."""
    async with open_api_services(settings, database_url, clock=clock) as services, trading(services):
        await asyncio.wait_for(services.notices.wait_until_listening(), 10)
        yield services


@pytest_asyncio.fixture
async def shared(settings: Settings, redis: Redis) -> Settings:
    return settings.model_copy(update={"redis_url": redis.url})


@pytest_asyncio.fixture
async def leader(shared: Settings, database_url: str, clock: FixedClock) -> AsyncIterator[ApiServices]:
    async with a_process(shared, database_url, clock) as services:
        await asyncio.wait_for(services.engine.wait_until_serving(), 30)
        await open_market(services.engine)
        yield services


@pytest_asyncio.fixture
async def follower(
    leader: ApiServices, shared: Settings, database_url: str, clock: FixedClock
) -> AsyncIterator[ApiServices]:
    async with a_process(shared, database_url, clock) as services:
        assert services.realtime.link is not None
        link = services.realtime.link
        await eventually(lambda: link.has_leader)
        yield services


@pytest_asyncio.fixture
async def listen_there(follower: ApiServices) -> AsyncIterator[Listen]:
    """Connects clients to the process without the engine."""
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(served(follower))
        yield await stack.enter_async_context(listening_to(address))


async def test_public_data_reaches_the_other_process(leader: ApiServices, listen_there: Listen) -> None:
    ann = await a_trader(leader, leader.engine, "ann")
    visitor = await listen_there()

    unknown = await visitor.ask("subscribe", {"channels": ["depth:NOT-THERE", DEPTH, TRADES]})
    for side, price in (("buy", "49000"), ("sell", "51000"), ("sell", "49000")):
        order: PlaceOrder = an_order(ann, side, price)  # type: ignore[arg-type]
        await submit(leader.engine, order)
    last_seq = leader.engine.view.pairs["BTC-USDT"].seq
    await visitor.until(lambda: BookCopy(visitor.of(DEPTH)).seq == last_seq)
    (trades,) = await visitor.wait_for(TRADES)

    assert unknown["errors"] == [{"channel": "depth:NOT-THERE", "code": "PAIR_UNKNOWN"}]
    assert BookCopy(visitor.of(DEPTH)).rows() == ([], [["51000", "0.1"]])
    assert [trade["price"] for trade in trades["items"]] == ["49000"]
    assert (await visitor.ask("snapshot", {"channel": DEPTH}))["ok"]
    await visitor.until(lambda: visitor.of(DEPTH)[-1]["type"] == "snapshot")
    assert visitor.of(DEPTH)[-1]["asks"] == [["51000", "0.1"]]


async def test_private_events_have_one_count_over_both_processes(
    leader: ApiServices, listen_there: Listen
) -> None:
    ann, bob = await a_trader(leader, leader.engine, "ann"), await a_trader(leader, leader.engine, "bob")
    async with served(leader) as address, listening_to(address) as listen_here:
        here, there, his = await listen_here(ann), await listen_there(ann), await listen_there(bob)
        first = (await there.follow("orders", "balances"))["seq"]
        assert (await here.follow("orders", "balances"))["seq"] == first
        await his.follow("orders")

        await submit(leader.engine, an_order(ann, "sell", "51000"))
        await submit(leader.engine, an_order(ann, "sell", "52000"))
        await there.wait_for("balances", 2)
        again = await listen_there(ann)
        answer = await again.follow("orders", "balances", resume=first + 2)
        await again.until(lambda: len(again.received) == 2)

    assert [message["seq"] for message in there.received] == [first + 1, first + 2, first + 3, first + 4]
    assert there.received == here.received
    assert answer["seq"] == first + 4
    assert again.received == there.received[2:]
    assert his.received == []


async def test_a_revoked_session_is_closed_in_every_process(
    leader: ApiServices, follower: ApiServices, listen_there: Listen
) -> None:
    ann = await a_trader(leader, leader.engine, "ann")
    hers = await listen_there(ann)
    await hers.follow("account")

    await end_session(leader, ann)
    await hers.wait_for_end()

    assert [message["type"] for message in hers.of("account")] == ["session_revoked"]
    assert follower.realtime.hub.members == set()


async def test_a_session_is_told_once_that_it_ends_whichever_process_hears_it_first(
    leader: ApiServices, follower: ApiServices, listen_there: Listen
) -> None:
    ann = await a_trader(leader, leader.engine, "ann")
    hers = await listen_there(ann)
    await hers.follow("account")
    (session_id,) = follower.realtime.hub.sessions()

    # The leader alone, so that its word is there before the other process closes the socket.
    leader.realtime.on_notice(Notice("session_revoked", ann.id, {"session_id": str(session_id)}))
    leader.realtime.on_notice(Notice("level", ann.id, {"level": "vip1"}))
    await hers.wait_for("account")
    await end_session(leader, ann)
    await hers.wait_for_end()

    assert [message["type"] for message in hers.of("account")] == ["level", "session_revoked"]


async def end_session(services: ApiServices, client: SignedInClient) -> None:
    transport = httpx.ASGITransport(create_app(services))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
        assert (await http.delete("/api/v1/token", headers=client.headers)).status_code == 204


async def test_after_redis_was_away_everything_is_told_anew(
    leader: ApiServices, redis: Redis, listen_there: Listen
) -> None:
    ann = await a_trader(leader, leader.engine, "ann")
    visitor, hers = await listen_there(), await listen_there(ann)
    await visitor.follow(DEPTH)
    await hers.follow("orders")

    await redis.stop()
    await submit(leader.engine, an_order(ann, "buy", "49000"))
    leader.realtime.publisher.tick(0.0)
    await redis.start()
    await hers.wait_for_end()
    await visitor.until(lambda: visitor.of(DEPTH)[-1]["type"] == "snapshot" and len(visitor.of(DEPTH)) > 1)

    assert visitor.of(DEPTH)[-1]["bids"] == [["49000", "0.1"]]


async def test_when_the_leader_is_gone_another_leads(
    shared: Settings, database_url: str, clock: FixedClock
) -> None:
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(AsyncExitStack())
        leader = await first.enter_async_context(a_process(shared, database_url, clock))
        await asyncio.wait_for(leader.engine.wait_until_serving(), 30)
        await open_market(leader.engine)
        second = await stack.enter_async_context(a_process(shared, database_url, clock))
        third = await stack.enter_async_context(a_process(shared, database_url, clock))
        listens = [
            await stack.enter_async_context(listening_to(await stack.enter_async_context(served(services))))
            for services in (second, third)
        ]
        visitors = [await listen() for listen in listens]
        for visitor in visitors:
            await visitor.follow(DEPTH)

        await first.aclose()
        await eventually(lambda: second.engine.is_serving or third.engine.is_serving)
        new_leader = second if second.engine.is_serving else third
        ann = await a_trader(new_leader, new_leader.engine, "ann")
        await submit(new_leader.engine, an_order(ann, "buy", "49000"))

        for visitor in visitors:
            await visitor.until(lambda visitor=visitor: BookCopy(visitor.of(DEPTH)).seq == 1)  # type: ignore[misc]
            assert BookCopy(visitor.of(DEPTH)).rows() == ([["49000", "0.1"]], [])


class FakeRelay:
    """A relay that carries at once, between links of one process."""

    def __init__(self) -> None:
        self.links: list[ClusterLink] = []

    def publish(self, message: bytes) -> None:
        for link in self.links:
            link.on_message(message)

    def request(self, message: bytes) -> None:
        for link in self.links:
            link.on_request(message)

    async def run(self, *, on_message: object, on_request: object) -> None:
        raise NotImplementedError


def a_link(relay: FakeRelay, *, is_serving: bool) -> tuple[ClusterLink, Publisher]:
    hub = Hub(lambda: 0.0)
    clock, subscribers = FixedClock(NOON), cast("Subscribers", SimpleNamespace())
    publisher = Publisher(cast("Board", None), clock, subscribers)
    link = ClusterLink(relay, hub, publisher, lambda: 0.0, is_serving=lambda: is_serving)
    relay.links.append(link)
    return link, publisher


def test_who_has_lost_the_engine_steps_down_for_whoever_got_it() -> None:
    relay = FakeRelay()
    old, old_publisher = a_link(relay, is_serving=True)
    new, new_publisher = a_link(relay, is_serving=True)
    old.lead()
    assert (old_publisher.is_leading, new_publisher.is_leading) == (True, False)

    new.lead()
    assert (old_publisher.is_leading, new_publisher.is_leading) == (False, True)

    # What the old one may still publish changes nothing.
    old_publisher.is_leading = True
    old.restart_private()
    assert new_publisher.is_leading


async def test_only_what_somebody_follows_is_sent_over(
    leader: ApiServices, follower: ApiServices, listen_there: Listen
) -> None:
    visitor = await listen_there()
    await visitor.follow(DEPTH)
    assert leader.realtime.channels() == {DEPTH}

    await visitor.ask("unsubscribe", {"channels": [DEPTH]})
    assert follower.realtime.link is not None
    follower.realtime.link.announce_presence()

    await eventually(lambda: leader.realtime.channels() == set())
