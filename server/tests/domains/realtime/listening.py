"""Clients that record the messages they receive, and a copy of a book as such a client keeps it."""

import asyncio
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from itertools import count
from typing import Any

import aiohttp
import httpx
import socketio
from engineio import async_client

from clearwater.entrypoints.socket_messages import MESSAGES

# The server has the library without what its clients need.
async_client.aiohttp = aiohttp

Json = dict[str, Any]
PATIENCE_SECONDS = 10.0
SEPARATOR = "\x1e"


class Received:
    """The messages that one client receives, in order."""

    def __init__(self) -> None:
        self.received: list[Json] = []
        self.is_over = asyncio.Event()
        self._news = asyncio.Event()

    async def connect(self, address: str, *, token: str | None = None) -> None:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    async def ask(self, event: str, body: Any) -> Json:
        raise NotImplementedError

    async def follow(self, *channels: str, **others: Any) -> Json:
        answer = await self.ask("subscribe", {"channels": channels, **others})
        assert answer["ok"], answer
        return answer

    def of(self, *channels: str) -> list[Json]:
        return [message for message in self.received if message["channel"] in channels]

    async def until(self, is_there: Callable[[], bool]) -> None:
        """Wait until the received messages meet a condition."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not is_there():
                self._news.clear()
                await self._news.wait()

    async def wait_for(self, channel: str, number: int = 1) -> list[Json]:
        await self.until(lambda: len(self.of(channel)) >= number)
        return self.of(channel)

    async def wait_for_end(self) -> None:
        await asyncio.wait_for(self.is_over.wait(), PATIENCE_SECONDS)

    def _on_event(self, event: str, message: Json) -> None:
        assert message["channel"].partition(":")[0] == event
        MESSAGES.validate_python(message)
        self.received.append(message)
        self._news.set()

    def _end(self) -> None:
        self.is_over.set()
        self._news.set()


class Listening(Received):
    """A real Socket.IO client, on a WebSocket."""

    def __init__(self) -> None:
        super().__init__()
        self.client = socketio.AsyncClient(reconnection=False)
        self.client.on("*", self._on_event)
        self.client.on("disconnect", lambda *_: self._end())
        self.client.on("connect_error", self._note_refusal)
        self.refusal: Any = None

    async def connect(
        self,
        address: str,
        *,
        site: str = "localhost",
        token: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        auth = {"site": site} | ({"token": token} if token is not None else {})
        await self.client.connect(
            address, auth=auth, transports=["websocket"], headers=headers or {}, wait_timeout=PATIENCE_SECONDS
        )

    def _note_refusal(self, refusal: Any) -> None:
        self.refusal = refusal

    async def close(self) -> None:
        await self.client.disconnect()

    async def ask(self, event: str, body: Any) -> Json:
        answer: Json = await self.client.call(event, body, timeout=PATIENCE_SECONDS)
        return answer


class Polling(Received):
    """A client behind a proxy that lets no WebSocket through: Engine.IO over plain requests."""

    def __init__(self) -> None:
        super().__init__()
        self._http = httpx.AsyncClient(timeout=PATIENCE_SECONDS)
        self._numbers = count(1)
        self._answers: dict[int, asyncio.Future[Json]] = {}

    async def connect(self, address: str, *, token: str | None = None) -> None:
        self._address = f"{address}/socket.io/?EIO=4&transport=polling"
        opened = await self._http.get(self._address)
        assert opened.headers["x-content-type-options"] == "nosniff"
        self._address += f"&sid={json.loads(opened.text[1:])['sid']}"
        await self._post("40" + json.dumps({"site": "localhost"} | ({"token": token} if token else {})))
        assert (await self._http.get(self._address)).text.startswith("40")
        self._task = asyncio.create_task(self._poll())

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._http.aclose()

    async def ask(self, event: str, body: Any) -> Json:
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._post(f"42{number}" + json.dumps([event, body]))
        return await asyncio.wait_for(answer, PATIENCE_SECONDS)

    async def _post(self, packet: str) -> None:
        (await self._http.post(self._address, content=packet)).raise_for_status()

    async def _poll(self) -> None:
        with suppress(httpx.TransportError):
            await self._read_answers()
        self._end()

    async def _read_answers(self) -> None:
        while (answer := await self._http.get(self._address)).status_code == 200:
            for packet in answer.text.split(SEPARATOR):
                if packet.startswith("42"):
                    self._on_event(*json.loads(packet[2:]))
                elif packet.startswith("43"):
                    number, begin, body = packet[2:].partition("[")
                    self._answers.pop(int(number)).set_result(json.loads(begin + body)[0])
                elif packet.startswith("41"):
                    self._end()


class BookCopy:
    """Rebuilds a book from the messages of its channel, as a careful client does."""

    def __init__(self, messages: list[Json]) -> None:
        self.seq = -1
        self.bids: dict[str, str] = {}
        self.asks: dict[str, str] = {}
        for message in messages:
            self.take(message)

    def take(self, message: Json) -> None:
        if message["type"] == "snapshot":
            self.seq = message["seq"]
            self.bids, self.asks = dict(message["bids"]), dict(message["asks"])
            return
        assert message["first_seq"] == self.seq + 1, "there is a gap"
        self.seq = message["last_seq"]
        for mine, sent in ((self.bids, message["bids"]), (self.asks, message["asks"])):
            for price, quantity in sent:
                if quantity == "0":
                    mine.pop(price, None)
                else:
                    mine[price] = quantity
        assert message["checksum"] == self.checksum()

    def rows(self) -> tuple[list[list[str]], list[list[str]]]:
        """Both sides, best first."""
        bids = sorted(self.bids.items(), key=lambda row: -Decimal(row[0]))
        asks = sorted(self.asks.items(), key=lambda row: Decimal(row[0]))
        return [list(row) for row in bids], [list(row) for row in asks]

    def checksum(self) -> int:
        bids, asks = self.rows()
        return zlib.crc32(":".join(":".join(row) for row in [*bids[:10], *asks[:10]]).encode())
