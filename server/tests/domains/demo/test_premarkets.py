"""A demo has a pre-market in each state, and bots trade in the open one."""

from datetime import timedelta

import asyncpg
import pytest

from clearwater.core.commands import Tick
from clearwater.core.seeded_random import SeededRandom
from clearwater.domains.demo.coins import PREMARKET_COINS
from clearwater.domains.demo.premarkets import (
    FIRST_TRADES,
    MAX_LEVELS,
    STAGES,
    PreMarketBots,
    are_premarkets_ready,
)
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from tests.domains.demo.builders import Watched, open_pairs
from tests.trading import submit

ENDINGS = "SELECT status, count(*) FROM premarket_contracts WHERE symbol = $1 GROUP BY status"


@pytest.fixture
async def bots(services: ApiServices, engine: Follower) -> PreMarketBots:
    await open_pairs(engine, "BTC-USDT")
    return PreMarketBots(engine, services.sessions, services.clock, Watched(), SeededRandom(7))


async def endings(connection: asyncpg.Connection, symbol: str) -> dict[str, int]:
    return {row["status"]: row["count"] for row in await connection.fetch(ENDINGS, symbol)}


async def bring_about_all(bots: PreMarketBots, engine: Follower, clock: FixedClock) -> None:
    """Announced, then open and traded, then on their way to what they are to be."""
    for _ in range(2):
        for coin in PREMARKET_COINS:
            await bots.bring_about(coin)
        clock.at += timedelta(seconds=2)
        await end_what_is_due(engine, clock)


async def end_what_is_due(engine: Follower, clock: FixedClock) -> None:
    """One tick ends a few orders or contracts alone (PRM-12), whatever their pre-market."""
    for _ in range(len(PREMARKET_COINS) * FIRST_TRADES):
        await submit(engine, Tick(milliseconds(clock.now())))


async def test_there_is_a_premarket_in_each_state(
    *,
    bots: PreMarketBots,
    engine: Follower,
    clock: FixedClock,
    connection: asyncpg.Connection,
    database_url: str,
) -> None:
    assert not are_premarkets_ready(engine.view)
    await bring_about_all(bots, engine, clock)
    await bring_about_all(bots, engine, clock)

    assert are_premarkets_ready(engine.view)
    assert {symbol: shown.terms.status for symbol, shown in engine.view.premarkets.items()} == STAGES
    half = FIRST_TRADES // 2
    assert await endings(connection, "KEEL") == {"settled": half, "defaulted": half}
    assert await endings(connection, "MAST") == {"voided": FIRST_TRADES}
    assert (await audit_ledger(database_url)).differences == []


async def test_the_engines_clock_may_be_a_moment_ahead(
    bots: PreMarketBots, engine: Follower, clock: FixedClock
) -> None:
    bots.clock = behind = FixedClock(clock.at)
    for _ in range(3):
        clock.at += timedelta(milliseconds=300)
        await bring_about_all(bots, engine, clock)
        behind.at = clock.at

    assert {symbol: shown.terms.status for symbol, shown in engine.view.premarkets.items()} == STAGES


async def test_bots_trade_in_the_open_premarket(
    bots: PreMarketBots, engine: Follower, clock: FixedClock
) -> None:
    await bring_about_all(bots, engine, clock)

    for _ in range(60):
        await bots.trade_once()

    shown = engine.view.premarkets["BUOY"]
    assert shown.terms.last_price
    assert 0 < len(shown.bids.levels) <= MAX_LEVELS
    assert 0 < len(shown.asks.levels) <= MAX_LEVELS
    assert not engine.view.premarkets["FJORD"].bids.levels


async def test_the_open_one_stays_open_and_the_coming_one_is_postponed(
    bots: PreMarketBots, engine: Follower, clock: FixedClock
) -> None:
    await bring_about_all(bots, engine, clock)
    for days in (2, 2, 9, 9):
        clock.at += timedelta(days=days, hours=6)
        await bring_about_all(bots, engine, clock)

    statuses = {symbol: shown.terms.status for symbol, shown in engine.view.premarkets.items()}
    assert (statuses["BUOY"], statuses["HLYD"]) == ("open", "delivering")


async def test_bots_that_are_cut_off_go_on_where_they_were(
    bots: PreMarketBots, engine: Follower, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = 0
    handed_in = engine.submit

    async def cut_off(command: object) -> object:
        nonlocal seen
        seen += 1
        if seen % 7 == 0:
            raise OSError
        return await handed_in(command)  # type: ignore[arg-type]

    monkeypatch.setattr(engine, "submit", cut_off)
    for _ in range(60):
        for coin in PREMARKET_COINS:
            try:
                await bots.bring_about(coin)
            except OSError:
                continue
        clock.at += timedelta(seconds=2)

    monkeypatch.undo()
    await end_what_is_due(engine, clock)
    assert {symbol: shown.terms.status for symbol, shown in engine.view.premarkets.items()} == STAGES
