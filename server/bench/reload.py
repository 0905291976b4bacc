"""A storm of reloads beside orders: 200 clients open the dashboard within ten seconds.

Each opens six connections, as browsers do, and makes all calls of the page at once, from an address of its
own; nobody has asked for it before. Orders come at 100 a second, before the storm and beside it.
"""

import asyncio
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import quantiles
from typing import NamedTuple

import uvloop

from bench.callers import Caller, Request
from bench.load import DRAIN_SECONDS, connect
from bench.machine import Machine
from bench.orders import WARM_SECONDS, Generator, Load, trading_site
from bench.site import wait_for_demo

# What bench.pages sees the page ask for.
DASHBOARD = (
    "/bff/auth/validate",
    "/bff/auth/user",
    "/v1/assets",
    "/v1/assets/history?period=1d",
    "/v1/order?status=open&limit=200",
    "/v1/pairs",
    "/v1/coins",
    "/v1/notices?limit=20",
)
CLIENTS, CONNECTIONS, ADDRESSES = 200, 6, 200
STORM_SECONDS = 10.0
ORDERS_PER_SECOND = 100
# The load of orders begins before the storm, and ends after it.
LEAD_SECONDS = 1.0
ORDERS_SECONDS = STORM_SECONDS + 2 * LEAD_SECONDS
MAX_P95_MS = 300
MAX_ORDERS_RATIO = 2.0


class Storm(NamedTuple):
    """The latencies of each call in milliseconds, and how often each status was answered."""

    latencies_ms: dict[str, list[float]]
    statuses: Counter[str]
    unanswered: int


async def storm(generator: Generator) -> Storm:
    """Open the dashboard, one client after the other, over connections that are open already."""
    callers = await connect(Caller, generator.target, CLIENTS * CONNECTIONS, addresses=ADDRESSES)
    await asyncio.sleep(LEAD_SECONDS)
    started = time.perf_counter()
    for client in range(CLIENTS):
        due = started + client * STORM_SECONDS / CLIENTS
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        for number, path in enumerate(DASHBOARD):
            # Those whose number leaves the same rest have the same address.
            caller = callers[client + CLIENTS * (number % CONNECTIONS)]
            caller.requests.append(Request("GET", path))
            caller.place(due)
    await asyncio.sleep(DRAIN_SECONDS)
    latencies_ms: dict[str, list[float]] = defaultdict(list)
    statuses: Counter[str] = Counter()
    for caller in callers:
        for answer, latency in zip(caller.answers, caller.latencies, strict=True):
            latencies_ms[answer.path].append(1000 * latency)
            statuses[answer.status] += 1
        caller.close()
    for path in DASHBOARD:
        # What was never answered counts as having taken all the time there was.
        latencies_ms[path] += [1000 * DRAIN_SECONDS] * (CLIENTS - len(latencies_ms[path]))
    return Storm(latencies_ms, statuses, CLIENTS * len(DASHBOARD) - statuses.total())


async def both(generator: Generator) -> tuple[Load, Storm]:
    orders, reads = await asyncio.gather(
        asyncio.to_thread(generator.open, ORDERS_PER_SECOND, ORDERS_SECONDS), storm(generator)
    )
    return orders, reads


def report(quiet: Load, busy: Load, reads: Storm, machine: Machine) -> bool:
    most = machine.at_most(MAX_P95_MS)
    checks = [
        (
            f"{path}: p50 {p50:.0f} ms, p95 {p95:.0f} ms, at most {MAX_P95_MS} there, {most:.0f} here",
            p95 <= most,
        )
        for path, (p50, p95) in (
            (path, _middle_and_late(times)) for path, times in sorted(reads.latencies_ms.items())
        )
    ]
    ratio = busy.p99_ms / quiet.p99_ms
    failed = quiet.result.failed + busy.result.failed
    is_all_well = set(reads.statuses) == {"200"} and not reads.unanswered
    checks += [
        (f"answers {dict(reads.statuses)}, {reads.unanswered} calls without one", is_all_well),
        (
            f"orders at {ORDERS_PER_SECOND}/s: p99 {busy.p99_ms:.1f} ms beside it, {quiet.p99_ms:.1f} ms"
            f" before, {ratio:.2f}x (at most {MAX_ORDERS_RATIO:g}x), {failed} failed",
            ratio <= MAX_ORDERS_RATIO and not failed,
        ),
    ]
    for words, is_met in checks:
        print(f"  {'ok  ' if is_met else 'OVER'} {words}")
    return all(is_met for _, is_met in checks)


def _middle_and_late(times: Sequence[float]) -> tuple[float, float]:
    parts = quantiles(times, n=20)
    return parts[9], parts[18]


def main() -> None:
    machine = Machine()
    with trading_site() as generator:
        wait_for_demo(generator.target.host, generator.target.port)
        # Every client once, so that caches of traders have them all.
        generator.closed(WARM_SECONDS, in_flight=len(generator.target.tokens))
        quiet = generator.open(ORDERS_PER_SECOND, ORDERS_SECONDS)
        busy, reads = uvloop.run(both(generator))
    machine.look()
    print(f"{CLIENTS} clients open the dashboard within {STORM_SECONDS:g} s. {machine}")
    sys.exit(int(not report(quiet, busy, reads, machine)))


if __name__ == "__main__":
    main()
