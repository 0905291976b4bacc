"""The processes of an exchange, as the kernel shows them."""

import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from clearwater.adapters.forking import TITLE

KINDS = ("run", "fork-server", "engine", "api", "worker", "signer", "chains")


def processes_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """What each process of a data folder is, and its folder of /proc."""
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            kind = _kind(process, folder)
            if kind is not None:
                yield kind, process


def _kind(process: Path, folder: Path) -> str | None:
    try:
        words = (process / "cmdline").read_bytes().replace(b"_", b"-").split(b"\0")
        if words[0].startswith(b"postgres") or words[0].endswith(b"/postgres"):
            if not (process / "cwd").resolve().is_relative_to(folder.parent):
                return None
            # Cleans up after whatever came before, in the middle of something else that is measured.
            return "autovacuum" if b"autovacuum worker" in words[0] else "postgres"
        ours = f"CLEARWATER_DATA={folder}".encode() in (process / "environ").read_bytes().split(b"\0")
        title = (process / "comm").read_text().strip()
    except OSError:
        return None
    if not ours:
        return None
    if title.startswith(TITLE):
        return title.removeprefix(TITLE)
    return next((kind for kind in KINDS if any(word.endswith(kind.encode()) for word in words)), None)


def cpu_seconds_of(process: Path) -> float:
    """Processor time so far."""
    try:
        # The clock of another process, as clock_getcpuclockid(3) names it: to the nanosecond.
        return time.clock_gettime((~int(process.name) << 3) | 2)
    except OSError:
        return 0.0


class CpuTimer:
    """Processor time of each kind of process of a data folder since it was made."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._before = self._read()

    def seconds(self) -> dict[str, float]:
        """What a process has spent that ended in between is left out."""
        spent: dict[str, float] = defaultdict(float)
        for (kind, process), now in self._read().items():
            spent[kind] += now - self._before.get((kind, process), 0.0)
        return spent

    def _read(self) -> dict[tuple[str, Path], float]:
        return {(kind, process): cpu_seconds_of(process) for kind, process in processes_of(self._folder)}


def memory_mb_of(process: Path) -> float:
    """Memory of its own, and its part of what it shares with others."""
    try:
        rollup = (process / "smaps_rollup").read_text()
    except OSError:
        return 0.0
    return int(rollup.partition("\nPss:")[2].split()[0]) / 1024
