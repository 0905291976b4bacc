"""All tests side by side (`make test`), those of the work in hand (`fast`), or a list to be stored."""

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path

from bench.machine import Machine
from testrun import records
from testrun.budget import Budget, minutes, slowest
from testrun.fast import fast_phases
from testrun.pool import Outcome, Phase, Pool
from testrun.records import ROOT

# Beside the others; what they leave idle is its own.
WEB_NICENESS = "10"


def all_phases(run: Path) -> list[Phase]:
    """The browser's files take longest, so they come first; the server's tests fill the gaps at the end."""
    environment = {"CLEARWATER_TEST_RUN": str(run)}
    idle = run / "e2e.idle"
    return [
        Phase("browser", [ROOT / "tools/test-browser"], ROOT, environment),
        Phase(
            "web",
            ["nice", "-n", WEB_NICENESS, ROOT / "tools/test-web"],
            ROOT,
            {**environment, "NO_COLOR": "1"},
        ),
        Phase("server", [ROOT / "tools/test-server"], ROOT, environment, idle, "browser"),
    ]


def run_all() -> int:
    run = records.fresh_folder()
    # Now, while nothing else runs.
    machine = Machine()
    began = time.monotonic()
    outcomes = asyncio.run(Pool().run(all_phases(run)))
    seconds = time.monotonic() - began
    print("\nThe slowest tests:")
    for name, taken in slowest(records.seconds_of_tests(run)):
        print(f"{taken:7.1f} s  {name}")
    found, advice = records.compare_branches(run) if all(one.code == 0 for one in outcomes) else ([], [])
    for sentence in [*advice, *found]:
        print(f"coverage: {sentence}")
    budget = Budget(machine.speed, os.cpu_count() or 1)
    if not budget.is_kept_by(seconds):
        # Others may have used the hardware since.
        machine.look()
        budget = Budget(machine.speed, os.cpu_count() or 1)
    print(f"time: {budget.report(seconds)}")
    report(outcomes)
    return int(any(one.code for one in outcomes) or bool(found) or not budget.is_kept_by(seconds))


def run_fast() -> int:
    outcomes = asyncio.run(Pool().run(fast_phases()))
    report(outcomes)
    return int(any(one.code for one in outcomes))


def report(outcomes: list[Outcome]) -> None:
    for one in outcomes:
        for result in one.results or [f"ended with code {one.code}"]:
            print(f"{one.name:<8}{minutes(one.seconds):>6} min  {result}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m testrun", description=__doc__)
    parser.add_argument("what", choices=["all", "fast", "durations", "coverage"])
    what = parser.parse_args().what
    if what == "all":
        return run_all()
    if what == "fast":
        return run_fast()
    return records.store_durations() if what == "durations" else records.store_low_coverage()


if __name__ == "__main__":
    sys.exit(main())
