"""The pytest plugin of both suites: files in the order of their durations, and what a run leaves behind.

`CLEARWATER_TEST_RUN` names the folder of a run of `make test`: there are the seconds of each test, the
branches that were taken, and a file as soon as a worker has nothing left to do.
"""

import json
import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from testrun import branches, ordering

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

PACKAGE = Path(__file__).parents[1] / "clearwater"
MARKED_SUITE = "server"

seconds: defaultdict[str, float] = defaultdict(float)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(
        "durations_file", "How many seconds each file takes; `make durations` writes it.", type="paths"
    )
    parser.addoption("--units", action="store_true", help="Run only tests that need no PostgreSQL.")
    parser.addoption("--also", action="append", default=[], help="With --units: a file to run as a whole.")


def run_folder() -> Path | None:
    named = os.environ.get("CLEARWATER_TEST_RUN")
    return Path(named) if named else None


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Before any module of ours is imported, for only then are its branches marked."""
    folder = run_folder()
    if folder and "PYTEST_XDIST_WORKER" in os.environ and early_config.rootpath.name == MARKED_SUITE:
        branches.record(PACKAGE, folder / "branches")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: "WorkerController") -> None:
    """A worker itself is not told how its tests are distributed."""
    node.workerinput["dist"] = node.config.option.dist


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.units:
        _keep_units(config, items)
    (stored,) = config.getini("durations_file")
    taken = json.loads(stored.read_text()) if stored.exists() else {}
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(_file_of(item), []).append(item)
    distribution = getattr(config, "workerinput", {"dist": "no", "workercount": 1})
    workers = distribution["workercount"] if distribution["dist"] == "worksteal" else 1
    items[:] = ordering.dealt(files, taken, workers)


def _keep_units(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = set(config.option.also)
    units, others = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        needs_database = "template_url" in getattr(item, "fixturenames", ())
        (others if needs_database and _file_of(item) not in wanted else units).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = units


def _file_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    seconds[report.nodeid] += report.duration


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: "WorkerController") -> None:
    folder = run_folder()
    if folder:
        (folder / f"{node.config.rootpath.name}.idle").touch()


def pytest_sessionfinish(session: pytest.Session) -> None:
    folder = run_folder()
    if folder and "PYTEST_XDIST_WORKER" not in os.environ:
        (folder / f"{session.config.rootpath.name}.json").write_text(json.dumps(seconds))
