"""However the simulator ends, killed or not: nothing is left of it, no PostgreSQL and no folder."""

import os
import shutil
import signal
import time
from pathlib import Path
from typing import NoReturn

from clearwater.adapters.processes import processes_of, read_pid_file, signal_process

LOOK_SECONDS = 0.1


def clean_up_after(folder: Path) -> None:
    """Fork a process that outlives this one, and then ends what still runs in the folder.

    A dead parent's PostgreSQL is asked to stop, but waits for ever for statements that are stopped.
    """
    parent = os.getpid()
    if not os.fork():
        _wait_and_clean_up(parent, folder)


def _wait_and_clean_up(parent: int, folder: Path) -> NoReturn:
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    # Whoever reads the output waits for no more of it.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    while any(_kill_servers(cluster.resolve()) for cluster in folder.glob("*/data/postgres*")):
        time.sleep(LOOK_SECONDS)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def _kill_servers(cluster: Path) -> bool:
    """Whether there were any."""
    found = processes_of(cluster, read_pid_file(cluster)) if cluster.is_dir() else []
    for pid in found:
        signal_process(pid, signal.SIGKILL)
    return bool(found)
