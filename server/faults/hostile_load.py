"""Stalled readers, made-up tokens and idle sockets from one address: what others notice of it.

Others are clients from addresses of their own who place orders, take them back and look at their assets at an
even pace. Each round compares their 99th percentile under the load with that before it; the median of the
rounds decides, because whatever else the machine does falls on both sides.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from sqlalchemy import text

from clearwater.adapters.postgres_server import database
from clearwater.entrypoints.wiring import open_services
from clearwater.kit.config import Settings
from clearwater.kit.migrations import migrate
from faults.attackers import FLOODS, READERS, READERS_PER_CLIENT, SOCKETS
from faults.connection import Connection
from faults.report import Row
from tests.builders import a_client
from tests.processes import Exchange

OTHERS = 8
ATTACKERS = -(-READERS // READERS_PER_CLIENT)
ROUNDS = 3
WARM_UP_SECONDS = 5.0
PHASE_SECONDS = 15.0
CYCLE_SECONDS = 0.5
READY_SECONDS = 300.0
MAX_SLOWDOWN = 2.0
# Some 6 MB for each attacker: far more than fits between a server and a reader that takes nothing.
LONG_HISTORY = text(
    "INSERT INTO login_events (id, client_id, at, device, ip, outcome)"
    " SELECT gen_random_uuid(), :client, now() - number * interval '1 second', repeat('d', 200),"
    " '203.0.113.7', 'success' FROM generate_series(1, 25000) AS number"
)


@dataclass(frozen=True)
class Tokens:
    others: list[str]
    attackers: list[str]


async def prepare(folder: Path) -> Tokens:
    """Clients who are signed in before anything is started."""
    settings = Settings(data_folder=folder, database_url=None)
    async with database(settings) as url:
        await asyncio.to_thread(migrate, url)
        async with open_services(settings, url) as services:
            others = [
                await a_client(services, email=f"other{number}@example.org") for number in range(OTHERS)
            ]
            attackers = []
            for number in range(ATTACKERS):
                client = await a_client(services, email=f"attacker{number}@example.org")
                async with services.sessions() as session:
                    await session.execute(LONG_HISTORY, {"client": client.id})
                    await session.commit()
                attackers.append(client.token)
    return Tokens([client.token for client in others], attackers)


class Other:
    """A client with an address of its own who trades at an even pace."""

    def __init__(self, port: int, number: int, token: str) -> None:
        self._port, self._source, self._token = port, f"127.0.1.{number + 1}", token
        self._price = ""
        self.seconds: list[float] = []
        self.failures: list[str] = []

    async def get_ready(self) -> None:
        connection = await self._connect()
        gift = await connection.ask("POST", "/api/v1/demo/faucet", {"coin": "USDT"})
        assert gift.status == 201, gift.body
        ticker = await connection.ask("GET", "/api/v1/pairs/BTC-USDT/ticker")
        # Far enough below the market to rest.
        self._price = str(int(float(ticker.body["last"]) * 0.9))
        connection.close()

    async def _connect(self) -> Connection:
        return await Connection.open(self._port, source=self._source, token=self._token)

    async def trade(self, for_seconds: float) -> None:
        loop = asyncio.get_running_loop()
        # One that was idle between two phases would be closed by now.
        connection = await self._connect()
        begin = loop.time()
        order = {
            "symbol": "BTC-USDT",
            "side": "buy",
            "type": "limit",
            "quantity": "0.001",
            "price": self._price,
        }
        for cycle in range(round(for_seconds / CYCLE_SECONDS)):
            await asyncio.sleep(max(0.0, begin + cycle * CYCLE_SECONDS - loop.time()))
            placed = await self._ask(connection, "POST", "/api/v1/order", order, wanted=201)
            if placed is not None:
                path = f"/api/v1/order/{placed['order']['id']}/cancel"
                await self._ask(connection, "POST", path, wanted=200)
            await self._ask(connection, "GET", "/api/v1/assets", wanted=200)
        connection.close()

    async def _ask(
        self, connection: Connection, method: str, path: str, body: object = None, *, wanted: int
    ) -> dict[str, dict[str, str]] | None:
        answer = await connection.ask(method, path, body)
        self.seconds.append(answer.seconds)
        if answer.status == wanted:
            found: dict[str, dict[str, str]] = answer.body
            return found
        self.failures.append(f"{method} {path} {answer.status} {answer.body.get('code')}")
        return None


async def measure(others: list[Other], for_seconds: float) -> list[float]:
    """How long each request took, in milliseconds."""
    for other in others:
        other.seconds.clear()
    await asyncio.gather(*(other.trade(for_seconds) for other in others))
    return [1000 * seconds for other in others for seconds in other.seconds]


def p99(milliseconds: list[float]) -> float:
    return quantiles(milliseconds, n=100)[98]


async def start_attack(port: int, source: str, tokens: list[str]) -> Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "faults.attackers", stdin=PIPE, stdout=PIPE
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps({"port": port, "source": source, "tokens": tokens}).encode() + b"\n")
    assert (await process.stdout.readline()).strip() == b"under way"
    return process


async def end_attack(process: Process) -> dict[str, int]:
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"\n")
    seen: dict[str, int] = json.loads(await process.stdout.readline())
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
    return seen


async def hostile_load(folder: Path) -> list[Row]:
    tokens = await prepare(folder / "data")
    exchange = Exchange(folder, CLEARWATER_DEMO="true", CLEARWATER_LOG_LEVEL="error")
    try:
        async with asyncio.timeout(READY_SECONDS):
            while not await asyncio.to_thread(exchange.is_serving):
                assert exchange.process.poll() is None, exchange.stderr()[-2000:]
                await asyncio.sleep(0.5)
        others = [Other(exchange.port, number, token) for number, token in enumerate(tokens.others)]
        for other in others:
            await other.get_ready()
        await measure(others, WARM_UP_SECONDS)
        return await _compare(exchange.port, others, tokens.attackers)
    finally:
        await asyncio.to_thread(exchange.end)


async def _compare(port: int, others: list[Other], attackers: list[str]) -> list[Row]:
    rows, ratios = [], []
    for number in range(ROUNDS):
        before = await measure(others, PHASE_SECONDS)
        attack = await start_attack(port, f"127.0.2.{number + 1}", attackers)
        under_load = await measure(others, PHASE_SECONDS)
        seen = await end_attack(attack)
        ratios.append(p99(under_load) / p99(before))
        rows += [
            Row(
                f"round {number + 1}: p99 of {len(before)} requests before, under load",
                f"{p99(before):.1f} ms, {p99(under_load):.1f} ms",
            ),
            Row(
                "median before, under load",
                f"{median(before):.1f} ms, {median(under_load):.1f} ms",
            ),
            Row(
                "what the attackers got",
                ", ".join(f"{what}: {count}" for what, count in sorted(seen.items())),
            ),
        ]
    failures = [failure for other in others for failure in other.failures]
    return [
        Row("the load", f"{READERS} stalled readers, {FLOODS} floods, {SOCKETS} sockets from one address"),
        *rows,
        Row("requests of others that failed", str(len(failures)), "0", not failures),
        *(Row("one of them", failure, is_good=False) for failure in failures[:3]),
        Row(
            "p99 of others, times that before",
            f"{median(ratios):.2f}",
            f"at most {MAX_SLOWDOWN}",
            median(ratios) <= MAX_SLOWDOWN,
        ),
    ]
