"""What the operator API needs from the engine; wired by the entry points."""

from dataclasses import dataclass
from typing import Annotated, Protocol

from fastapi import Depends

from clearwater.kit.app_services import AppService


@dataclass(frozen=True)
class FollowerFigures:
    """A process that follows the engine."""

    role: str
    lag_entries: int
    sockets: int


@dataclass(frozen=True)
class JobFigures:
    """A periodic job of the worker; times in Unix seconds, None before the first success."""

    name: str
    last_success_at: int | None
    failures: int


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
    # Of the latest batches: the database's part, and the whole time until a command is durable.
    commit_p50_ms: float
    commit_p99_ms: float
    queue_p50_ms: float
    queue_p99_ms: float
    followers: tuple[FollowerFigures, ...]
    jobs: tuple[JobFigures, ...]


class EngineMonitor(Protocol):
    """The engine is a layer above, so an entry point implements this."""

    def figures(self) -> EngineFigures: ...


AppEngineMonitor = Annotated[EngineMonitor, Depends(AppService[EngineMonitor]("engine_monitor"))]
