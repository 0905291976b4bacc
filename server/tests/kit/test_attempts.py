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
    by_ip,
    by_login,
    purge_stale,
)
from clearwater.kit.clock import FixedClock

ANN = by_login("test", "ann")


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


async def test_failures_long_ago_do_not_count(attempts: Attempts, clock: FixedClock) -> None:
    await fail(attempts, 4, ANN)
    clock.at += timedelta(minutes=15)

    await fail(attempts, 4, ANN)

    assert await wait_seconds(attempts, ANN) == 0


async def test_after_a_quiet_while_the_waits_begin_anew(attempts: Attempts, clock: FixedClock) -> None:
    await fail(attempts, 7, ANN)
    clock.at += timedelta(minutes=30)

    await fail(attempts, 4, ANN)
    assert await wait_seconds(attempts, ANN) == 0
    await fail(attempts, 1, ANN)

    assert await wait_seconds(attempts, ANN) == 60


async def test_a_success_clears_the_login_and_not_the_address(attempts: Attempts) -> None:
    here = by_ip("test", "203.0.113.7")
    await fail(attempts, 20, ANN, here)

    await attempts.clear(ANN)

    assert await wait_seconds(attempts, ANN) == 0
    assert await wait_seconds(attempts, ANN, here) == 60


async def test_scopes_and_logins_are_counted_apart(attempts: Attempts) -> None:
    await fail(attempts, 5, ANN)

    assert await wait_seconds(attempts, by_login("other", "ann"), by_login("test", "bo")) == 0


def test_a_subscriber_of_ipv6_is_one_address() -> None:
    assert by_ip("test", "2001:db8::1") == by_ip("test", "2001:db8::ffff:2")
    assert by_ip("test", "2001:db8::1") != by_ip("test", "2001:db8:0:1::1")
    assert by_ip("test", "203.0.113.7") != by_ip("test", "203.0.113.8")
    assert by_ip("test", "unknown").name == "test:ip:unknown"


async def test_what_no_longer_decides_is_forgotten(
    services: ApiServices, attempts: Attempts, clock: FixedClock
) -> None:
    await fail(attempts, 5, ANN)
    clock.at += timedelta(days=1, minutes=2)
    await fail(attempts, 1, by_login("test", "bo"))

    async with services.sessions() as session:
        await purge_stale(session, clock.now())
        assert await session.scalar(select(func.count()).select_from(AttemptCount)) == 1
