"""EXC-8: what one command may do is bounded; what is more is refused, ends, or waits for the next ones."""

import pytest

from clearwater.core.commands import AmendOrder, CancelAll, ChangeCoin, ChangePair, Command, Deposit, Tick
from clearwater.core.events import OrderUpdated
from clearwater.core.exchange import Exchange
from clearwater.core.limits import Limits
from tests.core.builders import NOON, PAIR, Floor, Outcome, an_order, btc, outcome_of, price, usdt

FEW = Limits(fills=3, steps=2, cancels=3, slices=20, marks=2)


def a_floor() -> Floor:
    return Floor(limits=FEW).with_market_makers()


def is_done(floor: Floor) -> bool:
    return not floor.exchange.has_due_work


def ended(outcome: Outcome, reason: str) -> list[int]:
    return [
        event.order_id
        for event in outcome.events
        if isinstance(event, OrderUpdated) and event.reason == reason
    ]


def test_an_iceberg_shows_itself_in_twenty_parts_at_most() -> None:
    """ORD-4"""
    floor = Floor()
    outcome = floor.place("ann", "sell", "2.01", "101", display="0.1")
    assert outcome.refused_field == ("VALIDATION_FAILED", "display_quantity")
    assert floor.has("ann", "BTC") == "10"
    assert floor.place("ann", "sell", "2", "101", display="0.1").code == ""


def test_an_untriggered_iceberg_is_limited_to_twenty_parts() -> None:
    """ORD-4: also one that waits for its price."""
    outcome = Floor().place("ann", "sell", "2.01", "94", kind="stop_limit", stop="95", display="0.1")
    assert outcome.refused_field == ("VALIDATION_FAILED", "display_quantity")


def test_an_iceberg_is_not_amended_to_more_than_twenty_parts() -> None:
    """MAT-6, ORD-4"""
    floor = Floor()
    order_id = floor.place("ann", "sell", "2", "101", display="0.1").order_id
    outcome = floor.ask(AmendOrder(NOON, "ann", order_id, quantity=btc("2.01")))
    assert outcome.refused_field == ("VALIDATION_FAILED", "display_quantity")
    assert floor.ask(AmendOrder(NOON, "ann", order_id, quantity=btc("1.9"))).code == ""


def test_the_remainder_expires_at_the_fill_limit() -> None:
    """MAT-8: four offers, three of them taken; the rest must not wait across from the fourth."""
    floor = a_floor()
    for _ in range(4):
        floor.place("maker", "sell", "1", "100")
    outcome = floor.place("ann", "buy", "4", "100")
    assert outcome.fills == [("1", "100")] * 3
    assert outcome.ending == ("expired", "fill_limit")
    assert (floor.has("ann", "BTC"), floor.has("ann", "USDT"), floor.has("ann", "USDT", "orders")) == (
        "13",
        "700",
        "0",
    )
    assert floor.depth() == ([], [("100", "1")])


def test_the_remainder_rests_at_the_fill_limit_if_nothing_more_matches() -> None:
    """MAT-8: the limit ends an order only if it could still trade."""
    floor = a_floor()
    for _ in range(3):
        floor.place("maker", "sell", "1", "100")
    assert floor.place("ann", "buy", "4", "100").ending == ("partially_filled", "")
    assert floor.depth() == ([("100", "1")], [])


@pytest.mark.parametrize("others", [{"time_in_force": "fok"}, {"time_in_force": "fok", "kind": "market"}])
def test_all_or_nothing_is_refused_when_it_needs_more_fills(others: dict[str, str]) -> None:
    """MAT-8, ORD-14"""
    floor = a_floor()
    for _ in range(4):
        floor.place("maker", "sell", "1", "100")
    at = "0" if "kind" in others else "100"
    assert floor.place("ann", "buy", "4", at, **others).code == "FOK_NOT_FILLABLE"
    assert floor.place("ann", "buy", "3", at, **others).ending == ("filled", "")


@pytest.mark.parametrize("size", [{"quantity": "4"}, {"quote": "400"}])
def test_a_market_order_expires_at_the_fill_limit(size: dict[str, str]) -> None:
    """MAT-8, ORD-7"""
    floor = a_floor()
    for _ in range(4):
        floor.place("maker", "sell", "1", "100")
    outcome = floor.place("ann", "buy", kind="market", **size)
    assert outcome.fills == [("1", "100")] * 3
    assert outcome.ending == ("expired", "fill_limit")
    assert floor.has("ann", "USDT") == "700"


def test_the_parts_of_an_iceberg_count_one_by_one() -> None:
    """MAT-8: two parts, then the other order, then it is over."""
    floor = a_floor()
    floor.place("maker", "sell", "3", "100", display="1")
    floor.place("taker", "sell", "1", "100")
    assert floor.place("ann", "buy", "4", "100", time_in_force="fok").code == "FOK_NOT_FILLABLE"
    outcome = floor.place("ann", "buy", "4", "100")
    assert outcome.fills == [("1", "100")] * 3
    assert outcome.ending == ("expired", "fill_limit")


def test_orders_expired_by_self_trade_prevention_count_towards_the_fill_limit() -> None:
    """MAT-5, MAT-8"""
    floor = a_floor()
    for _ in range(3):
        floor.place("ann", "sell", "1", "100")
    floor.place("maker", "sell", "1", "100")
    outcome = floor.place("ann", "buy", "1", "100", prevention="expire_maker")
    assert outcome.ending == ("expired", "fill_limit")
    assert floor.place("ann", "buy", "1", "100", prevention="expire_maker").ending == ("filled", "")


def test_an_amended_order_keeps_to_the_fill_limit() -> None:
    """MAT-6, MAT-8"""
    floor = a_floor()
    order_id = floor.place("ann", "buy", "4", "99").order_id
    for _ in range(4):
        floor.place("maker", "sell", "1", "100")
    outcome = floor.ask(AmendOrder(NOON, "ann", order_id, price=price("100")))
    assert outcome.fills == [("1", "100")] * 3
    assert outcome_of(outcome.update(order_id)) == ("expired", "fill_limit")


def with_stops(floor: Floor) -> list[int]:
    """Five stops, the nearest first, and a bid for all of them."""
    floor.place("maker", "buy", "50", "81")
    return [
        floor.place("ann", "sell", "1", kind="stop_market", stop=stop).order_id
        for stop in ("94", "93", "92", "91", "90")
    ]


def test_triggered_orders_are_spread_over_the_next_commands() -> None:
    """TRG-2: each sends one with its fill to the book; nobody has to ask for more than that time passes."""
    floor = a_floor()
    stops = with_stops(floor)
    floor.place("maker", "sell", "0.05", "90")
    seen = [floor.place("taker", "buy", "0.05", "90").triggered]
    while floor.exchange.has_due_work:
        seen.append(floor.ask(Tick(NOON)).triggered)
    assert [order_id for one in seen for order_id in one] == stops
    assert max(map(len, seen)) <= FEW.steps
    assert floor.has("ann", "BTC") == "5"


def test_a_triggered_order_stays_triggered_when_the_price_turns() -> None:
    """TRG-2: the market is at 95 again before the last ones have their turn."""
    floor = a_floor()
    stops = with_stops(floor)
    floor.place("maker", "sell", "0.05", "90")
    first = floor.place("taker", "buy", "0.05", "90").triggered
    floor.place("cy", "sell", "0.1", "95")
    floor.place("bob", "buy", "0.1", "95")
    while floor.exchange.has_due_work:
        floor.ask(Tick(NOON))
    assert len(first) < len(stops)
    assert not any(order_id in floor.exchange.state.orders for order_id in stops)


def test_due_work_survives_a_restart() -> None:
    """EXC-3, TRG-2"""
    floor = a_floor()
    with_stops(floor)
    floor.place("maker", "sell", "0.05", "90")
    floor.place("taker", "buy", "0.05", "90")
    copy = Exchange.restore(floor.exchange.export(), FEW)
    assert copy.has_due_work
    while floor.exchange.has_due_work:
        assert copy.apply(Tick(NOON)) == floor.ask(Tick(NOON)).events
    assert (copy.has_due_work, copy.digest()) == (False, floor.exchange.digest())


def test_a_stop_at_a_price_that_is_due_is_refused() -> None:
    """TRG-3: the market has been at 90; a new order must not be taken for one that waited for that."""
    floor = a_floor()
    with_stops(floor)
    floor.place("maker", "sell", "0.05", "90")
    floor.place("taker", "buy", "0.05", "90")
    floor.place("maker", "sell", "0.05", "97")
    floor.place("taker", "buy", "0.05", "97")
    assert floor.exchange.has_due_work
    assert floor.exchange.state.markets[PAIR].reference_price > price("90")
    refused = floor.place("bob", "sell", "1", "90", kind="stop_limit", stop="90")
    assert refused.code == "WOULD_TRIGGER"
    while floor.exchange.has_due_work:
        floor.ask(Tick(NOON))


@pytest.mark.parametrize(
    ("halt", "resume"),
    [
        (ChangePair(NOON, PAIR, state="halted"), ChangePair(NOON, PAIR, state="trading")),
        (ChangeCoin(NOON, "BTC", trading=False), ChangeCoin(NOON, "BTC", trading=True)),
        (ChangeCoin(NOON, "USDT", trading=False), ChangeCoin(NOON, "USDT", trading=True)),
    ],
)
def test_in_a_halted_market_nothing_more_is_triggered(halt: Command, resume: Command) -> None:
    """ORD-2, TRG-2: it goes on when the market does, or when its coin is traded again."""
    floor = a_floor()
    stops = with_stops(floor)
    floor.place("maker", "sell", "0.05", "90")
    before = floor.place("taker", "buy", "0.05", "90").triggered
    floor.ask(halt)
    open_before = set(floor.exchange.state.orders)
    assert is_done(floor)
    floor.ask(Tick(NOON))
    assert set(floor.exchange.state.orders) == open_before
    floor.ask(resume)
    assert not is_done(floor)
    while floor.exchange.has_due_work:
        floor.ask(Tick(NOON))
    assert not open_before & set(stops) & set(floor.exchange.state.orders)
    assert before


def with_offers_until(floor: Floor, count: int, expire_at: int) -> list[int]:
    return [
        floor.place("maker", "sell", "1", "100", time_in_force="gtd", expire_at=expire_at).order_id
        for _ in range(count)
    ]


def test_expired_orders_end_in_bounded_steps_per_command() -> None:
    """ORD-10"""
    floor = a_floor()
    orders = with_offers_until(floor, 5, NOON + 10)
    seen = [ended(floor.ask(Tick(NOON + 10)), "expire_at")]
    while floor.exchange.has_due_work:
        seen.append(ended(floor.ask(Tick(NOON + 10)), "expire_at"))
    assert seen == [orders[:2], orders[2:4], orders[4:]]


def test_an_expired_order_never_trades() -> None:
    """ORD-10: those that are still there end when they are met, and the taker trades with the next."""
    floor = a_floor()
    orders = with_offers_until(floor, 6, NOON + 10)
    floor.place("maker", "sell", "1", "101")
    outcome = floor.place("ann", "buy", "1", "101", at_time=NOON + 10)
    assert ended(outcome, "expire_at") == orders
    assert outcome.fills == [("1", "101")]


def test_a_taker_expires_after_too_many_expired_makers() -> None:
    """ORD-10, MAT-8: nobody looks further than the most fills and the most that end."""
    floor = a_floor()
    orders = with_offers_until(floor, 12, NOON + 10)
    outcome = floor.place("ann", "buy", "1", "100", at_time=NOON + 10)
    assert ended(outcome, "expire_at") == orders[: 2 * FEW.steps + FEW.fills]
    assert (outcome.fills, outcome.ending) == ([], ("expired", "fill_limit"))
    assert floor.has("ann", "USDT") == "1000"


def test_expired_makers_lower_the_fill_limit_of_their_own_command_only() -> None:
    """EXC-1, EXC-3, EXC-8: the next taker meets as many orders as in a restored exchange."""
    floor = a_floor()
    with_offers_until(floor, 2 * FEW.steps + FEW.fills, NOON + 10)
    cut = floor.place("ann", "buy", "1", "100", at_time=NOON + 10, time_in_force="ioc")
    assert len(ended(cut, "expire_at")) == 2 * FEW.steps + FEW.fills
    restored = Exchange.restore(floor.exchange.export(), FEW)
    for _ in range(FEW.fills):
        offer = an_order("maker", "sell", "1", "100", at_time=NOON + 10)
        assert floor.exchange.apply(offer) == restored.apply(offer)

    taker = an_order("ann", "buy", "3", "100", at_time=NOON + 10)
    outcome = Outcome(floor.exchange.apply(taker))

    assert outcome.events == restored.apply(taker)
    assert (outcome.fills, outcome.ending) == ([("1", "100")] * FEW.fills, ("filled", ""))


def test_a_triggered_order_that_has_expired_ends_without_trading() -> None:
    """ORD-10, TRG-5"""
    floor = a_floor()
    with_offers_until(floor, 3, NOON + 10)
    stop = floor.place(
        "ann", "sell", "1", kind="stop_market", stop="95", time_in_force="gtd", expire_at=NOON + 10
    ).order_id
    floor.place("maker", "buy", "1", "94")
    outcome = floor.place("taker", "sell", "0.05", "94", at_time=NOON + 10)
    assert (outcome.fills, outcome.triggered) == ([("0.05", "94")], [])
    outcome = floor.ask(Tick(NOON + 10))
    assert outcome_of(outcome.update(stop)) == ("expired", "expire_at")
    assert outcome.triggered == []


def test_cancel_all_cancels_a_limited_batch_per_command() -> None:
    """ORD-15: the oldest first, until nothing is left."""
    floor = a_floor()
    orders = [floor.place("ann", "sell", "1", str(101 + n)).order_id for n in range(4)]
    assert ended(floor.ask(CancelAll(NOON, "ann")), "client") == orders[:3]
    assert ended(floor.ask(CancelAll(NOON, "ann")), "client") == orders[3:]
    assert floor.ask(CancelAll(NOON, "ann")).events == []


def test_staff_cancel_all_cancels_a_limited_batch_per_command() -> None:
    """ORD-15: those in the book first, as they would trade, then those that wait for a price."""
    floor = a_floor()
    stop = floor.place("cy", "sell", "1", kind="stop_market", stop="90").order_id
    far = floor.place("ann", "sell", "1", "103").order_id
    bid = floor.place("bob", "buy", "1", "99").order_id
    near = floor.place("ann", "sell", "1", "101").order_id
    assert ended(floor.ask(CancelAll(NOON, pair=PAIR)), "staff") == [bid, near, far]
    assert ended(floor.ask(CancelAll(NOON, pair=PAIR)), "staff") == [stop]
    assert floor.ask(CancelAll(NOON, pair=PAIR)).events == []


def test_version_1_of_the_rules_knows_no_limits() -> None:
    """EXC-7"""
    exchange = Exchange(FEW)
    exchange.follow_rules(1)
    floor = Floor.of(exchange).with_market_makers()
    floor.place("maker", "sell", "3", "100", display="0.01")
    assert len(floor.place("ann", "buy", "3", "100").fills) == 300


def test_a_deposit_continues_due_work() -> None:
    """EXC-8: every command does."""
    floor = a_floor()
    orders = with_offers_until(floor, 5, NOON + 10)
    floor.ask(Tick(NOON + 10))
    outcome = floor.ask(Deposit(NOON + 10, "more", "ann", "USDT", "tron", usdt("1")))
    assert ended(outcome, "expire_at") == orders[2:4]
    assert floor.has("ann", "USDT") == "1001"
