"""The audit log: append-only, and a hash chain over all entries."""

import hashlib
import json
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import queries
from clearwater.domains.staff.models import AuditEntry
from clearwater.kit.chain_heads import GENESIS, Head
from clearwater.kit.db import seal_of
from clearwater.kit.secrets import Seal

PURPOSE = "audit-log"


@dataclass(frozen=True)
class ChainReport:
    """The result of a verification: intact, or the first entry that cannot be trusted."""

    ok: bool
    entries: int
    broken_at: int | None
    head: bytes


async def append(
    session: AsyncSession,
    *,
    staff_id: uuid.UUID | None,
    staff_login: str,
    act: str,
    subject: str,
    detail: Mapping[str, object],
    now: datetime,
) -> AuditEntry:
    # Flush first: the lock of the log must always be the last that is acquired.
    await session.flush()
    last = await queries.lock_last_entry(session)
    entry = AuditEntry(
        seq=last.seq + 1 if last else 1,
        at=now,
        staff_id=staff_id,
        staff_login=staff_login,
        act=act,
        subject=subject[:200],
        detail=dict(detail),
        previous_hash=last.hash if last else GENESIS,
        key_id=seal_of(session).key_id,
    )
    signed = _hash(entry, seal_of(session))
    assert signed is not None
    entry.hash = signed
    session.add(entry)
    await session.flush()
    return entry


async def verify_chain(session: AsyncSession, heads: Sequence[Head] = ()) -> ChainReport:
    """Verify the whole log; the first entry that was changed, removed or inserted breaks the chain.

    `heads` were saved earlier outside the database: they detect a log that was truncated, or rewritten by
    somebody with the key.
    """
    entries, head, is_keyed = 0, GENESIS, False
    seal, anchored = seal_of(session), defaultdict[int, set[bytes]](set)
    for known in heads:
        anchored[known.seq].add(known.hash)
    while chunk := await queries.list_entries_after(session, entries):
        for entry in chunk:
            expected = entries + 1
            # After a signed entry all entries must be signed, so the signature cannot be dropped without the
            # key.
            if (
                entry.seq != expected
                or entry.previous_hash != head
                or entry.hash != _hash(entry, seal)
                or (is_keyed and entry.key_id is None)
                or anchored.get(expected, set()) - {entry.hash}
            ):
                return ChainReport(ok=False, entries=entries, broken_at=expected, head=head)
            entries, head, is_keyed = expected, entry.hash, entry.key_id is not None
    if any(seq > entries for seq in anchored):
        return ChainReport(ok=False, entries=entries, broken_at=entries + 1, head=head)
    return ChainReport(ok=True, entries=entries, broken_at=None, head=head)


async def find_head(session: AsyncSession) -> Head | None:
    """The newest entry, to be saved outside the database."""
    last = await queries.find_last_entry(session)
    return Head(last.seq, last.hash) if last is not None else None


def _hash(entry: AuditEntry, seal: Seal) -> bytes | None:
    content = {
        "seq": entry.seq,
        "at": entry.at.astimezone(UTC).isoformat(),
        "staff_id": str(entry.staff_id),
        "staff_login": entry.staff_login,
        "act": entry.act,
        "subject": entry.subject,
        "detail": entry.detail,
        "previous_hash": entry.previous_hash.hex(),
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()
    if entry.key_id is None:
        return hashlib.sha256(text).digest()
    return seal.sign(text, purpose=PURPOSE, key_id=entry.key_id)
