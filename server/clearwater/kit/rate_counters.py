"""Counts of requests by sliding window, in memory that all api processes of a machine share.

A request costs the same however many callers there are: a key is hashed to one of a few neighbouring slots
of a fixed table. Of two processes that count for a caller in the same instant one may be lost; a limit is not
that exact.
"""

import mmap
import os
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from typing import NamedTuple

# Slots of 24 bytes: 6 MB, enough for 100,000 callers and more within two windows.
SLOTS = 1 << 18
PROBES = 8
# The key's hash, when the slot expires, the window, and the counts of this window and the one before.
SLOT = Struct("<QIIII")


class Hit(NamedTuple):
    """Whether a request was counted; if not, when there is room again."""

    is_counted: bool
    wait_seconds: float = 0.0


class RateCounters:
    """A sliding window per key: the last window counts by the share of it that is still inside."""

    def __init__(self, path: Path | None = None) -> None:
        """Share the counts with every process that opens the same file; without one, with none."""
        size = SLOTS * SLOT.size
        if path is None:
            self._memory = mmap.mmap(-1, size)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.ftruncate(descriptor, size)
            self._memory = mmap.mmap(descriptor, size)
        finally:
            os.close(descriptor)

    def close(self) -> None:
        self._memory.close()

    def hit(self, key: str, *, limit: int, window_seconds: int, now: float) -> Hit:
        """Count a request, unless the limit is used up."""
        window, elapsed = divmod(now, window_seconds)
        window = int(window)
        passed = elapsed / window_seconds
        hashed = int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "little") or 1
        place, current, previous = self._find(hashed, window, int(now))
        if previous * (1 - passed) + current + 1 > limit:
            windows = _windows_to_wait(limit, current, previous, passed)
            return Hit(is_counted=False, wait_seconds=windows * window_seconds)
        expires_at = (window + 2) * window_seconds
        SLOT.pack_into(self._memory, place, hashed, expires_at, window & 0xFFFFFFFF, current + 1, previous)
        return Hit(is_counted=True)

    def _find(self, hashed: int, window: int, now: int) -> tuple[int, int, int]:
        """The key's slot and its counts; a new key takes an expired slot, or the one that expires first."""
        memory, free, free_from = self._memory, 0, 1 << 32
        for probe in range(PROBES):
            place = (hashed + probe) % SLOTS * SLOT.size
            known, expires_at, counted_in, current, previous = SLOT.unpack_from(memory, place)
            if known == hashed:
                behind = (window - counted_in) & 0xFFFFFFFF
                if behind == 0:
                    return place, current, previous
                return place, 0, current if behind == 1 else 0
            if expires_at <= now:
                expires_at = 0
            if expires_at < free_from:
                free, free_from = place, expires_at
        return free, 0, 0


def _windows_to_wait(limit: int, current: int, previous: int, passed: float) -> float:
    """How many windows until one more request fits in."""
    if current + 1 <= limit:
        return 1 - (limit - current - 1) / previous - passed
    return 1 - passed + 1 - (limit - 1) / current
