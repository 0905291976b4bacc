"""What the ledger needs from the engine and from wallets; wired by the entry points."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Protocol

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

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


@dataclass(frozen=True)
class TransferDetails:
    """Where a deposit or withdrawal went, and its chain transaction; None where no chain was involved."""

    address: str
    tx_id: str | None = None
    confirmations: int | None = None
    required_confirmations: int | None = None


class TransferDirectory(Protocol):
    """Wallets are a domain above, so they implement this."""

    async def find_details(
        self, session: AsyncSession, references: Collection[str]
    ) -> Mapping[str, TransferDetails]:
        """Details by reference, in a constant number of queries; unknown references are left out."""
        ...


AppEngineMonitor = Annotated[EngineMonitor, Depends(AppService[EngineMonitor]("engine_monitor"))]
app_transfer_directory = AppService[TransferDirectory]("transfer_directory")
