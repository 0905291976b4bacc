"""From the tables back to the state: the same path at every start, after a stop as after a crash."""

from typing import NamedTuple

import asyncpg

from clearwater.core.exchange import Exchange
from clearwater.core.versions import RULES_VERSION
from clearwater.core.views import View
from clearwater.engine.stored_snapshot import read_snapshot
from clearwater.kit.chain_heads import GENESIS, Head
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.gc_tuning import gc_paused


class Loaded(NamedTuple):
    """The exchange as it was after the last command that was made durable, and that command's entry."""

    exchange: Exchange
    view: View
    head: Head


async def load_exchange(connection: asyncpg.Connection) -> Loaded:
    """Read the exchange from the tables."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        last = await connection.fetchrow(
            "SELECT seq, hash, at_ms, rules_version FROM journal ORDER BY seq DESC LIMIT 1"
        )
        seq, digest, now, version = last or (0, GENESIS, 0, RULES_VERSION)
        if version > RULES_VERSION:
            raise EngineUnavailable(f"The journal has rules that are newer than this program: {version}.")
        with gc_paused():
            snapshot = await read_snapshot(connection, now)
            exchange = Exchange.restore(snapshot)
            return Loaded(exchange, View.of(exchange), Head(seq, digest))
