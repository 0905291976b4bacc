"""One supervised process: started again when it dies, ended politely."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import BinaryIO

import structlog

from clearwater.adapters.fork_server import ForkServer, Process
from clearwater.adapters.forking import ForkRequest
from clearwater.adapters.parent_death import die_with_parent
from clearwater.adapters.processes import lower_session_priority
from clearwater.entrypoints.fork_server_process import PYTHON
from clearwater.entrypoints.listener import LISTENER_FD
from clearwater.kit.heartbeat import HEARTBEAT_FD, HEARTBEAT_SECONDS, SERVING

log = structlog.get_logger("clearwater.supervisor")

FIRST_DELAY_SECONDS = 0.05
MAX_DELAY_SECONDS = 10.0
HEALTHY_SECONDS = 30.0
STOP_SECONDS = 10.0
# While a process loads, its event loop may be blocked for long.
LOADING_FACTOR = 20
# Set for a process that reads the database URL from its standard input.
DATABASE_ON_STDIN = "CLEARWATER_DATABASE_ON_STDIN"


class Backoff:
    """How long to wait before the next start: longer each time, as at first after a healthy life."""

    def __init__(self) -> None:
        self._delay_seconds = FIRST_DELAY_SECONDS

    def after(self, lived_seconds: float) -> float:
        if lived_seconds >= HEALTHY_SECONDS:
            self._delay_seconds = FIRST_DELAY_SECONDS
        delay_seconds = self._delay_seconds
        self._delay_seconds = min(2 * delay_seconds, MAX_DELAY_SECONDS)
        return delay_seconds


class Heartbeats:
    """The watchdog pipe of a process, and how many of its heartbeats are missing."""

    def __init__(self) -> None:
        self._reader, self.sender = os.pipe()
        os.set_blocking(self._reader, False)
        self.is_serving = False
        # Counted, not measured: when the whole machine was paused, nothing was missed.
        self.missed = 0

    def __enter__(self) -> "Heartbeats":
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._reader)

    def close_sender(self) -> None:
        """The process has it now."""
        os.close(self.sender)

    def read(self) -> int:
        """Returns for how many waits in a row nothing has come."""
        received = b""
        with suppress(BlockingIOError):
            received = os.read(self._reader, 4096)
        self.missed = 0 if received else self.missed + 1
        if received:
            self.is_serving = received.endswith(SERVING)
        return self.missed


class Child:
    """`clearwater <name>` as a child process.

    With a fork server it is forked there, else started anew: with modules and memory of its own. It may be
    started before there is a database: it waits for the URL. Without a database URL it is never told one.
    """

    def __init__(
        self,
        name: str,
        database_url: asyncio.Future[str] | None = None,
        *,
        fork_server: ForkServer | None = None,
        niceness: int = 0,
        listener: socket.socket | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
        hang_seconds: int = 0,
    ) -> None:
        self.name = name
        self._hang_seconds = hang_seconds
        self._environment = environment
        self._fork_server = fork_server
        self._niceness = niceness
        self._listener = listener
        self._database_url = database_url
        self._process: Process | None = None

    async def keep_running(self, everything_is_ready: asyncio.Event) -> None:
        """Start it and restart it when it exits. Return only when it reports that it cannot start at all.

        Such words count at the start of everything: later they come from a passing trouble, such as
        a database that is itself being started again.
        """
        clock = asyncio.get_running_loop().time
        backoff = Backoff()
        is_first = True
        while True:
            started_at = clock()
            code = await self._try_once()
            if code == os.EX_CONFIG and (is_first or not everything_is_ready.is_set()):
                return
            is_first = False
            delay_seconds = backoff.after(clock() - started_at)
            log.error("process_exited", process=self.name, exit_code=code, restart_in_seconds=delay_seconds)
            await asyncio.sleep(delay_seconds)

    async def run_once(self) -> int:
        """Start it and wait until it ends; returns its exit code."""
        reader, writer = os.pipe()
        with os.fdopen(writer, "wb", buffering=0) as stdin, Heartbeats() as heartbeats:
            try:
                process = self._process = await self._start(reader, heartbeats)
            finally:
                os.close(reader)
                heartbeats.close_sender()
            tasks = [
                asyncio.create_task(self._send_database_url(stdin)),
                asyncio.create_task(self._end_when_silent(heartbeats)),
            ]
            try:
                code = await process.wait()
            finally:
                for task in tasks:
                    task.cancel()
        self._end_group(process)
        self._process = None
        return code

    async def stop(self) -> None:
        """End it; what it has not finished in time is safe to lose."""
        process = self._process
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            log.warning("process_killed", process=self.name, after_seconds=STOP_SECONDS)
            self.kill()
            await process.wait()
        self._end_group(process)

    def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._end_group(self._process)

    async def _try_once(self) -> int:
        try:
            return await self.run_once()
        except OSError as error:
            # A machine out of memory or of processes may have some again in a moment.
            log.warning("process_start_failed", process=self.name, reason=error.strerror)
            return os.EX_OSERR

    async def _send_database_url(self, stdin: BinaryIO) -> None:
        if self._database_url is not None:
            # Shielded: the other process waits for the same answer.
            url = await asyncio.shield(self._database_url)
            with suppress(OSError):
                stdin.write(f"{url}\n".encode())
        stdin.close()

    async def _end_when_silent(self, heartbeats: "Heartbeats") -> None:
        """Kill a process that hangs: it would keep its lock, and clients waiting."""
        if not self._hang_seconds:
            return
        while heartbeats.missed < self._hang_seconds * (1 if heartbeats.is_serving else LOADING_FACTOR):
            await asyncio.sleep(HEARTBEAT_SECONDS)
            heartbeats.read()
        log.error("process_hangs", process=self.name, silent_seconds=heartbeats.missed)
        self.kill()

    async def _start(self, stdin: int, heartbeats: "Heartbeats") -> Process:
        environment = {**os.environ, **self._environment}
        if self._database_url is not None:
            environment[DATABASE_ON_STDIN] = "1"
        if self._fork_server is None:
            process = await self._exec(stdin, environment)
        else:
            process = await self._fork(self._fork_server, stdin, heartbeats, environment)
        lower_session_priority(process.pid, self._niceness)
        log.info("process_started", process=self.name, pid=process.pid)
        return process

    async def _fork(
        self, server: ForkServer, stdin: int, heartbeats: "Heartbeats", environment: dict[str, str]
    ) -> Process:
        # The stdout of the supervisor has only the line that says it is ready.
        descriptors = [stdin, sys.stderr.fileno(), sys.stderr.fileno()]
        if self._listener is not None:
            environment[LISTENER_FD] = str(len(descriptors))
            descriptors.append(self._listener.fileno())
        if self._hang_seconds:
            environment[HEARTBEAT_FD] = str(len(descriptors))
            descriptors.append(heartbeats.sender)
        request = ForkRequest(self.name, [self.name], environment, self._niceness)
        return await server.start(request, descriptors)

    async def _exec(self, stdin: int, environment: dict[str, str]) -> Process:
        return await asyncio.create_subprocess_exec(
            *PYTHON,
            "-m",
            "clearwater",
            self.name,
            env=environment,
            stdin=stdin,
            stdout=sys.stderr,
            # Ctrl-C in a terminal must reach only the supervisor, which stops the processes in order.
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGKILL, niceness=self._niceness),
        )

    def _end_group(self, process: Process) -> None:
        """Also end what it started itself: an heir could still hold its port."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
