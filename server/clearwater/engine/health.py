"""Counters and status of the engine, for operators."""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from clearwater.kit import metrics
from clearwater.kit.chain_heads import GENESIS, Head
from clearwater.kit.errors import EngineUnavailable

# The latest batches, whose times the console shows.
RECENT_BATCHES = 512


class MustNotServe(EngineUnavailable):
    """The database must not be served as it is: people have to look at it and decide.

    The engine looks again every few seconds, and serves once the reason is gone.
    """


class Quantiles(NamedTuple):
    """The median and the 99th percentile of some times, in milliseconds; 0 without any."""

    p50_ms: float = 0.0
    p99_ms: float = 0.0

    @classmethod
    def of(cls, seconds: Iterable[float]) -> "Quantiles":
        ordered = sorted(seconds)
        if not ordered:
            return cls()
        p50, p99 = (ordered[min(int(len(ordered) * share), len(ordered) - 1)] for share in (0.5, 0.99))
        return cls(round(p50 * 1000, 3), round(p99 * 1000, 3))


class Health:
    """Counts since the start of the process, and the reason why the engine does not serve."""

    def __init__(self) -> None:
        self.commands = 0
        self.batches = 0
        self.largest_batch = 0
        self.rebuilds = 0
        self.overloads = 0
        self.commit_seconds = deque[float](maxlen=RECENT_BATCHES)
        self.queue_seconds = deque[float](maxlen=RECENT_BATCHES)
        self._count_entries = metrics.engine_commands.labels()
        self._count_batches = metrics.engine_batches.labels()
        self._observe_commands = metrics.engine_batch_commands.labels().observe
        self._observe_queue = metrics.engine_queue_seconds.labels().observe
        self._observe_commit = metrics.engine_commit_seconds.labels().observe
        # Why the engine refuses to serve this database; empty while it does not refuse.
        self.refusal = ""
        # The last entry that was made durable.
        self.head = Head(0, GENESIS)

    def count(self, entries: int, commands: int, opened_at: float) -> None:
        """Count a durable batch: its journal entries, its commands, and when the first was applied."""
        queue_seconds = asyncio.get_running_loop().time() - opened_at
        self.commands += entries
        self.batches += 1
        self.largest_batch = max(self.largest_batch, entries)
        self.queue_seconds.append(queue_seconds)
        self._count_entries.value += entries
        self._count_batches.value += 1
        self._observe_commands(commands)
        self._observe_queue(queue_seconds)

    def count_commit(self, started_at: float) -> None:
        seconds = asyncio.get_running_loop().time() - started_at
        self.commit_seconds.append(seconds)
        self._observe_commit(seconds)

    def count_rebuild(self) -> None:
        self.rebuilds += 1
        metrics.engine_rebuilds.inc()

    def count_overload(self) -> None:
        self.overloads += 1
        metrics.engine_overloads.inc()
