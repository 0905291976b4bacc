"""EXC-8 in the engine: what a command leaves is gone on with at once, and survives a restart."""

import asyncio
from collections.abc import Sequence

import asyncpg

from clearwater.core.commands import Command, Deposit, ListCoin, ListPair, PairRules, PlaceOrder, Side, Tick
from clearwater.core.desk import Entry
from clearwater.core.exchange import Exchange
from clearwater.core.limits import Limits
from clearwater.core.views import View
from clearwater.engine.audit import audit_ledger
from clearwater.engine.recovery import load_exchange
from clearwater.kit.clock import FixedClock
from tests.engine.conftest import StartEngine
from tests.trading import ViewedSequencer, running_engine

PAIR = "BTC-USDT"
SET_UP: tuple[Command, ...] = (
    ListCoin(1, "BTC", 4, 10**12),
    ListCoin(1, "USDT", 2, 10**12),
    ListPair(1, PAIR, "BTC", "USDT", 2, PairRules(100, 100, 100, 10**9, 0, max_open_orders=1_000), 10_000),
    *(
        Deposit(1, f"{client}-{coin}", client, coin, "x", 10**9)
        for client in ("ann", "bob", "cy")
        for coin in ("BTC", "USDT")
    ),
)


class Watch:
    """Waits until what is durable is as wanted."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.most_events = 0

    def on_reset(self, exchange: Exchange) -> None:
        self.changed.set()

    def on_commit(self, entries: Sequence[Entry]) -> None:
        self.most_events = max(self.most_events, *(len(entry.events) for entry in entries), 0)
        self.changed.set()

    def stopped(self) -> None:
        self.changed.set()

    async def until_no_order_is_open(self, engine: ViewedSequencer) -> None:
        async with asyncio.timeout(60):
            while engine.view.orders:
                self.changed.clear()
                await self.changed.wait()


async def submit_all(engine: ViewedSequencer, commands: Sequence[Command]) -> None:
    for outcome in await asyncio.gather(*map(engine.submit, commands)):
        assert outcome.refusal is None


def a_limit(client: str, side: Side, price: int, quantity: int = 100, **others: int) -> PlaceOrder:
    in_force = "gtd" if "expire_at" in others else "gtc"
    return PlaceOrder(2, client, PAIR, side, "limit", quantity, price, time_in_force=in_force, **others)  # type: ignore[arg-type]


async def test_all_expired_orders_end_without_further_commands(
    start_engine: StartEngine, database_url: str
) -> None:
    watch = Watch()
    engine = await start_engine(watch)
    await submit_all(engine, SET_UP)
    await submit_all(engine, [a_limit("ann", "sell", 11_000, expire_at=10) for _ in range(450)])
    watch.most_events = 0
    await engine.submit(Tick(10))
    await watch.until_no_order_is_open(engine)
    # A release and an update for each, and the level.
    assert watch.most_events <= 2 * Limits().steps + 1
    assert (await audit_ledger(database_url)).differences == []


async def test_all_stops_trigger_without_further_commands(
    start_engine: StartEngine, database_url: str
) -> None:
    watch = Watch()
    engine = await start_engine(watch)
    await submit_all(engine, SET_UP)
    await submit_all(
        engine,
        [PlaceOrder(2, "ann", PAIR, "sell", "stop_market", 100, stop_price=9_500) for _ in range(300)],
    )
    await submit_all(engine, [a_limit("bob", "buy", 9_500, 30_100), a_limit("cy", "sell", 9_500)])
    await watch.until_no_order_is_open(engine)
    assert engine.view.balance("ann", "BTC", "available") == 10**9 - 30_000
    assert (await audit_ledger(database_url)).differences == []


async def test_due_work_and_trailing_marks_survive_a_restart(
    database_url: str, clock: FixedClock, connection: asyncpg.Connection
) -> None:
    trailing: tuple[tuple[Side, int], ...] = (("sell", 900), ("buy", 1_500), ("sell", 50))
    commands = [
        *SET_UP,
        *(PlaceOrder(2, "ann", PAIR, side, "trailing_stop", 100, trailing_bps=bps) for side, bps in trailing),
        a_limit("bob", "sell", 10_100, 300),
        a_limit("cy", "buy", 10_100, 100),
        *(PlaceOrder(2, "ann", PAIR, "sell", "stop_market", 100, stop_price=9_800) for _ in range(150)),
        a_limit("bob", "buy", 9_700, 100_000),
        # Triggers all the stops; more of them than one command does.
        a_limit("cy", "sell", 9_700, 100),
    ]
    expected = Exchange()
    for command in commands:
        expected.apply(command)
    left = expected.has_due_work
    assert left
    async with running_engine(ViewedSequencer(database_url, clock)) as engine:
        answers = [asyncio.ensure_future(engine.submit(command)) for command in commands]
        await asyncio.gather(*answers)
    restored, _ = await load_exchange(connection)
    view = View.of(restored)
    while left and restored.export() != expected.export():
        left = expected.has_due_work
        expected.apply(Tick(expected.state.now))
    assert restored.export() == expected.export()
    assert restored.export().trailing_marks
    assert {order.order_id: view.stop_price(order) for order in view.orders.values()} == {
        order.order_id: View.of(expected).stop_price(order) for order in view.orders.values()
    }
    assert (await audit_ledger(database_url)).differences == []
