from fractions import Fraction

import hypothesis.strategies as st
from hypothesis import given, settings

from clearwater.core.commands import ChangePair, Prevention, Side
from tests.core.builders import PAIR, Floor, an_order, btc, outcome_of, price, usdt
from tests.core.reference import PlainBook, PlainOrder


def test_a_market_order_expires_at_the_price_guard() -> None:
    """ORD-7: 5 % from the best price of 100; the ask at 106 is not touched."""
    floor = Floor()
    for at in ("100", "105", "106"):
        floor.place("bob", "sell", "1", at)
    outcome = floor.place("ann", "buy", "3", kind="market")
    assert outcome.fills == [("1", "100"), ("1", "105")]
    assert outcome.ending == ("expired", "market_guard")


def test_a_market_order_with_insufficient_liquidity_expires() -> None:
    """ORD-7"""
    floor = Floor()
    floor.place("bob", "buy", "1", "99")
    outcome = floor.place("ann", "sell", "3", kind="market")
    assert (outcome.fills, outcome.ending) == ([("1", "99")], ("expired", "no_liquidity"))
    assert floor.has("ann", "BTC") == "9"


def test_a_market_order_without_liquidity_is_refused() -> None:
    """ORD-7"""
    assert Floor().place("ann", "sell", "3", kind="market").code == "NO_LIQUIDITY"


def test_a_market_purchase_needs_only_what_the_book_asks() -> None:
    """ORD-8: 10 BTC at 100 are 1,000 USDT to the last cent."""
    floor = Floor()
    floor.place("bob", "sell", "10", "100")
    assert floor.place("ann", "buy", "10", kind="market").ending == ("filled", "")
    assert (floor.has("ann", "USDT"), floor.has("ann", "BTC")) == ("0", "20")


def test_a_market_order_spends_an_amount() -> None:
    """ORD-7: 250 USDT buy 1 at 100, and 1.48 at 101 (149.48); the 52 cents left do not buy another step."""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    floor.place("bob", "sell", "5", "101")
    outcome = floor.place("ann", "buy", kind="market", quote="250")
    assert (outcome.fills, outcome.ending) == ([("1", "100"), ("1.48", "101")], ("filled", ""))
    assert floor.has("ann", "USDT") == "750.52"
    update = outcome.update(outcome.order_id)
    assert (update.quantity, update.remaining, update.filled_quote) == (btc("2.48"), 0, usdt("249.48"))


def test_a_market_sale_raises_an_amount() -> None:
    """ORD-7"""
    floor = Floor()
    floor.place("bob", "buy", "5", "100")
    outcome = floor.place("ann", "sell", kind="market", quote="250.50")
    assert (outcome.fills, floor.has("ann", "USDT")) == ([("2.5", "100")], "1250")


def test_a_quote_amount_with_insufficient_liquidity_expires() -> None:
    """ORD-7"""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    outcome = floor.place("ann", "buy", kind="market", quote="250")
    assert (outcome.fills, outcome.ending) == ([("1", "100")], ("expired", "no_liquidity"))


def test_an_amount_too_small_for_a_step_is_refused() -> None:
    """ORD-7: a step costs 1.20 USDT."""
    floor = Floor()
    floor.place("bob", "sell", "1", "120")
    floor.ask(ChangePair(2, PAIR, reference_price=price("120")))
    assert floor.place("ann", "buy", kind="market", quote="1.10").code == "BELOW_MINIMUM"


def test_a_fill_or_kill_market_order_is_refused_when_it_cannot_fill() -> None:
    """ORD-14"""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    assert floor.place("ann", "buy", "2", kind="market", time_in_force="fok").code == "FOK_NOT_FILLABLE"
    assert floor.place("ann", "buy", "1", kind="market", time_in_force="fok").ending == ("filled", "")


def test_a_market_order_stays_inside_the_band() -> None:
    """ORD-7: the market stands at 100, the only ask at 120; an operator moves the reference to 90."""
    floor = Floor()
    floor.place("bob", "sell", "1", "120")
    floor.ask(ChangePair(2, PAIR, reference_price=price("90")))
    assert floor.place("ann", "buy", "1", kind="market").code == "NO_LIQUIDITY"


def test_an_amount_too_small_for_a_step_once_it_is_triggered_expires() -> None:
    """TRG-5: a step costs 1 USDT when the order is placed, 1.11 when it is triggered."""
    floor = Floor().with_market_makers()
    order_id = floor.place("ann", "buy", kind="stop_market", stop="110", quote="1.10").order_id
    floor.place("maker", "sell", "1", "111")
    floor.trade_at("110")
    assert outcome_of(floor.order(order_id)) == ("expired", "no_liquidity")
    assert floor.has("ann", "USDT") == "1000"


def test_a_sale_by_quote_amount_continues_at_a_price_that_fits_a_step() -> None:
    """ORD-7: 1 at 101 raises 101; the 0.99 left are no step at 101, but one at 99."""
    floor = Floor()
    floor.place("bob", "buy", "1", "101")
    floor.place("bob", "buy", "1", "99")
    outcome = floor.place("ann", "sell", kind="market", quote="101.99")
    assert (outcome.fills, outcome.ending) == ([("1", "101"), ("0.01", "99")], ("filled", ""))
    assert floor.has("ann", "USDT") == "1101.99"


def test_a_sale_by_quote_amount_is_filled_when_no_bid_is_left() -> None:
    """ORD-7: as before, the rest raises no step at the last price there is."""
    floor = Floor()
    floor.place("bob", "buy", "1", "101")
    outcome = floor.place("ann", "sell", kind="market", quote="101.99", time_in_force="fok")
    assert (outcome.fills, outcome.ending) == ([("1", "101")], ("filled", ""))


waiting = st.tuples(
    st.sampled_from(("ann", "bob", "cy")),
    st.integers(1, 8),
    st.integers(98, 102),
    st.sampled_from((0, 0, 100)),
)


@settings(max_examples=200)
@given(
    orders=st.lists(waiting, min_size=1, max_size=8),
    side=st.sampled_from(("buy", "sell")),
    cents=st.integers(100, 4_000),
    mode=st.sampled_from(("expire_taker", "expire_maker", "expire_both", "none")),
)
def test_a_quote_amount_trades_like_in_the_reference_book(
    orders: list[tuple[str, int, int, int]], side: Side, cents: int, mode: Prevention
) -> None:
    """ORD-7, MAT-5: the same fills, and the same orders left waiting."""
    floor, plain = Floor(min_notional=1), PlainBook()
    other: Side = "sell" if side == "buy" else "buy"
    for client, steps, at, display in orders:
        order_id = floor.ask(
            an_order(client, other, f"0.0{steps}", str(at), display="0.01" if display else "0")
        ).order_id
        plain.rest(PlainOrder(order_id, client, other, at * 100, steps * 100, display))
    taker = PlainOrder(len(orders) + 1, "ann", side, 0, 0)
    guard = floor.exchange.state.markets[PAIR].guard_price(is_buy=side == "buy")

    fills = plain.trade_amount(taker, guard, mode, amount=Fraction(cents), step=100, divisor=10_000)
    outcome = floor.place("ann", side, kind="market", quote=f"{cents / 100:.2f}", prevention=mode)

    if outcome.code:
        # Nothing to trade with: then nothing gives way either.
        assert fills == []
        return
    assert [(fill.maker_order_id, fill.price, fill.quantity) for fill in outcome.filled] == [
        (maker, at, quantity) for maker, _, at, quantity in fills
    ]
    market = floor.exchange.state.markets[PAIR]
    assert {order.id: order.remaining for order in market.book.orders()} == {
        order.id: order.remaining for order in plain.orders
    }
