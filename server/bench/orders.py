"""Orders end to end: HTTP, session, checks, matching, ledger, commit to disk, answer.

The site runs as operators start it; another process sends signed-in clients' orders over kept-open
connections, on the same machine. First as many as it takes with 64 in flight, then 500 a second.
"""

import asyncio
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import quantiles
from typing import cast

import uvloop

from bench.machine import Machine
from bench.market import MIDDLE, PAIR, prepare
from bench.site import data_folder, running_site
from clearwater.core.simulation import SeededRandom

IN_FLIGHT = 64
SECONDS = 8.0
WARM_SECONDS = 3.0
PACE = 500
MIN_ORDERS_PER_SECOND = 2_500
P99_AT_MOST_MS = 60.0
PACED_P99_AT_MOST_MS = 15.0


class Client(asyncio.Protocol):
    """One connection that places an order and, in a closed loop, the next when that is answered."""

    def __init__(self, token: str, seed: int, host: str) -> None:
        self._dice = SeededRandom(seed)
        self._head = (
            f"POST /api/v1/order HTTP/1.1\r\nHost: {host}\r\nX-Token: {token}\r\n"
            "Content-Type: application/json\r\nContent-Length: "
        ).encode()
        self._sent_at = 0.0
        self._buffer = b""
        self.waits: list[float] = []
        self.goes_on = True
        self.is_free = True
        self.refused = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def place(self) -> None:
        """Around the middle, so that about half of all orders meet another one."""
        rng = self._dice
        side = "buy" if rng.below(2) else "sell"
        price = MIDDLE - 1_000 + rng.below(2_001)
        body = (
            f'{{"symbol":"{PAIR}","side":"{side}","type":"limit",'
            f'"quantity":"0.{1 + rng.below(9)}","price":"{price // 100}.{price % 100:02}"}}'
        ).encode()
        self.is_free = False
        self._sent_at = time.perf_counter()
        self._transport.write(self._head + str(len(body)).encode() + b"\r\n\r\n" + body)

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
            self.refused += 1
        self._buffer = b""
        self.waits.append(time.perf_counter() - self._sent_at)
        self.is_free = True
        if self.goes_on:
            self.place()


async def connect(host: str, port: int, tokens: list[str], *, goes_on: bool) -> list[Client]:
    loop = asyncio.get_running_loop()
    clients = []
    for number in range(IN_FLIGHT):
        make = partial(Client, tokens[number % len(tokens)], number, host)
        _, client = await loop.create_connection(make, host, port)
        client.goes_on = goes_on
        clients.append(client)
    return clients


async def flood(host: str, port: int, tokens: list[str], seconds: float) -> tuple[float, list[float], int]:
    """As many as it takes: orders a second, what each waited, how many were refused."""
    clients = await connect(host, port, tokens, goes_on=True)
    started = time.perf_counter()
    for client in clients:
        client.place()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - started
    waits = [wait for client in clients for wait in client.waits]
    for client in clients:
        client.goes_on = False
    await asyncio.sleep(0.5)
    return len(waits) / took, waits, sum(client.refused for client in clients)


async def pace(host: str, port: int, tokens: list[str], seconds: float) -> tuple[float, list[float], int]:
    """So many a second, whether or not those before were answered."""
    clients = await connect(host, port, tokens, goes_on=False)
    started, number = time.perf_counter(), 0
    while (due := started + number / PACE) < started + seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        # In turns: a connection that is never used would be closed.
        if clients[number % IN_FLIGHT].is_free:
            clients[number % IN_FLIGHT].place()
        number += 1
    await asyncio.sleep(0.5)
    waits = [wait for client in clients for wait in client.waits]
    return len(waits) / seconds, waits, sum(client.refused for client in clients)


def send(
    kind: str, host: str, port: int, tokens: list[str], seconds: float
) -> tuple[float, list[float], int]:
    """In a process of its own."""
    return uvloop.run((flood if kind == "flood" else pace)(host, port, tokens, seconds))


def p99_ms(waits: list[float]) -> float:
    return 1000 * quantiles(waits, n=100)[98]


def p50_ms(waits: list[float]) -> float:
    return 1000 * quantiles(waits, n=2)[0]


def main() -> None:
    machine = Machine()
    with data_folder() as folder, ProcessPoolExecutor(1) as process:
        tokens = asyncio.run(prepare(folder)).tokens
        with running_site(folder) as site:
            where = (site.host, site.port, tokens)
            process.submit(send, "flood", *where, WARM_SECONDS).result()
            per_second, waits, refused = process.submit(send, "flood", *where, SECONDS).result()
            paced, paced_waits, paced_refused = process.submit(send, "pace", *where, SECONDS).result()
    machine.look()
    rate, p99, paced_p99 = (
        machine.at_least(MIN_ORDERS_PER_SECOND),
        machine.at_most(P99_AT_MOST_MS),
        machine.at_most(PACED_P99_AT_MOST_MS),
    )
    print(f"Orders end to end, durable, {IN_FLIGHT} in flight. {machine}")
    print(
        f"  {per_second:,.0f} orders/s (at least {MIN_ORDERS_PER_SECOND:,} there, {rate:,.0f} here),"
        f" p50 {p50_ms(waits):.1f} ms,"
        f" p99 {p99_ms(waits):.1f} ms (at most {P99_AT_MOST_MS:g} there, {p99:.0f} here), {refused} refused"
    )
    print(
        f"  at {paced:,.0f}/s p50 {p50_ms(paced_waits):.1f} ms, p99 {p99_ms(paced_waits):.1f} ms"
        f" (at most {PACED_P99_AT_MOST_MS:g} there, {paced_p99:.0f} here), {paced_refused} refused"
    )
    broken = (
        per_second < rate
        or p99_ms(waits) > p99
        or p99_ms(paced_waits) > paced_p99
        or refused
        or paced_refused
    )
    sys.exit(int(bool(broken)))


if __name__ == "__main__":
    main()
