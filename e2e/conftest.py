"""A real exchange, started as its operators start it, and a real browser in front of it."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(sys.executable).with_name("clearwater")
AXE = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text()
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_SECONDS = 30
# A busy machine may take long over a page; a page that is wrong stays wrong.
expect.set_options(timeout=PATIENCE_SECONDS * 1000)


class Exchange:
    """The running site and the folder it lives in."""

    def __init__(self, url: str, data_folder: Path, web_folder: Path) -> None:
        self.url = url
        self.data_folder = data_folder
        self.web_folder = web_folder

    def command(self, *arguments: str) -> str:
        """Run `clearwater` beside the running exchange, as an operator would."""
        environment = os.environ | {"CLEARWATER_DATA": str(self.data_folder)}
        finished = subprocess.run(
            [PROGRAM, *arguments], env=environment, capture_output=True, text=True, check=True, timeout=60
        )
        return finished.stdout.strip()

    def wait_for(self, path: str, is_there: Callable[[dict[str, Any]], bool]) -> None:
        """Ask until an answer shows what was changed: processes see changes within seconds."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            with urllib.request.urlopen(self.url + path) as answer:
                if is_there(json.load(answer)):
                    return
        raise AssertionError(path)


@pytest.fixture(scope="session")
def exchange() -> Iterator[Exchange]:
    folder = Path(tempfile.mkdtemp(prefix="clearwater-e2e-"))
    folder.chmod(0o755)
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
        assert first_line.startswith("Clearwater is ready at"), log_path.read_text()
        yield Exchange(f"http://127.0.0.1:{port}", folder / "data", web_folder)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def base_url(exchange: Exchange) -> str:
    return exchange.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "make test installs Chromium"
    return {**browser_type_launch_args, "executable_path": program, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1440, "height": 900}, "locale": "en-US"}


@pytest.fixture
def consent(context: BrowserContext) -> None:
    """The visitor has answered the cookie question before."""
    context.add_init_script(
        """localStorage.setItem("cw:cookie-consent", JSON.stringify({status: "rejected", ts: Date.now()}))"""
    )


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser complained about: errors in scripts, refused sources, failed requests."""
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            found.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


@pytest.fixture
def check_accessibility(page: Page) -> Callable[[], None]:
    """Fail on anything axe finds on the page as it stands."""

    def check() -> None:
        page.evaluate(AXE)
        report = page.evaluate("rules => axe.run(document, {runOnly: rules})", AXE_RULES)
        found = [
            f"{violation['id']}: {node['html'][:200]}"
            for violation in report["violations"]
            for node in violation["nodes"]
        ]
        assert found == [], page.url

    return check


def page_paths() -> list[str]:
    """Every page of the built client that takes no parameter."""
    listed = re.findall(r'"(/[^"]*)"', (ROOT / "web" / "dist" / "page-paths.json").read_text())
    return [path for path in listed if "$" not in path]
