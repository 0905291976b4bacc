"""kill -9 of each part of a cluster under load: nothing acknowledged is lost, and it serves again by itself.

`make test-cluster`. See docs/operating/scaling.md for what the parts are.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from time import monotonic
from typing import Any

import asyncpg

from clearwater.engine.journal import LOCK
from clearwater.engine.recovery import load_view
from clearwater.kit.config import Settings
from clearwater.kit.database_hosts import connect
from faults.cluster_parts import (
    APPLICATION,
    DATABASE,
    OWNER,
    PASSWORD,
    Cluster,
    Part,
    PostgresNode,
    running_cluster,
)
from faults.report import Row, check, print_lines
from tests.builders import SignedInClient
from tests.crowd import Crowd, audit, list_orders, open_trading, run_clearwater
from tests.trading import DECIMALS, PRICE_DECIMALS

# Slow enough that two cores are not full: a Patroni that gets no time would fail over by itself.
PAUSE_SECONDS = 0.02
# An order is acknowledged again by then, whatever was killed.
MAX_OUTAGE_SECONDS = 60.0
CUT_OFF_SECONDS = 2.0
KEEPALIVE_TIMER, TICKS_PER_SECOND = "02", 100
SUPERUSER = "postgres"


@dataclass(frozen=True)
class Kill:
    """What was killed, and what followed."""

    what: str
    outage_seconds: float
    at: float


Choose = Callable[[Cluster], Awaitable[Part]]
End = Callable[[Cluster, Part], Awaitable[None]]


async def kill(_: Cluster, part: Part) -> None:
    await part.kill()


async def cut_off_and_kill(_: Cluster, part: Part) -> None:
    """Kill a primary that could not send what it committed last: that must not be acknowledged."""
    assert isinstance(part, PostgresNode)
    part.stop_sending()
    await asyncio.sleep(CUT_OFF_SECONDS)
    await part.kill()


async def leading_engine(cluster: Cluster) -> Part:
    return cluster.engines[await _leading_port(cluster)]


async def standby_engine(cluster: Cluster) -> Part:
    leading = await _leading_port(cluster)
    return next(engine for port, engine in cluster.engines.items() if port != leading)


async def leading_postgres(cluster: Cluster) -> Part:
    return await cluster.find_node("leader")


async def synchronous_standby(cluster: Cluster) -> Part:
    return await cluster.find_node("sync_standby")


async def an_api(cluster: Cluster) -> Part:
    return cluster.apis[0]


async def leading_worker(cluster: Cluster) -> Part:
    return next(worker for worker in cluster.workers if worker.has_logged("leader_elected"))


async def redis(cluster: Cluster) -> Part:
    return cluster.redis


VICTIMS: tuple[tuple[str, Choose, End], ...] = (
    ("leading engine", leading_engine, kill),
    ("leading PostgreSQL", leading_postgres, kill),
    ("an api", an_api, kill),
    ("Redis", redis, kill),
    ("leading worker", leading_worker, kill),
    ("standby engine", standby_engine, kill),
    ("synchronous standby", synchronous_standby, kill),
    # What was killed and came back has to be as good as new.
    ("leading engine", leading_engine, kill),
    ("leading PostgreSQL, cut off", leading_postgres, cut_off_and_kill),
)


async def cluster(folder: Path) -> list[Row]:
    async with running_cluster(folder) as parts:
        clients = await _set_up(parts)
        await parts.start_exchange()
        crowd = Crowd(parts.api_urls, clients, pause_seconds=PAUSE_SECONDS)
        trading = asyncio.create_task(crowd.trade())
        try:
            kills = [await _kill(parts, crowd, *victim) for victim in VICTIMS]
            await crowd.wait_for_more()
            crowd.is_over = True
            await asyncio.wait_for(trading, MAX_OUTAGE_SECONDS)
        finally:
            trading.cancel()
        return [*await _check(parts, crowd, clients, kills), *await _check_cluster(parts)]


async def _set_up(parts: Cluster) -> list[SignedInClient]:
    """As an operator sets it up: roles, database, `clearwater migrate`; then a market with traders."""
    admin = await connect(parts.database_url(SUPERUSER, "postgres"))
    for role in (OWNER, APPLICATION):
        await admin.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'")
    await admin.execute(f"CREATE DATABASE {DATABASE} OWNER {OWNER}")
    await admin.close()
    settings = Settings(data_folder=parts.folder / "data-setup", secret_key=PASSWORD)
    clients = await open_trading(settings, parts.database_url(OWNER))
    migrated = await asyncio.to_thread(run_clearwater, "migrate", **parts.settings("a"))
    assert migrated.returncode == 0, migrated.stderr
    return clients


async def _kill(parts: Cluster, crowd: Crowd, what: str, choose: Choose, end: End) -> Kill:
    """Kill a part under load, and start it again once the exchange serves without it."""
    await parts.wait_until_whole()
    await crowd.wait_for_more()
    part = await choose(parts)
    killed_at = monotonic()
    await end(parts, part)
    await crowd.wait_for_everyone(MAX_OUTAGE_SECONDS)
    outage_seconds = monotonic() - killed_at
    print(f"{what} ({part.name}): {outage_seconds:.1f} s", file=sys.stderr, flush=True)
    await part.start()
    if part in parts.apis:
        await parts.wait_until_ready("api a")
    return Kill(f"{what} ({part.name})", outage_seconds, killed_at)


async def _check(
    parts: Cluster, crowd: Crowd, clients: Sequence[SignedInClient], kills: Sequence[Kill]
) -> list[Row]:
    """Whether everything acknowledged is there exactly once, at each api and in the tables."""
    await parts.wait_until_whole()
    for api in ("api a", "api b"):
        await parts.wait_until_ready(api)
    there = [Counter(await list_orders(crowd, api)) for api in range(len(parts.apis))]
    _print_kills(crowd, kills, there[0])
    connection = await connect(parts.database_url(APPLICATION))
    rows = await connection.fetch("SELECT id FROM orders WHERE status = 'canceled'")
    canceled = {row["id"] for row in rows}
    tables = await _read_tables(connection, clients)
    await connection.close()
    views = [await _read_views(crowd, api, len(clients)) for api in range(len(parts.apis))]
    proof = await asyncio.to_thread(audit, **parts.settings("a"))
    return [
        Row("orders acknowledged", str(len(crowd.acknowledged))),
        Row("answers lost, and asked for again", str(len(crowd.repeated)), "some", bool(crowd.repeated)),
        check("acknowledged, but not there", len(set(crowd.acknowledged) - set(there[0])), 0),
        check("there, but not acknowledged", len(set(there[0]) - set(crowd.acknowledged)), 0),
        check("there twice", (there[0] - Counter(set(there[0]))).total(), 0),
        Row("cancels acknowledged", str(len(crowd.canceled)), "some", bool(crowd.canceled)),
        check("canceled, but not in the tables", len(crowd.canceled - canceled), 0),
        check("orders that the apis list alike", there[0] == there[1], True),
        check("apis whose views equal the tables", [view == tables for view in views], [True, True]),
        check("differences in the proof", proof.stdout.strip() if proof.returncode else "none", "none"),
    ]


def _print_kills(crowd: Crowd, kills: Sequence[Kill], there: Counter[tuple[int, str]]) -> None:
    """What was acknowledged from each kill to the next, and what became of it."""
    lines = [("killed", "until every client trades again", "orders acknowledged", "lost", "twice")]
    ends = [kill.at for kill in kills[1:]] + [float("inf")]
    for kill, end in zip(kills, ends, strict=True):
        orders = [order for order, at in crowd.acknowledged.items() if kill.at <= at < end]
        counts = Counter(there[order] for order in orders)
        twice = len(orders) - counts[0] - counts[1]
        lines.append(
            (kill.what, f"{kill.outage_seconds:.1f} s", str(len(orders)), str(counts[0]), str(twice))
        )
    print_lines(lines)
    print()


async def _read_tables(connection: asyncpg.Connection, clients: Sequence[SignedInClient]) -> Any:
    """Balances and book as the tables have them."""
    view, _ = await load_view(connection)
    rows = await connection.fetch("SELECT owner, coin, sum(amount) AS total FROM balances GROUP BY 1, 2")
    totals = {(row["owner"], row["coin"]): row["total"] for row in rows}
    balances = [
        {coin: totals[str(client.id), coin].scaleb(-DECIMALS[coin]) for coin in ("BTC", "USDT")}
        for client in clients
    ]
    pair = view.pairs["BTC-USDT"]
    book = [
        {
            Decimal(price).scaleb(-PRICE_DECIMALS): Decimal(quantity).scaleb(-DECIMALS["BTC"])
            for price, quantity in side.levels.items()
        }
        for side in (pair.bids, pair.asks)
    ]
    return balances, book


async def _read_views(crowd: Crowd, api: int, clients: int) -> Any:
    """The same as an api shows it."""
    balances = []
    for number in range(clients):
        async with crowd.connect(number, api) as http:
            assets = (await http.get("/api/v1/assets")).json()["items"]
        balances.append({item["symbol"]: Decimal(item["total"]) for item in assets})
    async with crowd.connect(0, api) as http:
        depth = (await http.get("/api/v1/pairs/BTC-USDT/depth?limit=500")).json()
    book = [
        {Decimal(price): Decimal(quantity) for price, quantity in depth[side]} for side in ("bids", "asks")
    ]
    return balances, book


async def _check_cluster(parts: Cluster) -> list[Row]:
    """Whether it is what it has to be for all of this, and not for want of a failure."""
    connection = await connect(parts.database_url(SUPERUSER, DATABASE))
    holder = await connection.fetchrow(
        "SELECT client_port, application_name FROM pg_stat_activity JOIN pg_locks USING (pid)"
        " WHERE locktype = 'advisory' AND (classid::int8 << 32 | objid::int8) = $1",
        LOCK,
    )
    synchronous = await connection.fetchval(
        "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'"
    )
    assert holder is not None, "no engine leads"
    server_port = await connection.fetchval("SELECT inet_server_port()")
    await connection.close()
    keepalive_seconds = _keepalive_seconds(server_port, holder["client_port"])
    return [
        check("synchronous standbys at the end", synchronous, 1),
        Row(
            "next look at whether the leader's machine lives",
            f"{keepalive_seconds:.1f} s",
            "at most 10",
            keepalive_seconds <= 10.0,
        ),
        check(
            "apis that counted for themselves without Redis",
            sum(api.has_logged("rate_limits_fell_back_to_memory") for api in parts.apis),
            len(parts.apis),
        ),
        check(
            "workers that have led", sum(worker.has_logged("leader_elected") for worker in parts.workers), 2
        ),
        check("rate limits counted in Redis again", await _count_redis_keys(parts) > 0, True),
    ]


def _keepalive_seconds(local_port: int, remote_port: int) -> float:
    """When the kernel probes a connection next, from its table of them."""
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, _, _, timer, *_ = line.split()
        if [int(place.rpartition(":")[2], 16) for place in (local, remote)] == [local_port, remote_port]:
            kind, _, ticks = timer.partition(":")
            return int(ticks, 16) / TICKS_PER_SECOND if kind == KEEPALIVE_TIMER else 0.0
    raise LookupError("the leader has no connection")


async def _count_redis_keys(parts: Cluster) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", parts.ports["redis"])
    writer.write(b"DBSIZE\r\n")
    answer = await reader.readline()
    writer.close()
    return int(answer.decode().strip().removeprefix(":"))


async def _leading_port(parts: Cluster) -> int:
    connection = await connect(parts.database_url(APPLICATION))
    address: str = await connection.fetchval("SELECT address FROM engine_leader")
    await connection.close()
    return int(address.rpartition(":")[2])
