"""The journal's hash chain: the hash of each entry covers the entry and, by the hash before it, all others.

Whoever changes, removes or puts in an entry has to write every later hash again. A head that was exported
earlier (`clearwater audit --head`) then no longer fits.
"""

from collections.abc import Sequence
from hashlib import sha256

import asyncpg

from clearwater.kit.chain_heads import GENESIS, Head, SeenHead


def hash_entry(
    previous: bytes, seq: int, at_ms: int, kind: str, *, payload: str, rules_version: int
) -> bytes:
    """SHA-256 of the hash before and of the entry as one line, its payload as it is stored."""
    return sha256(previous + f"{seq} {at_ms} {rules_version} {kind} {payload}".encode()).digest()


async def read_head(connection: asyncpg.Connection) -> Head:
    """The journal's last entry."""
    row = await connection.fetchrow("SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1")
    return Head(*row) if row is not None else Head(0, GENESIS)


async def find_hash(connection: asyncpg.Connection, seq: int) -> bytes | None:
    """The hash of an entry; None where the journal has no such entry."""
    if not seq:
        return GENESIS
    found: bytes | None = await connection.fetchval("SELECT hash FROM journal WHERE seq = $1", seq)
    return found


async def read_timeline(connection: asyncpg.Connection) -> int:
    """How often an operator has accepted that acknowledged entries are missing."""
    return await connection.fetchval("SELECT timeline FROM engine_leader") or 0


async def has_lost(connection: asyncpg.Connection, seen: SeenHead) -> bool:
    """Whether the journal lacks an entry as it was seen, and no operator has accepted that since."""
    if seen.seq < 0 or await find_hash(connection, seen.seq) == seen.hash:
        return False
    return seen.timeline >= await read_timeline(connection)


async def compare_heads(connection: asyncpg.Connection, heads: Sequence[Head]) -> list[str]:
    """Where the journal is no longer the one from which these heads were exported."""
    last = (await read_head(connection)).seq
    differences = []
    for head in heads:
        found = await find_hash(connection, head.seq)
        if found is None:
            differences.append(f"journal: entry {head.seq} was exported, but the journal ends with {last}")
        elif found != head.hash:
            differences.append(
                f"journal: entry {head.seq} was exported with another hash: it or something before it"
                " was changed since"
            )
    return differences
