"""How often a secret may be guessed."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.attempts import (
    AttemptCount,
    AttemptKey,
    Attempts,
    TooManyAttempts,
    by_holder,
    by_ip,
    by_login,
    by_login_anywhere,
    purge_stale,
)
from clearwater.kit.clock import FixedClock

ANN = by_login("test", "ann", "203.0.113.7")


@pytest.fixture
def attempts(services: ApiServices) -> Attempts:
    return Attempts(services.sessions, services.clock)


async def fail(attempts: Attempts, times: int, *keys: AttemptKey) -> None:
    for _ in range(times):
        await attempts.count_failure(*keys)


async def wait_seconds(attempts: Attempts, *keys: AttemptKey) -> int:
    try:
        await attempts.require_room(*keys)
    except TooManyAttempts as refusal:
        return int(refusal.headers["Retry-After"])
    return 0


async def test_the_fifth_failure_locks_and_each_further_one_for_twice_as_long(
    attempts: Attempts, clock: FixedClock
) -> None:
    await fail(attempts, 4, ANN)
    assert await wait_seconds(attempts, ANN) == 0

    waits = []
    for _ in range(7):
        await fail(attempts, 1, ANN)
        waits.append(await wait_seconds(attempts, ANN))
        clock.at += timedelta(seconds=waits[-1])

    assert waits == [60, 120, 240, 480, 900, 900, 900]


async def test_old_failures_do_not_count(attempts: Attempts, clock: FixedClock) -> None:
    await fail(attempts, 4, ANN)
    clock.at += timedelta(minutes=15)

    await fail(attempts, 4, ANN)

    assert await wait_seconds(attempts, ANN) == 0


async def test_after_a_quiet_period_the_backoff_resets(attempts: Attempts, clock: FixedClock) -> None:
    await fail(attempts, 7, ANN)
    clock.at += timedelta(minutes=30)

    await fail(attempts, 4, ANN)
    assert await wait_seconds(attempts, ANN) == 0
    await fail(attempts, 1, ANN)

    assert await wait_seconds(attempts, ANN) == 60


async def test_a_success_clears_the_failures_of_the_login_but_not_of_the_ip_address(
    attempts: Attempts,
) -> None:
    here = by_ip("test", "203.0.113.7")
    await fail(attempts, 20, ANN, here)

    await attempts.clear(ANN)

    assert await wait_seconds(attempts, ANN) == 0
    assert await wait_seconds(attempts, ANN, here) == 60


async def test_scopes_and_logins_are_counted_separately(attempts: Attempts) -> None:
    await fail(attempts, 5, ANN)

    others = by_login("other", "ann", "203.0.113.7"), by_login("test", "bo", "203.0.113.7")
    assert await wait_seconds(attempts, *others) == 0


async def test_failures_of_one_network_do_not_lock_another(attempts: Attempts) -> None:
    await fail(attempts, 5, ANN, by_ip("test", "203.0.113.7"), by_login_anywhere("test", "ann"))

    assert await wait_seconds(attempts, by_login("test", "ann", "203.0.113.200")) == 60
    assert await wait_seconds(attempts, by_login("test", "ann", "198.51.100.7")) == 0
    assert await wait_seconds(attempts, by_login_anywhere("test", "ann")) == 0


async def test_distributed_guessing_locks_a_login_but_not_a_known_device(
    attempts: Attempts,
) -> None:
    await fail(attempts, 99, by_login_anywhere("test", "ann"))
    assert await wait_seconds(attempts, by_login_anywhere("test", "ann")) == 0

    await fail(attempts, 1, by_login_anywhere("test", "ann"))

    assert await wait_seconds(attempts, by_login_anywhere("test", "ann")) == 60
    assert await wait_seconds(attempts, by_holder("test", "device:1")) == 0


async def test_a_login_can_be_cleared_everywhere_and_no_other_with_it(attempts: Attempts) -> None:
    elsewhere, bo = by_login("test", "ann", "2001:db8::1"), by_login("test", "bo", "203.0.113.7")
    await fail(attempts, 100, ANN, elsewhere, bo, by_login_anywhere("test", "ann"))

    await attempts.clear_login("test", "ann")

    assert await wait_seconds(attempts, ANN, elsewhere, by_login_anywhere("test", "ann")) == 0
    assert await wait_seconds(attempts, bo) == 900


def test_a_subscriber_of_ipv6_is_one_address() -> None:
    assert by_ip("test", "2001:db8::1") == by_ip("test", "2001:db8::ffff:2")
    assert by_ip("test", "2001:db8::1") != by_ip("test", "2001:db8:0:1::1")
    assert by_ip("test", "203.0.113.7") != by_ip("test", "203.0.113.8")
    assert by_ip("test", "::ffff:203.0.113.7") == by_ip("test", "203.0.113.7")
    assert by_ip("test", "unknown").name == "test:ip:unknown"


def test_a_login_is_counted_by_subnet_and_stored_hashed() -> None:
    assert by_login("test", "ann", "203.0.113.7") == by_login("test", "ann", "203.0.113.250")
    assert by_login("test", "ann", "203.0.113.7") != by_login("test", "ann", "203.0.112.7")
    assert by_login("test", "ann", "2001:db8::1") == by_login("test", "ann", "2001:db8::ffff:2")
    assert by_login("test", "ann", "::ffff:203.0.113.7") == by_login("test", "ann", "203.0.113.9")
    long = by_login("site:" + "0" * 36, "a" * 254, "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff").name
    assert "aaaa" not in long
    assert len(long) <= 300


async def test_stale_counts_are_purged(services: ApiServices, attempts: Attempts, clock: FixedClock) -> None:
    await fail(attempts, 5, ANN)
    clock.at += timedelta(days=1, minutes=2)
    await fail(attempts, 1, by_login("test", "bo", "203.0.113.7"))

    await purge_stale(services.sessions, now=clock.now())

    async with services.sessions() as session:
        assert await session.scalar(select(func.count()).select_from(AttemptCount)) == 1
