"""How long the engine gathers commands before it commits: under load a little, otherwise not at all.

A commit of one command costs as much as one of several, so that at some hundred commands a second two cores
are busy with commits alone. A short wait makes fewer and larger ones, and answers come sooner on the whole.
"""

# At most this is added to the wait of a command.
PAUSE_SECONDS = 0.001
# Commands come one by one while batches have fewer than this: who waits for an answer before asking again
# is never made to wait.
MIN_COMMANDS = 1.5
# So many are committed without waiting for more.
ENOUGH_COMMANDS = 48
# How much the last batch counts in the mean.
WEIGHT = 0.1


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
