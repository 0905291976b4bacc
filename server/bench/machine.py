"""How fast this machine is beside the one on which budgets in seconds were set.

There `lightmatchingengine` took 151,000 commands of the stream in `bench.matching` per second of CPU, on each
of two cores of a Neoverse-N1. The same package runs here, on two cores at once, before and after what is
measured, and every budget that names a time follows it: what is compared are ratios within one run, not the
clocks of different machines.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from statistics import median

from bench.matching import COMMANDS, acts, run_peer

PEER_WHERE_SET = 151_000
CORES_WHERE_SET = 2
ROUNDS = 2


class Machine:
    """Budgets as they stand here."""

    def __init__(self) -> None:
        self._seconds: list[float] = []
        self.look()

    def look(self) -> None:
        """See once more how fast it is; that changes while others use the same hardware."""
        cores = min(os.cpu_count() or 1, CORES_WHERE_SET)
        with ProcessPoolExecutor(cores) as pool:
            for taken in pool.map(_seconds_of_peer, range(cores)):
                self._seconds += taken

    @property
    def speed(self) -> float:
        return COMMANDS / median(self._seconds) / PEER_WHERE_SET

    def at_least(self, rate: float) -> float:
        """A rate that is asked for there."""
        return rate * self.speed

    def at_most(self, duration: float) -> float:
        """A time that may pass there."""
        return duration / self.speed

    def __str__(self) -> str:
        return f"This machine has {self.speed:.2f} of the speed of the one on which the budgets were set."


def _seconds_of_peer(_core: int) -> list[float]:
    stream = acts()
    return [run_peer(stream)[0] for _ in range(ROUNDS)]
