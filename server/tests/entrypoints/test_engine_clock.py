"""An engine whose machine has a wrong clock does not start: its time would be the exchange's."""

from datetime import timedelta

import asyncpg
import pytest

from clearwater.engine.follower import Follower
from clearwater.entrypoints.engine_clock import find_fault, require_clock
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, SystemClock
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from tests.trading import followed_engine

NOW_MS = 1_800_000_000_000
MINUTE_MS, DAY_MS = 60_000, 86_400_000


@pytest.mark.parametrize(
    ("database_ms", "journal_ms", "fault"),
    [
        (0, None, None),
        (5 * MINUTE_MS, -30 * DAY_MS, None),
        (-5 * MINUTE_MS, 5 * MINUTE_MS, None),
        (-6 * MINUTE_MS, 0, "6 minutes ahead of the database's"),
        (2 * DAY_MS, 0, "2 days behind the database's"),
        (0, 6 * MINUTE_MS, "6 minutes behind the last entry of the journal"),
        (0, -31 * DAY_MS, "31 days ahead of the last entry of the journal"),
    ],
)
def test_the_clock_is_compared_with_the_database_and_the_journal(
    database_ms: int, journal_ms: int | None, fault: str | None
) -> None:
    found = find_fault(NOW_MS, NOW_MS + database_ms, None if journal_ms is None else NOW_MS + journal_ms)

    assert found == (None if fault is None else f"The clock of this machine is {fault}.")


async def test_a_wrong_clock_ends_the_start_unless_it_is_accepted(
    settings: Settings, database_url: str
) -> None:
    ahead = FixedClock(SystemClock().now() + timedelta(days=365))

    await require_clock(settings, database_url, SystemClock())
    with pytest.raises(StartupError, match=r"days ahead of the database's\. Correct the clock"):
        await require_clock(settings, database_url, ahead)
    await require_clock(settings.model_copy(update={"accept_clock": True}), database_url, ahead)


async def test_a_market_that_was_closed_for_long_asks(
    settings: Settings, database_url: str, engine: Follower, connection: asyncpg.Connection
) -> None:
    await connection.execute("ALTER TABLE journal DISABLE TRIGGER ALL")
    assert await connection.fetchval("SELECT count(*) FROM journal")
    await connection.execute("UPDATE journal SET at_ms = at_ms - $1", 400 * DAY_MS)

    with pytest.raises(StartupError, match="ahead of the last entry of the journal"):
        await require_clock(settings, database_url, SystemClock())


async def test_a_demo_starts_with_any_clock(services: ApiServices, database_url: str) -> None:
    async with followed_engine(services, database_url, opens_as="demo"):
        ahead = FixedClock(SystemClock().now() + timedelta(days=365))

        await require_clock(services.settings, database_url, ahead)
