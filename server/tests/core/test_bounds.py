"""EXC-6: whatever is asked, nothing that leaves the exchange has a number beyond 64 bits."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple

from clearwater.core.commands import (
    AmendOrder,
    CancelAll,
    ChangePair,
    Command,
    Deposit,
    Fund,
    HoldWithdrawal,
    ListCoin,
    ListPair,
    OrderType,
    PairRules,
    PlaceOrder,
    Side,
    Tick,
)
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.money import MAX_UNITS
from clearwater.core.records import Record
from tests.core.builders import Outcome

HUGE = MAX_UNITS
CLIENTS = ("ann", "bob")


def numbers_in(value: Any) -> Iterator[int]:
    """Every number of an event, however deep."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from numbers_in(part)
    elif isinstance(value, Record):
        yield from numbers_in(astuple(value))


def an_exchange(price_decimals: int, supply: int, reference: int) -> Exchange:
    """Coins of the largest supply, prices up to the largest, and everything in two hands."""
    exchange = Exchange()
    rules = PairRules(1, 10**price_decimals, 10**price_decimals, supply - supply % 10**price_decimals, 0)
    set_up: list[Command] = [
        ListCoin(1, "BTC", 8, supply),
        ListCoin(1, "USDT", 8, supply),
        ListPair(1, "BTC-USDT", "BTC", "USDT", price_decimals, rules, reference),
    ]
    for coin in ("BTC", "USDT"):
        set_up += [Deposit(1, f"{coin}-{name}", name, coin, "x", supply // 2) for name in CLIENTS]
    for command in set_up:
        assert Outcome(exchange.apply(command)).code == "", command
    return exchange


edges = st.sampled_from((0, 1, 10**8, 10**18, HUGE // 2, HUGE // 2 + 1, HUGE - 10**8, HUGE, HUGE + 1, 10**30))
near = st.integers(-(2 * 10**8), 2 * 10**8)
amounts = st.one_of(edges, st.builds(lambda edge, by: max(0, edge + by), edges, near))
whole = amounts.map(lambda amount: amount - amount % 10**8)
kinds: st.SearchStrategy[OrderType] = st.sampled_from(
    ("limit", "limit", "market", "stop_limit", "stop_market", "take_profit_market", "trailing_stop", "oco")
)
sides: st.SearchStrategy[Side] = st.sampled_from(("buy", "sell"))


@st.composite
def orders(draw: st.DrawFn) -> PlaceOrder:
    kind = draw(kinds)
    by_quote = kind in {"market", "stop_market", "trailing_stop"} and draw(st.booleans())
    size = draw(whole)
    return PlaceOrder(
        2,
        draw(st.sampled_from(CLIENTS)),
        "BTC-USDT",
        draw(sides),
        kind,
        0 if by_quote else size,
        draw(amounts) if kind in {"limit", "stop_limit", "oco"} else 0,
        draw(st.sampled_from((0, 1_000_000))),
        draw(st.sampled_from((0, 1, 1_000_000))),
        quote_quantity=size if by_quote else 0,
        stop_price=0 if kind in {"limit", "market", "trailing_stop"} else draw(amounts),
        trailing_bps=draw(st.sampled_from((1, 5_000))) if kind == "trailing_stop" else 0,
        prevention=draw(st.sampled_from(("none", "expire_maker"))),
    )


commands = st.one_of(
    orders(),
    orders(),
    orders(),
    st.builds(AmendOrder, st.just(2), st.sampled_from(CLIENTS), st.integers(1, 6), amounts, whole),
    st.builds(CancelAll, st.just(2), st.sampled_from(CLIENTS)),
    st.builds(ChangePair, st.just(2), st.just("BTC-USDT"), reference_price=amounts),
    st.builds(
        HoldWithdrawal,
        st.just(2),
        st.just("w"),
        st.just("ann"),
        st.just("BTC"),
        st.just("x"),
        amounts,
        amounts,
    ),
    st.builds(Fund, st.just(2), st.just("f"), st.just("BTC"), st.just("y"), amounts),
    st.builds(Tick, amounts),
)


@settings(max_examples=250, deadline=None)
@given(
    price_decimals=st.sampled_from((0, 8)),
    supply=st.sampled_from((HUGE, HUGE // 2, 10**18)),
    reference=st.sampled_from((1, 10**8, 10**16, HUGE // 2, HUGE)),
    asked=st.lists(commands, max_size=12),
)
def test_no_event_has_a_number_beyond_64_bits(
    price_decimals: int, supply: int, reference: int, asked: list[Command]
) -> None:
    exchange = an_exchange(price_decimals, supply, reference)
    for command in asked:
        for event in exchange.apply(command):
            assert all(-MAX_UNITS - 1 <= number <= MAX_UNITS for number in numbers_in(event)), event
    assert list(find_faults(exchange.state)) == []


@pytest.mark.parametrize("kind", ["stop_market", "trailing_stop"])
def test_the_cost_of_a_stop_order_fits_64_bits(kind: OrderType) -> None:
    """TRG-6: with the guard it would not."""
    exchange = an_exchange(8, 10**18, HUGE - 10**17)
    before = exchange.digest()
    stop: dict[str, Any] = {"stop_price": HUGE} if kind == "stop_market" else {"trailing_bps": 100}
    outcome = Outcome(exchange.apply(PlaceOrder(1, "ann", "BTC-USDT", "buy", kind, 10**8, **stop)))
    assert outcome.code in {"ABOVE_MAXIMUM", "VALIDATION_FAILED", "MAX_QUANTITY"}
    assert exchange.digest() == before


def test_a_limit_price_beyond_64_bits_is_refused() -> None:
    """EXC-6: inside of the band it may be beyond."""
    exchange = an_exchange(8, HUGE, HUGE)
    outcome = Outcome(exchange.apply(PlaceOrder(1, "ann", "BTC-USDT", "sell", "limit", 10**8, HUGE + 1)))
    assert outcome.refused_field == ("ABOVE_MAXIMUM", "price")


def test_the_quantity_of_a_level_is_capped_at_64_bits() -> None:
    """MAT-7: bids that cost next to nothing may add up to more than there can be."""
    exchange = an_exchange(8, HUGE, 1)
    size = HUGE - HUGE % 10**8
    for client in CLIENTS:
        assert Outcome(exchange.apply(PlaceOrder(1, client, "BTC-USDT", "buy", "limit", size, 1))).code == ""
    assert exchange.depth("BTC-USDT", 1).bids == ((1, MAX_UNITS),)
