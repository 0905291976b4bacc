"""The tests for the work in hand: all units, and what belongs to changed files, as far as it is quick."""

import subprocess
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from testrun import records
from testrun.pool import Phase
from testrun.records import ROOT

# What the tests of changed parts may take on each side: the rest of two minutes.
CHANGED_SECONDS = 60.0
# What was never measured is new, and more likely part of this work than long.
NEW_SECONDS = 5.0
# Their tests without a database start processes and nodes.
STARTING_PROCESSES = ("adapters", "engine", "entrypoints", "simulation")
SIDES = {"server/clearwater": "server", "server/tests": "server", "web/src": "web"}
# A noun is one part, with all its files.
NOUNS = ("domains", "features")
MAIN = ("origin/main", "origin/master", "main", "master")


def part_of(name: str) -> str | None:
    """What a file and its tests have in common: the noun that both belong to, or the name of the module."""
    path = PurePosixPath(name)
    for root, side in SIDES.items():
        if path.is_relative_to(root):
            below = path.relative_to(root)
            if below.parts[0] in NOUNS and len(below.parts) > 2:
                return f"{side}/{below.parts[0]}/{below.parts[1]}"
            module = below.name.removeprefix("test_").partition(".")[0]
            return f"{side}/{below.with_name(module)}"
    return None


def matching_tests(changed: Iterable[str], tests: Iterable[str]) -> list[str]:
    parts = {part for name in changed if (part := part_of(name))}
    return [test for test in tests if part_of(test) in parts]


def quick(tests: Iterable[str], seconds: Mapping[str, float], limit: float = CHANGED_SECONDS) -> list[str]:
    """As many of them as fit into that time, the quickest first."""
    chosen: list[str] = []
    for test in sorted(tests, key=lambda name: seconds.get(name, NEW_SECONDS)):
        limit -= seconds.get(test, NEW_SECONDS)
        if limit < 0:
            break
        chosen.append(test)
    return chosen


def changed_files() -> list[str]:
    """What has changed since this work began, also what is not committed."""
    bases = (_git("merge-base", "HEAD", name) for name in MAIN)
    changed = _git("diff", "--name-only", next(filter(None, bases), "HEAD"))
    return changed.splitlines() + _git("ls-files", "--others", "--exclude-standard").splitlines()


def _git(*arguments: str) -> str:
    shown = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return shown.stdout.strip()


def fast_phases() -> list[Phase]:
    changed = changed_files()
    server, left_out = _tests(changed, "server", "tests/**/test_*.py")
    web, left_out_there = _tests(changed, "web", "src/**/*.test.ts*")
    for name in left_out:
        print(f"Left to make test, but for what needs no database: {name}")
    for name in left_out_there:
        print(f"Left to make test: {name}")
    units = [
        path.relative_to(ROOT / "server").as_posix()
        for path in sorted((ROOT / "server/tests").rglob("test_*.py"))
        if path.relative_to(ROOT / "server/tests").parts[0] not in STARTING_PROCESSES
    ]
    chosen = [f"--also={name}" for name in server]
    also = [name for name in server if name not in units]
    phases = [Phase("server", [ROOT / "tools/test-server", "--units", *chosen, *units, *also], ROOT)]
    if web:
        phases.append(Phase("web", [ROOT / "tools/test-web", *web], ROOT, {"NO_COLOR": "1"}))
    return phases


def _tests(changed: list[str], side: str, pattern: str) -> tuple[list[str], list[str]]:
    """The quick tests of what has changed, as the side's own runner names them, and the others."""
    folder = ROOT / side
    matching = matching_tests(changed, (path.relative_to(ROOT).as_posix() for path in folder.glob(pattern)))
    names = [name.removeprefix(f"{side}/") for name in matching]
    chosen = quick(names, records.stored_durations(side))
    return chosen, sorted(set(names) - set(chosen))
