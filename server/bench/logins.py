"""Whether sign-ins hold up everybody else: what a visitor waits for the configuration meanwhile.

Each round measures the same requests alone and beside sign-ins, in turns so short that whatever else the
machine does falls on both; so the ratio holds on any machine, and the median of the rounds decides. A sign-in
itself is compared with a bare argon2 check.
"""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from statistics import median, quantiles

from argon2 import PasswordHasher

from bench.site import Site, running_site

CLIENTS = 40
LOGINS_PER_SECOND = 8
PROBES = 4
PROBES_PER_SECOND = 100
TURN_SECONDS = 0.5
TURNS = 12
ROUNDS = 5
LOGINS = 60
PASSWORD = "correct horse battery staple"

MAX_SLOWDOWN = 3.0
# More than half of a sign-in is the check of the password.
MAX_LOGIN_RATIO = 2.0


class Connection:
    """One kept-open connection to the site."""

    def __init__(self, site: Site, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._host, self._reader, self._writer = site.host, reader, writer

    @classmethod
    async def open(cls, site: Site) -> "Connection":
        return cls(site, *await asyncio.open_connection(site.host, site.port))

    async def ask(self, method: str, path: str, body: object = None, *, expect: int = 200) -> float:
        """The seconds until the answer is there."""
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\nContent-Length: {len(content)}\r\n"
        started = time.perf_counter()
        self._writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + content)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        await self._reader.readexactly(length)
        took = time.perf_counter() - started
        assert answer.startswith(f"HTTP/1.1 {expect}".encode()), answer
        return took

    def close(self) -> None:
        self._writer.close()


def email_of(number: int) -> str:
    return f"client{number % CLIENTS}@example.org"


async def register_clients(site: Site) -> None:
    connection = await Connection.open(site)
    for number in range(CLIENTS):
        draft = {"email": email_of(number), "password": PASSWORD, "accept_terms": True}
        await connection.ask("POST", "/api/v1/client", draft, expect=201)
    connection.close()


async def log_in(connection: Connection, number: int) -> float:
    draft = {"login": email_of(number), "password": PASSWORD}
    return await connection.ask("POST", "/api/v1/token", draft, expect=201)


async def at_pace(ask: Callable[[int], Awaitable[float]], per_second: float, until: float) -> list[float]:
    """Ask at even intervals, whether or not the answers before have come; the seconds each took."""
    asked: list[asyncio.Task[float]] = []
    started = time.perf_counter()
    while (due := started + len(asked) / per_second) < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        asked.append(asyncio.ensure_future(ask(len(asked))))
    return list(await asyncio.gather(*asked))


async def probe(site: Site, until: float) -> list[float]:
    """What visitors wait for the configuration."""
    connections = [await Connection.open(site) for _ in range(PROBES)]

    async def keep_asking(connection: Connection, pause_seconds: float) -> list[float]:
        took: list[float] = []
        await asyncio.sleep(pause_seconds)
        while time.perf_counter() < until:
            took.append(await connection.ask("GET", "/api/bff/config"))
            await asyncio.sleep(PROBES / PROBES_PER_SECOND)
        return took

    waits = await asyncio.gather(
        *(
            keep_asking(connection, number / PROBES_PER_SECOND)
            for number, connection in enumerate(connections)
        )
    )
    for connection in connections:
        connection.close()
    return [wait for some in waits for wait in some]


async def sign_ins(site: Site, until: float) -> list[float]:
    # Enough that a slow one does not hold up the next.
    connections = [await Connection.open(site) for _ in range(4 * LOGINS_PER_SECOND)]
    took = await at_pace(
        lambda number: log_in(connections[number % len(connections)], number), LOGINS_PER_SECOND, until
    )
    for connection in connections:
        connection.close()
    return took


async def measure_round(site: Site) -> tuple[float, float, float]:
    """The 99th percentile alone and beside sign-ins, and the median of those sign-ins."""
    alone: list[float] = []
    beside: list[float] = []
    logins: list[float] = []
    for _ in range(TURNS):
        alone += await probe(site, time.perf_counter() + TURN_SECONDS)
        until = time.perf_counter() + TURN_SECONDS
        waits, took = await asyncio.gather(probe(site, until), sign_ins(site, until))
        beside += waits
        logins += took
    return p99(alone), p99(beside), median(logins)


async def measure_logins(site: Site) -> tuple[float, float]:
    """The medians of a bare check of a password and of a sign-in, taken in turns."""
    hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
    stored = hasher.hash(PASSWORD)
    connection = await Connection.open(site)
    checks, logins = [], []
    for number in range(LOGINS):
        started = time.perf_counter()
        hasher.verify(stored, PASSWORD)
        checks.append(time.perf_counter() - started)
        logins.append(await log_in(connection, number))
    connection.close()
    return median(checks), median(logins)


def p99(waits: list[float]) -> float:
    return quantiles(waits, n=100)[98]


def main() -> None:
    with running_site() as site:
        asyncio.run(register_clients(site))
        check, login = asyncio.run(measure_logins(site))
        rounds = [asyncio.run(measure_round(site)) for _ in range(ROUNDS)]
    slower = median(beside / alone for alone, beside, _ in rounds)
    print(f"Sign-ins, {ROUNDS} rounds of {TURNS} times {TURN_SECONDS:g} s alone and beside")
    for alone, beside, logins in rounds:
        print(
            f"  config p99 {1000 * alone:5.1f} ms alone, {1000 * beside:5.1f} ms beside "
            f"{LOGINS_PER_SECOND} sign-ins/s ({beside / alone:.2f}x); sign-in p50 {1000 * logins:.0f} ms"
        )
    print(f"  config p99 beside sign-ins, median: {slower:.2f}x (at most {MAX_SLOWDOWN:g}x)")
    print(
        f"  sign-in p50 {1000 * login:.1f} ms, bare argon2 {1000 * check:.1f} ms: "
        f"{login / check:.2f}x (at most {MAX_LOGIN_RATIO:g}x)"
    )
    sys.exit(int(slower >= MAX_SLOWDOWN or login / check >= MAX_LOGIN_RATIO))


if __name__ == "__main__":
    main()
