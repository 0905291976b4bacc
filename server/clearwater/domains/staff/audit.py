"""The audit log: appended to, never changed, and each entry vouches for all before it."""

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import queries
from clearwater.domains.staff.models import AuditEntry

BEFORE_THE_FIRST = bytes(32)


@dataclass(frozen=True)
class ChainReport:
    """What the log looks like: whole, or from which entry on it cannot be trusted."""

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
    # What the act itself changes takes its locks first: the lock of the log is always the last.
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
        previous_hash=last.hash if last else BEFORE_THE_FIRST,
    )
    entry.hash = _hash(entry)
    session.add(entry)
    await session.flush()
    return entry


async def verify_chain(session: AsyncSession) -> ChainReport:
    """Read the whole log; the first entry that is changed, missing or put in breaks it."""
    entries, head = 0, BEFORE_THE_FIRST
    while chunk := await queries.list_entries_after(session, entries):
        for entry in chunk:
            expected = entries + 1
            if entry.seq != expected or entry.previous_hash != head or entry.hash != _hash(entry):
                return ChainReport(ok=False, entries=entries, broken_at=expected, head=head)
            entries, head = expected, entry.hash
    return ChainReport(ok=True, entries=entries, broken_at=None, head=head)


def _hash(entry: AuditEntry) -> bytes:
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
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).digest()
