"""What the operator API needs from the engine; wired by the entry points."""

from dataclasses import dataclass
from typing import Annotated, Protocol

from fastapi import Depends

from clearwater.kit.app_services import AppService


@dataclass(frozen=True)
class EngineFigures:
    """Health and counters of the engine since it was started."""

    is_serving: bool
    # Why the engine refuses to serve the database; empty while it does not.
    refusal: str
    seq: int
    # The hash of the last durable entry, in hexadecimal: the head of the journal.
    head_seq: int
    head_hash: str
    clock_ahead_ms: int
    open_orders: int
    waiting: int
    commands: int
    batches: int
    largest_batch: int
    rebuilds: int
    overloads: int


class EngineMonitor(Protocol):
    """The engine is a layer above, so an entry point implements this."""

    def figures(self) -> EngineFigures: ...


AppEngineMonitor = Annotated[EngineMonitor, Depends(AppService[EngineMonitor]("engine_monitor"))]
