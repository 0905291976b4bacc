"""Starts the process of the fork server, as the very first thing: it takes the longest of all to load.

So this module imports little, and nothing that the supervisor has yet to load.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys

from clearwater.adapters.parent_death import die_with_parent
from clearwater.kit.secret_settings import SECRET_SETTINGS

# Without the current folder on its path: whoever can write there must not choose what runs, perhaps as root.
PYTHON = (sys.executable, "-P")


class ServerProcess:
    """As asyncio shows a process; it may be started before there is a loop."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pid = process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.returncode

    async def wait(self) -> int:
        return await asyncio.to_thread(self._process.wait)

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


def launch_early() -> tuple[socket.socket, ServerProcess]:
    """Start a fork server; returns our end of its control socket, too."""
    ours, theirs = socket.socketpair()
    with theirs:
        return ours, _start(theirs)


async def launch_fork_server(control: socket.socket) -> ServerProcess:
    """Start the fork server at the other end of this socket."""
    return _start(control)


def _start(control: socket.socket) -> ServerProcess:
    return ServerProcess(
        subprocess.Popen(  # noqa: S603 (our own program)
            [*PYTHON, "-m", "clearwater.entrypoints.fork_server"],
            env={name: value for name, value in os.environ.items() if name not in SECRET_SETTINGS},
            stdin=control.fileno(),
            stdout=sys.stderr,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509 (safe: nothing is loaded after the fork)
        )
    )
