"""Data folders made once for a run of the tests, and copied for each exchange that needs one.

Whoever needs one first makes it, and the other workers wait: a demo takes half a minute to seed and a moment
to copy.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

# The folder that all workers of a run share; they inherit the setting.
RUN_FOLDER = "CLEARWATER_TEST_RUN"
# Nothing of these databases outlives the run.
FORGET_DURABILITY = "".join(f"{name} = off\n" for name in ("fsync", "synchronous_commit", "full_page_writes"))

Kind = Literal["migrated", "demo"]


def make_run_folder() -> Path | None:
    """The folder of this run, for its first process to remove in the end; None in every other one."""
    if RUN_FOLDER in os.environ:
        return None
    # The account of the database has to be able to enter it.
    folder = Path(tempfile.mkdtemp(prefix="clearwater-run-"))
    folder.chmod(0o755)
    os.environ[RUN_FOLDER] = str(folder)
    return folder


def copy_data_folder(kind: Kind, to: Path) -> None:
    """A stopped installation without a market, or one with the coins, pairs and past of the demo."""
    subprocess.run(["cp", "-a", _get(kind), to], check=True)


def _get(kind: Kind) -> Path:
    run_folder = Path(os.environ[RUN_FOLDER])
    folder = run_folder / kind
    with _locked(run_folder / f"{kind}.lock"):
        if not folder.exists():
            unfinished = run_folder / f"{kind}.new"
            shutil.rmtree(unfinished, ignore_errors=True)
            if kind == "migrated":
                _run("migrate", unfinished)
                with (unfinished / "postgres" / "postgresql.auto.conf").open("a") as settings:
                    settings.write(FORGET_DURABILITY)
            else:
                copy_data_folder("migrated", unfinished)
                _run("seed", unfinished)
            unfinished.rename(folder)
    return folder


def _run(command: str, data_folder: Path) -> None:
    settings = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    program = [sys.executable, "-m", "clearwater", command]
    finished = subprocess.run(
        program,
        env=settings | {"CLEARWATER_DATA": str(data_folder)},
        cwd=data_folder.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
