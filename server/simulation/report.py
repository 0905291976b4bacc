"""What a run of seeds has shown."""

from collections import Counter

from simulation.meetings import EXPECTED
from simulation.seeds import Result, Scenario, describe

SHOWN_ACTS = 40


class Report:
    """Collects results, and prints them; a failing seed ends the run."""

    def __init__(self, *, is_night: bool) -> None:
        self._is_night = is_night
        self._results: list[Result] = []
        self._digests: dict[int, str] = {}
        self.failed: tuple[Scenario, Result] | None = None
        self.shrunk: tuple[Scenario, Result] | None = None

    def add(self, scenario: Scenario, result: Result) -> bool:
        """Whether to go on."""
        self._results.append(result)
        before = self._digests.setdefault(result.seed, result.digest)
        if before != result.digest:
            result.problems.append("The same seed has given another trace.")
        if result.problems and self.failed is None:
            self.failed = scenario, result
        return self.failed is None

    def print(self, seconds: float) -> int:
        """Print the outcome; 0 when all is well."""
        found = self._results
        reached = sum((Counter(one.reached) for one in found), Counter[str]())
        acts, faults = sum(len(one.acts) for one in found), sum(len(one.faults) for one in found)
        print(
            f"{len(found)} seeds in {seconds:.1f} s: {acts} acts, {faults} faults, "
            f"{sum(one.simulated_seconds for one in found):.0f} simulated seconds, "
            f"{sum(one.cpu_seconds for one in found):.1f} s of CPU beside PostgreSQL."
        )
        for name, times in sorted(reached.items()):
            print(f"  {times:6} {name}")
        missed = [name for name in EXPECTED if not reached[name]]
        if self._is_night and missed:
            print(f"Never seen, so not proved: {', '.join(missed)}.")
        if self.failed is not None:
            self._print_failure(*self.failed)
        passed = sum(not one.problems for one in found)
        print(f"{passed} passed, {len(found) - passed} failed")
        return int(self.failed is not None or (self._is_night and bool(missed)))

    def _print_failure(self, scenario: Scenario, result: Result) -> None:
        print(f"Seed {scenario.seed} fails; to repeat it: {describe(scenario)}")
        for problem in result.problems:
            print(f"  {problem}")
        if self.shrunk is None:
            return
        short, shortened = self.shrunk
        print(
            f"Shortened to {len(shortened.acts)} acts and {len(shortened.faults)} faults: {describe(short)}"
        )
        for line in [*shortened.faults, *shortened.acts[:SHOWN_ACTS]]:
            print(f"  {line}")
        for problem in shortened.problems:
            print(f"  {problem}")
