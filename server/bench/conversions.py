"""Conversions end to end beside a demo market: a quote and its acceptance, as a client waits for both.

The site runs as operators start it, with the bots of the demo trading. A few clients convert one after
another, directly and through USDT, and place a market order in between: it shows what one durable command
takes at that moment. How many quotes the moving books break is printed, too.
"""

import asyncio
import sys
import time
from collections import Counter
from itertools import cycle
from statistics import quantiles
from typing import NamedTuple

import httpx

from bench.machine import Machine
from bench.orders import LIMITS, prepare
from bench.site import Site, data_folder, running_site

AT_ONCE = 4
WARM, CONVERSIONS = 40, 400
PAUSE_SECONDS = 0.1
MAX_P99_MS = 50.0
# Worth some 60 USDT each.
DRAFTS = (
    {"from": "USDT", "to": "BTC", "from_amount": "60"},
    {"from": "BTC", "to": "USDT", "from_amount": "0.001"},
    {"from": "BTC", "to": "ETH", "from_amount": "0.001"},
    {"from": "ETH", "to": "BTC", "from_amount": "0.03"},
)
ORDER = {"symbol": "BTC-USDT", "side": "buy", "type": "market", "quote_quantity": "60"}
# What a market that moves, or is thin for a moment, may answer.
MOVED = {"QUOTE_MOVED", "NO_LIQUIDITY"}


class Taken(NamedTuple):
    """The seconds of a quote, of its acceptance, and of a market order after them."""

    quote: float
    accept: float
    order: float

    @property
    def both(self) -> float:
        return self.quote + self.accept


async def convert(http: httpx.AsyncClient, token: str, draft: dict[str, str]) -> Taken | str:
    """Convert once; the code of the refusal where there was one."""
    headers = {"X-Token": token}
    began = time.perf_counter()
    quote = await http.post("/api/v1/exchange/quote", json=draft, headers=headers)
    quoted = time.perf_counter()
    if quote.status_code != 201:
        return str(quote.json()["code"])
    path = f"/api/v1/exchange/quote/{quote.json()['id']}/accept"
    accepted = await http.post(path, headers=headers)
    ended = time.perf_counter()
    if accepted.status_code != 200:
        return str(accepted.json()["code"])
    order = await http.post("/api/v1/order", json=ORDER, headers=headers)
    assert order.status_code == 201, order.text
    return Taken(quoted - began, ended - quoted, time.perf_counter() - ended)


async def measure(site: Site, tokens: list[str], count: int) -> tuple[list[Taken], Counter[str]]:
    taken: list[Taken] = []
    refused: Counter[str] = Counter()
    drafts = cycle(DRAFTS)

    async def keep_converting(token: str) -> None:
        for _ in range(count // AT_ONCE):
            outcome = await convert(http, token, next(drafts))
            if isinstance(outcome, str):
                refused[outcome] += 1
            else:
                taken.append(outcome)
            await asyncio.sleep(PAUSE_SECONDS)

    async with httpx.AsyncClient(base_url=f"http://{site.host}:{site.port}", timeout=30) as http:
        await asyncio.gather(*map(keep_converting, tokens[:AT_ONCE]))
    return taken, refused


def in_ms(seconds: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    found = quantiles(seconds, n=100)
    return 1000 * found[49], 1000 * found[98]


def main() -> None:
    machine = Machine()
    with data_folder() as folder:
        with running_site(folder, is_demo=True):
            pass
        tokens, _ = asyncio.run(prepare(folder))
        with running_site(folder, is_demo=True, **LIMITS) as site:
            asyncio.run(measure(site, tokens, WARM))
            taken, refused = asyncio.run(measure(site, tokens, CONVERSIONS))
    machine.look()
    print(f"Conversions beside a demo market, {AT_ONCE} clients. {machine}")
    for name, seconds in (
        ("quote", [one.quote for one in taken]),
        ("accept", [one.accept for one in taken]),
        ("both", [one.both for one in taken]),
        ("order", [one.order for one in taken]),
    ):
        p50, p99 = in_ms(seconds)
        print(f"  {name:6} p50 {p50:6.1f} ms, p99 {p99:6.1f} ms")
    print(f"  {len(taken)} converted, refused: {dict(refused) or 'none'}")
    _, p99 = in_ms([one.both for one in taken])
    failed = sum(count for code, count in refused.items() if code not in MOVED)
    is_met = p99 <= machine.at_most(MAX_P99_MS) and not failed
    print(
        f"  {'ok  ' if is_met else 'OVER'} p99 of both {p99:.1f} ms, at most {MAX_P99_MS:g} there,"
        f" {machine.at_most(MAX_P99_MS):.1f} here; {failed} failed"
    )
    sys.exit(int(not is_met))


if __name__ == "__main__":
    main()
