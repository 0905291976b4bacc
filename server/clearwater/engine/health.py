"""Counters and status of the engine, for operators."""

from clearwater.kit.chain_heads import GENESIS, Head
from clearwater.kit.errors import EngineUnavailable


class MustNotServe(EngineUnavailable):
    """The database must not be served as it is: people have to look at it and decide.

    The engine looks again every few seconds, and serves once the reason is gone.
    """


class Health:
    """Counts since the start of the process, and the reason why the engine does not serve."""

    def __init__(self) -> None:
        self.commands = 0
        self.batches = 0
        self.largest_batch = 0
        self.rebuilds = 0
        self.overloads = 0
        # Why the engine refuses to serve this database; empty while it does not refuse.
        self.refusal = ""
        # The last entry that was made durable.
        self.head = Head(0, GENESIS)

    def count(self, commands: int) -> None:
        self.commands += commands
        self.batches += 1
        self.largest_batch = max(self.largest_batch, commands)
