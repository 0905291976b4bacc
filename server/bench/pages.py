"""What a look at each main page costs the server, and what it asks the API, in headless Chromium.

    python -m bench.pages [--only PATH...] [--calls]

A client with open orders and fills looks again at a page that the browser has seen before, beside a demo that
trades; a visitor looks at the landing page. What the site uses without them is taken off.
"""

import argparse
import re
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Request, sync_playwright

from bench.machine import Machine
from bench.orders import trading_site
from bench.processes import CpuTimer
from bench.site import wait_for_demo
from bench.trading_screen import CONSENT, FLAGS, find_chromium

LOOKS = 3
LOOK_MS = 4_000
# Some thirty orders of each client.
PREPARED_ORDERS_PER_SECOND, CLIENTS = 225, 60
KINDS = ("api", "postgres")
CALL = re.compile(r"^https?://[^/]+/api/(?!health)(.+)$")


class PageBudget(NamedTuple):
    path: str
    max_api_ms: float
    max_calls: int | None = None
    is_signed_in: bool = True


PAGES = (
    PageBudget("/personal/dashboard", 40, 8),
    PageBudget("/trading/BTC-USDT", 20, 10),
    PageBudget("/personal/assets", 20),
    PageBudget("/personal/orders", 20),
    PageBudget("/personal/transactions", 20),
    PageBudget("/personal/settings", 20),
    PageBudget("/markets/overview", 20),
    PageBudget("/earn", 20),
    PageBudget("/exchanger", 20),
    PageBudget("/pre-market", 20),
    PageBudget("/", 20),
    PageBudget("/", 10, is_signed_in=False),
)


class Look(NamedTuple):
    cpu: dict[str, float]
    took: float
    calls: list[str]


def look(folder: Path, context: BrowserContext, url: str) -> Look:
    """From the navigation to some seconds later, when a page has loaded whatever it shows."""
    calls: list[str] = []

    def note(request: Request) -> None:
        if call := CALL.match(request.url):
            calls.append(f"{request.method} {call[1]}")

    page = context.new_page()
    page.on("request", note)
    timer, started = CpuTimer(folder), time.perf_counter()
    page.goto(url)
    page.wait_for_timeout(LOOK_MS)
    seen = Look(timer.seconds(), time.perf_counter() - started, calls)
    page.close()
    return seen


class Idle:
    """What the site uses beside an empty page."""

    def __init__(self) -> None:
        self._looks: list[Look] = []

    def add(self, blank: Look) -> None:
        self._looks.append(blank)

    def without(self, kind: str, one: Look) -> float:
        """Processor time of a look, without what is idle."""
        return one.cpu[kind] - one.took * median(blank.cpu[kind] / blank.took for blank in self._looks)


def open_context(browser: Browser, url: str, token: str | None) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US")
    context.add_init_script(CONSENT)
    if token is not None:
        context.add_cookies([{"name": "token", "value": token, "url": url}])
    return context


def report(page: PageBudget, looks: list[Look], idle: Idle, machine: Machine, *, shows_calls: bool) -> bool:
    api_ms, postgres_ms = (1000 * median(idle.without(kind, one) for one in looks) for kind in KINDS)
    calls = max((one.calls for one in looks), key=len)
    repeated = {call: count for call, count in Counter(calls).items() if count > 1}
    most = machine.at_most(page.max_api_ms)
    is_met = api_ms <= most and (page.max_calls is None or len(calls) <= page.max_calls) and not repeated
    name = page.path if page.is_signed_in else f"{page.path}, visitor"
    print(
        f"{name:<26} {api_ms:>7.1f} {most:>7.1f} {postgres_ms:>11.1f} {len(calls):>6}"
        f" {page.max_calls or '-':>7}  {'' if is_met else 'OVER '}{repeated or ''}",
        flush=True,
    )
    if shows_calls:
        print(*(f"    {call}" for call in calls), sep="\n")
    return is_met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="PATH", help="pages whose path has this")
    parser.add_argument("--calls", action="store_true", help="list the calls of each page")
    options, machine, are_met = parser.parse_args(), Machine(), True
    with trading_site() as generator, sync_playwright() as play:
        wait_for_demo(generator.target.host, generator.target.port)
        generator.target = generator.target._replace(tokens=generator.target.tokens[:CLIENTS])
        generator.open(PREPARED_ORDERS_PER_SECOND)
        url = f"http://{generator.target.host}:{generator.target.port}"
        browser = play.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        visitor = open_context(browser, url, None)
        client = open_context(browser, url, generator.target.tokens[0])
        seen: dict[PageBudget, list[Look]] = {}
        idle = Idle()
        for page in PAGES:
            if options.only and not any(part in page.path for part in options.only):
                continue
            context = client if page.is_signed_in else visitor
            idle.add(look(generator.folder, context, "about:blank"))
            # The browser has seen it before.
            look(generator.folder, context, url + page.path)
            seen[page] = [look(generator.folder, context, url + page.path) for _ in range(LOOKS)]
        browser.close()
    machine.look()
    print(f"Processor time of a look at a page, median of {LOOKS}. {machine}")
    print(f"{'page':<26} {'api ms':>7} {'at most':>7} {'PostgreSQL':>11} {'calls':>6} {'at most':>7}")
    for page, looks in seen.items():
        are_met &= report(page, looks, idle, machine, shows_calls=options.calls)
    sys.exit(int(not are_met))


if __name__ == "__main__":
    main()
