import pytest
from click.testing import CliRunner

from clearwater.core.simulation import simulate
from clearwater.entrypoints.cli import cli


def test_a_seed_is_simulated_and_its_digest_printed() -> None:
    ran = CliRunner().invoke(cli, ["simulate", "--seed", "5", "--commands", "50"])
    assert ran.exit_code == 0
    outcome = simulate(5, 50)
    assert ran.output == f"seed 5: 50 commands, {outcome.events} events, digest {outcome.digest}\n"


def test_many_seeds_are_simulated_one_after_another() -> None:
    ran = CliRunner().invoke(cli, ["simulate", "--seeds", "3", "--commands", "20"])
    assert (ran.exit_code, ran.output) == (0, "seeds 1 to 3: 20 commands each, no failures\n")


def test_a_fault_names_its_seed_and_the_shortest_run_that_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clearwater.core.execution.settle", lambda *_: None)
    ran = CliRunner().invoke(cli, ["simulate", "--seed", "1", "--commands", "300"])
    assert ran.exit_code == 1
    assert "seed 1 fails after " in ran.output
    made = int(ran.output.rpartition("To reproduce: clearwater simulate --seed 1 --commands ")[2])
    assert simulate(1, made).failure is not None
    assert simulate(1, made - 1).failure is None
