"""The slowest command of every kind: whatever anybody has prepared, one command must not stop the exchange.

Each is tried in a market where all that the limits allow was made ready for it (EXC-8). CPU time of `apply`
and of the rows that the engine makes of its events; the best of some rounds, because a slow moment of the
machine is not the command's. The budget follows the machine.
"""

import gc
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from bench.machine import Machine
from clearwater.core.commands import (
    AmendOrder,
    CancelAll,
    ChangePair,
    Command,
    Convert,
    ConvertLeg,
    Deposit,
    ListCoin,
    ListPair,
    OrderType,
    PairRules,
    PlaceOrder,
    Side,
    Tick,
)
from clearwater.core.earn_commands import CreateEarnProduct, Subscribe
from clearwater.core.events import Event, Filled, OrderUpdated
from clearwater.core.exchange import Exchange
from clearwater.core.limits import Limits
from clearwater.core.premarket_commands import CreatePreMarket, ListPreMarket, PlacePreMarketOrder
from clearwater.engine.journal import arrange
from clearwater.engine.projections import Rows

PAIR = "BTC-USDT"
REFERENCE = 1_000_000
STEP = 1_000
RULES = PairRules(10, STEP, STEP, 10**15, 0, max_open_orders=1_000_000)
CLIENTS = 400
LATER = 1_000
MAX_CPU_MS = 20.0
ROUNDS = 3
TRAILING = 10_000


class Scene(NamedTuple):
    """A market made ready, and the command to try in it."""

    exchange: Exchange
    command: Command


def a_market(clients: int = CLIENTS) -> Exchange:
    exchange = Exchange()
    exchange.apply(ListCoin(1, "BTC", 8, 10**18))
    exchange.apply(ListCoin(1, "USDT", 8, 10**18))
    exchange.apply(ListPair(1, PAIR, "BTC", "USDT", 2, RULES, REFERENCE))
    for number in range(clients):
        for coin in ("BTC", "USDT"):
            exchange.apply(Deposit(1, f"{coin}-{number}", f"client-{number}", coin, "x", 10**15))
    return exchange


def an_order(
    number: int, side: Side, price: int = 0, *, steps: int = 1, kind: OrderType = "limit", **others: int
) -> PlaceOrder:
    in_force = "gtd" if "expire_at" in others else "gtc"
    return PlaceOrder(
        2,
        f"client-{number % CLIENTS}",
        PAIR,
        side,
        kind,
        STEP * steps,
        price,
        1_000,
        2_000,
        in_force,  # type: ignore[arg-type]
        prevention="none",
        **others,  # type: ignore[arg-type]
    )


def ask(exchange: Exchange, commands: Iterator[Command]) -> Exchange:
    for command in commands:
        exchange.apply(command)
        assert exchange.refusal is None, (command, exchange.refusal)
    return exchange


def many(count: int, make: Callable[[int], Command]) -> Iterator[Command]:
    return map(make, range(count))


def deepest_crossing() -> Scene:
    """Every fill with another client at another price, each of them one leg of an oco, and all fees."""
    exchange = ask(
        a_market(),
        many(
            Limits().fills + 50,
            lambda number: an_order(
                number, "sell", REFERENCE + 10 * (number + 1), kind="oco", stop_price=REFERENCE - 10_000
            ),
        ),
    )
    return Scene(exchange, an_order(CLIENTS - 1, "buy", REFERENCE + 50_000, steps=10_000))


def icebergs() -> Scene:
    """Icebergs at one price, which step back behind each other."""
    exchange = ask(
        a_market(),
        many(
            200,
            lambda number: an_order(
                number, "sell", REFERENCE + 10, steps=Limits().slices, display_quantity=STEP
            ),
        ),
    )
    return Scene(exchange, an_order(CLIENTS - 1, "buy", REFERENCE + 10, steps=10_000))


def own_orders() -> Scene:
    """One's own orders give way, each at another price."""
    exchange = a_market()
    for number in range(500):
        exchange.apply(an_order(0, "sell", REFERENCE + 10 * (number + 1)))
    taker = replace(an_order(0, "buy", REFERENCE + 50_000, steps=10_000), prevention="expire_maker")
    return Scene(exchange, taker)


def amended() -> Scene:
    """An order that arrives again, and trades as deep as it may."""
    exchange = ask(a_market(), iter([an_order(CLIENTS - 1, "buy", REFERENCE - 50_000, steps=10_000)]))
    ask(exchange, many(500, lambda number: an_order(number, "sell", REFERENCE + 10 * (number + 1))))
    return Scene(exchange, AmendOrder(2, f"client-{CLIENTS - 1}", 1, price=REFERENCE + 50_000))


def fill_or_kill() -> Scene:
    """All or nothing, refused only after everything was looked at."""
    exchange = ask(
        a_market(),
        many(5_000, lambda number: an_order(number, "sell", REFERENCE + 10 * (number % 2_000 + 1))),
    )
    taker = an_order(0, "buy", REFERENCE + 50_000, steps=10_000)
    taker = replace(taker, time_in_force="fok", prevention="expire_maker")
    return Scene(exchange, taker)


def cascade() -> Scene:
    """Stops of which each trades as deep as it may, set off by an order that did, too."""
    exchange = ask(
        a_market(),
        many(
            5_000,
            lambda number: an_order(
                number, "sell", kind="stop_market", steps=200, stop_price=REFERENCE - 20_000
            ),
        ),
    )
    ask(exchange, many(2_000, lambda number: an_order(number, "buy", REFERENCE - 10 * (number + 2_000))))
    return Scene(exchange, an_order(CLIENTS - 1, "sell", REFERENCE - 100_000, steps=10_000))


def small_cascade() -> Scene:
    """As many triggered orders as one command may send to the book, each with one fill."""
    exchange = ask(
        a_market(),
        many(
            10_000,
            lambda number: an_order(number, "sell", kind="stop_market", stop_price=REFERENCE - 10_000),
        ),
    )
    ask(exchange, iter([an_order(0, "buy", REFERENCE - 10_000, steps=100_000)]))
    return Scene(exchange, an_order(CLIENTS - 1, "sell", REFERENCE - 10_000))


def mass_expiry() -> Scene:
    """Orders that all end at once, in both legs, each at another price."""
    exchange = ask(
        a_market(),
        many(
            10_000,
            lambda number: an_order(
                number,
                "sell",
                REFERENCE + 10 * (number + 1),
                kind="oco",
                stop_price=REFERENCE - 10_000,
                expire_at=LATER,
            ),
        ),
    )
    return Scene(exchange, Tick(LATER))


def expired_ahead() -> Scene:
    """An order that meets what is over, more than one command ends by itself."""
    exchange, _ = mass_expiry()
    taker = an_order(0, "buy", REFERENCE + 50_000, steps=10_000)
    return Scene(exchange, replace(taker, at=LATER))


def worst_case() -> Scene:
    """Expiries, what is due from before, and an order that trades as deep as it may."""
    exchange, trigger = cascade()
    ask(
        exchange,
        many(1_000, lambda number: an_order(number, "sell", REFERENCE + 10 * (number + 1), expire_at=LATER)),
    )
    exchange.apply(trigger)
    assert exchange.has_due_work
    taker = an_order(CLIENTS - 1, "buy", REFERENCE + 50_000, steps=10_000)
    return Scene(exchange, replace(taker, at=LATER))


def cancel_all() -> Scene:
    """Everything of a client with very many orders, both legs of each."""
    exchange = a_market()
    for number in range(10_000):
        exchange.apply(
            an_order(0, "sell", REFERENCE + 10 * (number + 1), kind="oco", stop_price=REFERENCE - 10_000)
        )
    return Scene(exchange, CancelAll(2, "client-0"))


def staff_cancel_all() -> Scene:
    exchange, _ = mass_expiry()
    return Scene(exchange, CancelAll(2, pair=PAIR))


def trade_beside_trailing_orders() -> Scene:
    """A trade at a new high, which all of them follow."""
    exchange = ask(
        a_market(),
        many(
            TRAILING,
            lambda number: an_order(
                number, "sell", kind="trailing_stop", trailing_bps=1_000 + number % 4_000
            ),
        ),
    )
    ask(exchange, iter([an_order(0, "sell", REFERENCE + 10, steps=100)]))
    return Scene(exchange, an_order(1, "buy", REFERENCE + 10))


def joining_of_groups() -> Scene:
    """As many different best prices as there may be, all surpassed by one trade."""
    exchange, marks = a_market(), Limits().marks
    for number in range(TRAILING):
        if number % (TRAILING // marks) == 0:
            price = REFERENCE - 10 * (number // (TRAILING // marks))
            ask(exchange, iter([an_order(0, "sell", price), an_order(1, "buy", price)]))
        exchange.apply(an_order(number, "sell", kind="trailing_stop", trailing_bps=1_000 + number % 4_000))
    ask(exchange, iter([an_order(0, "sell", REFERENCE + 10, steps=100)]))
    return Scene(exchange, an_order(1, "buy", REFERENCE + 10))


def change_of_rules() -> Scene:
    exchange, _ = trade_beside_trailing_orders()
    return Scene(exchange, ChangePair(2, PAIR, state="halted"))


def conversion() -> Scene:
    """Through two books, in both as deep as the limits allow together."""
    exchange, legs = a_market(), Limits().fills // 2
    exchange.apply(ListCoin(1, "ETH", 8, 10**18))
    exchange.apply(ListPair(1, "ETH-USDT", "ETH", "USDT", 2, RULES, REFERENCE))
    for number in range(CLIENTS):
        exchange.apply(Deposit(1, f"ETH-{number}", f"client-{number}", "ETH", "x", 10**15))
    ask(exchange, many(legs, lambda number: an_order(number, "buy", REFERENCE - 10 * (number + 1))))
    for number in range(legs):
        ask(
            exchange,
            iter([replace(an_order(number, "sell", REFERENCE + 10 * (number + 1)), pair="ETH-USDT")]),
        )
    path = (ConvertLeg(PAIR, "sell"), ConvertLeg("ETH-USDT", "buy"))
    return Scene(exchange, Convert(2, f"client-{CLIENTS - 1}", "conversion", path, STEP * legs, 1, 0))


def a_premarket(exchange: Exchange) -> Exchange:
    exchange.apply(ListCoin(1, "NEW", 4, 10**18))
    market = CreatePreMarket(1, "NEW", "USDT", 4, 10, 100, 100, 10**12, 10**15, opens_at=1, closes_at=LATER)
    return ask(exchange, iter([market]))


def premarket_crossing() -> Scene:
    """An order of a pre-market that makes as many contracts as one command may."""
    exchange = ask(
        a_premarket(a_market()),
        many(
            Limits().fills + 50,
            lambda number: PlacePreMarketOrder(
                2, f"client-{number % CLIENTS}", "NEW", "sell", REFERENCE + 10 * number, 100
            ),
        ),
    )
    buyer = f"client-{CLIENTS - 1}"
    return Scene(exchange, PlacePreMarketOrder(2, buyer, "NEW", "buy", REFERENCE + 10_000, 100 * 10_000))


def settlements() -> Scene:
    """Contracts that default, and positions that are paid, as many as one command settles."""
    exchange = a_premarket(a_market())
    for number in range(CLIENTS // 2):
        buyer = f"client-{number + CLIENTS // 2}"
        ask(exchange, iter([PlacePreMarketOrder(2, f"client-{number}", "NEW", "sell", REFERENCE, 100)]))
        ask(exchange, iter([PlacePreMarketOrder(2, buyer, "NEW", "buy", REFERENCE, 100)]))
    ask(exchange, iter([CreateEarnProduct(2, "usdt", "USDT", "flexible", 50_000, 1, 10**15, 10**18)]))
    ask(exchange, many(CLIENTS, lambda number: Subscribe(2, f"client-{number}", "usdt", 10**10)))
    ask(exchange, iter([ListPreMarket(LATER, "NEW", LATER)]))
    return Scene(exchange, Tick(LATER + 10 * 24 * 3_600_000))


SCENES: tuple[Callable[[], Scene], ...] = (
    deepest_crossing,
    icebergs,
    own_orders,
    amended,
    fill_or_kill,
    cascade,
    small_cascade,
    mass_expiry,
    expired_ahead,
    worst_case,
    cancel_all,
    staff_cancel_all,
    trade_beside_trailing_orders,
    joining_of_groups,
    change_of_rules,
    conversion,
    premarket_crossing,
    settlements,
)


class Measured(NamedTuple):
    """The time of one command, and how much it did."""

    seconds: float
    fills: int
    orders: int
    rows: int


def measure(scene: Scene) -> Measured:
    gc.collect()
    gc.disable()
    started = time.process_time()
    events: list[Event] = scene.exchange.apply(scene.command)
    rows = Rows()
    rows.add(1, scene.command, events)
    arranged = arrange(rows)
    seconds = time.process_time() - started
    gc.enable()
    kinds = [type(event) for event in events]
    return Measured(seconds, kinds.count(Filled), kinds.count(OrderUpdated), sum(map(len, arranged)))


def main() -> int:
    machine = Machine()
    figures = {make.__name__: min(measure(make()) for _ in range(ROUNDS)) for make in SCENES}
    machine.look()
    at_most = machine.at_most(MAX_CPU_MS)
    print(f"The slowest command of each kind, with its rows. {machine}")
    for name, (seconds, fills, orders, rows) in figures.items():
        did = f"{fills:>4} fills {orders:>4} orders {rows:>5} rows"
        print(f"  {name.replace('_', ' '):<30}{seconds * 1000:>6.1f} ms  {did}")
    print(f"  at most {MAX_CPU_MS:g} ms there, {at_most:.1f} ms here")
    return int(max(figure.seconds for figure in figures.values()) * 1000 > at_most)


if __name__ == "__main__":
    sys.exit(main())
