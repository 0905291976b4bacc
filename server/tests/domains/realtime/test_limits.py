"""What a client may ask for, what happens to one that asks for more, and to one that does not listen."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx
import pytest
import pytest_asyncio
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from clearwater.core.desk import Committed
from clearwater.core.events import Event, LevelChanged
from clearwater.domains.realtime import sockets as sockets_module
from clearwater.domains.realtime.hub import ReaderLimits
from clearwater.domains.realtime.messages import Message
from clearwater.engine.follower import Follower
from clearwater.entrypoints.listener import bind
from clearwater.entrypoints.wiring import ApiServices
from tests.conftest import app_with
from tests.domains.realtime.conftest import Listen, listening_to, served
from tests.domains.realtime.listening import PATIENCE_SECONDS, BookCopy, Json, Received
from tests.domains.realtime.test_public import DEPTH
from tests.polling import eventually

HEAD = '42["depth",'


@pytest_asyncio.fixture
async def address(hall: ApiServices) -> AsyncIterator[str]:
    """These need no engine."""
    async with served(hall) as found:
        yield found


@asynccontextmanager
async def raw_socket(address: str, *, small: bool = False) -> AsyncIterator[ClientConnection]:
    """A bare WebSocket that has joined; a small one holds little that was not read."""
    host, port = address.removeprefix("http://").split(":")
    plug = socket.socket()
    if small:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plug.connect((host, int(port)))
    url = f"ws://{host}:{port}/socket.io/?EIO=4&transport=websocket"
    queue = 1 if small else 16
    async with connect(url, sock=plug, compression=None, max_queue=queue, ping_interval=None) as websocket:
        await websocket.recv()
        await websocket.send('40{"site":"localhost"}')
        assert str(await websocket.recv()).startswith("40")
        yield websocket


async def read_to_the_end(websocket: ClientConnection) -> list[str]:
    """Everything until the server has closed the connection."""
    received = []
    async with asyncio.timeout(PATIENCE_SECONDS):
        try:
            while True:
                received.append(str(await websocket.recv()))
        except (ConnectionClosed, OSError):
            return received


RATE_LIMITED = {"ok": False, "errors": [{"channel": "", "code": "RATE_LIMITED"}]}
MALFORMED = {"ok": False, "errors": [{"channel": "", "code": "MALFORMED"}]}


async def test_the_201st_channel_ends_the_connection(listen: Listen, hall: ApiServices) -> None:
    visitor = await listen()
    many = [f"ticker:A{number}-USDT" for number in range(201)]

    assert await visitor.ask("subscribe", {"channels": many}) == RATE_LIMITED

    await visitor.wait_for_end()
    assert hall.realtime.hub.members == set()


async def test_channels_are_counted_over_all_requests(listen: Listen, hall: ApiServices) -> None:
    visitor = await listen()
    own = ["ticker:all", DEPTH, "trades:BTC-USDT", "site"]
    await visitor.follow(*own)
    (member,) = hall.realtime.hub.members
    member.channels |= {f"ticker:A{number}-USDT" for number in range(196)}

    assert (await visitor.follow(*own))["ok"]
    assert await visitor.ask("subscribe", {"channels": ["candles:BTC-USDT:1m"]}) == RATE_LIMITED
    await visitor.wait_for_end()


async def test_more_than_ten_messages_a_second_end_the_connection(address: str) -> None:
    ask = '["unsubscribe",{"channels":[]}]'
    async with raw_socket(address) as websocket:
        # All at once: with the message that joined they are eleven.
        await asyncio.gather(*(websocket.send(f"42{number}{ask}") for number in range(20, 30)))
        received = await read_to_the_end(websocket)

    assert received[:9] == [f'43{number}[{{"ok":true,"errors":[]}}]' for number in range(20, 29)]
    assert received[9:] == ["4329" + json.dumps([RATE_LIMITED], separators=(",", ":")), "41"]


async def test_a_malformed_request_is_answered_as_malformed(answer_to: "AnswerTo") -> None:
    for body in (
        None,
        7,
        "depth",
        ["depth:BTC-USDT"],
        {},
        {"channels": "depth:BTC-USDT"},
        {"channels": [7]},
        {"channels": [None]},
        {"channels": [], "resume": "1"},
        {"channels": [], "resume": True},
        {"channels": [], "resume": 1.5},
        {"channels": [], "else": 1},
        {"channels": {"0": "depth:BTC-USDT"}},
    ):
        assert await answer_to("subscribe", body) == MALFORMED, body
    assert await answer_to("snapshot", {"channel": ["depth:BTC-USDT"]}) == MALFORMED
    assert await answer_to("unsubscribe", {"channel": "depth:BTC-USDT"}) == MALFORMED


async def test_invalid_channel_names_are_answered_not_found(answer_to: "AnswerTo") -> None:
    names = ["", "\x00", "\ud800", "depth:" + "A" * 60_000, "depth:BTC-USDT\n", "__proto__", "depth:*"]
    answer = await answer_to("subscribe", {"channels": names})
    assert [error["code"] for error in answer["errors"]] == ["NOT_FOUND"] * len(names)
    assert max(len(error["channel"]) for error in answer["errors"]) == 80


class AnswerTo:
    """Asks something of its own socket each time, so that limits are not in the way."""

    def __init__(self, listen: Listen) -> None:
        self._listen = listen

    async def __call__(self, event: str, body: object) -> Json:
        visitor = await self._listen()
        return await visitor.ask(event, body)


@pytest.fixture
def answer_to(listen: Listen) -> AnswerTo:
    return AnswerTo(listen)


async def test_unknown_events_are_answered(answer_to: AnswerTo) -> None:
    for event in ("nothing", "connect_error", "*", "subscribe "):
        assert (await answer_to(event, {}))["errors"] == [{"channel": "", "code": "NOT_FOUND"}]


STRANGE_PACKETS: tuple[str | bytes, ...] = (
    "",
    "x",
    "4",
    "4x",
    "42",
    "42{}",
    "42[]",
    '42["subscribe"]',
    '421[["subscribe"],{}]',
    "421[null]",
    "42" + "9" * 200 + '["subscribe",{"channels":[]}]',
    '42["disconnect"]',
    '42["connect",{"HTTP_COOKIE":"sid=1"},{"site":"localhost"}]',
    '42/other,["subscribe",{"channels":[]}]',
    "40/other,{}",
    "40",
    "44",
    "49",
    '451-["subscribe",{"_placeholder":true,"num":0}]',
    '45999999999-["subscribe"]',
    "4" + "[" * 60_000,
    "43[1]",
    "4431[{}]",
    "7",
    b"\x00\x01",
    b"",
    "4" * 10_000_000,
)


async def test_malformed_packets_do_not_affect_other_sockets(
    address: str, listen: Listen, hall: ApiServices
) -> None:
    other = await listen()
    await other.follow(DEPTH)
    for packet in STRANGE_PACKETS:
        async with raw_socket(address) as websocket:
            with suppress(ConnectionClosed):
                await websocket.send(packet)
                # Whoever leaves in an orderly way is answered with nothing more.
                await websocket.send("41")
    # One socket is left, and nothing of the others.
    realtime = hall.realtime
    await eventually(lambda: len(realtime.hub.members) + realtime.server.connections == 2)

    assert await other.ask("snapshot", {"channel": DEPTH}) == {"ok": True, "errors": []}
    assert [message["type"] for message in await other.wait_for(DEPTH, 2)] == ["snapshot"] * 2


async def test_binary_parts_are_not_gathered(address: str, hall: ApiServices) -> None:
    """They would fill the memory: nothing limits how many a packet may announce."""
    async with raw_socket(address) as websocket:
        await websocket.send('4599999-["subscribe"]')
        await read_to_the_end(websocket)

    await eventually(lambda: not hall.realtime.server.connections)


async def test_a_forged_connect_event_does_not_sign_in(address: str) -> None:
    async with raw_socket(address) as websocket:
        auth = {"site": "localhost", "token": "anything"}
        await websocket.send("421" + json.dumps(["connect", {}, auth]))
        answer = str(await websocket.recv())

    assert answer == "431" + json.dumps(
        [{"ok": False, "errors": [{"channel": "", "code": "NOT_FOUND"}]}], separators=(",", ":")
    )


async def test_polls_that_are_too_large_or_wrong_are_refused(address: str, listen: Listen) -> None:
    url = f"{address}/socket.io/?EIO=4&transport=polling"
    async with httpx.AsyncClient() as http:
        sid = json.loads((await http.get(url)).text[1:])["sid"]
        large = await http.post(f"{url}&sid={sid}", content=b"4" * 10_000_000)
        nobody = await http.post(f"{url}&sid=nobody", content="40")
        old = await http.get(f"{address}/socket.io/?EIO=3&transport=polling")
        other = await http.get(f"{address}/socket.io/?EIO=4&transport=pigeon")

    assert [answer.status_code for answer in (large, nobody, old, other)] == [400] * 4
    assert (await (await listen()).follow("ticker:all"))["ok"]


async def test_a_socket_without_a_handshake_is_closed(
    address: str, hall: ApiServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets_module, "INTRODUCTION_SECONDS", 0.0)
    host = address.removeprefix("http://")
    async with connect(f"ws://{host}/socket.io/?EIO=4&transport=websocket", ping_interval=None) as websocket:
        await websocket.recv()

        await hall.realtime.server.close_silent()

        assert await read_to_the_end(websocket) == []


async def test_connections_beyond_the_limit_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets_module, "MAX_SOCKETS", 0)
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{address}/socket.io/?EIO=4&transport=polling")
    assert (answer.status_code, answer.json()["code"]) == (503, "OVERLOADED")


async def test_other_requests_still_reach_the_app(services: ApiServices, market: Follower) -> None:
    async with served(services, app_with(services)) as address, httpx.AsyncClient() as http:
        live = await http.get(f"{address}/api/health/live")
        broken = await http.get(f"{address}/socket.io", headers={"Upgrade": "websocket"})
    assert (live.status_code, live.json()) == (200, {"status": "live"})
    assert broken.status_code == 400


@asynccontextmanager
async def narrow(hall: ApiServices, *, max_behind_seconds: float) -> AsyncIterator[str]:
    """A server whose sockets hold little, so that who does not read is soon behind."""
    hall.realtime.hub.limits = ReaderLimits(4_096, 256 * 1024, max_behind_seconds)
    listener = bind("127.0.0.1", 0)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    async with served(hall, listener=listener) as address:
        yield address


class WildMarket:
    """Changes so much of a book at once that one update fills a socket."""

    def __init__(self, hall: ApiServices, *, levels: int = 300) -> None:
        self._realtime = hall.realtime
        self._levels = levels
        self._seq = 0
        self.updates = 0

    def change(self) -> None:
        self.updates += 1
        first = self._seq + 1
        self._seq += self._levels
        events: list[Event] = [
            LevelChanged("BTC-USDT", seq, "sell", 5_100_000 + seq - first, 1_000 * self.updates)
            for seq in range(first, self._seq + 1)
        ]
        self._realtime.on_commit([Committed(0, 0, events)])
        self._realtime.publisher.tick(0.0)


Readers = tuple[ClientConnection, Received, WildMarket]


@asynccontextmanager
async def two_readers(hall: ApiServices, *, max_behind_seconds: float) -> AsyncIterator[Readers]:
    """Two who follow a wild market; the first reads only when the test does."""
    async with (
        narrow(hall, max_behind_seconds=max_behind_seconds) as address,
        listening_to(address) as listen,
        raw_socket(address, small=True) as slow,
    ):
        other = await listen()
        await other.follow(DEPTH)
        await slow.send(f'420["subscribe",{{"channels":["{DEPTH}"]}}]')
        yield slow, other, WildMarket(hall)


async def test_a_slow_reader_misses_updates_and_gets_a_snapshot_when_it_reads_again(
    hall: ApiServices,
) -> None:
    async with two_readers(hall, max_behind_seconds=60) as (slow, other, wild):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not any(member.stale for member in hall.realtime.hub.members):
                wild.change()
                await asyncio.sleep(0.01)
        wild.change()
        messages = await other.wait_for(DEPTH, 1 + wild.updates)
        received: list[Json] = []
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not received or BookCopy(received).seq < messages[-1]["last_seq"]:
                text = str(await slow.recv())
                received += [json.loads(text[2:])[1]] if text.startswith(HEAD) else []

    assert [message["type"] for message in messages].count("snapshot") == 1
    assert [message["type"] for message in received].count("snapshot") == 2
    assert BookCopy(received).rows() == BookCopy(messages).rows()
    assert len(received) < len(messages)


async def test_a_slow_reader_is_disconnected_and_delays_no_one(hall: ApiServices) -> None:
    async with two_readers(hall, max_behind_seconds=0.2) as (slow, other, wild):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(hall.realtime.hub.members) == 2:
                wild.change()
                await asyncio.sleep(0.02)

        assert len(await other.wait_for(DEPTH, 1 + wild.updates)) == 1 + wild.updates
        BookCopy(other.of(DEPTH))
        await read_to_the_end(slow)


async def test_a_reader_over_the_buffer_limit_is_disconnected_immediately(hall: ApiServices) -> None:
    """Trades cannot be made up for, so they are not left out."""
    async with narrow(hall, max_behind_seconds=60) as address, raw_socket(address, small=True) as slow:
        await slow.send('420["subscribe",{"channels":["trades:BTC-USDT"]}]')
        await slow.recv()
        large = Message.of(
            "trades", {"channel": "trades:BTC-USDT", "type": "trades", "items": ["x" * 50_000]}
        )

        async with asyncio.timeout(PATIENCE_SECONDS):
            while hall.realtime.hub.members:
                hall.realtime.hub.public("trades:BTC-USDT", large)
                await asyncio.sleep(0)

        await read_to_the_end(slow)


def depth_in(packets: list[str]) -> list[Json]:
    return [json.loads(packet[2:])[1] for packet in packets if packet.startswith(HEAD)]


async def test_upgrading_from_polling_to_websocket_misses_nothing(address: str, hall: ApiServices) -> None:
    """As browsers do: begin with polls, try a WebSocket meanwhile, change over; the book goes on changing."""
    url, wild = f"{address}/socket.io/?EIO=4&transport=", WildMarket(hall, levels=10)

    async def keep_changing() -> None:
        while True:
            wild.change()
            await asyncio.sleep(0.002)

    async with httpx.AsyncClient() as http, asyncio.timeout(PATIENCE_SECONDS):
        sid = json.loads((await http.get(f"{url}polling")).text[1:])["sid"]
        polls = f"{url}polling&sid={sid}"
        await http.post(polls, content='40{"site":"localhost"}')
        await http.post(polls, content=f'42["subscribe",{{"channels":["{DEPTH}"]}}]')
        changing = asyncio.create_task(keep_changing())
        received: list[Json] = []
        while len(received) < 3:
            received += depth_in((await http.get(polls)).text.split("\x1e"))
        async with connect(
            f"{url.replace('http', 'ws')}websocket&sid={sid}", ping_interval=None
        ) as websocket:
            await websocket.send("2probe")
            assert await websocket.recv() == "3probe"
            received += depth_in((await http.get(polls)).text.split("\x1e"))
            await websocket.send("5")
            by_polls = len(received)
            while len(received) < by_polls + 50:
                received += depth_in([str(await websocket.recv())])
            changing.cancel()

    assert [message["type"] for message in received].count("snapshot") == 1
    BookCopy(received)
