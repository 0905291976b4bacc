"""Real processes that stop at a step of their work, until the test has killed whom it wants."""

import os
import signal
from contextlib import suppress
from functools import partial
from pathlib import Path

from tests.polling import eventually
from tests.processes import Exchange, listen_to_ctrl_c
from tests.stopping import ARMED_STEP

# A process that was killed has to start again before it gets to the next step.
STEP_SECONDS = 90.0
SERVER_FOLDER = Path(__file__).resolve().parents[1]
# Interpreters that are started anew run this first; those that are forked are prepared before.
SITECUSTOMIZE = """
from tests.stopping import stop_where_armed

stop_where_armed()
"""


class Step:
    """The step at which one process of an exchange stops, once."""

    def __init__(self, folder: Path) -> None:
        self._armed, self._reached = folder / "armed", folder / "reached"
        (folder / "code").mkdir()
        (folder / "code" / "sitecustomize.py").write_text(SITECUSTOMIZE)
        self._settings = {
            "PYTHONPATH": os.pathsep.join(map(str, (folder / "code", SERVER_FOLDER))),
            ARMED_STEP: str(self._armed),
        }
        self._folder = folder

    def start(self, **settings: str) -> Exchange:
        """An exchange whose processes stop."""
        settings = {"CLEARWATER_RATE_LIMITS": "0", **self._settings, **settings}
        return Exchange(self._folder, before_start=listen_to_ctrl_c, **settings)

    def arm(self, step: str) -> None:
        """Stop whoever gets there, such as `engine before the commit`."""
        armed = self._armed.with_name("next")
        armed.write_text(step)
        armed.rename(self._armed)

    async def wait(self) -> int:
        """The number of the process that has stopped."""
        await eventually(self._reached.exists, STEP_SECONDS)
        return int(self._reached.read_text())

    def go_on(self) -> None:
        self._reached.unlink()

    async def kill(self, exchange: Exchange, victim: str = "itself") -> None:
        """kill -9 while the process waits at the step; then it goes on, unless it was the one."""
        pid = await self.wait()
        for number in [pid] if victim == "itself" else numbers_of(exchange, victim):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
            await eventually(partial(is_gone, number))
        self.go_on()


def numbers_of(exchange: Exchange, victim: str) -> list[int]:
    """PostgreSQL is many processes: the others could still finish what they are doing."""
    if victim != "postgres":
        return exchange.pids(victim)[-1:]
    postmaster = exchange.postgres_pid()
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text()
    return [postmaster, *map(int, children.split())]


def is_gone(pid: int) -> bool:
    """Whether it has ended, even if its parent has not seen that yet."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return status.rpartition(")")[2].split()[0] in "ZX"
