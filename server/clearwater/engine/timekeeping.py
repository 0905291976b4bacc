"""The time of commands: the engine's own, never backwards, and never ahead of what has really passed.

What a command says of its time comes from the process that sent it, and the clock of one api is not the
exchange's. A time far ahead would let every order end whose time that is, and freeze the exchange until the
world has caught up, across restarts. So the engine's clock is compared with others once, at the start of the
process, and from then on believed only as far as elapsed time confirms it.
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
        """The command at the present, or at the exchange's last moment where a clock was set back."""
        at = max(self.now_ms, last_ms)
        return command if at == command.at else replace(command, at=at)
