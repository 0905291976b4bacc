"""How fast the core is, beside `lightmatchingengine`, the fastest matcher on PyPI that tells its fills.

The same commands go through that package, through our bare book, and through `Exchange.apply` with checks,
holds, ledger and fees. All three must trade the same quantity. CPU time, in interleaved rounds; the median of
the rounds' ratios decides, so that it holds on any machine.
"""

import gc
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from lightmatchingengine.lightmatchingengine import LightMatchingEngine

from clearwater.core.book import Book, BookOrder
from clearwater.core.commands import CancelOrder, Deposit, ListCoin, ListPair, PairRules, PlaceOrder
from clearwater.core.events import Filled
from clearwater.core.exchange import Exchange
from clearwater.core.matching import match
from clearwater.core.seeded_random import SeededRandom

COMMANDS = 100_000
ROUNDS = 5
CLIENTS = 500
PAIR = "BTC-USDT"
MIN_BARE_RATIO = 3.0
MIN_APPLY_RATIO = 0.6


class Act(NamedTuple):
    """A limit order, one that never waits (IOC), or a cancel of the order that `order_id` names."""

    is_cancel: bool
    order_id: int
    client: str
    is_buy: bool
    price: int
    quantity: int
    waits: bool


def acts() -> list[Act]:
    """58 % limit orders, 12 % IOC, 30 % cancels, around a price that wanders."""
    rng, middle, placed, stream = SeededRandom(4), 20_000, 0, list[Act]()
    for _ in range(COMMANDS):
        roll = rng.below(100)
        if roll < 30 and placed:
            order_id = placed - min(rng.below(placed), rng.below(4_000))
            stream.append(Act(True, order_id, f"client-{order_id % CLIENTS}", False, 0, 0, False))
            continue
        placed += 1
        middle += rng.below(3) - 1
        is_buy, waits = bool(rng.below(2)), roll < 88
        away = min(rng.below(100), rng.below(100), rng.below(100)) - (0 if waits else 25)
        price = middle - away if is_buy else middle + away
        client = f"client-{placed % CLIENTS}"
        stream.append(Act(False, placed, client, is_buy, price, 1 + rng.below(100), waits))
    return stream


def run_peer(stream: list[Act]) -> tuple[float, int]:
    engine, traded = LightMatchingEngine(), 0
    started = time.process_time()
    for act in stream:
        if act.is_cancel:
            try:
                engine.cancel_order(act.order_id, PAIR)
            except AssertionError:  # what it does when the order is filled
                continue
        else:
            order, _ = engine.add_order(PAIR, act.price, act.quantity, 1 if act.is_buy else 2)
            traded += order.cum_qty
            if not act.waits and order.leaves_qty:
                engine.cancel_order(order.order_id, PAIR)
    return time.process_time() - started, traded


def run_bare(stream: list[Act]) -> tuple[float, int]:
    book, orders, traded = Book(), dict[int, BookOrder](), 0
    started = time.process_time()
    for act in stream:
        if act.is_cancel:
            found = orders.pop(act.order_id, None)
            if found is not None and found.level is not None:
                book.remove(found)
        else:
            order = BookOrder(act.order_id, act.client, act.is_buy, act.price, act.quantity)
            for _, quantity in match(book, order, act.price, "none"):
                traded += quantity
            if order.remaining and act.waits:
                book.add(order)
                orders[act.order_id] = order
    return time.process_time() - started, traded


def commands(stream: list[Act]) -> list[PlaceOrder | CancelOrder]:
    return [
        CancelOrder(number, act.client, act.order_id)
        if act.is_cancel
        else PlaceOrder(
            number,
            act.client,
            PAIR,
            "buy" if act.is_buy else "sell",
            "limit",
            act.quantity * 100,
            act.price * 10,
            maker_ppm=1_000,
            taker_ppm=2_000,
            time_in_force="gtc" if act.waits else "ioc",
            prevention="none",
        )
        for number, act in enumerate(stream, 10)
    ]


def an_exchange() -> Exchange:
    exchange = Exchange()
    rules = PairRules(10, 100, 100, 10**12, 0, max_open_orders=1_000_000)
    exchange.apply(ListCoin(1, "BTC", 5, 10**18))
    exchange.apply(ListCoin(1, "USDT", 6, 10**18))
    exchange.apply(ListPair(1, PAIR, "BTC", "USDT", 4, rules, 200_000))
    for number in range(CLIENTS):
        for coin in ("BTC", "USDT"):
            exchange.apply(Deposit(2, f"{coin}-{number}", f"client-{number}", coin, "bench", 10**15))
    return exchange


def run_apply(stream: list[PlaceOrder | CancelOrder]) -> float:
    apply = an_exchange().apply
    started = time.process_time()
    for command in stream:
        apply(command)
    return time.process_time() - started


def traded_by_apply(stream: list[PlaceOrder | CancelOrder]) -> int:
    """The quantity traded, counted in a run of its own: counting is not what is measured."""
    apply = an_exchange().apply
    fills = (event for command in stream for event in apply(command) if isinstance(event, Filled))
    return sum(fill.quantity for fill in fills) // 100


def main() -> int:
    stream = acts()
    asked = commands(stream)
    traded = {run_peer(stream)[1], run_bare(stream)[1], traded_by_apply(asked)}
    assert len(traded) == 1, f"They did not trade the same: {traded}"
    runs: dict[str, Callable[[], float]] = {
        "lightmatchingengine": lambda: run_peer(stream)[0],
        "bare matching": lambda: run_bare(stream)[0],
        "Exchange.apply": lambda: run_apply(asked),
    }
    # The commands themselves would be looked through at every collection, in all three.
    gc.collect()
    gc.freeze()
    seconds = [{name: run() for name, run in runs.items()} for _ in range(ROUNDS)]
    wanted = {"lightmatchingengine": 1.0, "bare matching": MIN_BARE_RATIO, "Exchange.apply": MIN_APPLY_RATIO}
    print(f"The core, {COMMANDS:,} commands, median of {ROUNDS} rounds")
    is_broken = False
    for name, at_least in wanted.items():
        ratio = median(took["lightmatchingengine"] / took[name] for took in seconds)
        rate = COMMANDS / median(took[name] for took in seconds)
        is_broken |= ratio < at_least
        print(f"  {name:<20}{rate:>9,.0f} commands/s of CPU  {ratio:5.2f}x (at least {at_least:g}x)")
    return int(is_broken)


if __name__ == "__main__":
    sys.exit(main())
