"""What a ledger is: as it was opened, for ever. One that is older is opened as what its money is."""

import asyncpg

from clearwater.core.commands import LedgerKind, OpenLedger
from clearwater.core.ledger import DEMO_NETWORK, EXTERNAL, HOUSE
from clearwater.engine.stored_snapshot import OPENED_AS, UNTRADED

HAS_PLAY_MONEY = """
    SELECT EXISTS (SELECT 1 FROM balances WHERE owner = $1 AND purpose = $2 AND amount <> 0)
"""
HAS_COINS = "SELECT EXISTS (SELECT 1 FROM coins)"


async def find_kind(connection: asyncpg.Connection) -> LedgerKind | None:
    """Whether the ledger is a demo or a real market; None while the journal is empty."""
    opened: LedgerKind | None = await connection.fetchval(OPENED_AS)
    if opened is not None:
        return opened
    if await connection.fetchval(HAS_PLAY_MONEY, HOUSE, EXTERNAL + DEMO_NETWORK):
        return "demo"
    return "real" if await connection.fetchval(HAS_COINS) else None


async def make_opening(connection: asyncpg.Connection, *, opens_as: LedgerKind, at: int) -> OpenLedger:
    """The command that opens a ledger which is not opened yet; a new one is opened as it is wished."""
    untraded = tuple(row[0] for row in await connection.fetch(UNTRADED))
    return OpenLedger(at, await find_kind(connection) or opens_as, untraded)
