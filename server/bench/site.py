"""A site of its own for a measurement, started as operators start it.

Rate limits and most logging are off, unless the settings of a measurement say otherwise.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEMO_SECONDS = 300.0


@dataclass(frozen=True)
class Site:
    host: str
    port: int
    script: str


@contextmanager
def data_folder() -> Iterator[Path]:
    """A folder that the database's account can enter."""
    with tempfile.TemporaryDirectory(prefix="clearwater-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "data"


@contextmanager
def running_site(folder: Path | None = None, *, is_demo: bool = False, **settings: str) -> Iterator[Site]:
    """Started with what a folder holds, or from nothing."""
    if folder is None:
        with data_folder() as fresh, running_site(fresh, is_demo=is_demo, **settings) as site:
            yield site
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    script = re.search(r'src="(/assets/[^"]+\.js)"', (ROOT / "web" / "dist" / "index.html").read_text())
    assert script
    environment = os.environ | {
        "PORT": str(port),
        "CLEARWATER_DATA": str(folder),
        "CLEARWATER_RATE_LIMITS": "0",
        "CLEARWATER_LOG_LEVEL": "warning",
        "CLEARWATER_DEV_CHAINS": "false",
        **settings,
    }
    program = Path(sys.executable).with_name("clearwater")
    with (
        tempfile.TemporaryFile() as log,
        subprocess.Popen(
            [program, "run", *([] if is_demo else ["--no-demo"])],
            env=environment,
            stdout=subprocess.PIPE,
            # As under a service manager, which stores it.
            stderr=log,
            text=True,
        ) as process,
    ):
        assert process.stdout
        assert "ready" in process.stdout.readline()
        try:
            yield Site("127.0.0.1", port, script[1])
        finally:
            process.terminate()
            process.wait(30)


def wait_for_demo(host: str, port: int) -> None:
    """Until a demo has all that it offers: pre-markets come last."""
    deadline = time.monotonic() + DEMO_SECONDS
    while not _has_premarkets(host, port):
        assert time.monotonic() < deadline, "The demo market has not begun to trade"
        time.sleep(1)


def _has_premarkets(host: str, port: int) -> bool:
    with urllib.request.urlopen(f"http://{host}:{port}/api/v1/premarkets") as response:
        return bool(json.load(response)["items"])
