"""A load generator for orders: signed-in clients over kept-open connections, in a closed or an open loop.

Open loop: an order is due at its time, whether or not those before are answered, and its latency counts from
then. A connection that is still busy sends it later, and the wait counts.
"""

import asyncio
import time
from collections import deque
from functools import partial
from typing import NamedTuple, cast

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
        self._due.append(due)
        if len(self._due) == 1:
            self._send()

    def _send(self) -> None:
        """Around the price, so that about half of all orders meet another one; every third is IOC."""
        rng = self._rng
        pair = self._pairs[rng.below(len(self._pairs))]
        side = "buy" if rng.below(2) else "sell"
        price = pair.price + pair.tick * (rng.below(41) - 20)
        time_in_force = "gtc" if rng.below(3) else "ioc"
        scale = 10**pair.price_decimals
        body = (
            f'{{"symbol":"{pair.symbol}","side":"{side}","type":"limit","time_in_force":"{time_in_force}",'
            f'"quantity":"{pair.quantity}",'
            f'"price":"{price // scale}.{price % scale:0{pair.price_decimals}}"}}'
        ).encode()
        self._sent += 1
        key = f"Idempotency-Key: {self._keys}-{self._sent}\r\n" if self._keys else ""
        head = f"{self._head}{key}Content-Length: {len(body)}\r\n\r\n"
        self._transport.write(head.encode() + body)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = self._buffer[:end].lower()
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(self._buffer) < end + 4 + length:
            return
        if not head.startswith(b"http/1.1 201"):
            self.failed += 1
        self._buffer = b""
        now = time.perf_counter()
        self.latencies.append(now - self._due.popleft())
        if self.is_closed_loop:
            self._due.append(now)
        if self._due:
            self._send()


async def connect(target: Target, count: int) -> list[Client]:
    loop = asyncio.get_running_loop()
    clients = []
    for number in range(count):
        source = (f"127.0.0.{1 + number % ADDRESSES}", 0)
        make = partial(Client, target, number)
        clients.append((await loop.create_connection(make, target.host, target.port, local_addr=source))[1])
    return clients


async def closed_loop(target: Target, in_flight: int, seconds: float) -> Result:
    """Every client places its next order when the one before is answered."""
    clients = await connect(target, in_flight)
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
    clients = await connect(target, len(target.tokens))
    started, number = time.perf_counter(), 0
    count = round(rate * seconds)
    while number < count:
        now = time.perf_counter()
        while number < count and (due := started + number / rate) <= now:
            clients[number % len(clients)].place(due)
            number += 1
        await asyncio.sleep(max(0.0, started + number / rate - time.perf_counter()))
    deadline = time.perf_counter() + DRAIN_SECONDS
    while time.perf_counter() < deadline:
        await asyncio.sleep(0.05)
        if sum(len(client.latencies) for client in clients) == count:
            break
    latencies = [latency for client in clients for latency in client.latencies]
    unanswered = count - len(latencies)
    took = max(seconds, time.perf_counter() - started - 0.05)
    failed = unanswered + sum(client.failed for client in clients)
    # What was never answered counts as having taken all the time there was.
    return Result(len(latencies) / took, latencies + [DRAIN_SECONDS] * unanswered, failed)


def run_closed(target: Target, in_flight: int, seconds: float) -> Result:
    """In a process of its own."""
    return uvloop.run(closed_loop(target, in_flight, seconds))


def run_open(target: Target, rate: int, seconds: float) -> Result:
    """In a process of its own."""
    return uvloop.run(open_loop(target, rate, seconds))
