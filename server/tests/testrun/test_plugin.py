"""The plugin in a run of its own: which tests it takes, in which order, and what it leaves behind."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SLOW = "def test_one(): pass\ndef test_two(): pass\n"
QUICK = "def test_quick(): pass\n"
STORED = "import pytest\n@pytest.fixture\ndef template_url(): pass\ndef test_stored(template_url): pass\n"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\naddopts = -p testrun.plugin -p no:playwright\ndurations_file = durations.json\n"
    )
    (tmp_path / "test_a.py").write_text(QUICK)
    (tmp_path / "test_b.py").write_text(STORED)
    (tmp_path / "test_c.py").write_text(SLOW)
    (tmp_path / "durations.json").write_text(json.dumps({"test_a.py": 1, "test_b.py": 2, "test_c.py": 100}))
    return tmp_path


def run(suite: Path, *arguments: str, into: Path | None = None) -> list[str]:
    """The tests that ran, in their order."""
    outside = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    outside.pop("CLEARWATER_TEST_RUN", None)
    run_folder = {"CLEARWATER_TEST_RUN": str(into)} if into else {}
    finished = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", *arguments],
        cwd=suite,
        env=outside | run_folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        word
        for line in finished.stdout.splitlines()
        if "PASSED" in line
        for word in line.split()
        if "::" in word
    ]


def test_the_file_that_took_longest_runs_first(suite: Path) -> None:
    assert run(suite) == [
        "test_c.py::test_one",
        "test_c.py::test_two",
        "test_b.py::test_stored",
        "test_a.py::test_quick",
    ]


def test_units_need_no_database_except_in_files_that_are_named(suite: Path) -> None:
    units = ["test_c.py::test_one", "test_c.py::test_two", "test_a.py::test_quick"]

    assert run(suite, "--units") == units
    assert run(suite, "--units", "--also=test_b.py") == [*units[:2], "test_b.py::test_stored", units[2]]


def test_a_run_leaves_the_seconds_of_each_test_and_notes_the_first_idle_worker(
    suite: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    into = tmp_path_factory.mktemp("run")

    ran = run(suite, "-n2", "--dist=worksteal", into=into)

    seconds = json.loads((into / f"{suite.name}.json").read_text())
    assert sorted(seconds) == sorted(ran)
    assert len(ran) == 4
    assert all(taken > 0 for taken in seconds.values())
    assert (into / f"{suite.name}.idle").exists()
