"""One supervised process: started again when it dies, ended politely."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType

import structlog

from clearwater.adapters.processes import die_with_parent, lower_session_priority
from clearwater.entrypoints.listener import LISTENER_FD

log = structlog.get_logger("clearwater.supervisor")

FIRST_DELAY_SECONDS = 0.25
MAX_DELAY_SECONDS = 10.0
HEALTHY_SECONDS = 30.0
STOP_SECONDS = 10.0
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


class Child:
    """`clearwater <name>` as a child process.

    It may be started before there is a database: it loads meanwhile, which is most of its start, and waits.
    Without a database URL it is never told one.
    """

    def __init__(
        self,
        name: str,
        database_url: asyncio.Future[str] | None,
        *,
        niceness: int = 0,
        listener: socket.socket | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.name = name
        self._environment = environment
        self._niceness = niceness
        self._listener = listener
        self._database_url = database_url
        self._process: asyncio.subprocess.Process | None = None

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
            code = await self._run_once()
            if code == os.EX_CONFIG and (is_first or not everything_is_ready.is_set()):
                return
            is_first = False
            delay_seconds = backoff.after(clock() - started_at)
            log.error("process_exited", process=self.name, exit_code=code, restart_in_seconds=delay_seconds)
            await asyncio.sleep(delay_seconds)

    async def stop(self) -> None:
        """End it; what it has not finished in time is safe to lose."""
        process = self._process
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            log.warning("process_killed", process=self.name, after_seconds=STOP_SECONDS)
            self.kill()
            await process.wait()
        self._end_group(process)

    def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._end_group(self._process)

    async def _run_once(self) -> int:
        try:
            process = await self._start()
        except OSError as error:
            # A machine out of memory or of processes may have some again in a moment.
            log.warning("process_start_failed", process=self.name, reason=error.strerror)
            return os.EX_OSERR
        sender = asyncio.create_task(self._send_database_url(process))
        try:
            code = await process.wait()
        finally:
            sender.cancel()
        self._end_group(process)
        return code

    async def _send_database_url(self, process: asyncio.subprocess.Process) -> None:
        if self._database_url is None:
            return
        assert process.stdin
        # Shielded: the other process waits for the same answer.
        url = await asyncio.shield(self._database_url)
        process.stdin.write(f"{url}\n".encode())
        process.stdin.close()

    async def _start(self) -> asyncio.subprocess.Process:
        descriptors = [self._listener.fileno()] if self._listener is not None else []
        inherited = {LISTENER_FD: str(descriptors[0])} if descriptors else {}
        has_database = self._database_url is not None
        if has_database:
            inherited[DATABASE_ON_STDIN] = "1"
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "clearwater",
            self.name,
            env={**os.environ, **inherited, **self._environment},
            pass_fds=descriptors,
            stdin=asyncio.subprocess.PIPE if has_database else asyncio.subprocess.DEVNULL,
            # The stdout of the supervisor has only the line that says it is ready.
            stdout=sys.stderr,
            # Ctrl-C in a terminal must reach only the supervisor, which stops the processes in order.
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGKILL, niceness=self._niceness),
        )
        lower_session_priority(self._process.pid, self._niceness)
        log.info("process_started", process=self.name, pid=self._process.pid)
        return self._process

    def _end_group(self, process: asyncio.subprocess.Process) -> None:
        """Also end what it started itself: an heir could still hold its port."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
