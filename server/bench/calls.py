"""What each call costs: processor time of api, engine and PostgreSQL, beside that of an order in one run.

    python -m bench.calls [--only NAME...] [--slices 4]

The site runs as operators start it: default logging, limits counted, the demo market trading. Of 60 signed-in
clients with open orders and fills each makes one call after the other, 40 a second in all, over kept-open
connections. What the site uses without calls is taken off, and of some slices of time the median counts.
PostgreSQL's autovacuum is left out: it cleans up after the preparations, in the midst of any call. The ratio
is that of api and PostgreSQL together.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from statistics import median, median_low
from typing import NamedTuple

import uvloop

from bench.callers import Caller, Drafts, Request
from bench.load import connect, send_paced
from bench.orders import Generator, trading_site
from bench.processes import CpuTimer
from bench.site import wait_for_demo

CLIENTS = 60
RATE = 40
# Of half the clients, each once.
SLICE = CLIENTS // 2
SLICES = 4
# As many orders of each client as a list shows on its first page, some open, some filled.
PREPARED_ORDERS_PER_SECOND = 225
ORDER = "order"
PROCESSES = ("api", "engine", "postgres")


class Call(NamedTuple):
    name: str
    budget: float | None
    request: Callable[[int], Request]
    needs_waiting: bool = False


# Paths by budget.
READS: list[tuple[float | None, list[str]]] = [
    (0.8, ["/bff/auth/validate"]),
    (2.5, ["/bff/auth/user"]),
    (1.5, ["/v1/client/level"]),
    (
        2.0,
        ["/v1/assets", "/v1/assets/history?period=30d", "/v1/order?status=open", "/v1/order?status=history"],
    ),
    (2.0, ["/v1/trades", "/v1/transactions", "/v1/notices"]),
    (0.6, ["/bff/config", "/bff/rules?path=/earn", "/v1/pairs", "/v1/pairs/BTC-USDT"]),
    (0.6, [f"/v1/pairs/BTC-USDT/{what}" for what in ("ticker", "depth", "trades", "candles?interval=15m")]),
    (0.6, ["/v1/markets/overview", "/v1/markets/trading-data?symbol=BTC-USDT", "/v1/coins"]),
    (0.6, ["/v1/coins/exchange/BTC", "/v1/deposit/networks", "/v1/premarkets", "/v1/earn/products"]),
    (0.6, ["/v1/news", "/v1/faq", "/v1/levels"]),
    (None, ["/v1/faq?q=withdraw"]),
]


def list_calls(drafts: Drafts) -> list[Call]:
    order = drafts.order
    return [
        Call(ORDER, None, order),
        Call("order, client order id", None, partial(order, has_id=True)),
        Call("order, key", 1.15, partial(order, has_key=True)),
        Call("order, both", 1.15, partial(order, has_id=True, has_key=True)),
        Call("cancel", None, drafts.cancel, needs_waiting=True),
        Call("amend", 1.5, drafts.amend, needs_waiting=True),
        Call("preview", 1.5, drafts.preview),
        Call("quote", 2.5, drafts.quote),
        *(Call(path, budget, partial(read, path)) for budget, paths in READS for path in paths),
    ]


def read(path: str, _number: int) -> Request:
    return Request("GET", path)


class Slice(NamedTuple):
    cpu: dict[str, float]
    took: float


class Measured(NamedTuple):
    call: Call
    slices: list[Slice]
    p50_ms: float
    failed: int
    refusal: bytes


class Bench:
    def __init__(self, generator: Generator, slices: int) -> None:
        self._folder = generator.folder
        self._target = generator.target
        self._callers: list[Caller] = []
        self._slices = slices
        self._drafts = Drafts(generator.target.pairs)
        self._idle: list[Slice] = []

    def list_calls(self, names: list[str]) -> list[Call]:
        """The order that all are compared with comes first, in the middle and last."""
        order, *others = list_calls(self._drafts)
        some = [call for call in others if not names or any(name in call.name for name in names)]
        half = len(some) // 2
        return [order, *some[:half], order, *some[half:], order]

    async def measure(self, call: Call) -> Measured:
        self._idle.append(await self._spent(asyncio.sleep(SLICE / RATE)))
        self._callers = await connect(Caller, self._target, CLIENTS)
        if call.needs_waiting:
            await self._place_waiting()
        # Each client once before, so that caches have them all.
        await self._send(call.request, self._callers)
        for caller in self._callers:
            caller.latencies.clear()
            caller.failed = 0
        slices = []
        for number in range(self._slices):
            half = self._callers[SLICE:] if number % 2 else self._callers[:SLICE]
            slices.append(await self._spent(self._send(call.request, half)))
        latencies = [latency for caller in self._callers for latency in caller.latencies]
        failed = self._slices * SLICE - len(latencies) + sum(caller.failed for caller in self._callers)
        refusal = next((caller.refusal for caller in self._callers if caller.failed), b"connection closed")
        for caller in self._callers:
            caller.close()
        return Measured(call, slices, 1000 * median(latencies), failed, refusal)

    async def _place_waiting(self) -> None:
        """Place an order for each call: of all clients first, then of one half after the other."""
        rounds = 1 + (self._slices + 1) // 2
        for _ in range(rounds):
            await self._send(self._drafts.far_order, self._callers)
        self._drafts.waiting.clear()
        for number in range(rounds):
            orders = [json.loads(caller.answers[number].body)["order"] for caller in self._callers]
            self._drafts.waiting.extend(order["id"] for order in orders)

    async def _send(self, request: Callable[[int], Request], callers: Sequence[Caller]) -> None:
        for number, caller in enumerate(callers):
            caller.requests.append(request(number))
        await send_paced(callers, RATE, len(callers))

    async def _spent(self, work: Awaitable[None]) -> Slice:
        timer, started = CpuTimer(self._folder), time.perf_counter()
        await work
        return Slice(timer.seconds(), time.perf_counter() - started)

    def idle(self, kind: str) -> float:
        """What the site uses in a second without calls."""
        return median(one.cpu[kind] / one.took for one in self._idle)

    def cost_us(self, measured: Measured) -> dict[str, float]:
        """Processor time of one call."""
        return {
            kind: median_low(
                1e6 / SLICE * (one.cpu[kind] - one.took * self.idle(kind)) for one in measured.slices
            )
            for kind in PROCESSES
        }


async def run(generator: Generator, names: list[str], slices: int) -> bool:
    """Print a line for each call; whether all keep their budgets."""
    bench = Bench(generator, slices)
    results = [await bench.measure(call) for call in bench.list_calls(names)]
    costs = [bench.cost_us(result) for result in results]
    sums = [cost["api"] + cost["postgres"] for cost in costs]
    order_us = median(us for result, us in zip(results, sums, strict=True) if result.call.name == ORDER)
    print(f"{'call':<42} {'api us':>7} {'engine':>7} {'PostgreSQL':>10} {'p50 ms':>7} {'ratio':>6} budget")
    are_met = [
        report(result, cost, us / order_us) for result, cost, us in zip(results, costs, sums, strict=True)
    ]
    print("Without calls, ms a second:", {kind: round(1000 * bench.idle(kind)) for kind in PROCESSES})
    return all(are_met)


def report(result: Measured, us: dict[str, float], ratio: float) -> bool:
    call, _, p50_ms, failed, refusal = result
    is_met = not failed and (call.budget is None or ratio <= call.budget)
    print(
        f"{call.name:<42} {us['api']:>7,.0f} {us['engine']:>7,.0f} {us['postgres']:>10,.0f} {p50_ms:>7.1f}"
        f" {ratio:>6.2f} {call.budget or '-':<6} {'' if is_met else 'OVER'}"
        f"{f' {failed} failed: {refusal!r}' if failed else ''}"
    )
    return is_met


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", nargs="+", default=[], metavar="NAME", help="calls whose names have this")
    options.add_argument("--slices", type=int, default=SLICES, help=f"of each call, {SLICE} times each")
    chosen = options.parse_args()
    with trading_site() as generator:
        generator.target = generator.target._replace(tokens=generator.target.tokens[:CLIENTS])
        wait_for_demo(generator.target.host, generator.target.port)
        generator.open(PREPARED_ORDERS_PER_SECOND)
        are_met = uvloop.run(run(generator, chosen.only, chosen.slices))
    sys.exit(int(not are_met))


if __name__ == "__main__":
    main()
