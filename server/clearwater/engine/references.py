"""References of transfers beyond the deduplication window in memory; the table has all of them."""

import asyncio
from contextlib import suppress

import asyncpg

from clearwater.core.commands import Adjust, Deposit, Fund, HoldWithdrawal, PayNetworkFee
from clearwater.core.state import DEDUPLICATION_WINDOW, State
from clearwater.kit.database_hosts import connect
from clearwater.kit.errors import EngineUnavailable

LOOKUP_SECONDS = 5
NewTransfer = Deposit | HoldWithdrawal | Adjust | Fund | PayNetworkFee
NEW_TRANSFERS = (Deposit, HoldWithdrawal, Adjust, Fund, PayNetworkFee)
USED = "SELECT EXISTS (SELECT FROM transfers WHERE reference = $1)"


def may_predate_window(state: State, reference: str) -> bool:
    """Whether the reference may be older than the deduplication window, so that only the table knows it."""
    return len(state.ended_transfers) >= DEDUPLICATION_WINDOW and reference not in state.transfers


class References:
    """Looks up references on a separate connection: the engine's own is busy with commits."""

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._connection: asyncpg.Connection | None = None
        self._lock = asyncio.Lock()

    async def is_used(self, reference: str) -> bool:
        """Whether there has ever been a transfer of that name."""
        async with self._lock:
            try:
                return await self._look_up(reference)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                await self.close()
                raise EngineUnavailable(headers={"Retry-After": "1"}) from error

    async def _look_up(self, reference: str) -> bool:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(
                self._database_url, timeout_seconds=LOOKUP_SECONDS, command_timeout=LOOKUP_SECONDS
            )
        return bool(await self._connection.fetchval(USED, reference))

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.close(timeout=LOOKUP_SECONDS)
