"""Bots on the real engine. Time passes when the test says so."""

from collections import Counter
from datetime import timedelta

import asyncpg

from clearwater.core.commands import (
    Adjust,
    CancelAll,
    ChangePair,
    Command,
    Convert,
    OpenLedger,
    PlaceOrder,
)
from clearwater.core.convert import ConversionForecast
from clearwater.core.desk import Outcome
from clearwater.core.events import Event, Filled, Refused, TransferChanged
from clearwater.core.exchange import Exchange
from clearwater.core.execution import Forecast
from clearwater.core.invariants import find_faults
from clearwater.core.seeded_random import SeededRandom
from clearwater.core.views import View
from clearwater.domains.demo.bots import Bots
from clearwater.domains.demo.coins import PAIR_BY_SYMBOL, PAIRS
from clearwater.domains.demo.funding import TAKERS, maker_of
from clearwater.domains.demo.quoting import FAR_LEVELS, MAX_ORDERS_PER_SIDE, NEAR_LEVELS
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.kit.clock import FixedClock
from tests.conftest import NOON
from tests.domains.demo.builders import StartBots, Watched, open_pairs

LEVELS = NEAR_LEVELS + FAR_LEVELS


async def trade(bots: Bots, clock: FixedClock, caller_limits: int, *, seconds: float = 1) -> int:
    """So many turns, at intervals; how many commands they took."""
    commands = 0
    for _ in range(caller_limits):
        clock.at += timedelta(seconds=seconds)
        await bots.refresh()
        commands += await bots.trade_once()
    return commands


async def test_thousands_of_orders_leave_a_balanced_ledger(
    start_bots: StartBots,
    engine: Follower,
    clock: FixedClock,
    connection: asyncpg.Connection,
    database_url: str,
) -> None:
    bots = await start_bots("BTC-USDT", "SHIB-USDT", "ETH-USDT", "ETH-BTC")

    await trade(bots, clock, 350, seconds=6)

    report = await audit_ledger(database_url)
    assert report.differences == []
    assert report.commands > 2_500
    rows = await connection.fetch("SELECT pair, count(*) FROM fills GROUP BY pair")
    fills: dict[str, int] = {row[0]: row[1] for row in rows}
    assert fills.keys() == {"BTC-USDT", "SHIB-USDT", "ETH-USDT", "ETH-BTC"}
    assert fills["BTC-USDT"] > fills["ETH-USDT"] > fills["SHIB-USDT"] > 5
    for pair in fills:
        book = engine.view.pairs[pair]
        for side in (book.bids, book.asks):
            assert LEVELS - 4 <= len(side.levels) <= MAX_ORDERS_PER_SIDE
        assert book.bids.best(1)[0][0] < book.asks.best(1)[0][0]
    # Not one client of the site has anything to do with it.
    owners = {row[0] for row in await connection.fetch("SELECT DISTINCT client FROM orders")}
    assert owners <= {*TAKERS, *(maker_of(PAIR_BY_SYMBOL[pair]) for pair in fills)}
    reasons = {row[0] for row in await connection.fetch("SELECT DISTINCT reason FROM orders")}
    assert reasons <= {"", "client", "market_guard", "no_liquidity"}


class MemoryDesk:
    """The rules without a database: what is applied is published at once."""

    def __init__(self) -> None:
        self.exchange = Exchange()
        self.view = View()
        self.view.take(self.exchange.apply(OpenLedger(1, "demo")))
        self.events: list[Event] = []

    async def submit(self, command: Command) -> Outcome:
        events = self.exchange.apply(command)
        self.view.take(event for event in events if not isinstance(event, Refused | TransferChanged))
        self.events += events
        return Outcome(1, events, self.exchange.refusal)

    async def catch_up(self) -> None:
        """Its view is always up to date."""

    async def preview(self, terms: PlaceOrder) -> Forecast:
        return self.exchange.preview(terms)

    async def preview_conversion(self, terms: Convert) -> ConversionForecast:
        return self.exchange.preview_conversion(terms)


async def a_day_in_memory(seed: int) -> MemoryDesk:
    desk, clock = MemoryDesk(), FixedClock(NOON)
    ready = await open_pairs(desk)
    await trade(Bots(desk, clock, Watched(), SeededRandom(seed), ready, rate=20), clock, 120)
    return desk


async def test_the_same_seed_and_times_give_the_same_day() -> None:
    first, again, other = [await a_day_in_memory(seed) for seed in (1, 1, 2)]

    assert first.events == again.events
    assert first.events != other.events
    assert list(find_faults(first.exchange.state)) == []
    assert {event.pair for event in first.events if isinstance(event, Filled)} == {
        pair.symbol for pair in PAIRS
    }
    refusals = Counter(event.code for event in first.events if isinstance(event, Refused))
    assert sum(refusals.values()) < 10, refusals


async def test_an_empty_book_is_filled_on_both_sides_by_one_refresh(
    start_bots: StartBots, engine: Follower
) -> None:
    bots = await start_bots("SOL-USDT")

    await bots.refresh()

    book = engine.view.pairs["SOL-USDT"]
    assert (len(book.bids.levels), len(book.asks.levels)) == (LEVELS, LEVELS)
    price = PAIR_BY_SYMBOL["SOL-USDT"].reference_price
    assert book.bids.best(1)[0][0] <= price < book.asks.best(1)[0][0]


async def test_after_a_restart_bots_continue_with_their_open_orders(
    start_bots: StartBots, engine: Follower, clock: FixedClock, database_url: str
) -> None:
    await trade(await start_bots("BTC-USDT"), clock, 20)
    before = {order.order_id for order in engine.view.open_orders("demo:maker:BTC-USDT")}

    again = await start_bots("BTC-USDT")
    await again.refresh()

    after = {order.order_id for order in engine.view.open_orders("demo:maker:BTC-USDT")}
    assert len(before & after) >= len(before) - 6
    assert len(after) <= 2 * MAX_ORDERS_PER_SIDE
    await trade(again, clock, 20)
    assert (await audit_ledger(database_url)).differences == []


async def test_a_halted_pair_is_left_alone_until_it_trades_again(
    start_bots: StartBots, engine: Follower, clock: FixedClock
) -> None:
    bots = await start_bots("BTC-USDT", "ETH-USDT")
    await trade(bots, clock, 5)
    await engine.submit(ChangePair(1, "BTC-USDT", state="halted"))
    seq = engine.view.pairs["BTC-USDT"].seq

    await trade(bots, clock, 10)

    assert engine.view.pairs["BTC-USDT"].seq == seq
    await engine.submit(ChangePair(1, "BTC-USDT", state="trading"))
    await trade(bots, clock, 4)
    assert engine.view.pairs["BTC-USDT"].seq > seq


async def test_bot_balances_are_topped_up_and_skimmed(
    start_bots: StartBots, engine: Follower, clock: FixedClock
) -> None:
    bots = await start_bots("BTC-USDT")
    await bots.refresh()
    view, taker = engine.view, TAKERS[0]
    usual = view.balance(taker, "BTC", "available")
    await engine.submit(Adjust(1, "spent", taker, "BTC", -usual))
    await engine.submit(Adjust(1, "won", TAKERS[1], "BTC", 2 * usual))

    clock.at += timedelta(seconds=59)
    await bots.refresh()
    assert view.balance(taker, "BTC", "available") == 0
    clock.at += timedelta(seconds=1)
    await bots.refresh()

    assert [view.balance(owner, "BTC", "available") for owner in TAKERS] == [usual] * 3


async def test_a_large_price_move_replaces_the_whole_ladder(
    start_bots: StartBots, engine: Follower, clock: FixedClock
) -> None:
    bots = await start_bots("BTC-USDT")
    await trade(bots, clock, 3)
    await engine.submit(CancelAll(1, client="demo:maker:BTC-USDT", pair="BTC-USDT"))
    await engine.submit(ChangePair(1, "BTC-USDT", reference_price=12_000_000))

    await trade(bots, clock, 1)

    # Not nearer to where it was than the band of the market allows.
    best_bid = engine.view.pairs["BTC-USDT"].bids.best(1)[0][0]
    assert 11_000_000 < best_bid <= 11_040_000


async def test_takers_go_both_ways_in_many_sizes(
    start_bots: StartBots, clock: FixedClock, connection: asyncpg.Connection
) -> None:
    bots = await start_bots("BTC-USDT")

    await trade(bots, clock, 100, seconds=0.3)

    rows = await connection.fetch("SELECT side, quantity FROM orders WHERE type = 'market'")
    sides = Counter(row["side"] for row in rows)
    assert len(rows) == 100
    assert min(sides.values()) > 20
    assert len({row["quantity"] for row in rows}) > 80
