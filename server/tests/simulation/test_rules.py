import re

import pytest

from clearwater.core.simulation import simulate
from simulation.rules import simulate_rules

Output = pytest.CaptureFixture[str]


def test_a_seed_is_simulated_and_its_digest_printed(capsys: Output) -> None:
    assert simulate_rules(5, 1, 50) == 0
    outcome = simulate(5, 50)
    assert (
        capsys.readouterr().out == f"seed 5: 50 commands, {outcome.events} events, digest {outcome.digest}\n"
    )


def test_many_seeds_are_simulated_one_after_another(capsys: Output) -> None:
    assert simulate_rules(1, 3, 20) == 0
    assert capsys.readouterr().out == "seeds 1 to 3: 20 commands each, no failures\n"


def test_a_long_run_that_misses_a_rare_state_fails_and_names_it(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clearwater.core.simulation_coverage.LONG_RUN_COMMANDS", 60)
    assert (simulate_rules(1, 2, 20), simulate_rules(1, 3, 20)) == (0, 1)
    printed = capsys.readouterr().out
    assert "Never reached: " in printed
    assert "earn position matured" in printed


def test_a_fault_names_its_seed_and_the_shortest_run_that_shows_it(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clearwater.core.execution.settle", lambda *_: None)
    assert simulate_rules(1, 1, 300) == 1
    printed = capsys.readouterr().out
    assert "seed 1 fails after " in printed
    found = re.search(r"make simulate ARGS='--rules --seed 1 --acts (\d+)'", printed)
    assert found
    made = int(found[1])
    assert simulate(1, made).failure is not None
    assert simulate(1, made - 1).failure is None
