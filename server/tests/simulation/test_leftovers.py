"""A simulator that is killed leaves nothing behind."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.polling import eventually
from tests.stopped_at import is_gone

SERVER = Path(__file__).parents[2]
PROC = Path("/proc")
# It forks, migrates, and fills a market first.
START_SECONDS = 120.0


def descendants_of(pid: int) -> Iterator[int]:
    try:
        children = (PROC / str(pid) / "task" / str(pid) / "children").read_text().split()
    except OSError:
        return
    for child in map(int, children):
        yield child
        yield from descendants_of(child)


def servers_of(pid: int) -> list[int]:
    """Its PostgreSQL processes, those that serve a seed among them."""
    return [one for one in descendants_of(pid) if title_of(one).startswith("postgres: clearwater_app seed_")]


def title_of(pid: int) -> str:
    try:
        return (PROC / str(pid) / "cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_a_killed_simulator_leaves_no_process_and_no_folder(number: signal.Signals) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "simulation", "--lanes", "1", "--seeds", "1000"),
        cwd=SERVER,
        env=os.environ | {"PYTHONHASHSEED": "0"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    await eventually(lambda: servers_of(process.pid), START_SECONDS)
    # As one that waits for a lock: it ends by nothing but a kill.
    stopped = servers_of(process.pid)[0]
    os.kill(stopped, signal.SIGSTOP)
    folder = (PROC / str(stopped) / "cwd").readlink().parents[2]
    assert folder.name.startswith("clearwater-simulation-")
    left = list(descendants_of(process.pid))

    process.send_signal(number)
    await process.wait()

    await eventually(lambda: all(map(is_gone, left)))
    await eventually(lambda: not folder.exists())
