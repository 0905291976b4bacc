import pytest

from clearwater.core.commands import AmendOrder
from clearwater.core.events import LevelChanged
from tests.core.builders import NOON, Floor, btc, outcome_of, price


def test_the_best_price_trades_first_and_then_the_oldest() -> None:
    """MAT-1, MAT-2"""
    floor = Floor()
    floor.place("bob", "sell", "1", "102")
    first = floor.place("bob", "sell", "1", "101").order_id
    second = floor.place("cy", "sell", "1", "101").order_id
    outcome = floor.place("ann", "buy", "2.5", "110")
    assert outcome.fills == [("1", "101"), ("1", "101"), ("0.5", "102")]
    assert [fill.maker_order_id for fill in outcome.filled][:2] == [first, second]
    assert outcome.ending == ("filled", "")


def test_a_fill_is_at_the_makers_price() -> None:
    """MAT-2: the buyer would have paid 110."""
    floor = Floor()
    floor.place("bob", "sell", "1", "101")
    floor.place("ann", "buy", "1", "110")
    assert (floor.has("ann", "USDT"), floor.has("bob", "USDT")) == ("899", "1101")


def test_the_remainder_rests_at_its_own_price() -> None:
    """MAT-3"""
    floor = Floor()
    floor.place("bob", "sell", "1", "101")
    outcome = floor.place("ann", "buy", "3", "102")
    assert (outcome.fills, outcome.ending) == ([("1", "101")], ("partially_filled", ""))
    assert floor.depth() == ([("102", "2")], [])
    assert floor.has("ann", "USDT", "orders") == "204"


def test_a_level_change_has_its_visible_quantity() -> None:
    """MAT-7"""
    floor = Floor()
    outcome = floor.place("bob", "sell", "1", "101")
    assert outcome.events[-1] == LevelChanged("BTC-USDT", 1, "sell", price("101"), btc("1"))
    outcome = floor.place("ann", "buy", "3", "102")
    assert [event for event in outcome.events if isinstance(event, LevelChanged)] == [
        LevelChanged("BTC-USDT", 2, "buy", price("102"), btc("2")),
        LevelChanged("BTC-USDT", 3, "sell", price("101"), 0),
    ]


def test_an_iceberg_shows_a_part_and_loses_priority_when_it_is_filled() -> None:
    """MAT-4"""
    floor = Floor()
    iceberg = floor.place("bob", "sell", "3", "101", display="1").order_id
    plain = floor.place("cy", "sell", "1", "101").order_id
    assert floor.depth() == ([], [("101", "2")])
    outcome = floor.place("ann", "buy", "2.5", "101")
    assert [(fill.maker_order_id, fill.quantity) for fill in outcome.filled] == [
        (iceberg, btc("1")),
        (plain, btc("1")),
        (iceberg, btc("0.5")),
    ]
    assert floor.depth() == ([], [("101", "0.5")])
    assert (floor.order(iceberg).remaining, floor.order(iceberg).visible) == (btc("1.5"), btc("0.5"))


def test_the_hidden_quantity_of_an_iceberg_can_fill_a_fok() -> None:
    """MAT-4"""
    floor = Floor()
    floor.place("bob", "sell", "3", "101", display="1")
    outcome = floor.place("ann", "buy", "3", "101", time_in_force="fok")
    assert outcome.fills == [("1", "101"), ("1", "101"), ("1", "101")]
    assert floor.depth() == ([], [])


@pytest.mark.parametrize(
    ("mode", "fills", "taker", "makers_left"),
    [
        ("none", [("1", "100"), ("1", "101"), ("1", "102")], ("filled", ""), 0),
        ("expire_taker", [("1", "100")], ("expired", "self_trade_prevention"), 2),
        ("expire_maker", [("1", "100"), ("1", "102")], ("partially_filled", ""), 0),
        ("expire_both", [("1", "100")], ("expired", "self_trade_prevention"), 1),
    ],
)
def test_self_trade_prevention_expires_taker_maker_or_both(
    mode: str, fills: list[tuple[str, str]], taker: tuple[str, str], makers_left: int
) -> None:
    """MAT-5: bob, ann herself, and bob again offer one each."""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    own = floor.place("ann", "sell", "1", "101").order_id
    floor.place("bob", "sell", "1", "102")
    outcome = floor.place("ann", "buy", "3", "102", prevention=mode)
    assert (outcome.fills, outcome.ending) == (fills, taker)
    assert len(floor.depth()[1]) == makers_left
    if mode in {"expire_maker", "expire_both"}:
        assert outcome_of(outcome.update(own)) == ("expired", "self_trade_prevention")
        assert floor.has("ann", "BTC", "orders") == "0"


def test_a_fok_that_would_self_trade_is_refused() -> None:
    """MAT-5, ORD-14"""
    floor = Floor()
    floor.place("ann", "sell", "1", "100")
    floor.place("bob", "sell", "2", "100")
    fok = {"time_in_force": "fok"}
    assert floor.place("ann", "buy", "2", "100", prevention="expire_taker", **fok).code == "FOK_NOT_FILLABLE"
    assert floor.place("ann", "buy", "2", "100", prevention="expire_maker", **fok).fills == [("2", "100")]


def test_self_trade_prevention_applies_to_quote_amounts() -> None:
    """MAT-5, ORD-7"""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    floor.place("ann", "sell", "1", "100")
    floor.place("bob", "sell", "5", "101")
    outcome = floor.place("ann", "buy", kind="market", quote="500", prevention="expire_both")
    assert (outcome.fills, outcome.ending) == ([("1", "100")], ("expired", "self_trade_prevention"))
    assert floor.depth()[1] == [("101", "5")]


@pytest.mark.parametrize(
    ("asks", "amount", "fills"),
    [
        # Behind the last fill at its price, and at the next one; nobody else offers anything.
        ([("bob", "1", "100"), ("ann", "1", "100"), ("ann", "1", "101")], "300", [("1", "100")]),
        # Between the last fill and a price at which the rest buys nothing any more.
        ([("bob", "1", "100"), ("ann", "1", "101"), ("bob", "1", "102")], "101.01", [("1", "100")]),
        # Before the last fill.
        (
            [("bob", "1", "100"), ("ann", "1", "101"), ("bob", "1", "102")],
            "151",
            [("1", "100"), ("0.5", "102")],
        ),
    ],
)
def test_own_orders_within_a_quote_amount_are_expired(
    asks: list[tuple[str, str, str]], amount: str, fills: list[tuple[str, str]]
) -> None:
    """MAT-5, ORD-7: whatever the amount still buys a step of is met, as by quantity."""
    floor = Floor()
    own = []
    for client, quantity, at in asks:
        outcome = floor.place(client, "sell", quantity, at)
        own += [outcome.order_id] if client == "ann" else []

    outcome = floor.place("ann", "buy", kind="market", quote=amount, prevention="expire_maker")

    assert outcome.fills == fills
    for order_id in own:
        assert outcome_of(outcome.update(order_id)) == ("expired", "self_trade_prevention")
    assert floor.has("ann", "BTC", "orders") == "0"


def test_an_own_order_beyond_a_quote_amount_stays() -> None:
    """MAT-5: the half cent left after the fill buys nothing at any price."""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    own = floor.place("ann", "sell", "1", "100").order_id
    outcome = floor.place("ann", "buy", kind="market", quote="100.50", prevention="expire_maker")
    assert (outcome.fills, outcome.ending) == ([("1", "100")], ("filled", ""))
    assert floor.order(own).status == "new"


def test_a_quantity_decrease_is_accepted_outside_the_price_band() -> None:
    """MAT-6, ORD-6: the order was inside the band when it came."""
    floor = Floor().with_market_makers()
    order_id = floor.place("ann", "buy", "2", "85").order_id
    floor.trade_at("120")
    same = price("85")

    outcome = floor.ask(AmendOrder(NOON, "ann", order_id, same, btc("1")))

    assert (outcome.code, outcome.update(order_id).remaining) == ("", btc("1"))
    assert floor.has("ann", "USDT", "orders") == "85"
    for others in ({"price": same, "quantity": btc("3")}, {"price": price("86"), "quantity": btc("1")}):
        assert floor.ask(AmendOrder(NOON, "ann", order_id, **others)).code == "PRICE_OUT_OF_BAND"


def test_a_quantity_decrease_keeps_time_priority() -> None:
    """MAT-6"""
    floor = Floor()
    first = floor.place("bob", "sell", "3", "101").order_id
    floor.place("cy", "sell", "1", "101")
    outcome = floor.ask(AmendOrder(NOON, "bob", first, quantity=btc("1")))
    assert outcome.update(first).remaining == btc("1")
    assert floor.has("bob", "BTC", "orders") == "1"
    assert floor.place("ann", "buy", "1", "101").filled[0].maker_order_id == first


@pytest.mark.parametrize(("quantity", "at"), [("2", ""), ("", "100"), ("1", "102")])
def test_any_other_amendment_loses_time_priority(quantity: str, at: str) -> None:
    """MAT-6"""
    floor = Floor()
    first = floor.place("bob", "sell", "1", "101").order_id
    second = floor.place("cy", "sell", "1", at or "101").order_id
    change = AmendOrder(NOON, "bob", first, price(at or "0"), btc(quantity or "0"))
    assert floor.ask(change).code == ""
    assert floor.place("ann", "buy", "1", "105").filled[0].maker_order_id == second


def test_an_amended_order_may_trade_immediately() -> None:
    """MAT-6: filled in part before, its whole quantity counts."""
    floor = Floor()
    order_id = floor.place("ann", "buy", "2", "95", taker_ppm=10_000, maker_ppm=0).order_id
    floor.place("bob", "sell", "0.5", "95")
    floor.place("bob", "sell", "5", "96")
    outcome = floor.ask(AmendOrder(NOON, "ann", order_id, price("96"), btc("3")))
    assert outcome.fills == [("2.5", "96")]
    assert outcome.update(order_id).status == "filled"
    assert outcome.filled[0].taker_fee == btc("0.025")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, "VALIDATION_FAILED"),
        ({"quantity": -1}, "VALIDATION_FAILED"),
        ({"quantity": btc("0.5")}, "VALIDATION_FAILED"),
        ({"quantity": btc("0.505")}, "BAD_PRECISION"),
        ({"quantity": 2**63}, "MAX_QUANTITY"),
        ({"quantity": btc("100")}, "INSUFFICIENT_BALANCE"),
        ({"price": -1}, "VALIDATION_FAILED"),
        ({"price": price("95") + 1}, "BAD_PRECISION"),
        ({"price": 2**63 // 100 * 100}, "PRICE_OUT_OF_BAND"),
        ({"price": price("98")}, "POST_ONLY_WOULD_TAKE"),
    ],
)
def test_an_amendment_keeps_to_the_rules(change: dict[str, int], code: str) -> None:
    """MAT-6: half of it is filled; the market stands at 95."""
    floor = Floor()
    order_id = floor.place("ann", "buy", "1", "95", post_only=True).order_id
    floor.place("bob", "sell", "0.5", "95")
    floor.place("bob", "sell", "1", "98")
    assert floor.ask(AmendOrder(NOON, "ann", order_id, **change)).code == code


def test_an_amendment_is_paid_from_the_existing_hold_first() -> None:
    """MAT-6, ORD-8: all 1,000 USDT are held for 10 at 100; 12.5 at 80 cost the same."""
    floor = Floor()
    order_id = floor.place("ann", "buy", "10", "100").order_id
    assert floor.ask(AmendOrder(NOON, "ann", order_id, price("80"), btc("12.5"))).code == ""
    assert (floor.has("ann", "USDT"), floor.has("ann", "USDT", "orders")) == ("0", "1000")


def test_an_untriggered_order_can_be_amended() -> None:
    floor = Floor()
    order_id = floor.place("ann", "buy", "1", "112", kind="stop_limit", stop="110").order_id
    assert floor.ask(AmendOrder(NOON, "ann", order_id, price("115"), btc("2"))).code == ""
    assert floor.has("ann", "USDT", "orders") == "230"
    assert floor.ask(AmendOrder(NOON, "ann", order_id, quantity=btc("0.5"))).code == ""
    assert floor.has("ann", "USDT", "orders") == "57.5"
    assert floor.ask(AmendOrder(NOON, "ann", order_id, quantity=btc("50"))).code == "INSUFFICIENT_BALANCE"
    stop = floor.place("ann", "sell", "1", kind="stop_market", stop="90").order_id
    assert floor.ask(AmendOrder(NOON, "ann", stop, price=price("90"))).code == "VALIDATION_FAILED"
    assert floor.ask(AmendOrder(NOON, "ann", stop, quantity=btc("2"))).code == ""


def test_legs_and_other_clients_orders_are_not_amended() -> None:
    """MAT-6, ORD-11"""
    floor = Floor()
    leg = floor.place("ann", "sell", "1", "110", kind="oco", stop="90").order_id
    assert floor.ask(AmendOrder(NOON, "ann", leg, quantity=btc("0.5"))).code == "STATE_CONFLICT"
    assert floor.ask(AmendOrder(NOON, "bob", leg, quantity=btc("0.5"))).code == "NOT_FOUND"
