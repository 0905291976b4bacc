"""Random commands for an exchange: the same seed gives the same ones, whatever machine or Python it is.

Small numbers on purpose: few clients, prices and coins meet more often, and a fault can be followed by hand.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec.structs import replace

from clearwater.core import (
    burst_simulation,
    convert_simulation,
    earn_simulation,
    premarket_simulation,
    transfer_simulation,
)
from clearwater.core.commands import (
    AmendOrder,
    CancelAll,
    CancelOrder,
    ChangeCoin,
    ChangePair,
    Command,
    Deposit,
    Fund,
    ListCoin,
    ListPair,
    OpenLedger,
    OrderType,
    PairRules,
    PairState,
    PlaceOrder,
    Prevention,
    Side,
    Tick,
    TimeInForce,
)
from clearwater.core.events import Event
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import EventChecker, find_faults
from clearwater.core.limits import Limits
from clearwater.core.seeded_random import SeededRandom
from clearwater.core.simulation_coverage import Coverage
from clearwater.core.state import DAY_MS

CLIENTS = ("ann", "bob", "cy", "dee")
PAIRS = ("BTC-USDT", "ETH-BTC")
RULES = (
    PairRules(tick=10, step=10, min_quantity=10, max_quantity=5_000, min_notional=100, max_open_orders=7),
    PairRules(tick=1, step=100, min_quantity=100, max_quantity=9_000, min_notional=50, max_open_orders=7),
)
REFERENCES = (1_000, 100)
# Decimals are small so that rounding shows: 100 units of price to a quote coin, 100 units to a base coin.
SET_UP: tuple[Command, ...] = (
    OpenLedger(1, "real"),
    ListCoin(1, "USDT", 2, 10**12),
    ListCoin(1, "BTC", 2, 10**9),
    ListCoin(1, "ETH", 2, 10**9),
    ListPair(1, "BTC-USDT", "BTC", "USDT", 2, RULES[0], REFERENCES[0]),
    ListPair(1, "ETH-BTC", "ETH", "BTC", 2, RULES[1], REFERENCES[1]),
    Fund(1, "fund-usdt", "USDT", "tron", 50_000),
    *convert_simulation.STOCK,
    *(
        Deposit(1, f"first-{client}-{asset}", client, asset, "tron", amount)
        for client in CLIENTS
        for asset, amount in (("USDT", 400_000), ("BTC", 40_000), ("ETH", 40_000))
    ),
    *premarket_simulation.set_up(CLIENTS),
    *earn_simulation.PRODUCTS,
)
EDGE_VALUES = (-1, 0, 1, 5, 2**63 - 1, 2**63, 10**30)
RESTORE_EVERY = 25
BURST_EVERY = 60
# So low that a simulation reaches them. Every other one has those of the exchange.
LIMITS = Limits(fills=3, steps=2, settlements=2, cancels=2, slices=20, marks=3)


class CommandGenerator:
    """Makes one command after another; knows the exchange only to aim at orders that exist."""

    def __init__(self, seed: int, exchange: Exchange) -> None:
        self.rng = SeededRandom(seed)
        self.exchange = exchange
        self.now = 1_000
        self.references = 0
        self.burst: deque[Command] = deque()

    def next(self) -> Command:
        """A command, mostly a sensible one."""
        if self.burst:
            return self.burst.popleft()
        self.now += self.rng.below(50) - 2
        if self.rng.one_in(BURST_EVERY):
            self.burst += burst_simulation.make_burst(self.exchange, self.rng, self.now, CLIENTS)
            self.now = self.burst[-1].at
            return self.burst.popleft()
        if self.rng.one_in(10):
            return self._let_time_pass()
        return self._product_act() if self.rng.one_in(3) else self._market_act()

    def _let_time_pass(self) -> Command:
        """A tick, as the engine sends them while work is due; or the end of what keeps most from trading."""
        state, rng = self.exchange.state, self.rng
        halted = [pair for pair, market in state.markets.items() if market.state != "trading"]
        if state.untraded and rng.one_in(3):
            return ChangeCoin(self.now, rng.pick(sorted(state.untraded)), trading=True)
        if halted and rng.one_in(3):
            return ChangePair(self.now, rng.pick(halted), state="trading")
        if not state.has_due_work:
            self.now += DAY_MS if rng.one_in(12) else rng.below(1_000)
        return Tick(self.now)

    def _product_act(self) -> Command:
        rng = self.rng
        make = earn_simulation.make_command if rng.one_in(3) else premarket_simulation.make_command
        return make(self.exchange.state, rng, self.now, CLIENTS, rng.pick(EDGE_VALUES))

    def _market_act(self) -> Command:
        rng = self.rng
        roll = rng.below(100)
        if roll < 59:
            order = self._order()
            return replace(order, pair="ETH-USDT") if rng.one_in(150) else order
        if roll < 73:
            return self._cancel()
        if roll < 80:
            return self._amend()
        if roll < 89:
            return self._transfer()
        if roll < 93:
            return self._conversion()
        return self._act_on_coin() if rng.one_in(6) else self._operator_act()

    def _cancel(self) -> Command:
        order_id = self._order_id()
        order = self.exchange.state.orders.get(order_id)
        is_own = order is not None and not self.rng.one_in(10)
        return CancelOrder(self.now, order.client if is_own and order else self.rng.pick(CLIENTS), order_id)

    def _number(self, usual: int) -> int:
        return self.rng.pick(EDGE_VALUES) if self.rng.one_in(60) else usual

    def _order_id(self) -> int:
        open_ids = list(self.exchange.state.orders)
        if open_ids and not self.rng.one_in(8):
            return self.rng.pick(open_ids)
        return self.rng.below(self.exchange.state.last_order_id + 3)

    def _price(self, which: int, spread: int) -> int:
        """A price near the market's own, a tick off once in a while."""
        market = self.exchange.state.markets[PAIRS[which]]
        tick = market.rules.tick
        price = market.reference_price + (self.rng.below(2 * spread + 1) - spread) * tick
        return self._number(max(tick, price - price % tick + self.rng.one_in(80)))

    def _quantity(self, which: int) -> int:
        step = self.exchange.state.markets[PAIRS[which]].rules.step
        return self._number(step * (1 + self.rng.below(30)) + self.rng.one_in(80))

    def _order(self) -> PlaceOrder:
        rng = self.rng
        which = rng.below(2)
        side: Side = rng.pick(("buy", "sell"))
        usual: tuple[OrderType, ...] = ("limit", "limit", "limit", "limit", "market")
        others: tuple[OrderType, ...] = (
            "stop_limit",
            "stop_market",
            "take_profit_limit",
            "take_profit_market",
            "trailing_stop",
            "oco",
        )
        kind = rng.pick(others) if rng.one_in(4) else rng.pick(usual)
        order = PlaceOrder(
            self.now,
            rng.pick(CLIENTS),
            PAIRS[which],
            side,
            kind,
            self._quantity(which),
            maker_ppm=rng.pick((0, 1_000, 33_333)),
            taker_ppm=rng.pick((0, 2_500, 50_000)),
            prevention=rng.pick(PREVENTIONS),
            client_order_id=f"own-{rng.below(40)}" if rng.one_in(10) else None,
        )
        if kind not in {"limit", "market"}:
            return self._with_trigger(order)
        return self._with_time(order, which)

    def _with_time(self, order: PlaceOrder, which: int) -> PlaceOrder:
        rng = self.rng
        if order.type == "market":
            in_force: TimeInForce = rng.pick(("gtc", "ioc", "fok"))
            if rng.one_in(2):
                worth = self._number(100 + rng.below(4_000))
                return replace(order, quantity=0, quote_quantity=worth, time_in_force=in_force)
            return replace(order, time_in_force=in_force)
        in_force = rng.pick(TIMES)
        waits = in_force in {"gtc", "gtd"}
        return replace(
            order,
            price=self._price(which, 8),
            time_in_force=in_force,
            expire_at=self.now + rng.below(2_000) if in_force == "gtd" else 0,
            post_only=waits and rng.one_in(8),
            display_quantity=RULES[which].step * (1 + rng.below(3)) if waits and rng.one_in(6) else 0,
        )

    def _with_trigger(self, order: PlaceOrder) -> PlaceOrder:
        """Stops and targets, mostly on the side of the market where they can wait."""
        market, rng = self.exchange.state.markets[order.pair], self.rng
        now, tick = market.reference_price, market.rules.tick
        falls = (order.side == "sell") != order.type.startswith("take_profit")
        distance = (1 + rng.below(6)) * tick * (-1 if falls and not rng.one_in(12) else 1)
        stop = max(tick, now - now % tick + distance)
        if order.type == "trailing_stop":
            return replace(order, trailing_bps=100 + rng.below(900))
        if order.type == "oco":
            price = max(tick, now - now % tick - distance)
            return replace(order, price=price, stop_price=stop, stop_limit_price=rng.pick((0, stop)))
        if order.type.endswith("limit"):
            return replace(order, stop_price=stop, price=max(tick, stop + (rng.below(5) - 2) * tick))
        if order.side == "buy" and rng.one_in(2):
            return replace(order, stop_price=stop, quantity=0, quote_quantity=100 + rng.below(3_000))
        return replace(order, stop_price=stop)

    def _amend(self) -> Command:
        which, rng = self.rng.below(2), self.rng
        order_id = self._order_id()
        order = self.exchange.state.orders.get(order_id)
        client = order.client if order is not None and not rng.one_in(10) else rng.pick(CLIENTS)
        if order is not None:
            which = PAIRS.index(order.market.pair)
        price = self._price(which, 6) if rng.one_in(2) else 0
        return AmendOrder(self.now, client, order_id, price, self._quantity(which) if rng.one_in(2) else 0)

    def _transfer(self) -> Command:
        self.references += not self.rng.one_in(10)
        return transfer_simulation.make_command(
            self.exchange.state,
            self.rng,
            self._number,
            now=self.now,
            clients=CLIENTS,
            reference=f"t{self.references}",
        )

    def _conversion(self) -> Command:
        """One with a new reference, or once more with the last one."""
        self.references += not self.rng.one_in(10)
        return convert_simulation.make_command(
            self.exchange,
            self.rng,
            self._number,
            now=self.now,
            client=self.rng.pick(CLIENTS),
            reference=f"c{self.references}",
        )

    def _operator_act(self) -> Command:
        rng = self.rng
        which, roll = rng.below(2), rng.below(6)
        pair = PAIRS[which]
        if roll == 0:
            state: PairState = rng.pick(("cancel_only", "halted"))
            return ChangePair(self.now, pair, state=state)
        if roll == 1:
            return self._new_rules(which)
        if roll == 2:
            client, side = rng.pick((None, *CLIENTS)), rng.pick(SIDES_OR_BOTH)
            types: tuple[OrderType, ...] = ("limit", "trailing_stop") if rng.one_in(4) else ()
            return CancelAll(self.now, client, rng.pick((None, pair)), side, types)
        if roll == 3:
            return ChangePair(self.now, pair, state="trading", reference_price=self._price(which, 4))
        return ChangePair(self.now, pair, state="trading")

    def _act_on_coin(self) -> Command:
        rng = self.rng
        if rng.one_in(8):
            return OpenLedger(self.now, rng.pick(("demo", "real")))
        return ChangeCoin(self.now, rng.pick(("USDT", "BTC", "ETH", "XXX")), trading=not rng.one_in(4))

    def _new_rules(self, which: int) -> Command:
        """Finer or coarser ones; those with an odd tick would make a trade worth parts of a unit."""
        coarse = self.rng.pick((1, 1, 2))
        tick, step = RULES[which].tick * coarse, RULES[which].step * coarse
        rules = replace(RULES[which], tick=tick, step=step, min_quantity=step, max_quantity=step * 40)
        return ChangePair(self.now, PAIRS[which], rules=self.rng.pick((rules, rules, replace(rules, tick=3))))


SIDES_OR_BOTH: tuple[Side | None, ...] = ("buy", "sell", None)
PREVENTIONS: tuple[Prevention, ...] = ("expire_taker", "expire_maker", "expire_both", "none")
TIMES: tuple[TimeInForce, ...] = ("gtc", "gtc", "gtc", "gtc", "ioc", "fok", "gtd")


class Failure(NamedTuple):
    """The first command after which something was wrong, and what. `made` of the `length` were made up."""

    seed: int
    length: int
    made: int
    faults: tuple[str, ...]
    commands: tuple[Command, ...]


class Outcome(NamedTuple):
    """How a simulation ended, and how many commands reached each rare state."""

    digest: str
    events: int
    reached: Counter[str]
    failure: Failure | None


class Simulation:
    """An exchange, and a copy that is restored from what it has written down, now and then.

    Both get the same commands and must emit the same events: what a snapshot lacks is not in the digest.
    """

    def __init__(self, seed: int) -> None:
        self.limits = LIMITS if seed % 2 else Limits()
        self.exchange, self.copy = Exchange(self.limits), Exchange(self.limits)
        self.checker, self.coverage = EventChecker(), Coverage()
        self.generator = CommandGenerator(seed, self.exchange)
        # Numbers of its own: the commands do not depend on when a copy is made.
        self.rng = SeededRandom(~seed)
        self.events = 0

    def step(self, command: Command) -> list[str]:
        """Apply a command; returns what is wrong afterwards."""
        events, state = self.exchange.apply(command), self.exchange.state
        self.events += len(events)
        faults = [*self.checker.check(events), *find_faults(state), *self.checker.compare(state)]
        faults += describe_difference(events, self.copy.apply(command))
        is_rare = self.coverage.add(command, events, state)
        if is_rare or self.rng.one_in(RESTORE_EVERY):
            faults += self._restore()
        return faults

    def _restore(self) -> Iterator[str]:
        digest = self.exchange.digest()
        if self.copy.digest() != digest:
            yield "the restored copy has come to another state"
        self.copy = Exchange.restore(self.exchange.export(), self.limits)
        if self.copy.digest() != digest:
            yield "a restored state is another one"


def describe_difference(events: Sequence[Event], repeated: Sequence[Event]) -> Iterator[str]:
    """How the events of a restored copy differ, if they do."""
    if events != repeated:
        pairs = zip_longest(events, repeated)
        event, other = next((event, other) for event, other in pairs if event != other)
        yield f"a restored copy emits {len(repeated)} events, not {len(events)}: {other}, not {event}"


def simulate(seed: int, commands: int) -> Outcome:
    """Apply so many made-up commands, and check everything after each."""
    run, done = Simulation(seed), list[Command]()
    for number in range(len(SET_UP) + commands):
        command = SET_UP[number] if number < len(SET_UP) else run.generator.next()
        done.append(command)
        try:
            faults = run.step(command)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is a finding
            faults = [f"{type(error).__name__}: {error}"]
        if faults:
            made = max(0, len(done) - len(SET_UP))
            failure = Failure(seed, len(done), made, tuple(faults), tuple(done))
            return Outcome("", run.events, run.coverage.reached, failure)
    return Outcome(run.exchange.digest(), run.events, run.coverage.reached, None)
