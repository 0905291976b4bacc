"""The exchange as real processes, seen from outside."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from clearwater.adapters.processes import read_pid_file
from tests.forked_run import ForkedRun

DEADLINE_SECONDS = 40


def listen_to_ctrl_c() -> None:
    """In the child. Shells start background jobs with SIGINT ignored, and programs inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def ignore_ctrl_c() -> None:
    """In the child: as it is started as a background job."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Exchange:
    """One `clearwater run`, seen from outside; it is forked with its modules loaded."""

    def __init__(
        self, folder: Path, *, before_start: Callable[[], None] = listen_to_ctrl_c, **settings: str
    ) -> None:
        self._before_start = before_start
        self.data_folder = folder / "data"
        self.port = free_port()
        self._stdout, self._stderr = folder / "stdout", folder / "stderr"
        self._folder = folder
        self._settings = {
            "PORT": str(self.port),
            "CLEARWATER_DATA": str(self.data_folder),
            "CLEARWATER_WEB": str(folder / "web"),
            "CLEARWATER_LOG_FORMAT": "json",
            "CLEARWATER_DEMO": "false",
            "CLEARWATER_DEV_CHAINS": "false",
            **settings,
        }
        self.process = self._launch()

    def _launch(self) -> "subprocess.Popen[bytes] | ForkedRun":
        return ForkedRun(self._environment(), self._folder, (self._stdout, self._stderr), self._before_start)

    def _environment(self) -> dict[str, str]:
        clean = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        return clean | self._settings

    def start_again(self) -> None:
        self.process = self._launch()

    def stdout(self) -> str:
        return self._stdout.read_text()

    def stderr(self) -> str:
        return self._stderr.read_text()

    def wait_until_ready(self, deadline_seconds: float = DEADLINE_SECONDS) -> None:
        until(lambda: "ready" in self.stdout() or self.process.poll() is not None, deadline_seconds)
        assert self.process.poll() is None, self.stderr()

    def logged(self, event: str) -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in self.stderr().splitlines() if line.startswith("{")]
        return [line for line in lines if line.get("event") == event]

    def pids(self, name: str) -> list[int]:
        """Every process of a name so far, the newest last."""
        return [line["pid"] for line in self.logged("process_started") if line["process"] == name]

    def fork_server_pid(self) -> int:
        pid: int = self.logged("fork_server_started")[-1]["pid"]
        return pid

    def postgres_pid(self) -> int:
        postmaster = read_pid_file((self.data_folder / "postgres").resolve())
        return postmaster.pid if postmaster else 0

    def socket_folder(self) -> Path:
        postmaster = read_pid_file((self.data_folder / "postgres").resolve())
        assert postmaster is not None
        assert postmaster.socket_folder.exists()
        return postmaster.socket_folder

    def all_pids(self) -> list[int]:
        return [
            self.process.pid,
            self.postgres_pid(),
            self.fork_server_pid(),
            *self.pids("engine"),
            *self.pids("api"),
            *self.pids("worker"),
        ]

    def is_serving(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/api/health/ready")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def post(self, path: str, body: dict[str, object]) -> tuple[int, dict[str, Any]]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE_SECONDS)
        try:
            connection.request(
                "POST", path, json.dumps(body), {"Content-Type": "application/json", "X-Site": "localhost"}
            )
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def get(self, path: str) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE_SECONDS)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def get_text(self, path: str, *, port: int) -> str:
        connection = HTTPConnection("127.0.0.1", port, timeout=DEADLINE_SECONDS)
        try:
            connection.request("GET", path)
            return connection.getresponse().read().decode()
        finally:
            connection.close()

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(DEADLINE_SECONDS)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(DEADLINE_SECONDS)


class InstalledExchange(Exchange):
    """Started as its operators start it, where a test is about that."""

    def _launch(self) -> "subprocess.Popen[bytes]":
        with self._stdout.open("wb") as stdout, self._stderr.open("wb") as stderr:
            return subprocess.Popen(
                [sys.executable, "-m", "clearwater", "run"],
                cwd=self._folder,
                env=self._environment(),
                stdout=stdout,
                stderr=stderr,
                preexec_fn=self._before_start,  # noqa: PLW1509 (one call into the kernel, no lock)
            )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def free_ports(amount: int) -> int:
    """The first of so many consecutive ports that are free, below those that outgoing connections get."""
    for attempt in count():
        first = 18_000 + (os.getpid() * 32 + attempt * 8) % 12_000
        with suppress(OSError, OverflowError), ExitStack() as stack:
            for place in range(amount):
                stack.enter_context(socket.create_server(("127.0.0.1", first + place)))
            return first
    raise AssertionError


def until(holds: Callable[[], object], deadline_seconds: float = DEADLINE_SECONDS) -> None:
    deadline = monotonic() + deadline_seconds
    while not holds():
        assert monotonic() < deadline, "it did not happen in time"
        sleep(0.1)
