"""Lighthouse against a demo site of its own: how fast two pages are on a phone, and how accessible all are.

The operator console keeps its sign-in in one tab, which Lighthouse does not open; browser tests look at it.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.click_to_row import PAIR, join
from bench.site import ROOT
from bench.trading_screen import FLAGS, demo_site

# The largest paint in milliseconds, the layout shift as a score.
SPEEDS = {
    "/": ("performance=95", "lcp=2000", "cls=0.02"),
    f"/trading/{PAIR}": ("performance=85", "lcp=any", "cls=any"),
}
MIN_ACCESSIBILITY = 95
# As many commands a second as a demo has where nobody says otherwise.
DEMO_RATE = "20"


def main() -> None:
    with demo_site(DEMO_RATE) as (url, data):
        budgets = [word for path, limits in SPEEDS.items() for word in (*limits, url + path)]
        is_fast = run(*budgets)
        is_accessible = check_accessibility(url, data)
    sys.exit(0 if is_fast and is_accessible else 1)


def check_accessibility(url: str, data: Path) -> bool:
    """Every page without a parameter; those of one's own as a client sees them."""
    paths = [path for path in page_paths() if "$" not in path and not path.startswith("/operator")]
    own = [path for path in paths if path.startswith("/personal/")]
    with sync_playwright() as play, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
        port = free_port()
        context = play.chromium.launch_persistent_context(
            profile, executable_path=program, args=[*FLAGS, f"--remote-debugging-port={port}"]
        )
        budget = f"accessibility={MIN_ACCESSIBILITY}"
        are_public = run(f"port={port}", budget, *(url + path for path in paths if path not in own))
        _, token = join(url, data)
        context.add_cookies([{"name": "token", "value": token, "url": url}])
        are_own = run(f"port={port}", budget, *(url + path for path in own))
        context.close()
    return are_public and are_own


def page_paths() -> list[str]:
    web = Path(os.environ.get("CLEARWATER_WEB", ROOT / "web" / "dist"))
    found: list[str] = json.loads((web / "page-paths.json").read_text())
    return found


def run(*words: str) -> bool:
    return (
        subprocess.run(["node", "tools/lighthouse.mjs", *words], cwd=ROOT / "web", check=False).returncode
        == 0
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    main()
