"""Commands that were applied and wait for one commit."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from clearwater.core.desk import Entry, Outcome
from clearwater.engine.projections import Rows
from clearwater.kit.errors import ClearwaterError

# Called when a command is durable, or with the reason why that is not known.
Answer = Callable[[Outcome | ClearwaterError], None]


class Waiting(NamedTuple):
    """A command that was applied and waits for its commit."""

    entry: Entry
    answer: Answer


class PendingBatch:
    """Commands that go into one commit; their rows are made while the batch before is written."""

    __slots__ = ("events", "opened_at", "rows", "waiting")

    def __init__(self, previous: bytes) -> None:
        self.opened_at = asyncio.get_running_loop().time()
        self.rows = Rows(previous)
        self.waiting: list[Waiting] = []
        self.events = 0

    def add(self, entry: Entry, answer: Answer) -> None:
        if entry.seq:
            self.rows.add(entry.seq, entry.command, entry.events)
        self.waiting.append(Waiting(entry, answer))
        self.events += len(entry.events)
