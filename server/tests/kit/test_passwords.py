"""Checking passwords without keeping others waiting."""

import asyncio
import os
import sys
import threading

import pytest
from argon2 import PasswordHasher

from clearwater.domains.clients.credentials import find_password_fault
from clearwater.kit.errors import Overloaded
from clearwater.kit.passwords import NICENESS, POOL_THREADS, Passwords


@pytest.mark.usefixtures("full_password_cost")
async def test_a_password_is_verified_against_its_hash() -> None:
    passwords = Passwords()
    stored = await passwords.hash("correct horse battery")

    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await passwords.verify(stored, "correct horse battery")
    assert not await passwords.verify(stored, "incorrect horse battery")
    assert not await passwords.verify("no hash at all", "correct horse battery")
    assert not await passwords.verify(None, "nobody has this password")
    passwords.close()


@pytest.mark.parametrize(
    "password", ["only lower case letters", " 1234567 with spaces ", "Ä" * 64 + "b" * 64]
)
async def test_a_password_is_taken_exactly_as_typed(password: str) -> None:
    assert find_password_fault(password, email="ann@example.org") is None
    passwords = Passwords()
    stored = await passwords.hash(password)

    assert await passwords.verify(stored, password)
    for another in (password[:-1], f"{password} ", password.swapcase()):
        assert not await passwords.verify(stored, another)
    passwords.close()


async def test_a_full_queue_rejects_immediately_and_accepts_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passwords = Passwords(threads=1, max_waiting=2)
    may_continue = threading.Event()
    verify = PasswordHasher.verify

    def verify_later(hasher: PasswordHasher, stored: str, password: str) -> bool:
        may_continue.wait()
        return verify(hasher, stored, password)

    monkeypatch.setattr(PasswordHasher, "verify", verify_later)
    waiting = [asyncio.create_task(passwords.verify(None, "wrong")) for _ in range(3)]
    await asyncio.sleep(0)

    for stored in (None, "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA"):
        with pytest.raises(Overloaded) as refusal:
            await passwords.verify(stored, "wrong")
        assert int(refusal.value.headers["Retry-After"]) > 0
    may_continue.set()

    assert await asyncio.gather(*waiting) == [False] * 3
    assert (await passwords.hash("a place is free again")).startswith("$argon2id$")
    passwords.close()


# Only Linux gives threads priorities of their own.
GIVEN_WAY = NICENESS if sys.platform == "linux" else 0


async def test_password_checks_leave_a_core_free_and_run_at_lower_priority(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passwords = Passwords()
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    seen: list[int] = []

    def note_priority(_hasher: PasswordHasher, _stored: str, _password: str) -> bool:
        seen.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return True

    monkeypatch.setattr(PasswordHasher, "verify", note_priority)
    await passwords.verify("stored", "password")

    assert seen == [usual + GIVEN_WAY]
    assert os.getpriority(os.PRIO_PROCESS, 0) == usual
    assert max(2, os.cpu_count() or 1) > POOL_THREADS
    passwords.close()
