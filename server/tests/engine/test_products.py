"""What is due by time in pre-markets and earn ends once, though the engine dies in the middle of it."""

import asyncio

import asyncpg
import pytest

from clearwater.core.commands import Command, Deposit, Fund, ListCoin, Tick
from clearwater.core.earn import DAY_MS, HOUR_MS
from clearwater.core.earn_commands import CreateEarnProduct, Subscribe
from clearwater.core.earn_rules import MAX_POSITIONS
from clearwater.core.ledger import HOUSE
from clearwater.core.limits import Limits
from clearwater.core.premarket_commands import CreatePreMarket, ListPreMarket, PlacePreMarketOrder
from clearwater.engine.audit import audit_ledger
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable
from tests.conftest import NOON
from tests.engine.conftest import (
    LOSE_CONNECTION,
    RecordingListener,
    StartEngine,
    finish_due_work,
    until_somebody_waits,
)
from tests.trading import ViewedSequencer

# More than one command ends.
MANY = 2 * Limits().settlements + 5
PRICE, FEE = 100, 2


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOON)


async def submit_all(engine: ViewedSequencer, *commands: Command) -> None:
    for command in commands:
        assert (await engine.submit(command)).refusal is None, command


async def end_through_crashes(
    engine: ViewedSequencer, listener: RecordingListener, connection: asyncpg.Connection, at: int
) -> None:
    """Let the time come; the engine dies in the commit of the first endings, and again after some of them."""
    listener.started.clear()
    async with connection.transaction():
        await connection.execute("LOCK TABLE postings IN SHARE MODE")
        ticking = asyncio.ensure_future(engine.submit(Tick(at)))
        await until_somebody_waits(connection)
        await connection.execute(LOSE_CONNECTION)
    with pytest.raises(EngineUnavailable):
        await ticking
    await asyncio.wait_for(listener.started.wait(), 30)
    listener.started.clear()
    await submit_all(engine, Tick(at))
    await connection.execute(LOSE_CONNECTION)
    await asyncio.wait_for(listener.started.wait(), 30)
    await submit_all(engine, Tick(at))
    await finish_due_work(engine)


async def test_contracts_end_once_though_the_engine_dies_meanwhile(
    start_engine: StartEngine, connection: asyncpg.Connection, clock: FixedClock, database_url: str
) -> None:
    """PRM-9, PRM-10, PRM-12: half of them are delivered, the others default."""
    listener = RecordingListener()
    engine = await start_engine(listener)
    now = int(clock.now().timestamp() * 1000)
    delivered = MANY // 2
    await submit_all(
        engine,
        ListCoin(now, "USDT", 2, 10**12),
        ListCoin(now, "NOVA", 0, 10**9),
        Deposit(now, "ann", "ann", "USDT", "tron", MANY * 2 * PRICE),
        Deposit(now, "bob", "bob", "USDT", "tron", MANY * 2 * PRICE),
        Deposit(now, "nova", "bob", "NOVA", "tron", delivered),
        CreatePreMarket(now, "NOVA", "USDT", 2, 1, 1, 1, 10, 10**9, now, now + HOUR_MS, window_ms=HOUR_MS),
    )
    for _ in range(MANY):
        await submit_all(
            engine,
            PlacePreMarketOrder(now, "bob", "NOVA", "sell", PRICE, 1),
            PlacePreMarketOrder(now, "ann", "NOVA", "buy", PRICE, 1),
        )
    await submit_all(engine, ListPreMarket(now, "NOVA", now))

    clock.at = clock.at.fromtimestamp((now + HOUR_MS) / 1000, clock.at.tzinfo)
    await end_through_crashes(engine, listener, connection, now + HOUR_MS)

    ended = await connection.fetch("SELECT status, count(*) FROM premarket_contracts GROUP BY 1 ORDER BY 1")
    assert [tuple(row) for row in ended] == [("defaulted", MANY - delivered), ("settled", delivered)]
    balance, defaulted = engine.view.balance, MANY - delivered
    assert balance("ann", "NOVA", "available") == delivered
    assert balance(HOUSE, "USDT", "protection") == defaulted * PRICE // 10
    assert balance(HOUSE, "USDT", "fees") == delivered * 2 * FEE + defaulted * FEE
    paid = delivered * (PRICE + FEE) - defaulted * PRICE * 9 // 10
    assert balance("ann", "USDT", "available") == MANY * 2 * PRICE - paid
    assert balance("ann", "USDT", "premarket") == balance("bob", "USDT", "premarket") == 0
    assert (await audit_ledger(database_url)).differences == []


async def test_interest_is_paid_once_though_the_engine_dies_meanwhile(
    start_engine: StartEngine, connection: asyncpg.Connection, clock: FixedClock, database_url: str
) -> None:
    """ERN-5, ERN-8, ERN-9: the treasury has enough for all but one unit."""
    listener = RecordingListener()
    engine = await start_engine(listener)
    now = int(clock.now().timestamp() * 1000)
    midnight = now - now % DAY_MS + DAY_MS
    hours = (midnight - now) // HOUR_MS
    # 100 % of 8,760 units a year: a unit an hour.
    owed = MANY * hours
    await submit_all(
        engine,
        ListCoin(now, "USDT", 2, 10**12),
        Fund(now, "treasury", "USDT", "tron", owed - 1),
        Deposit(now, "ann", "ann", "USDT", "tron", MANY * 8_760),
        CreateEarnProduct(now, "flex", "USDT", "flexible", 1_000_000, 1, 10**9, 10**9),
        CreateEarnProduct(now, "more", "USDT", "flexible", 1_000_000, 1, 10**9, 10**9),
    )
    for number in range(MANY):
        product = "flex" if number < MAX_POSITIONS else "more"
        await submit_all(engine, Subscribe(now, "ann", product, 8_760))

    clock.at = clock.at.fromtimestamp(midnight / 1000, clock.at.tzinfo)
    await end_through_crashes(engine, listener, connection, midnight)

    assert engine.view.balance("ann", "USDT", "available") == owed - 1
    assert engine.view.balance(HOUSE, "USDT", "treasury") == 0
    assert await connection.fetchval("SELECT sum(owed) FROM earn_positions") == 1
    assert await connection.fetchval("SELECT count(*) FROM postings WHERE kind = 'earn_interest'") == MANY
    assert (await audit_ledger(database_url)).differences == []
