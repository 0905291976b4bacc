"""Whether a ledger is a demo or a real market; one that is older than kinds is what its money is."""

import asyncpg

from clearwater.core.commands import LedgerKind
from clearwater.core.ledger import DEMO_NETWORK, EXTERNAL, HOUSE

OPENED_AS = "SELECT payload ->> 'kind' FROM journal WHERE kind = 'OpenLedger' ORDER BY seq LIMIT 1"
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
