"""What the ledger's console needs to know of the engine; the entry points wire it."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class EngineFigures:
    """How the engine is, and what it has done since it was started."""

    is_serving: bool
    seq: int
    open_orders: int
    waiting: int
    commands: int
    batches: int
    largest_batch: int
    rebuilds: int
    overloads: int


class EngineMonitor(Protocol):
    def figures(self) -> EngineFigures: ...
