"""Under a storm of reads orders go on, and what nobody waits for is not begun."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from fastapi import APIRouter, Request
from starlette.responses import Response
from structlog.testing import capture_logs

from clearwater.engine.follower import Follower
from clearwater.entrypoints.api import ROUTERS, create_app
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit import visitor
from clearwater.kit.plain_route import PlainRoute, PlainRoutes, json_answer
from clearwater.kit.read_slots import MAX_READS, MAX_WAIT_SECONDS, ReadSlots
from tests.builders import SignedInClient
from tests.domains.realtime.conftest import served
from tests.domains.realtime.listening import Listening
from tests.polling import eventually

PER_ADDRESS = 4
ORDER = b'{"symbol":"BTC-USDT","side":"buy","type":"limit","price":"50000","quantity":"0.01"}'


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: dict[str, Any]


class Storm:
    """An exchange with reads that go on until they may end, and a clock for those that wait."""

    def __init__(self) -> None:
        self.now = 0.0
        self.begun: list[str] = []
        self.can_end = asyncio.Event()
        self.url = ""
        self._sent: list[Sent] = []

    @property
    def address(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        assert parts.hostname is not None
        assert parts.port is not None
        return parts.hostname, parts.port

    def routes(self) -> list[APIRouter]:
        routers = [APIRouter(prefix="/api/probe"), APIRouter(prefix="/probe", route_class=PlainRoute)]

        async def read(request: Request) -> Response:
            self.begun.append(request.path_params["name"])
            await self.can_end.wait()
            return json_answer({})

        routers[0].add_api_route("/slow/{name}", read)
        routers[1].add_api_route("/plain/{name}", read)
        return routers

    async def send(self, request: bytes, *, number: int = 0) -> "Sent":
        """Send a request from an address of its own for each four."""
        source = (f"127.0.1.{1 + number // PER_ADDRESS}", 0)
        reader, writer = await asyncio.open_connection(*self.address, local_addr=source)
        writer.write(request)
        self._sent.append(Sent(reader, writer))
        return self._sent[-1]

    async def read(self, name: str, *, number: int = 0, kind: str = "slow") -> "Sent":
        return await self.send(get(f"/api/probe/{kind}/{name}"), number=number)

    async def end(self) -> None:
        self.can_end.set()
        for sent in self._sent:
            await sent.leave()

    async def fill(self) -> None:
        """As many as run at a time, all of which wait for something."""
        for number in range(MAX_READS):
            await self.read("first", number=number)
        await eventually(lambda: len(self.begun) == MAX_READS)
        self.begun.clear()


class Sent:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def answer(self) -> Answer:
        async with asyncio.timeout(30):
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
            body = await self._reader.readexactly(int(headers["content-length"]))
        return Answer(int(head[0].split()[1]), headers, json.loads(body))

    async def leave(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


def get(path: str, client: SignedInClient | None = None) -> bytes:
    token = f"X-Token: {client.token}\r\n" if client else ""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{token}\r\n".encode()


def post_order(client: SignedInClient) -> bytes:
    head = (
        f"POST /api/v1/order HTTP/1.1\r\nHost: localhost\r\nX-Token: {client.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(ORDER)}\r\n\r\n"
    )
    return head.encode() + ORDER


@pytest_asyncio.fixture
async def storm(services: ApiServices) -> AsyncIterator[Storm]:
    storm = Storm()
    slow, plain = storm.routes()
    services = replace(services, read_slots=ReadSlots(lambda: storm.now, lambda: 0.0))
    app = create_app(services, slow)
    app.plain = PlainRoutes(app, prefix="/api", routers=[*ROUTERS, plain])
    async with served(services, app) as storm.url:
        yield storm
        await storm.end()


async def test_orders_probes_and_sockets_go_on_beside_a_storm_of_reads(
    storm: Storm, market: Follower, ann: SignedInClient
) -> None:
    await storm.fill()
    waiting = [await storm.read("more", number=MAX_READS + number) for number in range(3 * PER_ADDRESS)]

    placed = await (await storm.send(post_order(ann), number=MAX_READS)).answer()
    probe = await (await storm.send(get("/api/health/ready"), number=MAX_READS)).answer()
    listening = Listening()
    await listening.connect(storm.url, token=ann.token)
    await listening.follow("orders", "balances")
    await listening.close()
    begun = list(storm.begun)
    storm.can_end.set()

    assert (placed.status, placed.body["order"]["status"]) == (201, "new")
    assert probe.status == 200
    assert begun == []
    assert {(await one.answer()).status for one in waiting} == {200}


@pytest.mark.parametrize("kind", ["slow", "plain"])
async def test_a_read_that_cannot_be_served_soon_is_refused_before_any_work(storm: Storm, kind: str) -> None:
    await storm.fill()
    sent = await storm.read("late", number=MAX_READS, kind=kind)
    path = f"/api/probe/{kind}/late"
    with capture_logs() as lines:
        # It may not have arrived when the time begins to pass.
        while not (logged := [line for line in lines if line.get("path") == path]):
            storm.now += MAX_WAIT_SECONDS
            await asyncio.sleep(0.01)
        refused = await sent.answer()

    assert (refused.status, refused.body["code"]) == (503, "OVERLOADED")
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.headers["retry-after"] == "1"
    assert refused.headers["cache-control"] == "no-store"
    assert refused.headers["x-content-type-options"] == "nosniff"
    assert refused.body["request_id"] == refused.headers["x-request-id"] == logged[0]["request_id"]
    assert (lines[-1]["event"], lines[-1]["status"]) == ("request", 503)
    assert storm.begun == []

    storm.can_end.set()
    after = await (await storm.read("after", number=MAX_READS, kind=kind)).answer()
    assert (after.status, storm.begun) == (200, ["after"])


@pytest.mark.parametrize("kind", ["slow", "plain"])
@pytest.mark.parametrize("number", [0, MAX_READS], ids=["for a slot of its address", "for one of all"])
async def test_a_read_whose_sender_has_left_while_it_waited_is_not_begun(
    storm: Storm, monkeypatch: pytest.MonkeyPatch, number: int, kind: str
) -> None:
    monkeypatch.setattr(visitor, "MIN_CLOSED_MS", 0)
    await storm.fill()
    left = await storm.read("left", number=number, kind=kind)
    stayed = await storm.read("stayed", number=number, kind=kind)
    await left.leave()

    storm.can_end.set()
    await stayed.answer()

    assert storm.begun == ["stayed"]


async def test_a_read_that_has_begun_is_finished_for_a_sender_that_left(
    storm: Storm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor, "MIN_CLOSED_MS", 0)
    sent = await storm.read("begun")
    await eventually(lambda: storm.begun)
    with capture_logs() as lines:
        await sent.leave()
        storm.can_end.set()
        await eventually(lambda: statuses(lines))

    assert statuses(lines) == [200]


@asynccontextmanager
async def sent_while_it_is_away(storm: Storm, request: bytes) -> AsyncIterator[socket.socket]:
    """A request that the kernel takes while the process does nothing, as while it starts again."""
    with socket.create_connection(storm.address) as plug:
        plug.sendall(request)
        yield plug


def statuses(lines: list[Any]) -> list[int]:
    """Of the requests that were logged; other things may happen meanwhile."""
    return [line["status"] for line in lines if line["event"] == "request"]


async def open_orders(storm: Storm, client: SignedInClient) -> int:
    answer = await (await storm.send(get("/api/v1/order?status=open", client), number=99)).answer()
    return len(answer.body["items"])


async def test_an_order_whose_sender_has_left_before_it_began_is_not_placed(
    storm: Storm, market: Follower, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor, "MIN_CLOSED_MS", 0)
    with capture_logs() as lines:
        async with sent_while_it_is_away(storm, post_order(ann)):
            # Left, without a turn of the event loop in between.
            pass
        await eventually(lambda: statuses(lines))

    assert statuses(lines) == [503]
    assert await open_orders(storm, ann) == 0


async def test_an_order_that_has_waited_for_longer_than_senders_do_is_refused(
    storm: Storm, market: Follower, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(visitor, "MAX_PATIENCE_MS", 0)
        sent = await storm.send(post_order(ann))
        refused = await sent.answer()

    assert (refused.status, refused.body["code"]) == (503, "OVERLOADED")
    assert refused.headers["retry-after"] == "1"
    assert await open_orders(storm, ann) == 0


async def test_an_order_is_placed_that_came_while_the_process_was_away(
    storm: Storm, market: Follower, ann: SignedInClient
) -> None:
    async with sent_while_it_is_away(storm, post_order(ann)) as plug:
        plug.setblocking(False)
        answer = await asyncio.get_running_loop().sock_recv(plug, 100)

    assert answer.startswith(b"HTTP/1.1 201 ")
    assert await open_orders(storm, ann) == 1
