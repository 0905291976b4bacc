"""The trading page in front of the demo market: how soon an order stands, how busy it is, what grows.

    python -m bench.trading_screen [--url http://127.0.0.1:8000 --data var] [--seconds 60] [--slice 10]

Without an address it starts a demo site of its own; orders are placed where the site's data folder is known.
The main thread's time is thread time, so that a busy machine does not count against the page.
"""

import argparse
import contextlib
import json
import os
import shutil
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.click_to_row import PAIR, measure_clicks
from bench.machine import Machine
from bench.site import data_folder, running_site

MAX_CPU_MS_PER_SECOND = 250
MAX_TASK_MS = 100
# Caches fill for a while; what still grows after that would grow for ever.
MAX_HEAP_GROWTH_MIB_PER_MINUTE = 1.0
SETTLING_SECONDS = 10
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
# Commands a second of all bots: enough for more than 20 messages a second about one pair.
DEMO_RATE = "200"
TRACED_SECONDS = 20
CONSENT = """
localStorage.setItem("cw:cookie-consent", JSON.stringify({ status: "rejected", ts: Date.now() }));
"""
COUNT_MESSAGES = """
window.messages = 0;
const Native = window.WebSocket;
window.WebSocket = class extends Native {
  constructor(...parts) {
    super(...parts);
    this.addEventListener("message", () => { window.messages += 1; });
  }
};
"""


def main() -> None:
    options, machine = read_options(), Machine()
    with contextlib.ExitStack() as stack:
        url, data = (options.url, options.data) if options.url else stack.enter_context(demo_site(DEMO_RATE))
        play = stack.enter_context(sync_playwright())
        browser = stack.enter_context(play.chromium.launch(executable_path=find_chromium(), args=FLAGS))
        are_prompt = measure_clicks(browser, url, data, machine) if data else True
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script(CONSENT + COUNT_MESSAGES)
        page.goto(f"{url}/trading/{PAIR}")
        page.get_by_text("Live", exact=True).wait_for()
        page.wait_for_timeout(SETTLING_SECONDS * 1000)
        is_calm = measure(page, options.seconds, options.slice) & trace(browser, page)
    sys.exit(0 if are_prompt and is_calm else 1)


def find_chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--slice", type=int, default=10)
    return parser.parse_args()


@contextlib.contextmanager
def demo_site(rate: str) -> Iterator[tuple[str, Path]]:
    """A demo that trades: its address and its data folder."""
    os.environ["CLEARWATER_DEMO_RATE"] = rate
    with data_folder() as data, running_site(data, is_demo=True) as site:
        url = f"http://{site.host}:{site.port}"
        deadline = time.monotonic() + 180
        while not has_trades(url):
            assert time.monotonic() < deadline, "The demo market has not begun to trade"
            time.sleep(1)
        yield url, data


def has_trades(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/api/v1/pairs/{PAIR}") as answer:
            return json.load(answer)["ticker"]["bid"] is not None
    except OSError:
        return False


def measure(page: Page, seconds: int, slice_seconds: int) -> bool:
    """Print a line for each slice of time and one for all; whether all budgets are kept."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate("window.messages = 0")
    heaps = [heap_mib(session)]
    began = before = read(session)
    while before["at"] - began["at"] < seconds:
        page.wait_for_timeout(slice_seconds * 1000)
        after = read(session)
        heaps.append(heap_mib(session))
        print(f"  {busy(before, after):6.1f} ms CPU a second, {heaps[-1]:6.2f} MiB after collection")
        before = after
    elapsed = before["at"] - began["at"]
    cpu, script = busy(began, before), busy(began, before, "ScriptDuration")
    # The first slices still fill caches.
    kept = heaps[len(heaps) // 2 :]
    growth = (kept[-1] - kept[0]) / max((len(kept) - 1) * slice_seconds / 60, 1e-9) if len(kept) > 1 else 0.0
    print(f"trading screen, {page.evaluate('window.messages') / elapsed:.1f} messages a second:")
    print(f"  main thread     {cpu:6.1f} ms a second (script {script:.1f}), at most {MAX_CPU_MS_PER_SECOND}")
    print(f"  heap            {heaps[0]:.2f} to {heaps[-1]:.2f} MiB, grows by {growth:+.2f} MiB a minute")
    return cpu <= MAX_CPU_MS_PER_SECOND and growth <= MAX_HEAP_GROWTH_MIB_PER_MINUTE


def trace(browser: Browser, page: Page) -> bool:
    """Look at single tasks of the page's main thread; whether none is too long."""
    browser.start_tracing(page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
    page.wait_for_timeout(TRACED_SECONDS * 1000)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    renderers = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        event["tdur"] / 1000
        for event in events
        if event["name"].endswith("RunTask") and "tdur" in event and (event["pid"], event["tid"]) in renderers
    ]
    longest = max(tasks, default=0.0)
    long = sum(task > 50 for task in tasks)
    print(f"  long tasks      {long} over 50 ms, longest {longest:.0f} ms, at most {MAX_TASK_MS}")
    return bool(tasks) and longest <= MAX_TASK_MS


def read(session: CDPSession) -> dict[str, float]:
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return {**metrics, "at": time.monotonic()}


def busy(before: dict[str, float], after: dict[str, float], name: str = "TaskDuration") -> float:
    """Milliseconds of work a second."""
    return 1000 * (after[name] - before[name]) / (after["at"] - before["at"])


def heap_mib(session: CDPSession) -> float:
    session.send("HeapProfiler.collectGarbage")
    return float(read(session)["JSHeapUsedSize"]) / 2**20


if __name__ == "__main__":
    main()
