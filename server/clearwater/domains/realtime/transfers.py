"""Transactions of deposits and withdrawals, published with address and chain transaction.

The engine does not know where a transfer went; the tables of the wallets do. Reading them takes a moment, so
such a transaction may come after later events of its client. It gets its number when it is published.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

import structlog

from clearwater.domains.ledger import service as ledger
from clearwater.domains.ledger.service import TransferDetails, TransferDirectory
from clearwater.domains.realtime.messages import Json
from clearwater.kit.db import DATABASE_FAILURES, SessionFactory

log = structlog.get_logger("clearwater.realtime")

READ_SECONDS = 5.0
# As many as the engine commits in one batch.
MAX_AT_ONCE = 512


class PendingTransaction(NamedTuple):
    client: str
    shown: Json

    def completed(self, details: TransferDetails) -> "PendingTransaction":
        return self._replace(shown=ledger.with_details(self.shown, details))


class TransferFeed:
    """Transactions that wait for the details of their transfers."""

    def __init__(self) -> None:
        self._pending: list[PendingTransaction] = []
        self._has_pending = asyncio.Event()

    def add(self, client: str, shown: Json) -> None:
        self._pending.append(PendingTransaction(client, shown))
        self._has_pending.set()

    def reset(self) -> None:
        """Drop everything: clients load their lists again."""
        self._pending.clear()
        self._has_pending.clear()

    async def run(
        self,
        sessions: SessionFactory,
        directory: TransferDirectory,
        emit: Callable[[PendingTransaction], None],
    ) -> None:
        """Publish what waits, until cancelled; when the database does not answer, without the details."""
        while True:
            await self._has_pending.wait()
            due, self._pending = self._pending[:MAX_AT_ONCE], self._pending[MAX_AT_ONCE:]
            if not self._pending:
                self._has_pending.clear()
            details = await _read_details(sessions, directory, due)
            for pending in due:
                found = details.get(pending.shown["reference"])
                emit(pending if found is None else pending.completed(found))


async def _read_details(
    sessions: SessionFactory, directory: TransferDirectory, due: list[PendingTransaction]
) -> Mapping[str, TransferDetails]:
    try:
        async with asyncio.timeout(READ_SECONDS), sessions() as session:
            return await directory.find_details(session, {one.shown["reference"] for one in due})
    except DATABASE_FAILURES as error:
        log.warning("realtime_transfers_without_details", reason=type(error).__name__)
        return {}
