"""A load generator for orders: signed-in clients over kept-open connections, in a closed or an open loop.

Open loop: an order is due at its time, whether or not those before are answered, and its latency counts from
then. A connection that is still busy sends it later, and the wait counts.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar, cast

import uvloop

from clearwater.core.seeded_random import SeededRandom

# After the last order was due, for what is still in flight.
DRAIN_SECONDS = 5.0
# As a proxy would: one address has a cap on its connections.
ADDRESSES = 10


class Pair(NamedTuple):
    """Where orders go: one step of the price, the price in such steps, and a quantity that may be traded."""

    symbol: str
    tick: int
    price: int
    price_decimals: int
    quantity: str


class Target(NamedTuple):
    host: str
    port: int
    tokens: list[str]
    pairs: list[Pair]
    # Each order has an Idempotency-Key that begins with this; without, it has none.
    keys: str = ""


class Result(NamedTuple):
    """What a load got: orders a second, the latency of each in seconds, how many were not placed."""

    per_second: float
    latencies: list[float]
    failed: int


class Client(asyncio.Protocol):
    """One connection of a signed-in client."""

    def __init__(self, target: Target, number: int) -> None:
        self._rng = SeededRandom(number)
        self._pairs = target.pairs
        token = target.tokens[number % len(target.tokens)]
        self._head = (
            f"POST /api/v1/order HTTP/1.1\r\nHost: {target.host}\r\nX-Token: {token}\r\n"
            "Content-Type: application/json\r\n"
        )
        self._keys = f"{target.keys}-{number}" if target.keys else ""
        self._sent = 0
        self._buffer = b""
        self._due: deque[float] = deque()
        self.is_closed_loop = False
        self.latencies: list[float] = []
        self.failed = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def place(self, due: float) -> None:
        """Place an order now, or once those before on this connection are answered."""
        if self._transport.is_closing():
            return
        self._due.append(due)
        if len(self._due) == 1:
            self._transport.write(self._next_request())

    def _next_request(self) -> bytes:
        body = draft_order(self._rng, self._pairs).encode()
        self._sent += 1
        key = f"Idempotency-Key: {self._keys}-{self._sent}\r\n" if self._keys else ""
        head = f"{self._head}{key}Content-Length: {len(body)}\r\n\r\n"
        return head.encode() + body

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = self._buffer[:end].lower()
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(self._buffer) < end + 4 + length:
            return
        self._on_response(head, self._buffer[end + 4 :])
        self._buffer = b""
        now = time.perf_counter()
        self.latencies.append(now - self._due.popleft())
        if self.is_closed_loop:
            self._due.append(now)
        if self._due:
            self._transport.write(self._next_request())

    def _on_response(self, head: bytes, _body: bytes) -> None:
        if not head.startswith(b"http/1.1 201"):
            self.failed += 1


def draft_order(rng: SeededRandom, pairs: Sequence[Pair]) -> str:
    """Around the price, so that about half of all orders meet another one; every third is IOC."""
    pair = pairs[rng.below(len(pairs))]
    side = "buy" if rng.below(2) else "sell"
    price = pair.price + pair.tick * (rng.below(41) - 20)
    time_in_force = "gtc" if rng.below(3) else "ioc"
    return (
        f'{{"symbol":"{pair.symbol}","side":"{side}","type":"limit","time_in_force":"{time_in_force}",'
        f'"quantity":"{pair.quantity}","price":"{format_price(pair, price)}"}}'
    )


def format_price(pair: Pair, price: int) -> str:
    scale = 10**pair.price_decimals
    return f"{price // scale}.{price % scale:0{pair.price_decimals}}"


AnyClient = TypeVar("AnyClient", bound=Client)


async def connect(
    kind: Callable[[Target, int], AnyClient], target: Target, count: int, *, addresses: int = ADDRESSES
) -> list[AnyClient]:
    loop = asyncio.get_running_loop()
    clients = []
    for number in range(count):
        source = (f"127.0.0.{1 + number % addresses}", 0)
        make = partial(kind, target, number)
        clients.append((await loop.create_connection(make, target.host, target.port, local_addr=source))[1])
    return clients


async def closed_loop(target: Target, in_flight: int, seconds: float) -> Result:
    """Every client places its next order when the one before is answered."""
    clients = await connect(Client, target, in_flight)
    started = time.perf_counter()
    for client in clients:
        client.is_closed_loop = True
        client.place(started)
    await asyncio.sleep(seconds)
    took = time.perf_counter() - started
    latencies = [latency for client in clients for latency in client.latencies]
    for client in clients:
        client.is_closed_loop = False
    await asyncio.sleep(0.5)
    return Result(len(latencies) / took, latencies, sum(client.failed for client in clients))


async def open_loop(target: Target, rate: int, seconds: float) -> Result:
    """So many a second, spread over all clients."""
    clients = await connect(Client, target, len(target.tokens))
    started, count = time.perf_counter(), round(rate * seconds)
    await send_paced(clients, rate, count)
    latencies = [latency for client in clients for latency in client.latencies]
    unanswered = count - len(latencies)
    took = max(seconds, time.perf_counter() - started - 0.05)
    failed = unanswered + sum(client.failed for client in clients)
    # What was never answered counts as having taken all the time there was.
    return Result(len(latencies) / took, latencies + [DRAIN_SECONDS] * unanswered, failed)


async def send_paced(clients: Sequence[Client], rate: float, count: int) -> None:
    """Let clients send by turns, so many a second; return when all are answered, or after a while."""
    answered = sum(len(client.latencies) for client in clients)
    started, number = time.perf_counter(), 0
    while number < count:
        now = time.perf_counter()
        while number < count and (due := started + number / rate) <= now:
            clients[number % len(clients)].place(due)
            number += 1
        await asyncio.sleep(max(0.0, started + number / rate - time.perf_counter()))
    deadline = time.perf_counter() + DRAIN_SECONDS
    while time.perf_counter() < deadline:
        await asyncio.sleep(0.05)
        if sum(len(client.latencies) for client in clients) == answered + count:
            break


def run_closed(target: Target, in_flight: int, seconds: float) -> Result:
    """In a process of its own."""
    return uvloop.run(closed_loop(target, in_flight, seconds))


def run_open(target: Target, rate: int, seconds: float) -> Result:
    """In a process of its own."""
    return uvloop.run(open_loop(target, rate, seconds))
