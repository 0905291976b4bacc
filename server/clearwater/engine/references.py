"""What only the tables know: references beyond the deduplication window, and old entries of the journal."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import asyncpg

from clearwater.core.commands import (
    Adjust,
    Convert,
    Defund,
    Deposit,
    Fund,
    HoldWithdrawal,
    MoveHouse,
    PayNetworkFee,
)
from clearwater.core.state import DEDUPLICATION_WINDOW, State
from clearwater.engine.chain import has_lost
from clearwater.kit.chain_heads import SeenHead
from clearwater.kit.database_hosts import DATABASE_LOST, connect
from clearwater.kit.errors import EngineUnavailable

LOOKUP_SECONDS = 5
Referenced = Deposit | HoldWithdrawal | Adjust | Fund | Defund | MoveHouse | PayNetworkFee | Convert
REFERENCED = (Deposit, HoldWithdrawal, Adjust, Fund, Defund, MoveHouse, PayNetworkFee, Convert)
T = TypeVar("T")
USED_BY_TRANSFER = "SELECT EXISTS (SELECT FROM transfers WHERE reference = $1)"
USED_BY_CONVERSION = "SELECT EXISTS (SELECT FROM conversions WHERE reference = $1)"


def may_predate_window(state: State, command: Referenced) -> bool:
    """Whether the reference may be older than the deduplication window, so that only a table knows it."""
    if isinstance(command, Convert):
        latest = len(state.recent_conversions)
        return latest >= DEDUPLICATION_WINDOW and command.reference not in state.conversions
    return len(state.ended_transfers) >= DEDUPLICATION_WINDOW and command.reference not in state.transfers


class References:
    """Looks up what only the tables know on a separate connection: the engine's own is busy with commits."""

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._connection: asyncpg.Connection | None = None
        self._lock = asyncio.Lock()

    async def is_used(self, command: Referenced) -> bool:
        """Whether there has ever been a transfer, or a conversion, of that name."""
        query = USED_BY_CONVERSION if isinstance(command, Convert) else USED_BY_TRANSFER
        return bool(await self._look_up(lambda connection: connection.fetchval(query, command.reference)))

    async def has_lost(self, seen: SeenHead) -> bool:
        """Whether the journal lacks an entry as it was seen."""
        return await self._look_up(lambda connection: has_lost(connection, seen))

    async def _look_up(self, find: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        async with self._lock:
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await connect(
                        self._database_url, timeout_seconds=LOOKUP_SECONDS, command_timeout=LOOKUP_SECONDS
                    )
                return await find(self._connection)
            except DATABASE_LOST as error:
                await self.close()
                raise EngineUnavailable(headers={"Retry-After": "1"}) from error

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.close(timeout=LOOKUP_SECONDS)
