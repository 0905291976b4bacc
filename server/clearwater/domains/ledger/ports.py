"""What the ledger's console needs to know of the engine; the entry points wire it."""

from dataclasses import dataclass
from typing import Annotated, Protocol

from fastapi import Depends

from clearwater.kit.from_app import FromApp


@dataclass(frozen=True)
class EngineFigures:
    """How the engine is, and what it has done since it was started."""

    is_serving: bool
    # Why the engine refuses to serve the database that it found; empty while nothing stands in its way.
    refusal: str
    seq: int
    # The hash of the last entry that is durable, in hexadecimal: it stands for the whole journal up to it.
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
    """The engine, which is a layer above, as an entry point sees it."""

    def figures(self) -> EngineFigures: ...


AppEngineMonitor = Annotated[EngineMonitor, Depends(FromApp[EngineMonitor]("engine_monitor"))]
