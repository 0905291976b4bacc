"""A clock that jumps ahead: orders do not end before their time, and time does not freeze."""

from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from clearwater.core.commands import CancelOrder, PlaceOrder, Tick
from clearwater.engine.audit import audit_ledger
from clearwater.engine.timekeeping import Timekeeper
from clearwater.kit.clock import FixedClock, SystemClock
from tests.engine.conftest import StartEngine, set_up

MINUTE = timedelta(minutes=1)
YEAR = timedelta(days=365)


def ms(clock: FixedClock) -> int:
    return int(clock.now().timestamp() * 1000)


def order_until(clock: FixedClock, expire_at: int) -> PlaceOrder:
    return PlaceOrder(
        ms(clock), "ann", "BTC-USDT", "buy", "limit", 100, 1_000, time_in_force="gtd", expire_at=expire_at
    )


async def last_ms(connection: asyncpg.Connection) -> int:
    found: int = await connection.fetchval("SELECT at_ms FROM journal ORDER BY seq DESC LIMIT 1")
    return found


async def test_a_clock_set_a_year_ahead_ends_no_order_and_freezes_nothing(
    start_engine: StartEngine, connection: asyncpg.Connection, clock: FixedClock, database_url: str
) -> None:
    engine = await start_engine()
    await set_up(engine)
    noon = ms(clock)
    await engine.submit(order_until(clock, noon + 3_600_000))

    clock.set_ahead(YEAR)
    clock.at += MINUTE
    outcome = await engine.submit(order_until(clock, ms(clock) + 3_600_000))

    assert outcome.refusal is None
    assert await last_ms(connection) == noon + 60_000
    assert len(engine.view.orders) == 2
    assert engine.clock_ahead_ms == YEAR.total_seconds() * 1000
    # Set right again: time has never stopped.
    clock.set_ahead(-YEAR)
    clock.at += MINUTE
    await engine.submit(CancelOrder(ms(clock), "ann", 1))
    assert await last_ms(connection) == noon + 120_000
    assert engine.clock_ahead_ms == 0
    assert (await audit_ledger(database_url)).differences == []


async def test_the_journal_time_follows_elapsed_time(
    start_engine: StartEngine, connection: asyncpg.Connection, clock: FixedClock
) -> None:
    engine = await start_engine()
    await set_up(engine)
    await engine.submit(order_until(clock, ms(clock) + 3_600_000))

    clock.at += YEAR
    await engine.submit(Tick(ms(clock)))

    assert await last_ms(connection) == ms(clock)
    assert engine.view.orders == {}


async def test_the_clock_is_trusted_at_startup(
    start_engine: StartEngine, connection: asyncpg.Connection, clock: FixedClock
) -> None:
    clock.set_ahead(YEAR)
    engine = await start_engine()
    await set_up(engine)

    await engine.submit(order_until(clock, ms(clock) + 1))

    assert await last_ms(connection) == ms(clock)
    assert engine.clock_ahead_ms == 0


@pytest.mark.parametrize(("step", "followed"), [(5 * MINUTE, True), (5 * MINUTE + MINUTE / 60, False)])
def test_small_steps_are_followed(step: timedelta, followed: bool) -> None:
    clock = FixedClock(datetime(2026, 11, 16, 12, tzinfo=UTC))
    time, noon = Timekeeper(clock), ms(clock)

    clock.set_ahead(step)

    at = ms(clock) if followed else noon
    assert time.now_ms == at
    assert time.stamp(Tick(ms(clock)), noon - 1) == Tick(at)
    assert time.ahead_ms == (0 if followed else ms(clock) - noon)


def test_time_is_monotonic_whatever_the_clock_shows() -> None:
    clock = FixedClock(datetime(2026, 11, 16, 12, tzinfo=UTC))
    time, noon = Timekeeper(clock), ms(clock)

    assert time.stamp(Tick(noon), noon + 10_000_000) == Tick(noon + 10_000_000)
    assert time.stamp(Tick(noon + 20_000_000), noon + 10_000_000) == Tick(noon + 10_000_000)


@pytest.mark.parametrize("minutes", [-4, 4])
def test_the_clock_of_one_api_is_not_the_exchanges(minutes: int) -> None:
    """Nobody's order ends early, nor does time stand still, because one machine's clock is wrong."""
    clock = FixedClock(datetime(2026, 11, 16, 12, tzinfo=UTC))
    time, noon = Timekeeper(clock), ms(clock)

    assert time.stamp(Tick(noon + minutes * 60_000), noon - 1) == Tick(noon)


def test_elapsed_time_is_monotonic() -> None:
    clock = SystemClock()
    first = clock.elapsed()

    assert clock.elapsed() >= first
