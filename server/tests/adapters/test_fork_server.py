"""Processes that are forked off one that has loaded their modules."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from clearwater.adapters.fork_server import ForkedProcess, ForkServer, Process
from clearwater.adapters.forking import ForkRequest
from tests.polling import eventually

SERVER = """
import os, random, signal, socket, sys
import uuid_utils
from clearwater.adapters.forking import ForkLoop

random.random(), uuid_utils.uuid7()
request = ForkLoop(socket.socket(fileno=0)).serve()
if request is not None:
    exec(request.arguments[0])
"""
WAIT = "sys.stdin.read()"


class Servers:
    """Starts servers, and knows them."""

    def __init__(self) -> None:
        self.started: list[asyncio.subprocess.Process] = []

    async def launch(self, control: socket.socket) -> Process:
        environment = {"PYTHONPATH": os.pathsep.join(sys.path)}
        self.started.append(
            await asyncio.create_subprocess_exec(
                sys.executable, "-c", SERVER, stdin=control.fileno(), env=environment, start_new_session=True
            )
        )
        return self.started[-1]


class Forks:
    """A fork server, whose processes read and write pipes."""

    def __init__(self) -> None:
        self.servers = Servers()
        self.server = ForkServer(self.servers.launch)

    async def start(self, program: str, *others: int, **environment: str) -> "Forked":
        reader, stdin = os.pipe()
        stdout, writer = os.pipe()
        request = ForkRequest("test", [program], environment, niceness=3)
        try:
            process = await self.server.start(request, [reader, writer, sys.stderr.fileno(), *others])
        finally:
            os.close(reader)
            os.close(writer)
        return Forked(process, stdin, stdout)

    async def printed(self, program: str, *others: int, **environment: str) -> str:
        forked = await self.start(program, *others, **environment)
        assert await forked.process.wait() == 0
        return forked.read()


class Forked:
    def __init__(self, process: ForkedProcess, stdin: int, stdout: int) -> None:
        self.process = process
        self._stdin, self._stdout = stdin, stdout

    def end_input(self) -> None:
        os.close(self._stdin)

    def read(self) -> str:
        """All that it has printed, once it has ended."""
        with os.fdopen(self._stdout) as stdout:
            return stdout.read()


@pytest.fixture
async def forks() -> AsyncIterator[Forks]:
    forks = Forks()
    yield forks
    await forks.server.stop()


async def test_a_process_has_its_own_environment_descriptors_session_name_and_niceness(forks: Forks) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        printed = await forks.printed(
            "print(sorted(os.environ), os.environ['SECRET'], os.getsid(0) == os.getpid(), os.nice(0));"
            "print(open('/proc/self/comm').read().strip(), sorted(map(int, os.listdir('/proc/self/fd'))));"
            "os.write(3, b'here')",
            theirs.fileno(),
            SECRET="of this one alone",
        )
        assert ours.recv(10) == b"here"

    names, *descriptors = printed.splitlines()
    assert names == f"['SECRET'] of this one alone True {os.nice(0) + 3}"
    # The last one reads the folder.
    assert descriptors == ["cw-test [0, 1, 2, 3, 4]"]


async def test_exit_codes_and_signals_are_reported(forks: Forks) -> None:
    ended = await forks.start("sys.exit(78)")
    failed = await forks.start("sys.stderr = open(os.devnull, 'w'); raise ValueError")
    waiting = await forks.start(WAIT)
    waiting.process.terminate()
    killed = await forks.start(WAIT)
    killed.process.kill()

    codes = [await forked.process.wait() for forked in (ended, failed, waiting, killed)]

    assert codes == [78, 1, -signal.SIGTERM, -signal.SIGKILL]
    assert killed.process.returncode == -signal.SIGKILL
    # Whoever has ended is sent nothing: its number may be another's by now.
    killed.process.kill()


async def test_no_zombie_is_left(forks: Forks) -> None:
    for _ in range(3):
        await forks.printed("pass")
    (server,) = forks.servers.started

    assert children_of(server.pid) == []


async def test_the_server_never_learns_what_its_processes_are_told(forks: Forks) -> None:
    secret = "a-very-secret-value"
    forked = await forks.start(WAIT, SECRET=secret)
    (server,) = forks.servers.started

    # It has its number before it has read what it is to be.
    await eventually(lambda: secret.encode() in memory_of(forked.process.pid))
    assert secret.encode() not in memory_of(server.pid)
    # Nor does the next one inherit it.
    assert await forks.printed("print('SECRET' in os.environ)") == "False\n"
    forked.end_input()
    assert await forked.process.wait() == 0


async def test_processes_end_with_their_server_and_the_next_request_starts_another(forks: Forks) -> None:
    first = await forks.start(WAIT)
    (server,) = forks.servers.started

    server.kill()

    assert await first.process.wait() == -signal.SIGKILL
    await eventually(partial(is_over, first.process.pid))
    assert await forks.printed("print('again')") == "again\n"
    assert len(forks.servers.started) == 2


async def test_stop_signals_for_a_whole_service_are_for_its_processes_alone(forks: Forks) -> None:
    """They stop in order; without their server they would be killed meanwhile."""
    forked = await forks.start(WAIT)
    (server,) = forks.servers.started
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        server.send_signal(number)

    forked.process.terminate()

    assert await forked.process.wait() == -signal.SIGTERM
    assert await forks.printed("print('still here')") == "still here\n"
    assert len(forks.servers.started) == 1


async def test_stopping_the_server_ends_what_still_runs() -> None:
    forks = Forks()
    forked = await forks.start("signal.signal(signal.SIGTERM, signal.SIG_IGN);" + WAIT)

    await forks.server.stop()

    assert await forked.process.wait() == -signal.SIGKILL
    await eventually(partial(is_over, forked.process.pid))


async def test_many_are_started_at_once_by_one_server(forks: Forks) -> None:
    printed = await asyncio.gather(*(forks.printed(f"print({number})") for number in range(8)))

    assert printed == [f"{number}\n" for number in range(8)]
    assert len(forks.servers.started) == 1


@pytest.mark.parametrize("sent", [b"", b'{"name": "te'])
@pytest.mark.parametrize("is_answer_read", [True, False])
async def test_a_process_that_nobody_waits_for_ends_without_a_word(sent: bytes, is_answer_read: bool) -> None:
    control, theirs = socket.socketpair()
    server = await Servers().launch(theirs)
    ours, channel = socket.socketpair()
    stdin, closed = os.pipe()
    reader, writer = os.pipe()
    socket.send_fds(control, [b"+"], [stdin, writer, writer, channel.fileno()])
    for one in (stdin, closed, writer):
        os.close(one)

    with theirs, control, channel, ours:
        ours.sendall(sent)
        await asyncio.to_thread(ours.recv, 100, 0 if is_answer_read else socket.MSG_PEEK)
        ours.close()
        with os.fdopen(reader) as printed:
            assert await asyncio.to_thread(printed.read) == ""
    assert await server.wait() == 0


async def test_random_numbers_are_not_the_same_in_each_process(forks: Forks) -> None:
    program = "print(random.random(), uuid_utils.uuid7().hex[16:])"

    first, second = [(await forks.printed(program)).split() for _ in range(2)]

    assert first[0] != second[0]
    assert first[1] != second[1]


def children_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def is_over(pid: int) -> bool:
    """Ended, even if nobody has taken note of it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def memory_of(pid: int) -> bytes:
    """All that a process can write to."""
    found = []
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            addresses, rights, *_ = line.split()
            if rights.startswith("rw"):
                first, end = (int(address, 16) for address in addresses.split("-"))
                memory.seek(first)
                found.append(memory.read(end - first))
    return b"".join(found)
