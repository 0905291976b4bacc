"""When an alert fires, for all orders of prices."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clearwater.domains.notices.crossing import COOLDOWN_MS, AlertState, Trade, span_of

prices = st.lists(st.integers(95, 105), min_size=1, max_size=40)
pauses = st.integers(0, COOLDOWN_MS)


@given(prices=prices, pause=pauses, cuts=st.sets(st.integers(1, 39)), repeats=st.booleans())
def test_the_same_trades_fire_an_alert_however_they_are_divided(
    prices: list[int], pause: int, cuts: set[int], repeats: bool
) -> None:
    """NTC-3."""
    trades = [Trade(number, price, number * pause) for number, price in enumerate(prices, 1)]
    whole = AlertState("above", 100, repeats, 2)
    parts = AlertState("above", 100, repeats, 2)
    bounds = [0, *sorted(cut for cut in cuts if cut < len(trades)), len(trades)]

    together = whole.take(trades)
    one_by_one: list[Trade] = []
    for first, last in pairwise(bounds):
        # One that fires once is gone then.
        if repeats or not one_by_one:
            one_by_one += parts.take(trades[first:last])

    assert one_by_one == together
    assert whole == parts or not repeats


@given(prices=prices)
def test_an_alert_that_repeats_needs_the_price_on_the_other_side_in_between(prices: list[int]) -> None:
    """NTC-1, NTC-2: with a minute between trades, it fires at every crossing."""
    trades = [Trade(number, price, number * COOLDOWN_MS) for number, price in enumerate(prices, 1)]

    fired = AlertState("below", 100, repeats=True, after_fill_id=0).take(trades)

    crossings = [
        trade for before, trade in zip([101, *prices], trades, strict=False) if trade.price <= 100 < before
    ]
    assert fired == crossings


@given(prices=prices)
def test_a_span_has_every_price(prices: list[int]) -> None:
    span = span_of(Trade(number, price, 0) for number, price in enumerate(prices))

    assert (span.low, span.high) == (min(prices), max(prices))
