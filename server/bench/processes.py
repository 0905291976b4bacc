"""The processes of an exchange, as the kernel shows them."""

import os
from collections.abc import Iterator
from pathlib import Path

from clearwater.adapters.forking import TITLE

KINDS = ("run", "fork-server", "engine", "api", "worker", "signer", "chains")
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


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
            return "postgres" if (process / "cwd").resolve().is_relative_to(folder.parent) else None
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
        fields = (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND


def memory_mb_of(process: Path) -> float:
    """Memory of its own, and its part of what it shares with others."""
    try:
        rollup = (process / "smaps_rollup").read_text()
    except OSError:
        return 0.0
    return int(rollup.partition("\nPss:")[2].split()[0]) / 1024
