"""How long the engine gathers commands before it commits, and how soon it goes on with what is due.

A commit of one command costs as much as one of several, so that at some hundred commands a second two cores
are busy with commits alone. A short wait makes fewer and larger ones, and answers come sooner on the whole.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from clearwater.kit.errors import EngineUnavailable

# At most this is added to the wait of a command.
PAUSE_SECONDS = 0.001
# Commands come one by one while batches have fewer than this: who waits for an answer before asking again
# is never made to wait.
MIN_COMMANDS = 1.5
# So many are committed without waiting for more.
ENOUGH_COMMANDS = 48
# How much the last batch counts in the mean.
WEIGHT = 0.1
# While others ask for something, so much of their time lies between two commands that settle what is due.
SETTLEMENT_PAUSE_SECONDS = 0.01


class Pacer:
    """Follows how many commands the batches have."""

    def __init__(self) -> None:
        self._mean_commands = 1.0

    def count(self, commands: int) -> None:
        """A batch of so many was committed."""
        self._mean_commands += WEIGHT * (commands - self._mean_commands)

    def pause_seconds(self, queued: int) -> float:
        """How long to wait for more than the commands that are queued."""
        if queued >= ENOUGH_COMMANDS or self._mean_commands < MIN_COMMANDS:
            return 0.0
        return PAUSE_SECONDS


class NextSettlement:
    """Goes on with what is due after a pause; planned once, however many commits come meanwhile."""

    def __init__(self, go_on: Callable[[], None]) -> None:
        self._go_on = go_on
        self._is_planned = False

    def plan(self) -> None:
        if not self._is_planned:
            self._is_planned = True
            asyncio.get_running_loop().call_later(SETTLEMENT_PAUSE_SECONDS, self._run)

    def _run(self) -> None:
        self._is_planned = False
        # The engine has stopped by itself then.
        with suppress(EngineUnavailable):
            self._go_on()
