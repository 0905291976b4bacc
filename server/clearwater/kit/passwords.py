"""Argon2id in a small pool of threads, so that a flood of logins never stalls other requests."""

import asyncio
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# A core stays free for all other requests.
POOL_THREADS = max(1, min(2, (os.cpu_count() or 1) - 1))
# Whoever computes for long gives way to the event loop, which needs a moment at a time.
NICENESS = 5


class Passwords:
    """Hashes and checks passwords; each takes about 42 ms of one core."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._pool = ThreadPoolExecutor(POOL_THREADS, thread_name_prefix="argon2", initializer=_give_way)
        # What is checked when there is no account, so that its absence takes as long to tell.
        self._nobody = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._hasher.hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether the password is the stored one; without one, no, after the same time."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._verify, stored, password)

    def needs_rehash(self, stored: str) -> bool:
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _verify(self, stored: str | None, password: str) -> bool:
        try:
            self._hasher.verify(stored or self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None


def _give_way() -> None:
    # Only on Linux does a thread have a priority of its own; a sandbox that forbids this stops no sign-in.
    if sys.platform == "linux":
        with suppress(OSError):
            usual = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), usual + NICENESS)
