"""The source of time; other code takes it as an argument."""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol

# Keeps counting while the machine sleeps, and cannot be set.
_ELAPSED = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


EPOCH, MILLISECOND = datetime.fromtimestamp(0, UTC), timedelta(milliseconds=1)


class Clock(Protocol):
    def now(self) -> datetime: ...

    def elapsed(self) -> timedelta:
        """How long it has been since some moment, whatever the clock was set to meanwhile."""
        ...


def milliseconds(moment: datetime) -> int:
    """Milliseconds since 1970, the unit of the engine."""
    return (moment - EPOCH) // MILLISECOND


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def elapsed(self) -> timedelta:
        return timedelta(seconds=time.clock_gettime(_ELAPSED))


class FixedClock:
    """A clock for tests: `at` lets time pass, `set_ahead` changes the clock without time passing."""

    def __init__(self, at: datetime) -> None:
        self.at = at
        self._ahead = timedelta()

    def set_ahead(self, by: timedelta) -> None:
        """Set the clock; no time passes."""
        self.at += by
        self._ahead += by

    def now(self) -> datetime:
        return self.at

    def elapsed(self) -> timedelta:
        return self.at - self._ahead - datetime.fromtimestamp(0, UTC)
