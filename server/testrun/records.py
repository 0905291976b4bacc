"""What a run leaves in its folder, and what of it is kept in the repository."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from testrun import branch_list, branches, ordering
from testrun.branch_list import Branches

ROOT = Path(__file__).resolve().parents[2]
RUN = ROOT / ".test-run"
PACKAGE = ROOT / "server/clearwater"
DURATIONS = {
    "server": ROOT / "server/tests/durations.json",
    "e2e": ROOT / "e2e/durations.json",
    "web": ROOT / "web/durations.json",
}
WEB_COVERAGE = "web-coverage/coverage-summary.json"
LIST_HEAD = f"""\
# Files of which the tests take less than {branch_list.MIN_PERCENT:.0f} % of the branches.
# `make test` fails when it is longer than before, and names the files on it that can go.
"""


def fresh_folder() -> Path:
    shutil.rmtree(RUN, ignore_errors=True)
    RUN.mkdir()
    return RUN


def seconds_of_tests(run: Path) -> dict[str, float]:
    """How long each test of a run took, by the path of its file in the repository and its name."""
    return {
        f"{folder}/{test}": taken
        for folder in DURATIONS
        for test, taken in _seconds_of_suite(run, folder).items()
    }


def _seconds_of_suite(run: Path, folder: str) -> dict[str, float]:
    measured = _read(run / f"{folder}.json")
    return _seconds_of_vitest(measured) if folder == "web" else measured


def _seconds_of_vitest(report: dict[str, Any]) -> dict[str, float]:
    # What was skipped has no duration.
    return {
        f"{Path(file['name']).relative_to(ROOT / 'web')}::{test['fullName']}": test.get("duration", 0) / 1000
        for file in report.get("testResults", [])
        for test in file["assertionResults"]
    }


def branches_of_files(run: Path) -> dict[str, Branches]:
    found = {}
    for name, lines, marks in branches.taken(PACKAGE, run / "branches"):
        untaken = tuple(line for line, mark in zip(lines, marks, strict=True) if not mark)
        found[f"server/clearwater/{name}"] = Branches(sum(marks), len(lines), untaken)
    for path, figures in _read(run / WEB_COVERAGE).items():
        counted = figures["branches"]
        if path != "total" and counted["total"]:
            name = Path(path).relative_to(ROOT).as_posix()
            found[name] = Branches(counted["covered"], counted["total"])
    return found


def compare_branches(run: Path) -> tuple[list[str], list[str]]:
    """What fails the run, and what may be mended."""
    path = ROOT / branch_list.LIST
    listed = branch_list.parse(path.read_text()) if path.exists() else set()
    measured = branches_of_files(run)
    failures = branch_list.complaints(measured, listed) + branch_list.growth(listed, _list_before())
    return failures, branch_list.advice(measured, listed)


def _list_before() -> set[str] | None:
    """The list as it was in the commit before this one; None where there is none."""
    shown = subprocess.run(
        ["git", "show", f"HEAD^:{branch_list.LIST}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return branch_list.parse(shown.stdout) if shown.returncode == 0 else None


def stored_durations(folder: str) -> dict[str, int]:
    return _read(DURATIONS[folder])


def store_durations() -> int:
    """Of the suites of the last run."""
    for folder, path in DURATIONS.items():
        measured = ordering.by_file(_seconds_of_suite(RUN, folder))
        if not measured:
            sys.exit("make test measures what make durations stores: run it first.")
        kept = ordering.remembered(stored_durations(folder), measured)
        path.write_text(json.dumps(kept, indent=2) + "\n")
    return 0


def store_low_coverage() -> int:
    names = branch_list.below(branches_of_files(RUN))
    (ROOT / branch_list.LIST).write_text(LIST_HEAD + "".join(f"{name}\n" for name in names))
    return 0


def _read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text())) if path.exists() else {}
