"""The whole exchange under arbitrary commands: against a naive one, its own copy, and its rules."""

from fractions import Fraction
from typing import get_args

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from clearwater.core.commands import (
    AmendOrder,
    CancelAll,
    CancelOrder,
    ChangePair,
    Command,
    Deposit,
    HoldWithdrawal,
    OrderType,
    PairState,
    PlaceOrder,
    Prevention,
    ReleaseWithdrawal,
    SettleWithdrawal,
    Side,
    Tick,
    TimeInForce,
)
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.limits import Limits
from tests.core.builders import PAIR, Floor, Outcome
from tests.core.reference import PlainBook, PlainLedger, PlainOrder

CLIENTS = ("ann", "bob", "cy")
clients = st.sampled_from(CLIENTS)
sides: st.SearchStrategy[Side] = st.sampled_from(("buy", "sell"))
modes: st.SearchStrategy[Prevention] = st.sampled_from(
    ("expire_taker", "expire_maker", "expire_both", "none")
)
prices = st.integers(92, 108).map(lambda ticks: ticks * 100)
quantities = st.integers(1, 400).map(lambda steps: steps * 100)
rates = st.sampled_from((0, 1, 1_000, 333_333))


# Reached within a few commands.
FEW = Limits(fills=3, steps=2, cancels=2, slices=20, marks=2)


class AgainstNaive(RuleBasedStateMachine):
    """Limit and market orders, cancels and deposits: fills, balances and depth are those of the naive one."""

    def __init__(self) -> None:
        super().__init__()
        self.exchange, self.book = Floor(limits=FEW).exchange, PlainBook()
        self.ledger = PlainLedger("BTC", "USDT", 10_000)
        self.known: dict[int, PlainOrder] = {}
        self.deposits = 0
        for client in CLIENTS:
            self.ledger.totals[client, "BTC"] = Fraction(100_000)
            self.ledger.totals[client, "USDT"] = Fraction(100_000)

    @rule(client=clients, coin=st.sampled_from(("BTC", "USDT")), amount=st.integers(1, 50_000))
    def deposit(self, client: str, coin: str, amount: int) -> None:
        self.deposits += 1
        self.exchange.apply(Deposit(5, f"d{self.deposits}", client, coin, "x", amount))
        self.ledger.totals[client, coin] += amount

    @rule(
        client=clients,
        side=sides,
        quantity=quantities,
        price=prices,
        mode=modes,
        in_force=st.sampled_from(("gtc", "gtc", "gtc", "ioc", "fok")),
        display=st.sampled_from((0, 0, 100, 1_000)),
        maker_ppm=rates,
        taker_ppm=rates,
    )
    def place(
        self,
        *,
        client: str,
        side: Side,
        quantity: int,
        price: int,
        mode: Prevention,
        in_force: TimeInForce,
        display: int,
        maker_ppm: int,
        taker_ppm: int,
    ) -> None:
        display = display if in_force == "gtc" and display <= quantity <= 20 * display else 0
        order = PlainOrder(
            0, client, side, price, quantity, display, maker_ppm=maker_ppm, taker_ppm=taker_ppm
        )
        coin = "USDT" if side == "buy" else "BTC"
        cost = Fraction(price * quantity, 10_000) if side == "buy" else quantity
        can_pay = self.ledger.available(client, coin, self.book) >= cost
        can_fill = in_force != "fok" or self.book.would_fill(order, price, mode, FEW.fills)
        in_band = abs(price - self.exchange.state.markets[PAIR].reference_price) * 5 <= (
            self.exchange.state.markets[PAIR].reference_price
        )
        outcome = Outcome(
            self.exchange.apply(
                PlaceOrder(
                    5,
                    client,
                    PAIR,
                    side,
                    "limit",
                    quantity,
                    price,
                    maker_ppm,
                    taker_ppm,
                    in_force,
                    prevention=mode,
                    display_quantity=display,
                )
            )
        )
        value_ok = price * quantity // 10_000 >= 100
        assert (outcome.code == "") == (can_pay and can_fill and in_band and value_ok), outcome.events
        if outcome.code == "":
            self.follow(order, outcome, price, mode, rests=in_force == "gtc")

    @rule(client=clients, side=sides, quantity=quantities, mode=modes, taker_ppm=rates)
    def place_market(self, client: str, side: Side, quantity: int, mode: Prevention, taker_ppm: int) -> None:
        order = PlainOrder(0, client, side, 0, quantity, taker_ppm=taker_ppm)
        limit = self.exchange.state.markets[PAIR].guard_price(is_buy=side == "buy")
        outcome = Outcome(
            self.exchange.apply(
                PlaceOrder(5, client, PAIR, side, "market", quantity, taker_ppm=taker_ppm, prevention=mode)
            )
        )
        if outcome.code == "":
            self.follow(order, outcome, limit, mode, rests=False)

    def follow(
        self, order: PlainOrder, outcome: Outcome, limit: int, mode: Prevention, *, rests: bool
    ) -> None:
        order.id = outcome.order_id
        self.known[order.id] = order
        fills, gave_way = self.book.trade(order, limit, mode, FEW.fills)
        assert [
            (fill.maker_order_id, fill.taker_order_id, fill.price, fill.quantity) for fill in outcome.filled
        ] == fills
        for fill in fills:
            self.ledger.settle(fill, self.known[fill[0]], order)
        if order.remaining and rests and not gave_way and self.book.find_maker(order, limit) is None:
            self.book.rest(order)

    @precondition(lambda self: bool(self.book.orders))
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        order = data.draw(st.sampled_from(sorted(self.book.orders, key=lambda found: found.id)))
        self.book.orders.remove(order)
        assert Outcome(self.exchange.apply(CancelOrder(5, order.client, order.id))).code == ""

    @invariant()
    def balances_are_the_naive_ones(self) -> None:
        for client in CLIENTS:
            for coin in ("BTC", "USDT"):
                held = self.ledger.held(client, coin, self.book)
                assert self.exchange.balance(client, coin, "orders") == held
                assert (
                    self.exchange.balance(client, coin, "available")
                    == self.ledger.totals[client, coin] - held
                )
        for coin in ("BTC", "USDT"):
            assert self.exchange.balance("house", coin, "fees") == self.ledger.totals["house", coin]

    @invariant()
    def the_book_is_the_naive_one(self) -> None:
        depth = self.exchange.depth(PAIR, 100)
        assert (list(depth.bids), list(depth.asks)) == (self.book.depth("buy"), self.book.depth("sell"))


numbers = st.one_of(quantities, st.sampled_from((-1, 0, 1, 2**63, 10**30)))
some_prices = st.one_of(prices, prices, st.sampled_from((-1, 0, 150, 2**63)))
kinds: st.SearchStrategy[OrderType] = st.sampled_from(("limit", *get_args(OrderType)))


class UnderItsRules(RuleBasedStateMachine):
    """Every command there is, sensible or not, on an exchange and on a copy restored at any moment."""

    def __init__(self) -> None:
        super().__init__()
        floor = Floor(max_open_orders=10, limits=FEW)
        self.exchange, self.checker = floor.exchange, floor.checker
        self.copy = Exchange.restore(self.exchange.export(), FEW)
        self.now, self.references = 1, 0

    def ask(self, command: Command) -> None:
        before = self.exchange.digest()
        due = bool(self.exchange.state.expiries) and self.exchange.state.expiries[0][0] <= command.at
        due |= self.exchange.has_due_work
        events = self.exchange.apply(command)
        assert events == self.copy.apply(command)
        assert list(self.checker.check(events)) == []
        if self.exchange.refusal is not None and not due and command.at <= self.now:
            assert self.exchange.digest() == before
        self.now = max(self.now, command.at)

    @rule(
        client=clients,
        side=sides,
        kind=kinds,
        quantity=numbers,
        price=some_prices,
        stop=some_prices,
        mode=modes,
        by_quote=st.booleans(),
        in_force=st.sampled_from(("gtc", "gtc", "gtc", "ioc", "fok", "gtd")),
        own_id=st.sampled_from((None, None, "a", "b", "c")),
    )
    def place(
        self,
        *,
        client: str,
        side: Side,
        kind: OrderType,
        quantity: int,
        price: int,
        stop: int,
        mode: Prevention,
        by_quote: bool,
        in_force: TimeInForce,
        own_id: str | None,
    ) -> None:
        by_quote = by_quote and kind in {"market", "stop_market"}
        self.ask(
            PlaceOrder(
                self.now,
                client,
                PAIR,
                side,
                kind,
                0 if by_quote else quantity,
                price if kind in {"limit", "stop_limit", "take_profit_limit", "oco"} else 0,
                1_000,
                2_000,
                in_force if kind in {"limit", "market", "stop_limit"} else "gtc",
                prevention=mode,
                client_order_id=own_id,
                quote_quantity=quantity if by_quote else 0,
                stop_price=0 if kind in {"limit", "market", "trailing_stop"} else stop,
                trailing_bps=300 if kind == "trailing_stop" else 0,
                expire_at=self.now + 20 if in_force == "gtd" and kind in {"limit", "stop_limit"} else 0,
                display_quantity=100 if kind == "limit" and in_force == "gtc" and own_id == "a" else 0,
            )
        )

    @rule(
        client=clients, number=st.integers(0, 20), price=st.one_of(st.just(0), some_prices), quantity=numbers
    )
    def amend(self, client: str, number: int, price: int, quantity: int) -> None:
        self.ask(AmendOrder(self.now, client, number, price, quantity))

    @rule(client=clients, number=st.integers(-1, 20))
    def cancel(self, client: str, number: int) -> None:
        self.ask(CancelOrder(self.now, client, number))

    @rule(client=st.sampled_from((None, *CLIENTS)), pair=st.sampled_from((None, PAIR, "X-Y")))
    def cancel_all(self, client: str | None, pair: str | None) -> None:
        self.ask(CancelAll(self.now, client, pair))

    @rule(after=st.integers(-5, 30))
    def pass_time(self, after: int) -> None:
        self.ask(Tick(self.now + after))

    @rule(state=st.sampled_from(("trading", "trading", "cancel_only", "halted")))
    def change_state(self, state: PairState) -> None:
        self.ask(ChangePair(self.now, PAIR, state=state))

    @rule(client=clients, amount=numbers, coin=st.sampled_from(("BTC", "USDT")))
    def withdraw(self, client: str, amount: int, coin: str) -> None:
        self.references += 1
        self.ask(HoldWithdrawal(self.now, f"w{self.references}", client, coin, "x", amount, 7))

    @rule(number=st.integers(0, 5), settles=st.booleans())
    def end_withdrawal(self, number: int, settles: bool) -> None:
        kind = SettleWithdrawal if settles else ReleaseWithdrawal
        self.ask(kind(self.now, f"w{number}"))

    @rule()
    def restart(self) -> None:
        """EXC-3"""
        self.copy = Exchange.restore(self.exchange.export(), FEW)
        assert self.copy.digest() == self.exchange.digest()

    @invariant()
    def all_rules_hold(self) -> None:
        state = self.exchange.state
        assert [*find_faults(state), *self.checker.compare(state)] == []

    def teardown(self) -> None:
        assert self.copy.digest() == self.exchange.digest()


TestAgainstNaive = AgainstNaive.TestCase
TestAgainstNaive.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestUnderItsRules = UnderItsRules.TestCase
TestUnderItsRules.settings = settings(max_examples=50, stateful_step_count=30, deadline=None)
