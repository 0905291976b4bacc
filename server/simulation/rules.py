"""Seeds of the rules alone, without processes and database: many commands, checked after each.

A thousand commands take less than a second: these reach states that a seed with faults seldom has time for.
"""

from collections import Counter

from clearwater.core import simulation_coverage
from clearwater.core.simulation import Failure, simulate

COMMANDS = 1_000
SHOWN_COMMANDS = 5


def simulate_rules(first_seed: int, seeds: int, commands: int) -> int:
    """Run the seeds and print the results; returns 0 unless one has failed.

    Many commands that never reached one of the rare states have failed, too.
    """
    reached = Counter[str]()
    for seed in range(first_seed, first_seed + seeds):
        outcome = simulate(seed, commands)
        if outcome.failure is not None:
            _print_failure(outcome.failure)
            return 1
        reached += outcome.reached
        if seeds == 1:
            print(f"seed {seed}: {commands} commands, {outcome.events} events, digest {outcome.digest}")
    if seeds > 1:
        print(f"seeds {first_seed} to {first_seed + seeds - 1}: {commands} commands each, no failures")
    missed = simulation_coverage.find_missed(reached)
    if missed and seeds * commands >= simulation_coverage.LONG_RUN_COMMANDS:
        print(f"Never reached: {', '.join(missed)}.")
        return 1
    return 0


def _print_failure(failure: Failure) -> None:
    """Everything was well up to the command before, so this is the shortest run that shows the fault."""
    print(f"seed {failure.seed} fails after {failure.length} commands:")
    for fault in failure.faults:
        print(f"  {fault}")
    print("Last commands:")
    for command in failure.commands[-SHOWN_COMMANDS:]:
        print(f"  {command}")
    print(f"To reproduce: make simulate ARGS='--rules --seed {failure.seed} --acts {failure.made}'")
