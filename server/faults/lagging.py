"""A failover to a copy of the database that lagged: no engine serves it, an old one or a new one.

Only when an operator accepts the loss does the exchange go on from what is there.
"""

import asyncio
import os
import shutil
import signal
import subprocess
from pathlib import Path

import asyncpg
import httpx

from clearwater.adapters.data_folder import lock_data_folder
from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.adapters.postgres_server import PostgresServer, as_application
from clearwater.kit.config import Settings
from clearwater.kit.migrations import migrate
from faults.report import Row, check
from tests.builders import SignedInClient
from tests.crowd import Crowd, audit, open_trading, run_clearwater
from tests.processes import Exchange, listen_to_ctrl_c, until

WATCHED_SECONDS = 5.0
HEAD = "SELECT max(seq) FROM journal"
ORDER = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "quantity": "0.001", "price": "40000"}


async def lagging(folder: Path) -> list[Row]:
    place = folder / "database"
    place.mkdir()
    place.chmod(0o755)
    with lock_data_folder(place):
        server = PostgresServer(place)
        try:
            await server.start()
            settings = Settings(data_folder=folder / "data", web_folder=folder / "web", database_url=None)
            clients = await open_trading(settings, server.url)
            # With the rights that the exchange gives its own role when it starts.
            await asyncio.to_thread(migrate, server.url, APPLICATION_ROLE)
            await server.stop()
            # What a standby has that has stopped following now.
            await asyncio.to_thread(_copy, place / "postgres", place / "standby")
            await server.start()
            return await _fail_over(folder, server, place, clients)
        finally:
            await server.stop()


async def _fail_over(
    folder: Path, server: PostgresServer, place: Path, clients: list[SignedInClient]
) -> list[Row]:
    database = {"DATABASE_URL": as_application(server.url), "DATABASE_OWNER_URL": server.url}
    # For the commands, whose entries in the audit log are signed with the installation's key.
    place_of_keys = {"CLEARWATER_DATA": str(folder / "data")}
    exchange = Exchange(folder, before_start=listen_to_ctrl_c, CLEARWATER_RATE_LIMITS="0", **database)
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        crowd = Crowd([f"http://127.0.0.1:{exchange.port}"], clients)
        trading = asyncio.create_task(crowd.trade())
        await crowd.wait_for_more()
        crowd.is_over = True
        await trading
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        await server.wait()
        (place / "postgres").rename(place / "lost")
        (place / "standby").rename(place / "postgres")
        await server.start()
        rows = [await _refusals("the engine that was there", exchange, crowd, refusals=1)]
        before = await _head(server.url)
        os.kill(exchange.pids("engine")[-1], signal.SIGKILL)
        rows.append(await _refusals("a new engine", exchange, crowd, refusals=2))
        rows.append(check("entries written meanwhile", await _head(server.url) - before, 0))
        accepted = await asyncio.to_thread(
            run_clearwater, "accept-loss", "--yes", "--reason", "a failover", **database, **place_of_keys
        )
        assert accepted.returncode == 0, accepted.stderr
        await asyncio.to_thread(until, exchange.is_serving)
        async with crowd.connect(0) as http:
            rows.append(check("an order after the loss was accepted", await _order(http), 201))
        proof = await asyncio.to_thread(audit, **database, **place_of_keys)
    finally:
        await asyncio.to_thread(exchange.end)
        shutil.rmtree(place / "lost", ignore_errors=True)
    return [
        Row("orders acknowledged that the copy lacks", str(len(crowd.acknowledged))),
        *rows,
        check("differences in the proof", proof.stdout.strip() if proof.returncode else "none", "none"),
    ]


async def _refusals(whose: str, exchange: Exchange, crowd: Crowd, *, refusals: int) -> Row:
    """What is answered for a while, once it has refused to serve."""
    refused = "engine_refuses_to_serve"
    await asyncio.to_thread(until, lambda: len(exchange.logged(refused)) >= refusals)
    answers: set[int] = set()
    async with crowd.connect(0) as http, asyncio.timeout(10 * WATCHED_SECONDS):
        end = asyncio.get_running_loop().time() + WATCHED_SECONDS
        while asyncio.get_running_loop().time() < end:
            answers |= {await _order(http), (await http.get("/api/health/ready")).status_code}
            await asyncio.sleep(0.1)
    return check(f"answers of {whose}", sorted(answers), [503])


async def _order(http: httpx.AsyncClient) -> int:
    return (await http.post("/api/v1/order", json=ORDER)).status_code


def _copy(source: Path, target: Path) -> None:
    """With the owners of the files."""
    subprocess.run(["cp", "-a", source, target], check=True)


async def _head(url: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        head: int = await connection.fetchval(HEAD)
        return head
    finally:
        await connection.close()
