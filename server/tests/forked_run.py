"""`clearwater run` without the seconds in which it loads: forked, and its first fork server off it."""

import asyncio
import atexit
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from clearwater.adapters.fork_server import Process
from clearwater.adapters.forking import ForkLoop
from clearwater.adapters.parent_death import die_with_parent
from clearwater.entrypoints import cli, fork_server, fork_server_process, supervisor
from clearwater.entrypoints.child import Child
from clearwater.entrypoints.fork_server_process import launch_fork_server
from tests.forked import processes
from tests.stopping import ARMED_STEP, stop_where_armed


class ForkedRun:
    """Looks like a process that was started with `subprocess`."""

    def __init__(
        self,
        environment: Mapping[str, str],
        folder: Path,
        streams: tuple[Path, Path],
        before_start: Callable[[], None],
    ) -> None:
        for stream in streams:
            stream.write_bytes(b"")
        self._process = processes.Process(target=_run, args=(environment, folder, streams, before_start))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("clearwater run", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _run(
    environment: Mapping[str, str], folder: Path, streams: tuple[Path, Path], before_start: Callable[[], None]
) -> NoReturn:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    os.setsid()
    for number, path in enumerate(streams, start=1):
        file = os.open(path, os.O_WRONLY | os.O_APPEND)
        os.dup2(file, number)
        os.close(file)
    # What is forked here has another one, that reads nothing.
    sys.stdin = os.fdopen(0, closefd=False)
    before_start()
    if ARMED_STEP in environment:
        stop_where_armed()
    _end_after(lambda: _run_supervisor(PreforkedServer()))


def _run_supervisor(server: "PreforkedServer") -> None:
    launch = launch_fork_server

    async def launch_first(control: socket.socket) -> Process:
        """Whatever dies later is started as it is for operators."""
        vars(supervisor)["launch_fork_server"] = launch
        server.serve(control)
        return server

    vars(supervisor)["launch_fork_server"] = launch_first
    vars(fork_server_process)["launch_early"] = lambda: None
    # Everything is loaded already, so that forking it is quicker.
    vars(supervisor)["make_migration"] = lambda forks: Child("migrate", fork_server=forks)
    cli.main(["run"])


class PreforkedServer:
    """The fork server of a supervisor, forked while that has only one thread."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        tie = die_with_parent(signal.SIGKILL)
        self.returncode: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            tie()
            self._ours.close()
            os.setsid()
            _end_after(lambda: _serve(theirs))
        theirs.close()

    def serve(self, control: socket.socket) -> None:
        socket.send_fds(self._ours, [b"+"], [control.fileno()])

    async def wait(self) -> int:
        if self.returncode is None:
            _, status = await asyncio.to_thread(os.waitpid, self.pid, 0)
            self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def terminate(self) -> None:
        os.kill(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


def _serve(connection: socket.socket) -> None:
    with connection:
        _, controls, _, _ = socket.recv_fds(connection, 1, 1)
    # The stdout of the supervisor has only the line that says it is ready.
    os.dup2(2, 1)
    # A supervisor that could not start has asked for none.
    for control in controls:
        fork_server.serve(ForkLoop(socket.socket(fileno=control)))


def _end_after(run: Callable[[], None]) -> NoReturn:
    """As an interpreter ends: what is forked here ends without that."""
    code = 0
    try:
        run()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:  # noqa: BLE001 (printed as an interpreter does)
        sys.excepthook(*sys.exc_info())
        code = 1
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
