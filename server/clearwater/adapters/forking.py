"""Forks processes off one that has loaded their modules; each then runs as if it had been started by itself.

The process that forks has one thread and no event loop, connection or secret: whatever it holds is in every
copy. A request is a byte on its control socket, with the file descriptors of the new process. The last of
them is a socket of the new process's own. There it reads what it is to be, so that the environment with its
secrets reaches no other process, and answers with its number; later the server sends its exit code there.
"""

import ctypes
import errno
import fcntl
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import BinaryIO

from clearwater.adapters.parent_death import die_with_parent

PR_SET_NAME = 15
# What the names of forked processes begin with: their command line is the server's.
TITLE = "cw-"
MAX_DESCRIPTORS = 16
# Above every number that a new process is given.
FREE_FROM = 64
# Signals may go to a whole service: the server has to outlive the processes that stop in order.
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# The answers, each with a number: of the process, of its exit code, of the error.
STARTED, EXITED, FAILED = "started", "exited", "failed"


@dataclass(frozen=True)
class ForkRequest:
    """What a forked process is to be; `ps` shows `cw-` and its name, 15 characters in all."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    niceness: int = 0

    def encode(self) -> bytes:
        return f"{json.dumps(asdict(self))}\n".encode()

    @classmethod
    def decode(cls, line: bytes) -> "ForkRequest":
        return cls(**json.loads(line))


class ForkLoop:
    """Serves requests to fork until the other end of the control socket is gone."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        # Of each process that was forked, until its exit code has been sent.
        self._channels: dict[int, socket.socket] = {}
        self._woken, self._waker = socket.socketpair()
        self._dispositions = {number: signal.getsignal(number) for number in STOP_SIGNALS}
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)

    def serve(self) -> ForkRequest | None:
        """Return in each forked process, with its request; in the server itself None, at the end."""
        self._waker.setblocking(False)
        signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while True:
            readable, _, _ = select.select([self._control, self._woken], [], [])
            if self._woken in readable:
                self._woken.recv(4096)
                self._report_exits()
            if self._control in readable:
                message, descriptors, _, _ = socket.recv_fds(self._control, 1, MAX_DESCRIPTORS)
                if not message:
                    return None
                if self._fork(descriptors) == 0:
                    return self._become_process(descriptors)

    def _fork(self, descriptors: Sequence[int]) -> int:
        tie = die_with_parent(signal.SIGKILL)
        try:
            pid = os.fork()
        except OSError as error:
            with socket.socket(fileno=os.dup(descriptors[-1])) as channel:
                _answer(channel, FAILED, error.errno or errno.EAGAIN)
            pid = -1
        if pid == 0:
            tie()
            return pid
        if pid > 0:
            self._channels[pid] = socket.socket(fileno=os.dup(descriptors[-1]))
        for descriptor in descriptors:
            os.close(descriptor)
        return pid

    def _report_exits(self) -> None:
        for pid in list(self._channels):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                with self._channels.pop(pid) as channel:
                    _answer(channel, EXITED, os.waitstatus_to_exitcode(status))

    def _become_process(self, descriptors: Sequence[int]) -> ForkRequest:
        """Leave behind what belongs to the server. Nobody sends a signal before the number is known."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number, disposition in self._dispositions.items():
            signal.signal(number, disposition)
        for inherited in (self._control, self._woken, self._waker, *self._channels.values()):
            inherited.close()
        os.setsid()
        with socket.socket(fileno=_number_from_0(descriptors)) as channel, channel.makefile("rb") as requests:
            _answer(channel, STARTED, os.getpid())
            request = _read_request(requests)
        os.nice(request.niceness)
        _set_title(f"{TITLE}{request.name}")
        os.environ.clear()
        os.environ.update(request.environment)
        return request


def _read_request(requests: BinaryIO) -> ForkRequest:
    with suppress(ConnectionResetError):
        if (line := requests.readline()).endswith(b"\n"):
            return ForkRequest.decode(line)
    # Whoever asked has stopped in the meantime.
    raise SystemExit(os.EX_TEMPFAIL)


def _answer(channel: socket.socket, word: str, number: int) -> None:
    with suppress(OSError):
        channel.sendall(f"{word} {number}\n".encode())


def _number_from_0(descriptors: Sequence[int]) -> int:
    """Give all but the last of them the numbers from 0 on; returns that of the last."""
    *numbered, channel = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, FREE_FROM) for one in descriptors]
    for descriptor in descriptors:
        os.close(descriptor)
    for number, descriptor in enumerate(numbered):
        os.dup2(descriptor, number)
        os.close(descriptor)
    return channel


def _set_title(title: str) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_NAME, title.encode())
