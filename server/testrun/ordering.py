"""In which order tests start: the longest first, so that all workers end together."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

# A file that was never measured starts early: it may be long.
UNKNOWN_SECONDS = 60.0


def longest_first(files: Mapping[str, Sequence[T]], seconds: Mapping[str, float]) -> list[str]:
    return sorted(files, key=lambda name: (-seconds.get(name, UNKNOWN_SECONDS), name))


def dealt(files: Mapping[str, Sequence[T]], seconds: Mapping[str, float], workers: int) -> list[T]:
    """All tests in an order in which every worker begins with long ones.

    `--dist worksteal` cuts the list into as many equal pieces as there are workers; who has finished steals
    from the end of another's piece. So each piece has the longest of its files at its beginning.
    """
    total = sum(map(len, files.values()))
    room = [(total + worker) // workers for worker in range(workers)]
    load = [0.0] * workers
    pieces: list[list[T]] = [[] for _ in range(workers)]
    for name in longest_first(files, seconds):
        tests = list(files[name])
        each = seconds.get(name, UNKNOWN_SECONDS) / len(tests)
        while tests:
            # Whole where it fits: its tests may share a fixture.
            fitting = [worker for worker in range(workers) if room[worker] >= len(tests)]
            chosen = (
                min(fitting, key=load.__getitem__) if fitting else max(range(workers), key=room.__getitem__)
            )
            given, tests = tests[: room[chosen]], tests[room[chosen] :]
            pieces[chosen] += given
            room[chosen] -= len(given)
            load[chosen] += each * len(given)
    return [test for piece in pieces for test in piece]


def by_file(seconds: Mapping[str, float]) -> dict[str, float]:
    """The seconds of each file, of those of its tests."""
    files: dict[str, float] = {}
    for test, taken in seconds.items():
        name = test.partition("::")[0]
        files[name] = files.get(name, 0.0) + taken
    return files


def remembered(stored: Mapping[str, int], measured: Mapping[str, float]) -> dict[str, int]:
    """What to store: whole seconds, and the old figure while it is about right, so that few lines change."""
    return {name: _about(stored.get(name), taken) for name, taken in sorted(measured.items())}


def _about(stored: int | None, taken: float) -> int:
    if stored is not None and abs(taken - stored) <= max(2.0, stored / 4):
        return stored
    return round(taken)
