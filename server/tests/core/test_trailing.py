"""TRG-4: trailing orders follow the best price together, exactly as each of them would alone."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clearwater.core.commands import CancelOrder, ChangePair, Deposit, PlaceOrder, Side
from clearwater.core.events import LevelChanged, OrderUpdated, TrailingMarked
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.limits import Limits
from clearwater.core.trailing import trailing_stop_price
from tests.core.builders import NOON, PAIR, Floor, btc, pair_rules, price

TICK = 100
MANY = Limits(steps=1_000)


@dataclass
class Alone:
    """A trailing order on its own: what it has seen, and nothing shared."""

    side: Side
    bps: int
    best: int

    def stop_price(self) -> int:
        return trailing_stop_price(self.side, self.best, self.bps, TICK)

    def see(self, at: int) -> bool:
        """A trade; whether it triggers the order, which has followed it before."""
        self.best = max(self.best, at) if self.side == "sell" else min(self.best, at)
        return at <= self.stop_price() if self.side == "sell" else at >= self.stop_price()


acts = st.lists(
    st.one_of(
        st.tuples(st.just("place"), st.sampled_from(("buy", "sell")), st.integers(1, 2_000)),
        st.tuples(st.just("trade"), st.just("sell"), st.integers(86, 114)),
        st.tuples(st.just("cancel"), st.just("sell"), st.integers(0, 20)),
        st.tuples(st.just("refer"), st.just("sell"), st.integers(86, 114)),
        st.tuples(st.just("restart"), st.just("sell"), st.just(0)),
    ),
    max_size=40,
)


class Beside:
    """The exchange, and each trailing order alone."""

    def __init__(self) -> None:
        self.floor = Floor(limits=MANY, max_open_orders=1_000, band_bps=9_000).with_market_makers()
        self.alone: dict[int, Alone] = {}

    def do(self, kind: str, side: Side, number: int) -> None:
        market = self.floor.exchange.state.markets[PAIR]
        if kind == "place":
            outcome = self.floor.place("ann", side, "0.02", kind="trailing_stop", trailing_bps=number)
            if outcome.code == "":
                self.alone[outcome.order_id] = Alone(side, number, market.reference_price)
        elif kind == "trade":
            self.trade(number)
        elif kind == "cancel" and self.alone:
            order_id = sorted(self.alone)[number % len(self.alone)]
            self.floor.cancel("ann", order_id)
            del self.alone[order_id]
        elif kind == "refer":
            self.floor.ask(ChangePair(NOON, PAIR, reference_price=price(str(number))))
        elif kind == "restart":
            self.floor.exchange = Exchange.restore(self.floor.exchange.export(), MANY)

    def trade(self, at: int) -> None:
        outcome = self.floor.trade_at(str(at))
        fired = set(outcome.triggered)
        assert fired == {order_id for order_id, order in self.alone.items() if order.see(price(str(at)))}
        for order_id in fired:
            assert outcome.update(order_id).stop_price == self.alone.pop(order_id).stop_price()
        moved = {event.order_id for event in outcome.events if isinstance(event, OrderUpdated)}
        assert not moved & set(self.alone)

    def compare(self) -> None:
        for order_id, order in self.alone.items():
            assert self.floor.stop_price(order_id) == order.stop_price()


@settings(max_examples=60, deadline=None)
@given(acts=acts)
def test_trailing_orders_follow_the_price_independently(acts: list[tuple[str, Side, int]]) -> None:
    beside = Beside()
    for act in acts:
        beside.do(*act)
        beside.compare()


def waiting_purchase(floor: Floor, bps: int) -> int:
    return floor.place("cy", "buy", "0.02", kind="trailing_stop", trailing_bps=bps).order_id


def test_of_those_at_one_rounded_stop_price_the_oldest_is_first() -> None:
    """TRG-2: 110.8 and 110.2 are both 111 on the tick."""
    floor = Floor().with_market_makers()
    oldest = floor.place("ann", "sell", "0.02", kind="take_profit_market", stop="111").order_id
    older, newer = waiting_purchase(floor, 1_080), waiting_purchase(floor, 1_020)
    farther = waiting_purchase(floor, 1_120)

    outcome = floor.trade_at("111")

    assert outcome.triggered == [oldest, older, newer]
    assert floor.stop_price(farther) == price("112")


def test_a_trailing_order_waits_where_the_tick_of_today_shows_it() -> None:
    """TRG-4: an order of the former, finer tick still trades between two prices of the new one."""
    floor = Floor().with_market_makers()
    purchase = waiting_purchase(floor, 200)
    sale = floor.place("cy", "sell", "0.02", kind="trailing_stop", trailing_bps=200).order_id
    floor.place("maker", "sell", "0.05", "105")
    floor.ask(ChangePair(NOON, PAIR, rules=pair_rules(tick=10 * TICK)))
    assert (floor.stop_price(purchase), floor.stop_price(sale)) == (price("110"), price("90"))

    assert floor.place("taker", "buy", "0.05", "110").triggered == []
    # It has followed the 105, down to 102.9, which the tick shows as 100.
    assert (floor.stop_price(purchase), floor.stop_price(sale)) == (price("110"), price("100"))
    outcome = floor.trade_at("110")
    assert outcome.triggered == [purchase]
    assert outcome.update(purchase).stop_price == price("110")


def with_many(count: int) -> Floor:
    """So many trailing orders with different deltas, and a market where two others trade."""
    floor = Floor(max_open_orders=count + 1).with_market_makers()
    floor.ask(Deposit(1, "for-all", "cy", "BTC", "bitcoin", btc("1000")))
    for number in range(count):
        terms = PlaceOrder(
            NOON, "cy", PAIR, "sell", "trailing_stop", btc("0.02"), trailing_bps=1_000 + number % 500
        )
        floor.exchange.apply(terms)
    return floor


def test_a_better_price_updates_one_trailing_mark_and_no_order() -> None:
    """TRG-4: however many follow."""
    floor = with_many(2_000)
    apply = floor.exchange.apply
    for at in ("101", "102", "103"):
        apply(an_offer(at))
        events = apply(a_bid(at))
        last = floor.exchange.state.last_order_id
        updated = {event.order_id for event in events if isinstance(event, OrderUpdated)}
        assert updated == {last - 1, last}
        marks = [event for event in events if isinstance(event, TrailingMarked)]
        assert marks == [TrailingMarked(PAIR, "sell", 0, price(at))]
        assert len([event for event in events if isinstance(event, LevelChanged)]) == 1


def an_offer(at: str) -> PlaceOrder:
    return PlaceOrder(NOON, "maker", PAIR, "sell", "limit", btc("0.05"), price(at))


def a_bid(at: str) -> PlaceOrder:
    return PlaceOrder(NOON, "taker", PAIR, "buy", "limit", btc("0.05"), price(at))


def test_a_trailing_mark_is_deleted_with_its_last_order() -> None:
    floor = Floor().with_market_makers()
    first = floor.place("ann", "sell", "1", kind="trailing_stop", trailing_bps=500).order_id
    floor.trade_at("110")
    floor.trade_at("106")
    second = floor.place("ann", "sell", "1", kind="trailing_stop", trailing_bps=500).order_id
    marks = floor.exchange.export().trailing_marks
    assert [(mark.order_id, mark.side) for mark in marks] == [(0, "sell"), (second, "sell")]
    floor.cancel("ann", second)
    assert [mark.order_id for mark in floor.exchange.export().trailing_marks] == [0]
    outcome = floor.ask(CancelOrder(NOON, "ann", first))
    assert outcome.update(first).stop_price == price("104")
    assert floor.exchange.export().trailing_marks == ()


def test_too_many_different_prices_to_trail_are_refused() -> None:
    """EXC-8"""
    floor = Floor(limits=Limits(marks=2)).with_market_makers()
    for at in ("99", "98"):
        floor.trade_at(at)
        assert floor.place("ann", "sell", "1", kind="trailing_stop", trailing_bps=1_000).code == ""
    floor.trade_at("97")
    refused = floor.place("ann", "sell", "1", kind="trailing_stop", trailing_bps=1_000)
    assert (refused.code, floor.has("ann", "BTC")) == ("OPEN_ORDERS_LIMIT", "8")


@pytest.mark.parametrize("side", ["sell", "buy"])
def test_a_trailing_order_of_rules_version_1_keeps_its_stop_price(side: Side) -> None:
    """EXC-7, TRG-4: its stop price leads to what it has seen, whatever the tick was then and is now."""
    for bps in (1, 37, 500, 3_333, 5_000):
        exchange = Exchange(MANY)
        exchange.follow_rules(1)
        floor = Floor.of(exchange).with_market_makers()
        order_id = floor.place("ann", side, "1", kind="trailing_stop", trailing_bps=bps).order_id
        if order_id in floor.exchange.state.orders and bps > 37:
            floor.trade_at("101" if side == "sell" else "99")
        before = floor.order(order_id).stop_price
        exchange.follow_rules(2)
        finer = pair_rules(tick=1, step=10_000, min_quantity=10_000)
        floor.ask(ChangePair(NOON, PAIR, rules=finer))
        assert floor.stop_price(order_id) == before
        outcome = floor.cancel("ann", order_id)
        assert outcome.update(order_id).stop_price == before


def test_switching_to_the_same_rules_changes_nothing() -> None:
    """EXC-7: a replay says once more by which rules it goes on."""
    floor = Floor().with_market_makers()
    floor.place("ann", "sell", "1", kind="trailing_stop", trailing_bps=500)
    floor.trade_at("110")
    before = floor.exchange.export()
    assert before.trailing_marks
    for version in (2, 5):
        floor.exchange.follow_rules(version)
        assert floor.exchange.export() == before
        again = Exchange.restore(before)
        again.follow_rules(version)
        assert again.export() == before
        assert list(find_faults(again.state)) == []
