"""Back after a restart: 1,000 signed-in sockets at once, and orders with keys while the api is killed.

First 300 visitors' sockets with public channels alone, then a killed api and 1,000 of clients: what each
costs it until the channels are there. Last, the api is killed under 200 keyed orders a second of clients
who try again, and the first one that is sent and taken afterwards counts.
"""

import asyncio
import json
import os
import signal
import sys
import time
from functools import partial
from typing import NamedTuple

import uvloop

from bench.fanout import PAIR, Socket, allow_many_files
from bench.load import ADDRESSES, Target, draft_order
from bench.machine import Machine
from bench.orders import Generator, trading_site
from bench.processes import CpuTimer, processes_of
from bench.site import Site, wait_for_demo
from bench.starting import measure_restart
from clearwater.core.seeded_random import SeededRandom

PUBLIC = ["ticker:all", f"depth:{PAIR}", f"trades:{PAIR}", f"candles:{PAIR}:1m"]
PRIVATE = ["orders", "balances", "transactions", "account"]
VISITORS, SIGNED_IN = 300, 1_000
MAX_VISITOR_CPU_MS, MAX_SIGNED_IN_CPU_MS = 1.5, 2.5
CONNECTED_SECONDS = 60.0
IDLE_SECONDS = 5.0
ORDERS_PER_SECOND = 200
TRADERS = 200
LEAD_SECONDS, WATCHED_SECONDS, RATE_SECONDS = 4.0, 16.0, 3.0
# As clients do: nobody waits longer for an answer, and what fails is tried again.
TIMEOUT_SECONDS, RETRY_SECONDS = 5.0, 0.1
MAX_OUTAGE_SECONDS = 3.0


class Round(NamedTuple):
    cpu_ms: float
    took: float


async def connect_sockets(generator: Generator, count: int, *, is_signed_in: bool) -> Round:
    """All at once: what each costs the api, and when all have their channels."""
    idle = CpuTimer(generator.folder)
    await asyncio.sleep(IDLE_SECONDS)
    idle_a_second = idle.seconds()["api"] / IDLE_SECONDS
    loop, target = asyncio.get_running_loop(), generator.target
    timer, started = CpuTimer(generator.folder), time.perf_counter()
    opening = []
    for number in range(count):
        token = target.tokens[number % len(target.tokens)] if is_signed_in else None
        auth = {"site": target.host} | ({} if token is None else {"token": token})
        channels = PUBLIC + (PRIVATE if is_signed_in else [])
        make = partial(
            Socket, f"40{json.dumps(auth)}", f'420["subscribe",{json.dumps({"channels": channels})}]'
        )
        source = (f"127.0.0.{1 + number % ADDRESSES}", 0)
        opening.append(loop.create_connection(make, target.host, target.port, local_addr=source))
    opened = await asyncio.gather(*opening)
    async with asyncio.timeout(CONNECTED_SECONDS):
        await asyncio.gather(*(socket.is_following for _, socket in opened))
    took = time.perf_counter() - started
    cpu = timer.seconds()["api"] - idle_a_second * took
    for transport, _ in opened:
        transport.close()
    return Round(1000 * cpu / count, took)


class Taken(NamedTuple):
    sent: float
    answered: float


class Trader:
    """Places orders with keys, one after the other; what is not answered is sent again with its key."""

    def __init__(self, target: Target, number: int) -> None:
        self._target = target
        self._number = number
        self._rng = SeededRandom(number)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.taken: list[Taken] = []

    async def run(self, until: float) -> None:
        period = TRADERS / ORDERS_PER_SECOND
        due = time.perf_counter() + period * self._number / TRADERS
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            request = self._next_order()
            while time.perf_counter() < until:
                if await self._try(request):
                    break
                await asyncio.sleep(RETRY_SECONDS)
            due = max(due + period, time.perf_counter())
        self._close()

    def _next_order(self) -> bytes:
        target = self._target
        body = draft_order(self._rng, target.pairs)
        return (
            f"POST /api/v1/order HTTP/1.1\r\nHost: {target.host}\r\nContent-Type: application/json\r\n"
            f"X-Token: {target.tokens[self._number % len(target.tokens)]}\r\n"
            f"Idempotency-Key: back-{self._number}-{time.monotonic_ns()}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()

    async def _try(self, request: bytes) -> bool:
        sent = time.perf_counter()
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                head = await self._send(request)
        except (OSError, EOFError):
            self._close()
            return False
        if head.startswith(b"HTTP/1.1 503"):
            return False
        self.taken.append(Taken(sent, time.perf_counter()))
        return True

    async def _send(self, request: bytes) -> bytes:
        if self._streams is None:
            source = (f"127.0.0.{1 + self._number % ADDRESSES}", 0)
            self._streams = await asyncio.open_connection(
                self._target.host, self._target.port, local_addr=source
            )
        reader, writer = self._streams
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]))
        return head

    def _close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None


class Outage(NamedTuple):
    """Until an order was taken again, and how many were a second before and at the end."""

    seconds: float
    rate_before: float
    rate_after: float


async def kill_under_load(generator: Generator) -> Outage:
    started = time.perf_counter()
    ends = started + LEAD_SECONDS + WATCHED_SECONDS
    traders = [Trader(generator.target, number) for number in range(TRADERS)]
    running = asyncio.gather(*(trader.run(ends) for trader in traders))
    await asyncio.sleep(LEAD_SECONDS)
    killed = time.perf_counter()
    for kind, process in processes_of(generator.folder):
        if kind == "api":
            os.kill(int(process.name), signal.SIGKILL)
    await running
    taken = [one for trader in traders for one in trader.taken]
    back = min((one.answered for one in taken if one.sent > killed), default=float("inf"))
    before = sum(killed - RATE_SECONDS < one.answered <= killed for one in taken)
    after = sum(ends - RATE_SECONDS < one.answered <= ends for one in taken)
    return Outage(back - killed, before / RATE_SECONDS, after / RATE_SECONDS)


def main() -> None:
    allow_many_files()
    machine = Machine()
    with trading_site() as generator:
        target = generator.target
        wait_for_demo(target.host, target.port)
        visitors = uvloop.run(connect_sockets(generator, VISITORS, is_signed_in=False))
        restart = measure_restart(generator.folder, Site(target.host, target.port, ""))
        clients = uvloop.run(connect_sockets(generator, SIGNED_IN, is_signed_in=True))
        outage = uvloop.run(kill_under_load(generator))
    machine.look()
    print(f"Back after a restart: a killed api serves after {restart:.2f} s. {machine}")
    checks = [
        *(
            (
                f"{count:,} {kind} sockets: {1000 * one.cpu_ms:,.0f} us of the api each, at most"
                f" {1000 * most:,.0f} there, {1000 * machine.at_most(most):,.0f} here; all have their"
                f" channels after {one.took:.2f} s",
                one.cpu_ms <= machine.at_most(most),
            )
            for kind, count, one, most in (
                ("visitors'", VISITORS, visitors, MAX_VISITOR_CPU_MS),
                ("signed-in", SIGNED_IN, clients, MAX_SIGNED_IN_CPU_MS),
            )
        ),
        (
            f"killed under {outage.rate_before:.0f} keyed orders/s, an order is taken after"
            f" {outage.seconds:.2f} s, at most {MAX_OUTAGE_SECONDS:g} there,"
            f" {machine.at_most(MAX_OUTAGE_SECONDS):.1f} here; {outage.rate_after:.0f}/s at the end",
            outage.seconds <= machine.at_most(MAX_OUTAGE_SECONDS),
        ),
    ]
    for words, is_met in checks:
        print(f"  {'ok  ' if is_met else 'OVER'} {words}")
    sys.exit(int(not all(is_met for _, is_met in checks)))


if __name__ == "__main__":
    main()
