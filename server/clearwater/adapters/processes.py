"""The PostgreSQL processes of a database folder, verified by the process and not only by a pid file."""

import asyncio
import ctypes
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from clearwater.kit.lazy_logger import LazyLogger

log = LazyLogger("clearwater.postgres")

FAST_STOP_SECONDS = 120
IMMEDIATE_STOP_SECONDS = 15
POLL_SECONDS = 0.02
PROC = Path("/proc")


def lower_session_priority(pid: int, niceness: int) -> None:
    """Let the niceness of a session's first process count against other sessions, too.

    Linux shares the processors between sessions first ("autogroup"): there, a niceness of the process alone
    only counts within its own session. Kernels without that have no such file.
    """
    with suppress(OSError):
        (PROC / str(pid) / "autogroup").write_text(str(niceness))


def signal_process(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


@dataclass(frozen=True)
class Postmaster:
    """The contents of postmaster.pid."""

    pid: int
    port: int
    socket_folder: Path
    status: str


def read_pid_file(folder: Path) -> Postmaster | None:
    """The server that wrote the pid file last, which may be dead. None while the file is incomplete."""
    try:
        lines = (folder / "postmaster.pid").read_text().splitlines()
        return Postmaster(int(lines[0]), int(lines[3]), Path(lines[4]), lines[7].strip())
    except (FileNotFoundError, ValueError, IndexError):
        return None


def find_postmaster(folder: Path) -> Postmaster | None:
    """The server that is running on a folder."""
    postmaster = read_pid_file(folder)
    return postmaster if postmaster and postmaster.pid in processes_of(folder, postmaster) else None


def processes_of(folder: Path, expected: Postmaster | None) -> list[int]:
    """Server processes of a folder, including orphans.

    A pid in a file is no proof: after a crash it may have been reused by another program.
    """
    if PROC.exists():
        owner = folder.stat()
        with _looking_as(owner.st_uid, owner.st_gid):
            pids = [int(path.name) for path in PROC.iterdir() if path.name.isdigit()]
            return [pid for pid in pids if _is_server_process(pid, folder, owner.st_uid)]
    return [expected.pid] if expected and _answers(expected) else []


async def kill_orphans(folder: Path) -> None:
    """Kill every leftover server process of a folder that we have locked.

    Orphans of a killed server keep its shared memory, and no new server starts before they are gone.
    """
    left = read_pid_file(folder)
    if left is not None and left.pid in processes_of(folder, left):
        log.warning("stopping_orphaned_postgres", pid=left.pid)
        signal_process(left.pid, signal.SIGINT)
        await _wait_until_gone(folder, left, FAST_STOP_SECONDS)
    for number in (signal.SIGQUIT, signal.SIGKILL):
        orphans = processes_of(folder, left)
        for orphan in orphans:
            signal_process(orphan, number)
        if orphans:
            log.warning("killing_orphans", count=len(orphans), signal=number.name)
            await _wait_until_gone(folder, left, IMMEDIATE_STOP_SECONDS)
    if not processes_of(folder, left):
        # PostgreSQL takes this file as a sign of a running server if the dead server's pid was reused, or if
        # that server is a zombie that nobody reaps.
        (folder / "postmaster.pid").unlink(missing_ok=True)


@contextmanager
def _looking_as(user: int, group: int) -> Iterator[None]:
    """Look at files as this account, whose processes root may not look at without CAP_SYS_PTRACE.

    Containers and units leave that away. It is this thread's alone, and until the block ends, which waits
    for nothing.
    """
    if os.geteuid() != 0:
        yield
        return
    libc = ctypes.CDLL(None)
    libc.setfsgid(group)
    libc.setfsuid(user)
    try:
        yield
    finally:
        libc.setfsuid(0)
        libc.setfsgid(os.getegid())


def _is_server_process(pid: int, folder: Path, owner: int) -> bool:
    process = PROC / str(pid)
    try:
        return (
            process.stat().st_uid == owner
            and (process / "cwd").readlink() == folder
            and (process / "exe").readlink().name.startswith("postgres")
        )
    except OSError:
        return False


def _answers(postmaster: Postmaster) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(postmaster.socket_folder / f".s.PGSQL.{postmaster.port}")) == 0


async def _wait_until_gone(folder: Path, left: Postmaster | None, limit_seconds: float) -> None:
    for _ in range(int(limit_seconds / POLL_SECONDS)):
        if not processes_of(folder, left):
            return
        await asyncio.sleep(POLL_SECONDS)
