"""The board on real tables: nothing is counted twice or lost, whatever was cut off and when."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text

from clearwater.core.commands import ListPair, PlaceOrder, Side
from clearwater.domains.markets import board as board_module
from clearwater.domains.markets import queries, schemas
from clearwater.domains.markets.board import Board, Overtaken
from clearwater.domains.markets.candles import DAY_MS, HOUR_MS, INTERVALS, MINUTE_MS, Candle, Trade
from clearwater.domains.markets.tasks import purge_market_data
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.db import SessionFactory
from tests.domains.markets.conftest import MakeTrade
from tests.domains.markets.naive_candles import naive, values
from tests.polling import eventually
from tests.trading import AT, RULES, followed_engine, submit, units

PAIR = "BTC-USDT"


@pytest.fixture
def board(services: ApiServices) -> Board:
    """The board of the engine below. Nobody loads or stores it but the test itself."""
    return services.board


@pytest_asyncio.fixture
async def engine(services: ApiServices, database_url: str) -> AsyncIterator[Follower]:
    """In place of the one that serves with all that follows it."""
    async with followed_engine(services, database_url) as engine:
        yield engine


async def stored_candles(services: ApiServices) -> dict[str, list[tuple[int, ...]]]:
    found: dict[str, list[tuple[int, ...]]] = {}
    async with services.sessions() as session:
        for interval in INTERVALS:
            candles = await queries.list_candles(session, PAIR, interval, first_ms=0, last_ms=2**62)
            found[interval] = [values(candle) for candle in candles]
    return found


async def naive_candles(services: ApiServices) -> dict[str, list[tuple[int, ...]]]:
    """The candles of the fills, computed independently."""
    async with services.sessions() as session:
        fills = await queries.list_fills_after(session, PAIR, 0, limit=10_000)
    assert fills
    return {interval: naive(fills, interval) for interval in INTERVALS}


async def a_board(services: ApiServices, engine: Follower) -> Board:
    """Another board on the same tables, as after a start."""
    another = Board(services.sessions, services.clock, stores=True)
    another.on_reset(engine.view)
    await another.load()
    return another


async def some_trades(trade: MakeTrade, clock: FixedClock, *, steps: int = 4) -> None:
    for step in range(steps):
        await trade(f"{50_000 + step * 10}", side="buy" if step % 2 else "sell")
        clock.at += timedelta(seconds=40)


async def test_a_start_continues_from_the_stored_candles(
    services: ApiServices, board: Board, market: Follower, trade: MakeTrade, clock: FixedClock
) -> None:
    """MKD-6: what was stored, and what was not when the process ended."""
    await board.load()
    await some_trades(trade, clock)
    await board.store()
    await some_trades(trade, clock)

    after = await a_board(services, market)

    assert after.ticker(PAIR) == board.ticker(PAIR)
    assert after.tape(PAIR).trades == board.tape(PAIR).trades
    for interval in INTERVALS:
        assert values(after.tape(PAIR).running[interval]) == values(board.tape(PAIR).running[interval])
    await after.store()
    assert await stored_candles(services) == await naive_candles(services)


async def test_an_overtaken_board_stores_nothing_and_reloads(
    services: ApiServices, board: Board, market: Follower, trade: MakeTrade, clock: FixedClock
) -> None:
    """MKD-6: two processes never write over each other's candles."""
    await board.load()
    late = await a_board(services, market)
    await some_trades(trade, clock)
    await board.store()
    stored = await stored_candles(services)
    late.tape(PAIR).add(Trade(1, 1, 1, 1, "buy", AT))

    with pytest.raises(Overtaken):
        await late.store()

    assert await stored_candles(services) == stored
    late.discard()
    await late.load()
    assert late.ticker(PAIR) == board.ticker(PAIR)


async def test_unpublished_fills_are_loaded_after_a_reset(
    services: ApiServices, board: Board, market: Follower, trade: MakeTrade, clock: FixedClock
) -> None:
    """MKD-6: a commit whose outcome was unknown; the engine starts over, and so does the board."""
    await board.load()
    unaware = await a_board(services, market)
    await some_trades(trade, clock)
    assert unaware.ticker(PAIR)["last"] is None

    unaware.on_reset(market.view)
    await unaware.load()

    assert unaware.ticker(PAIR) == board.ticker(PAIR)
    assert unaware.ticker(PAIR)["last"] == "50030"


async def test_trades_committed_during_a_load_are_counted_once(
    services: ApiServices, board: Board, market: Follower, trade: MakeTrade, clock: FixedClock
) -> None:
    """MKD-3: trades that go on during a load are counted once."""
    await board.load()
    await some_trades(trade, clock, steps=2)
    await board.store()

    await asyncio.gather(board.load(), some_trades(trade, clock, steps=4), board.load())
    await board.load()
    await board.store()

    assert await stored_candles(services) == await naive_candles(services)


async def test_a_long_backlog_is_loaded_in_chunks(
    services: ApiServices,
    market: Follower,
    trade: MakeTrade,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """MKD-6: fills without any stored candle, added some at a time, each step stored with its cursor."""
    await some_trades(trade, clock, steps=7)
    monkeypatch.setattr(board_module, "FILL_CHUNK", 3)

    after = await a_board(services, market)

    async with services.sessions() as session:
        assert await queries.find_cursor(session, PAIR) == 6
    await after.store()
    assert await stored_candles(services) == await naive_candles(services)
    async with services.sessions() as session:
        assert await queries.find_cursor(session, PAIR) == 7


async def test_a_board_recovers_after_the_engine_lost_its_connection(
    services: ApiServices,
    owner_sessions: SessionFactory,
    market: Follower,
    trade: MakeTrade,
    clock: FixedClock,
) -> None:
    board = services.board
    await board.load()
    await some_trades(trade, clock)
    async with owner_sessions() as session:
        await session.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted")
        )
    await eventually(lambda: market.status is not None and market.status.rebuilds == 1)
    await asyncio.wait_for(market.wait_until_serving(), 20)
    await some_trades(trade, clock)
    await board.load()
    await board.store()

    assert await stored_candles(services) == await naive_candles(services)
    assert len(await naive_candles(services)) == len(INTERVALS)


async def test_a_pair_may_be_listed_with_historical_candles(
    services: ApiServices, board: Board, market: Follower, clock: FixedClock
) -> None:
    """MKD-8: candles that were stored before a pair was opened are its past."""
    now = int(clock.at.timestamp() * 1000)
    async with services.sessions() as session:
        past = [Candle(interval, start, 3_000) for interval, start in (("1m", now - MINUTE_MS), ("1h", now))]  # type: ignore[arg-type]
        for candle in past:
            candle.volume, candle.quote_volume, candle.trades = 5 * 10**8, 15 * 10**7, 3
        await queries.save_candles(session, [("ETH-USDT", candle) for candle in past])
        await session.commit()

    await submit(market, ListPair(AT, "ETH-USDT", "ETH", "USDT", 2, RULES, 3_000))
    await board.load()

    ticker = board.ticker("ETH-USDT")
    assert (ticker["last"], ticker["volume"], ticker["quote_volume"]) == ("30", "5", "15")


async def test_expired_market_data_is_purged(services: ApiServices, market: Follower) -> None:
    """MKD-9: candles of one second for six hours, looks at books for 45 days, all else for good."""
    now = datetime.fromisoformat("2026-11-15T12:00:00+00:00")
    now_ms = int(now.timestamp() * 1000)
    old, young = now_ms - 6 * HOUR_MS - 1_000, now_ms - 6 * HOUR_MS
    async with services.sessions() as session:
        kept = [Candle(interval, start, 7) for interval in INTERVALS for start in (old, young)]
        await queries.save_candles(session, [(PAIR, candle) for candle in kept])
        looks = [
            {"pair": PAIR, "start_ms": at, "spread": None, "bid_depth": 0, "ask_depth": 0}
            for at in (now_ms - 45 * DAY_MS - 1, now_ms - 45 * DAY_MS)
        ]
        await queries.add_samples(session, looks)
        await session.commit()

    await purge_market_data(services.sessions, now=now)

    stored = await stored_candles(services)
    assert [candle[0] for candle in stored.pop("1s")] == [young]
    assert all([candle[0] for candle in candles] == [old, young] for candles in stored.values())
    async with services.sessions() as session:
        left = await session.scalars(
            text("SELECT start_ms FROM market_samples WHERE start_ms < :now"), {"now": now_ms}
        )
        assert left.all() == [now_ms - 45 * DAY_MS]


async def test_sums_beyond_64_bits_are_stored(services: ApiServices, market: Follower) -> None:
    candle = Candle("1w", 0, 7)
    candle.volume = candle.quote_volume = candle.taker_buy_volume = 2**70
    async with services.sessions() as session:
        await queries.save_candles(session, [(PAIR, candle)])
        found = await queries.list_newest_candles(session, PAIR)
    assert [values(one) for one in found] == [values(candle)]


async def test_trading_data_of_the_own_trades_and_book(
    board: Board, client: httpx.AsyncClient, market: Follower, trade: MakeTrade, clock: FixedClock
) -> None:
    """MKD-10: what takers did, the spread and depth of the book, and how far prices moved."""
    await board.load()
    await trade("50000", "0.3", "buy")
    clock.at += timedelta(minutes=1)
    await trade("50500", "0.1", "sell")
    now = int(clock.at.timestamp() * 1000)
    book: list[tuple[Side, int, str]] = [
        ("buy", 4_999_500, "3"),
        ("sell", 5_000_500, "1"),
        ("sell", 5_100_000, "50"),
    ]
    for side, price, quantity in book:
        order = PlaceOrder(now, "maker", PAIR, side, "limit", quantity=units("BTC", quantity), price=price)
        await submit(market, order)
    await board.sample()
    await board.sample()
    clock.at += timedelta(minutes=5)

    answer = await client.get("/api/v1/markets/trading-data?symbol=BTC-USDT&period=5m")

    assert answer.headers["cache-control"] == "public, max-age=30"
    body = answer.json()
    schemas.TradingData.model_validate(body, strict=True)
    assert (body["symbol"], body["period"], len(body["items"])) == ("BTC-USDT", "5m", 30)
    first = {name: value for name, value in body["items"][-2].items() if name != "spread_bps"}
    assert first == {
        "start_ms": now - MINUTE_MS,
        "taker_buy_volume": "0.3",
        "taker_sell_volume": "0.1",
        "aggressor_ratio": "0.75",
        "depth_imbalance": "0.5",
        "volatility": "0.00995033",
    }
    quiet = body["items"][-1]
    assert (quiet["taker_buy_volume"], quiet["aggressor_ratio"], quiet["volatility"]) == ("0", None, "0")
    assert (quiet["spread_bps"], body["items"][0]["volatility"]) == (None, None)
    assert body["items"][-2]["spread_bps"] == "2"
