"""Checkpoints: the whole state, stored once in a while, from which a replay of the journal may begin.

Nothing relies on them but the audit, and that trusts none of them: each has to be where a replay from the
one before it arrives. With them the parts of a long journal are replayed in parallel, one on each core. Those
that an older program wrote in another shape are skipped.
"""

import asyncpg
import msgspec

from clearwater.core.snapshots import SHAPE, Snapshot
from clearwater.engine.recovery import read_snapshot
from clearwater.kit.gc_tuning import gc_paused

COMMANDS_BETWEEN = 250_000
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Snapshot).decode
LAST = "SELECT coalesce((SELECT max(seq) FROM checkpoints WHERE shape = $1), 0)"
# A checkpoint in an outdated format is replaced.
STORE = """
    INSERT INTO checkpoints (seq, state, shape) VALUES ($1, $2, $3)
    ON CONFLICT (seq) DO UPDATE SET state = EXCLUDED.state, shape = EXCLUDED.shape
    WHERE checkpoints.shape <> EXCLUDED.shape
"""


async def store_checkpoint(connection: asyncpg.Connection, *, after: int = COMMANDS_BETWEEN) -> bool:
    """Store the state if so many commands were applied since the last checkpoint; whether it was stored.

    One transaction sees the tables as they were after one batch, while the engine goes on.
    """
    async with connection.transaction(isolation="repeatable_read"):
        last = await connection.fetchrow("SELECT seq, at_ms FROM journal ORDER BY seq DESC LIMIT 1")
        if last is None or last["seq"] - await connection.fetchval(LAST, SHAPE) < after:
            return False
        with gc_paused():
            state = _encode(await read_snapshot(connection, last["at_ms"]))
        await connection.execute(STORE, last["seq"], state, SHAPE)
    return True


async def list_checkpoints(connection: asyncpg.Connection) -> list[int]:
    """The commands after which there is a readable checkpoint, oldest first."""
    stored = await connection.fetch("SELECT seq FROM checkpoints WHERE shape = $1 ORDER BY seq", SHAPE)
    return [row[0] for row in stored]


async def read_checkpoint(connection: asyncpg.Connection, seq: int) -> Snapshot:
    """The state that was stored after a command."""
    return _decode(await _read(connection, seq))


async def is_checkpoint(connection: asyncpg.Connection, seq: int, state: Snapshot) -> bool:
    """Whether exactly this state was stored after a command."""
    return await _read(connection, seq) == _encode(state)


async def _read(connection: asyncpg.Connection, seq: int) -> bytes:
    stored: bytes = await connection.fetchval("SELECT state FROM checkpoints WHERE seq = $1", seq)
    return stored
