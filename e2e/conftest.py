"""A real exchange, started as its operators start it, and a real browser in front of it."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    APIRequestContext,
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
)

from tests.data_folders import copy_data_folder, make_run_folder

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(sys.executable).with_name("clearwater")
AXE = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text()
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WIDE: ViewportSize = {"width": 1440, "height": 900}
CONSENT = (
    """localStorage.setItem("cw:cookie-consent", JSON.stringify({status: "rejected", ts: Date.now()}))"""
)
# Chromium without the windows around its pages: what a page shows is laid out and drawn by the same code, and
# opening one takes a third of the time.
HEADLESS_SHELL = "chromium-headless-shell"
WHOLE_BROWSERS = ("chromium", "chromium-browser")
DISABLED_FEATURES = [
    # Pages of the browser's own address bar, which nobody sees here; each window would load both.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    # Chromium heeds the last list alone, so what Playwright switches off is said again.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # As in a window: without it the shell rounds the width of every letter.
    "--font-render-hinting=none",
    "--disable-features=" + ",".join(DISABLED_FEATURES),
]
# What passes is left in the browser: a full report is megabytes, and takes longer to bring here than to make.
# Without preloading: no rule of these reads style sheets, and nothing on a page plays by itself.
FOUND_BY_AXE = """async rules => {
  const options = {runOnly: rules, resultTypes: ["violations"], selectors: false, preload: false};
  const report = await axe.run(document, options);
  return report.violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 200)}`));
}"""
# What never ends is not waited for; what is taken away on its way has ended, too.
ANIMATIONS_ENDED = """async () => {
  await document.fonts.ready;
  const moving = document.getAnimations().filter(one => one.timeline === document.timeline
    && one.playState === "running" && one.effect.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(moving.map(one => one.finished));
}"""
PATIENCE_SECONDS = 30
POLL_SECONDS = 0.1
# What `clearwater site set` stores as the secret of the site's support chat.
CHAT_SECRET = "the secret of the support chat"
# A busy machine may take long over a page; a page that is wrong stays wrong.
expect.set_options(timeout=PATIENCE_SECONDS * 1000)


def pytest_configure(config: pytest.Config) -> None:
    config.add_cleanup(end_command_line)
    if folder := make_run_folder():
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note which tests failed, for whoever runs them once more (tools/test-browser)."""
    # Each worker calls this too, and the one that collects their reports calls it again.
    failed_tests = os.environ.get("CLEARWATER_FAILED_TESTS")
    if report.failed and failed_tests and "PYTEST_XDIST_WORKER" not in os.environ:
        with Path(failed_tests).open("a") as names:
            names.write(report.nodeid + "\n")


@cache
def start_command_line() -> subprocess.Popen[str]:
    """One for all exchanges: it has loaded what every command needs."""
    program = [sys.executable, "-m", "e2e.command_line"]
    return subprocess.Popen(program, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def end_command_line() -> None:
    if start_command_line.cache_info().currsize:
        with start_command_line() as command_line:
            assert command_line.stdin
            command_line.stdin.close()


class Exchange:
    """The running site, and the command line beside it."""

    def __init__(self, url: str, environment: dict[str, str]) -> None:
        self.url = url
        self._environment = environment

    def command(self, *arguments: str) -> str:
        """Run `clearwater` beside the running exchange, as an operator would."""
        command_line = start_command_line()
        assert command_line.stdin
        assert command_line.stdout
        command = {"arguments": arguments, "environment": self._environment}
        command_line.stdin.write(json.dumps(command) + "\n")
        command_line.stdin.flush()
        finished = json.loads(command_line.stdout.readline())
        assert finished["code"] == 0, (arguments, finished["errors"])
        printed: str = finished["output"]
        return printed.strip()

    def register(self, calls: APIRequestContext, email: str, password: str) -> tuple[str, str]:
        """Make a client with a confirmed address, without the screens; answers the id and a token."""
        registration = {"email": email, "password": password, "accept_terms": True}
        registered = calls.post(f"{self.url}/api/v1/client", data=registration)
        assert registered.status == 201, registered.text()
        signed_in = calls.post(f"{self.url}/api/v1/token", data={"login": email, "password": password})
        assert signed_in.status == 201, signed_in.text()
        token: str = signed_in.json()["raw_token"]
        code = re.search(r"\b\d{6}\b", self.command("outbox", "--to", email))
        assert code
        confirmed = calls.patch(
            f"{self.url}/api/v1/client/email-confirmation?code={code[0]}", headers={"X-Token": token}
        )
        assert confirmed.ok, confirmed.text()
        client_id: str = registered.json()["client"]["id"]
        return client_id, token

    def wait_for(
        self, path: str, is_there: Callable[[dict[str, Any]], bool], *, site: str | None = None
    ) -> None:
        """Ask until an answer shows what was changed: processes see changes within seconds."""
        question = urllib.request.Request(self.url + path, headers={"X-Site": site} if site else {})
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(question) as answer:
                    if is_there(json.load(answer)):
                        return
            except urllib.error.HTTPError as refusal:
                # A site of a moment ago is not known to every process yet.
                if refusal.code != 421:
                    raise
            # Without a pause the questions would take the machine from whoever has to answer them.
            time.sleep(POLL_SECONDS)
        raise AssertionError(path)


@contextmanager
def running(settings: dict[str, str]) -> Iterator[Exchange]:
    """An exchange on a folder of its own, until it is no longer needed."""
    # It loads while the exchange starts.
    start_command_line()
    folder = Path(tempfile.mkdtemp(prefix="clearwater-e2e-"))
    folder.chmod(0o755)
    copy_data_folder("demo" if settings["CLEARWATER_DEMO"] == "true" else "migrated", folder / "data")
    web_folder = folder / "web"
    shutil.copytree(ROOT / "web" / "dist", web_folder)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "PORT": str(port),
        "CLEARWATER_DATA": str(folder / "data"),
        "CLEARWATER_WEB": str(web_folder),
        "CLEARWATER_RATE_LIMITS": "0",
        "CLEARWATER_DEV_CHAINS": "false",
        **settings,
    }
    log_path = folder / "log"
    with (
        log_path.open("wb") as log,
        subprocess.Popen(
            [PROGRAM, "run"], env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        assert process.stdout
        first_line = process.stdout.readline()
        try:
            assert first_line.startswith("Clearwater is ready at"), log_path.read_text()
            yield Exchange(f"http://127.0.0.1:{port}", {**environment, "CHAT_SECRET": CHAT_SECRET})
        finally:
            # Not Ctrl-C: who started these tests in the background has that ignored.
            process.terminate()
            code = process.wait(30)
        assert code == 0
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def exchange() -> Iterator[Exchange]:
    with running({"CLEARWATER_DEMO": "false"}) as started:
        yield started


@pytest.fixture(scope="session")
def market() -> Iterator[Exchange]:
    """The demo: coins, pairs, history, and bots that trade."""
    with running({"CLEARWATER_DEMO": "true", "CLEARWATER_DEMO_RATE": "5"}) as started:
        started.wait_for("/api/v1/markets/overview", lambda overview: overview["totals"]["trades_24h"] > 0)
        yield started


@pytest.fixture(scope="session")
def base_url(exchange: Exchange) -> str:
    return exchange.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    program = find_browser(HEADLESS_SHELL, *WHOLE_BROWSERS)
    return {**browser_type_launch_args, "executable_path": program, "args": CHROMIUM_FLAGS}


def find_browser(*names: str) -> str:
    """The first of these that there is, unless the environment names another one."""
    programs = [os.environ.get("CHROMIUM"), *map(shutil.which, names)]
    program = next(filter(None, programs), None)
    assert program, "make test installs Chromium"
    return program


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Without the service worker, which each new window would install; stories about it allow it."""
    return {**browser_context_args, "viewport": WIDE, "locale": "en-US", "service_workers": "block"}


@pytest.fixture
def consent(context: BrowserContext) -> None:
    """The visitor has answered the cookie question before."""
    context.add_init_script(CONSENT)


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Let the page go on until something has come about that it does not show."""
    for _ in range(PATIENCE_SECONDS * 20):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError


@contextmanager
def opened_at(browser: Browser, exchange: Exchange, **options: Any) -> Iterator[BrowserContext]:
    """A browser that has answered the cookie question before."""
    context = browser.new_context(
        base_url=exchange.url, locale="en-US", **{"service_workers": "block", **options}
    )
    context.add_init_script(CONSENT)
    yield context
    context.close()


@pytest.fixture
def market_context(browser: Browser, market: Exchange) -> Iterator[BrowserContext]:
    """A wide window at the demo."""
    with opened_at(browser, market, viewport=WIDE) as context:
        yield context


@pytest.fixture
def browser_errors(page: Page) -> list[str]:
    """Errors of the browser: in scripts, refused sources, failed requests."""
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            found.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def wait_for_animations(page: Page) -> None:
    """Wait until the fonts are loaded and no animation runs."""
    page.evaluate(ANIMATIONS_ENDED)


def run_axe(page: Page) -> None:
    """Fail on anything axe finds on the page as it stands.

    What it finds it must find twice: a toast that fades meanwhile has too little contrast for a moment.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    before, found = None, look_with_axe(page)
    while found and found != before:
        before, found = found, look_with_axe(page)
    assert found == [], page.url


def look_with_axe(page: Page) -> list[str]:
    wait_for_animations(page)
    found: list[str] = page.evaluate(FOUND_BY_AXE, AXE_RULES)
    return found


@pytest.fixture
def check_accessibility(page: Page) -> Callable[[], None]:
    return lambda: run_axe(page)


def page_paths() -> list[str]:
    """Every page of the built client, as the router spells it."""
    return re.findall(r'"(/[^"]*)"', (ROOT / "web" / "dist" / "page-paths.json").read_text())
