"""Shortens a failing seed: leaves out acts and faults as long as it goes on failing."""

from msgspec import structs

from simulation.runner import Lane, run_in_lane
from simulation.seeds import Result, Scenario

MAX_RUNS = 60
Numbers = frozenset[int]


async def shrink(scenario: Scenario, lanes: list[Lane]) -> tuple[Scenario, Result] | None:
    """The shortest failing scenario that was found, with its result; None when it does not fail again."""
    lane, runs = lanes[0], 0
    result = await run_in_lane(lane, scenario)
    if not result.problems:
        return None
    best, best_result = scenario, result
    for name in ("faults", "acts"):
        numbers = sorted(int(line.partition(":")[0]) for line in getattr(best_result, name))
        size = max(len(numbers) // 2, 1)
        while numbers and runs < MAX_RUNS:
            is_shorter = False
            for start in range(0, len(numbers), size):
                part = numbers[start : start + size]
                shorter = _without(best, name, part)
                runs += 1
                found = await run_in_lane(lane, shorter)
                if found.problems:
                    best, best_result, is_shorter = shorter, found, True
                    numbers = [one for one in numbers if one not in part]
                    break
                if runs >= MAX_RUNS:
                    break
            if not is_shorter:
                if size == 1:
                    break
                size = max(size // 2, 1)
    return best, best_result


def _without(scenario: Scenario, name: str, part: list[int]) -> Scenario:
    acts, faults = scenario.without_acts, scenario.without_faults
    if name == "acts":
        acts |= frozenset(part)
    else:
        faults |= frozenset(part)
    return structs.replace(scenario, without_acts=acts, without_faults=faults)
