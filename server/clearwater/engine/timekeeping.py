"""The time of commands: never backwards, and never ahead of what has really passed.

A command stamped far ahead would let every order end whose time that is, and freeze the exchange's time until
the world has caught up, across restarts. So the machine's clock is believed once, at the start of the process
(the exchange may have been down for long), and from then on only as far as elapsed time confirms it.
"""

from msgspec.structs import replace

from clearwater.core.commands import Command
from clearwater.kit.clock import Clock, milliseconds

# Small steps are how machines correct their clocks.
MAX_STEP_MS = 5 * 60 * 1000


class Timekeeper:
    """Bounds the time of commands by the time that has passed since the start."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._offset_ms = self._now_ms() - self._elapsed_ms()

    def _now_ms(self) -> int:
        return milliseconds(self._clock.now())

    def _elapsed_ms(self) -> int:
        return int(self._clock.elapsed().total_seconds() * 1000)

    @property
    def now_ms(self) -> int:
        """The present, as far as elapsed time confirms it."""
        now, passed = self._now_ms(), self._elapsed_ms() + self._offset_ms
        return now if now <= passed + MAX_STEP_MS else passed

    @property
    def ahead_ms(self) -> int:
        """How far the clock has jumped ahead; 0 while it is followed."""
        ahead = self._now_ms() - self._elapsed_ms() - self._offset_ms
        return ahead if ahead > MAX_STEP_MS else 0

    def stamp(self, command: Command, last_ms: int) -> Command:
        """The command at a time that the exchange has not passed and that has come."""
        at = command.at
        if at > last_ms:
            passed = self._elapsed_ms() + self._offset_ms
            if at > passed + MAX_STEP_MS:
                at = passed
        at = max(at, last_ms)
        return command if at == command.at else replace(command, at=at)


def no_earlier(command: Command, now: int) -> Command:
    """The command at a time that the exchange has not passed, though a clock was set back.

    Time in the journal never runs backwards: a replay must end where the engine did.
    """
    return command if command.at >= now else replace(command, at=now)
