"""Time comes in as an argument; this is where it comes from."""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol

# Goes on while the machine sleeps, and no hand sets it.
_ELAPSED = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Clock(Protocol):
    def now(self) -> datetime: ...

    def elapsed(self) -> timedelta:
        """How long it has been since some moment, whatever the clock was set to meanwhile."""
        ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def elapsed(self) -> timedelta:
        return timedelta(seconds=time.clock_gettime(_ELAPSED))


class FixedClock:
    """A clock that stands still until a test moves it: by `at` time passes, by `set_ahead` it does not."""

    def __init__(self, at: datetime) -> None:
        self.at = at
        self._ahead = timedelta()

    def set_ahead(self, by: timedelta) -> None:
        """Somebody sets the clock; no time passes."""
        self.at += by
        self._ahead += by

    def now(self) -> datetime:
        return self.at

    def elapsed(self) -> timedelta:
        return self.at - self._ahead - datetime.fromtimestamp(0, UTC)
