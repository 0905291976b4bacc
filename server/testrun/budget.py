"""How long a run of all tests may take, on the machine that it runs on."""

from collections.abc import Mapping
from dataclasses import dataclass

# The aim is 20 minutes; lower this as soon as a quiet machine has shown them.
LIMIT_SECONDS = 30 * 60
# Set on two cores; more of them make the run shorter, but are not asked for.
CORES_WHERE_SET = 2
# Whoever shares the hardware makes the same run some percent longer or shorter.
MARGIN = 1.1


@dataclass(frozen=True)
class Budget:
    speed: float
    """Of this machine's cores, beside those of the one on which the limit was set."""
    cores: int

    @property
    def factor(self) -> float:
        """How much longer a run may take here.

        Never less than once: much of a run is waiting, which no machine does faster.
        """
        return max(1.0, 1 / self.speed) * CORES_WHERE_SET / min(self.cores, CORES_WHERE_SET)

    @property
    def limit_seconds(self) -> float:
        return LIMIT_SECONDS * self.factor * MARGIN

    def is_kept_by(self, seconds: float) -> bool:
        return seconds <= self.limit_seconds

    def report(self, seconds: float) -> str:
        verdict = "within" if self.is_kept_by(seconds) else "OVER"
        return (
            f"{minutes(seconds)} min, {verdict} the budget of {minutes(self.limit_seconds)} min: "
            f"{minutes(LIMIT_SECONDS)} min x {self.factor:.2f} for this machine "
            f"(speed {self.speed:.2f}, {self.cores} cores) x {MARGIN} for chance"
        )


def minutes(seconds: float) -> str:
    return f"{seconds / 60:.1f}"


def slowest(seconds: Mapping[str, float], count: int = 10) -> list[tuple[str, float]]:
    return sorted(seconds.items(), key=lambda one: -one[1])[:count]
