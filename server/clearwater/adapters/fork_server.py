"""The supervisor's side of a fork server: starts processes there, and the server itself when it is gone."""

import asyncio
import errno
import os
import signal
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Protocol

import structlog

from clearwater.adapters.forking import EXITED, FAILED, STARTED, ForkRequest

log = structlog.get_logger("clearwater.supervisor")


class Process(Protocol):
    """A process that was started, as asyncio shows one."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    async def wait(self) -> int: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


# Starts the server, whose standard input is this end of the control socket.
LaunchServer = Callable[[socket.socket], Awaitable[Process]]
# Our end of the control socket of a server that was started before.
LaunchedServer = tuple[socket.socket, Process]


class ForkServer:
    """Starts processes.

    They do not outlive the server: whoever keeps them running asks for new ones then, and the first to ask
    has the server started again.
    """

    def __init__(self, launch: LaunchServer, first: LaunchedServer | None = None) -> None:
        self._launch = launch
        self._control: socket.socket | None = None
        self._server: Process | None = None
        if first is not None:
            self._control, self._server = first
            log.info("fork_server_started", pid=self._server.pid)
        self._is_launching = asyncio.Lock()

    async def start(self, request: ForkRequest, descriptors: Sequence[int]) -> "ForkedProcess":
        """Start a process with these file descriptors, numbered from 0 on."""
        control = await self._connect()
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(control, [b"+"], [*descriptors, theirs.fileno()])
        reader, writer = await asyncio.open_connection(sock=ours)
        try:
            writer.write(request.encode())
            word, number = await _read_answer(reader)
            if word == FAILED:
                raise OSError(number, os.strerror(number))
            if word != STARTED:
                raise ChildProcessError(errno.ECHILD, "it ended before it began")
        except BaseException:
            writer.close()
            raise
        return ForkedProcess(number, reader, writer)

    async def stop(self) -> None:
        """End it, and whatever it has started that still runs."""
        if self._server is not None:
            with suppress(ProcessLookupError):
                self._server.kill()
            await self._server.wait()
        if self._control is not None:
            self._control.close()

    async def _connect(self) -> socket.socket:
        async with self._is_launching:
            if self._control is not None and _is_closed(self._control):
                assert self._server is not None
                self._control.close()
                self._control = None
                log.error("fork_server_exited", exit_code=await self._server.wait())
            if self._control is None:
                ours, theirs = socket.socketpair()
                with theirs:
                    self._server = await self._launch(theirs)
                self._control = ours
                log.info("fork_server_started", pid=self._server.pid)
            return self._control


class ForkedProcess:
    """A process that the server has started; the server reports how it ends."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._exit = asyncio.create_task(self._follow(reader, writer))

    async def wait(self) -> int:
        return await asyncio.shield(self._exit)

    def terminate(self) -> None:
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    async def _follow(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
        _, code = await _read_answer(reader)
        writer.close()
        self.returncode = code
        return code


async def _read_answer(reader: asyncio.StreamReader) -> tuple[str, int]:
    """Where the server itself has ended, the kernel kills its processes right then."""
    with suppress(ConnectionResetError):
        if answer := (await reader.readline()).split():
            return answer[0].decode(), int(answer[1])
    return EXITED, -signal.SIGKILL


def _is_closed(control: socket.socket) -> bool:
    """Whether the server is gone: it never sends anything here."""
    try:
        return not control.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True
