"""Seeds of the whole exchange under faults, and a bug put in by hand that they find."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[2]
LIMIT_SECONDS = 600


def simulate(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "simulation", "--lanes", "1", *options],
        cwd=SERVER,
        env=os.environ | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )


@pytest.mark.parametrize("first", [1, 11])
def test_nothing_is_lost_and_nothing_is_there_twice_whatever_fails(first: int) -> None:
    ran = simulate("--from", str(first), "--seeds", "10")
    assert ran.stdout.endswith("10 passed, 0 failed\n"), ran.stdout + ran.stderr
    assert ran.returncode == 0


def test_the_same_seed_gives_the_same_trace() -> None:
    ran = simulate("--seed", "3", "--acts", "150", "--twice")
    assert ran.stdout.endswith("2 passed, 0 failed\n"), ran.stdout + ran.stderr


def test_a_bug_is_found_and_named_with_the_command_that_repeats_it() -> None:
    ran = simulate("--seeds", "20", "--acts", "150", "--bug", "lost-acknowledgement", "--no-shrink")
    assert ran.returncode == 1, ran.stdout
    failed = next(line for line in ran.stdout.splitlines() if "to repeat it" in line)
    command = failed.rpartition("ARGS='")[2].rstrip("'").split()
    again = simulate(*command, "--no-shrink")
    assert again.returncode == 1
    assert failed in again.stdout
