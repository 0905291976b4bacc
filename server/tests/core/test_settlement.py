from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clearwater.core.events import Posting
from clearwater.core.money import MAX_UNITS, PPM
from clearwater.core.settlement import round_fee_up
from tests.core.builders import Floor, btc


def test_a_fill_pays_both_sides_and_the_house() -> None:
    """STL-2, STL-3: 2 BTC at 95 are 190 USDT; 0.1 % of it is 0.19 USDT, 0.25 % of 2 BTC 0.005 BTC."""
    floor = Floor()
    floor.place("bob", "sell", "2", "95", maker_ppm=1_000, taker_ppm=9_999)
    outcome = floor.place("ann", "buy", "2", "100", maker_ppm=9_999, taker_ppm=2_500)
    assert (floor.has("ann", "BTC"), floor.has("ann", "USDT")) == ("11.995", "810")
    assert (floor.has("bob", "BTC"), floor.has("bob", "USDT")) == ("8", "1189.81")
    assert (floor.has("house", "BTC", "fees"), floor.has("house", "USDT", "fees")) == ("0.005", "0.19")
    moved = [
        (event.kind, event.source[:2], event.target[:2])
        for event in outcome.events
        if isinstance(event, Posting)
    ]
    assert moved == [
        ("trade", ("ann", "USDT"), ("bob", "USDT")),
        ("trade", ("bob", "BTC"), ("ann", "BTC")),
        ("fee", ("ann", "BTC"), ("house", "BTC")),
        ("fee", ("bob", "USDT"), ("house", "USDT")),
    ]


def test_a_fee_below_one_unit_is_rounded_up() -> None:
    """STL-3: 0.0001 % of 0.01 BTC is far less than the last digit of BTC, 0.0001."""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    outcome = floor.place("ann", "buy", "0.01", "100", taker_ppm=1)
    assert outcome.filled[0].taker_fee == 1
    assert floor.has("ann", "BTC") == "10.0099"


def test_without_a_rate_there_is_no_fee() -> None:
    """STL-3"""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    outcome = floor.place("ann", "buy", "1", "100")
    assert len([event for event in outcome.events if isinstance(event, Posting)]) == 2


def test_fees_add_up_on_the_order_over_its_fills() -> None:
    """STL-4: a maker that fills in three parts."""
    floor = Floor()
    order_id = floor.place("bob", "sell", "3", "100", maker_ppm=1_000).order_id
    for client in ("ann", "cy", "ann"):
        floor.place(client, "buy", "1", "100")
    assert (floor.order(order_id).fee, floor.order(order_id).filled_quote) == (30, 30_000)


def test_a_hold_is_released_to_the_last_unit() -> None:
    """STL-5"""
    floor = Floor()
    order_id = floor.place("ann", "buy", "3", "99").order_id
    floor.place("bob", "sell", "1.37", "99")
    assert floor.has("ann", "USDT", "orders") == "161.37"
    floor.cancel("ann", order_id)
    assert (floor.has("ann", "USDT"), floor.has("ann", "USDT", "orders")) == ("864.37", "0")


@given(received=st.integers(1, MAX_UNITS), rate=st.integers(0, PPM))
def test_a_fee_is_rounded_up_and_never_more_than_what_was_received(received: int, rate: int) -> None:
    """STL-3"""
    fee = round_fee_up(received, rate)
    assert 0 <= fee <= received
    assert (fee - 1) * PPM < received * rate <= fee * PPM


def test_a_client_that_trades_with_itself_pays_fees_and_nothing_else() -> None:
    """MAT-5, STL-3"""
    floor = Floor()
    floor.place("ann", "sell", "1", "100", maker_ppm=1_000)
    outcome = floor.place("ann", "buy", "1", "100", taker_ppm=1_000)
    assert outcome.filled[0].quantity == btc("1")
    assert (floor.has("ann", "BTC"), floor.has("ann", "USDT")) == ("9.999", "999.9")


def test_both_fees_of_a_fill_are_computed_by_the_same_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    """STL-3: what is proved of `round_fee_up` above is true of what is charged."""
    monkeypatch.setattr("clearwater.core.settlement.round_fee_up", lambda received, rate: received // rate)
    floor = Floor()
    floor.place("bob", "sell", "1", "100", maker_ppm=1_000)
    outcome = floor.place("ann", "buy", "1", "100", taker_ppm=2_500)
    assert (outcome.filled[0].taker_fee, outcome.filled[0].maker_fee) == (4, 10)


@given(ticks=st.integers(81, 119), steps=st.integers(2, 800))
def test_the_value_of_a_fill_is_price_times_quantity_to_the_unit(ticks: int, steps: int) -> None:
    """STL-1"""
    floor = Floor()
    quantity = Decimal(steps).scaleb(-2)
    floor.place("bob", "sell", str(quantity), str(ticks))
    outcome = floor.place("ann", "buy", str(quantity), str(ticks))
    paid = [
        event.amount
        for event in outcome.events
        if isinstance(event, Posting) and event.source.asset == "USDT"
    ]
    assert [Decimal(amount).scaleb(-2) for amount in paid] == [ticks * quantity]
