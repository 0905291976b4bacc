"""Checkpoints: the whole state, stored once in a while, from which a replay of the journal may begin.

Nothing relies on them but the audit, and that trusts none of them: each has to be where a replay from the
one before it arrives. With them the parts of a long journal are replayed in parallel, one on each core. Those
that an older program wrote in another shape are skipped. One whose hash was kept elsewhere since an earlier
audit can be where the next one begins.
"""

from collections.abc import Sequence

import asyncpg
import msgspec

from clearwater.core.snapshots import SHAPE, Snapshot
from clearwater.engine.recovery import read_snapshot
from clearwater.kit.chain_heads import Head
from clearwater.kit.gc_tuning import gc_paused

COMMANDS_BETWEEN = 250_000
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Snapshot).decode
HASHES = "SELECT seq, sha256(state) FROM checkpoints WHERE shape = $1"
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


async def find_newest(connection: asyncpg.Connection) -> Head | None:
    """The newest readable checkpoint, and the hash of its state."""
    found = await connection.fetchrow(f"{HASHES} ORDER BY seq DESC LIMIT 1", SHAPE)
    return None if found is None else Head(*found)


async def find_unchanged(connection: asyncpg.Connection, exported: Sequence[Head]) -> int:
    """The entry of the newest checkpoint that is as it was exported; 0 where there is none."""
    seqs = [head.seq for head in exported]
    found = await connection.fetch(f"{HASHES} AND seq = ANY($2)", SHAPE, seqs)
    return max((row["seq"] for row in found if Head(*row) in exported), default=0)


async def read_checkpoint(connection: asyncpg.Connection, seq: int) -> Snapshot:
    """The state that was stored after a command."""
    return _decode(await _read(connection, seq))


async def is_checkpoint(connection: asyncpg.Connection, seq: int, state: Snapshot) -> bool:
    """Whether exactly this state was stored after a command."""
    return await _read(connection, seq) == _encode(state)


async def _read(connection: asyncpg.Connection, seq: int) -> bytes:
    stored: bytes = await connection.fetchval("SELECT state FROM checkpoints WHERE seq = $1", seq)
    return stored
