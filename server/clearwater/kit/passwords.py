"""Argon2id in a small pool of threads, so that a flood of logins never stalls other requests."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple, ParamSpec, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from clearwater.kit.errors import Overloaded

COMMON_PASSWORDS = Path(__file__).with_name("common_passwords.txt")
# A core stays free for all other requests.
POOL_THREADS = max(1, min(2, (os.cpu_count() or 1) - 1))
# Long computations run at low priority, so that the event loop keeps responding.
NICENESS = 5
# About three seconds of work for one thread; beyond that, callers are rejected immediately.
MAX_WAITING = 64
RETRY_AFTER_SECONDS = 5

P = ParamSpec("P")
T = TypeVar("T")


class HashCost(NamedTuple):
    """How much a hash costs, as argon2 counts it; memory in KiB."""

    time_cost: int
    memory_cost: int

    def make_hasher(self) -> PasswordHasher:
        return PasswordHasher(self.time_cost, self.memory_cost, parallelism=1)


# Weaker hashes are replaced at the next sign-in.
HASH_COST = HashCost(2, 19_456)


class Passwords:
    """Hashes and checks passwords; each takes about 42 ms of one core.

    Clients and staff have one each, so that no flood of strangers keeps the staff out.
    """

    def __init__(self, *, threads: int = POOL_THREADS, max_waiting: int = MAX_WAITING) -> None:
        self._hasher = HASH_COST.make_hasher()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="argon2", initializer=_lower_priority)
        self._capacity = threads + max_waiting
        self._submitted = 0
        # Checked when there is no account, so that timing does not reveal its absence.
        self._nobody = _hash_for_nobody(HASH_COST)

    async def hash(self, password: str) -> str:
        return await self._run(self._hasher.hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether the password is the stored one; without one, no, after the same time."""
        return await self._run(self._verify, stored, password)

    def needs_rehash(self, stored: str) -> bool:
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, compute: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._submitted >= self._capacity:
            raise Overloaded(
                "Sign-in is busy right now. Try again in a moment.",
                headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
            )
        self._submitted += 1
        # Counted until the thread is done: a caller that disconnects frees no thread.
        future = self._pool.submit(compute, *args, **kwargs)
        loop = asyncio.get_running_loop()
        future.add_done_callback(lambda _: _call_in(loop, self._note_done))
        return await asyncio.wrap_future(future)

    def _note_done(self) -> None:
        self._submitted -= 1

    def _verify(self, stored: str | None, password: str) -> bool:
        try:
            self._hasher.verify(stored or self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None


@cache
def _hash_for_nobody(cost: HashCost) -> str:
    """Once for each process: it says nothing about anybody, and costs as much as any other."""
    return cost.make_hasher().hash("nobody has this password")


def _call_in(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    # A thread may end after the loop was closed.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)


def _lower_priority() -> None:
    # Only on Linux does a thread have a priority of its own; a sandbox that forbids this stops no sign-in.
    if sys.platform == "linux":
        with suppress(OSError):
            usual = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), usual + NICENESS)


def is_common(password: str) -> bool:
    return password.lower() in _common_passwords()


@cache
def _common_passwords() -> frozenset[str]:
    """The 30,000 that zxcvbn knows, and the 10,000 most frequent ones that are long enough for us."""
    long_ones = COMMON_PASSWORDS.read_text().splitlines()
    return frozenset(FREQUENCY_LISTS["passwords"]).union(long_ones)
