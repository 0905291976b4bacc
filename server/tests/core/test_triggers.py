import pytest

from clearwater.core.commands import CancelAll, OrderType, Side
from tests.core.builders import Floor, btc, outcome_of, price


def with_offers(floor: Floor) -> Floor:
    """Something to trade with on both sides, far from where the tests trade."""
    floor.place("maker", "buy", "50", "81")
    floor.place("maker", "sell", "50", "119")
    return floor


def triggered(floor: Floor, at: str) -> list[int]:
    return floor.trade_at(at).triggered


@pytest.mark.parametrize(
    ("side", "kind", "stop", "before", "at"),
    [
        ("sell", "stop_market", "95", "96", "95"),
        ("sell", "take_profit_market", "105", "104", "105"),
        ("buy", "stop_market", "105", "104", "105"),
        ("buy", "take_profit_market", "95", "96", "95"),
    ],
)
def test_a_trade_at_the_stop_price_triggers(
    side: Side, kind: OrderType, stop: str, before: str, at: str
) -> None:
    """TRG-1, TRG-2"""
    floor = with_offers(Floor().with_market_makers())
    order_id = floor.place("ann", side, "1", kind=kind, stop=stop).order_id
    assert triggered(floor, before) == []
    assert triggered(floor, at) == [order_id]
    assert order_id not in floor.exchange.state.orders


@pytest.mark.parametrize(
    ("side", "kind", "stop"),
    [
        ("sell", "stop_market", "100"),
        ("buy", "stop_market", "100"),
        ("sell", "take_profit_market", "99"),
        ("buy", "take_profit_market", "101"),
    ],
)
def test_a_stop_price_that_is_already_reached_is_refused(side: Side, kind: OrderType, stop: str) -> None:
    """TRG-3"""
    assert Floor().place("ann", side, "1", kind=kind, stop=stop).code == "WOULD_TRIGGER"


def test_the_price_of_a_stop_is_inside_the_band_around_its_stop_price() -> None:
    """TRG-3: 70 is too far from 100, but not from 80."""
    floor = Floor()
    assert floor.place("ann", "sell", "1", "70", kind="stop_limit", stop="80").code == ""
    assert floor.place("ann", "sell", "1", "63", kind="stop_limit", stop="80").code == "PRICE_OUT_OF_BAND"
    assert floor.place("ann", "sell", "1", "70", kind="stop_limit", stop="80.5").code == "BAD_PRECISION"


def test_a_triggered_limit_order_rests_at_its_price() -> None:
    """TRG-5"""
    floor = Floor().with_market_makers()
    order_id = floor.place("ann", "sell", "1", "94", kind="stop_limit", stop="95").order_id
    assert floor.order(order_id).status == "untriggered"
    assert floor.depth() == ([], [])
    assert triggered(floor, "95") == [order_id]
    assert floor.depth() == ([], [("94", "1")])
    assert (floor.order(order_id).status, floor.has("ann", "BTC", "orders")) == ("new", "1")


def test_a_triggered_market_order_without_liquidity_expires() -> None:
    """TRG-5"""
    floor = Floor().with_market_makers()
    order_id = floor.place("ann", "sell", "1", kind="stop_market", stop="95").order_id
    floor.trade_at("95")
    assert outcome_of(floor.order(order_id)) == ("expired", "no_liquidity")
    assert floor.has("ann", "BTC") == "10"


def test_a_triggered_fok_that_cannot_be_filled_expires() -> None:
    """TRG-5"""
    floor = Floor().with_market_makers()
    order_id = floor.place(
        "ann", "sell", "1", "94", kind="stop_limit", stop="95", time_in_force="fok"
    ).order_id
    floor.trade_at("95")
    assert outcome_of(floor.order(order_id)) == ("expired", "time_in_force")


def test_a_triggered_fok_that_can_be_filled_is() -> None:
    """TRG-5"""
    floor = Floor().with_market_makers()
    floor.place("maker", "buy", "2", "94")
    order_id = floor.place(
        "ann", "sell", "1", "94", kind="stop_limit", stop="95", time_in_force="fok"
    ).order_id
    assert floor.trade_at("95").fills == [("0.05", "95"), ("1", "94")]
    assert floor.order(order_id).status == "filled"


def test_stops_trigger_by_nearest_price_then_oldest() -> None:
    """TRG-2"""
    floor = with_offers(Floor().with_market_makers())
    far = floor.place("ann", "sell", "1", kind="stop_market", stop="90").order_id
    near = floor.place("bob", "sell", "1", kind="stop_market", stop="95").order_id
    later = floor.place("cy", "sell", "1", kind="stop_market", stop="95").order_id
    assert triggered(floor, "88") == [near, later, far]


def test_a_triggered_order_can_trigger_another() -> None:
    """TRG-2: ann's sale trades at 93, which is bob's stop price."""
    floor = Floor().with_market_makers()
    floor.place("maker", "buy", "1", "93")
    floor.place("maker", "buy", "5", "90")
    first = floor.place("ann", "sell", "1", kind="stop_market", stop="95").order_id
    second = floor.place("bob", "sell", "1", kind="stop_market", stop="93").order_id
    outcome = floor.trade_at("95")
    assert outcome.triggered == [
        first,
        second,
    ]
    assert outcome.fills == [("0.05", "95"), ("1", "93"), ("1", "90")]


def test_every_price_of_a_sweep_triggers_stops() -> None:
    """TRG-2: a purchase trades at 90, then at 105; a stop at 92 was passed on the way."""
    floor = Floor()
    floor.place("bob", "sell", "1", "90")
    floor.place("bob", "sell", "1", "105")
    order_id = floor.place("cy", "sell", "1", "91", kind="stop_limit", stop="92").order_id
    outcome = floor.place("ann", "buy", "2", "105")
    assert outcome.triggered == [order_id]


def test_a_trailing_stop_follows_upwards_and_never_back() -> None:
    """TRG-4: 5 % below 100 is 95; below 110 104.50, on a tick 104; below 104 it does not move back."""
    floor = with_offers(Floor().with_market_makers())
    order_id = floor.place("ann", "sell", "1", kind="trailing_stop", trailing_bps=500).order_id
    assert floor.order(order_id).stop_price == price("95")
    floor.trade_at("110")
    assert floor.stop_price(order_id) == price("104")
    floor.trade_at("105")
    assert floor.stop_price(order_id) == price("104")
    assert triggered(floor, "104") == [order_id]
    assert floor.order(order_id).stop_price == price("104")


def test_a_trailing_purchase_follows_downwards() -> None:
    """TRG-4, TRG-6: it holds 110 and the guard, 115 on a tick, and keeps that when it follows."""
    floor = with_offers(Floor().with_market_makers())
    order_id = floor.place("ann", "buy", "1", kind="trailing_stop", trailing_bps=1_000).order_id
    assert floor.has("ann", "USDT", "orders") == "115"
    floor.trade_at("90")
    assert floor.stop_price(order_id) == price("99")
    assert triggered(floor, "99") == [order_id]
    assert floor.order(order_id).stop_price == price("99")


def test_a_triggered_purchase_pays_at_most_its_hold() -> None:
    """TRG-6: stop 105, at most 110; the offers at 111 are not taken though the guard would allow them."""
    floor = Floor().with_market_makers()
    order_id = floor.place("ann", "buy", "2", kind="stop_market", stop="105").order_id
    assert floor.has("ann", "USDT", "orders") == "220"
    floor.place("maker", "sell", "1", "110")
    floor.place("maker", "sell", "1", "111")
    outcome = floor.place("taker", "buy", "0.05", "110")
    assert outcome.fills == [("0.05", "110"), ("0.95", "110")]
    assert outcome_of(floor.order(order_id)) == ("expired", "market_guard")
    assert floor.has("ann", "USDT") == "895.5"


def test_a_purchase_by_amount_holds_that_amount() -> None:
    """ORD-8"""
    floor = with_offers(Floor().with_market_makers())
    floor.place("maker", "sell", "9", "106")
    floor.place("ann", "buy", kind="stop_market", stop="105", quote="212")
    assert floor.has("ann", "USDT", "orders") == "212"
    floor.trade_at("105")
    assert (floor.has("ann", "BTC"), floor.has("ann", "USDT")) == ("12", "788")


def an_oco(floor: Floor, **others: str) -> tuple[int, int]:
    limit, stop = floor.place("ann", "sell", "2", "110", kind="oco", stop="90", **others).order_ids
    return limit, stop


def test_the_legs_of_an_oco_share_their_hold() -> None:
    """TRG-7"""
    floor = Floor()
    limit, stop = an_oco(floor)
    assert (floor.order(limit).status, floor.order(stop).status) == ("new", "untriggered")
    assert floor.has("ann", "BTC", "orders") == "2"


def test_an_oco_purchase_holds_what_the_dearer_leg_costs() -> None:
    """TRG-7: 90 for the limit; the stop at 110 may pay 115."""
    floor = Floor()
    floor.place("ann", "buy", "1", "90", kind="oco", stop="110")
    assert floor.has("ann", "USDT", "orders") == "115"
    floor.ask(CancelAll(2, "ann"))
    assert floor.has("ann", "USDT") == "1000"
    floor.place("ann", "buy", "1", "90", kind="oco", stop="110", stop_limit="112")
    assert floor.has("ann", "USDT", "orders") == "112"


def test_a_partial_fill_of_one_leg_cancels_the_other() -> None:
    """TRG-7"""
    floor = Floor()
    limit, stop = an_oco(floor)
    outcome = floor.place("bob", "buy", "0.5", "110")
    assert outcome_of(outcome.update(stop)) == ("canceled", "oco")
    assert outcome_of(outcome.update(limit)) == ("partially_filled", "")
    assert floor.has("ann", "BTC", "orders") == "1.5"


def test_a_triggered_leg_cancels_the_other_and_takes_the_hold_over() -> None:
    """TRG-7"""
    floor = Floor().with_market_makers()
    limit, stop = an_oco(floor, stop_limit="89")
    outcome = floor.trade_at("90")
    assert outcome_of(outcome.update(limit)) == ("canceled", "oco")
    assert outcome_of(outcome.update(stop)) == ("new", "")
    assert floor.depth() == ([], [("89", "2")])
    assert floor.has("ann", "BTC", "orders") == "2"


@pytest.mark.parametrize("which", [0, 1])
def test_cancelling_one_leg_cancels_the_other(which: int) -> None:
    """TRG-7"""
    floor = Floor()
    legs = an_oco(floor)
    outcome = floor.cancel("ann", legs[which])
    assert outcome_of(outcome.update(legs[which])) == ("canceled", "client")
    assert outcome_of(outcome.update(legs[1 - which])) == ("canceled", "oco")
    assert floor.has("ann", "BTC") == "10"


def test_an_oco_whose_limit_leg_trades_immediately_cancels_its_stop() -> None:
    """TRG-7"""
    floor = Floor()
    floor.place("bob", "buy", "1", "110")
    limit, stop = an_oco(floor)
    assert floor.order(limit).status == "partially_filled"
    assert outcome_of(floor.order(stop)) == ("canceled", "oco")


@pytest.mark.parametrize(
    ("side", "at", "stop", "code"),
    [
        ("sell", "99", "90", "VALIDATION_FAILED"),
        ("sell", "100", "90", "VALIDATION_FAILED"),
        ("sell", "110", "100", "WOULD_TRIGGER"),
        ("buy", "101", "110", "VALIDATION_FAILED"),
        ("buy", "90", "100", "WOULD_TRIGGER"),
    ],
)
def test_the_legs_of_an_oco_are_on_either_side_of_the_market(
    side: Side, at: str, stop: str, code: str
) -> None:
    """TRG-7"""
    assert Floor().place("ann", side, "1", at, kind="oco", stop=stop).code == code


def test_an_oco_needs_the_balance_for_its_dearer_leg() -> None:
    """TRG-7: 9 at 90 are 810, but the stop may pay 9 times 115."""
    floor = Floor()
    outcome = floor.place("ann", "buy", "9", "90", kind="oco", stop="110")
    assert (outcome.code, outcome.refusal and outcome.refusal.needed) == ("INSUFFICIENT_BALANCE", 103_500)
    assert floor.exchange.state.last_order_id == 0


def test_the_client_order_id_of_an_oco_names_its_limit_leg() -> None:
    """ORD-3"""
    floor = Floor()
    limit, _ = an_oco(floor, client_order_id="mine")
    outcome = floor.place("ann", "buy", "1", "90", client_order_id="mine")
    assert outcome.refusal is not None
    assert outcome.refusal.order_id == limit


def test_self_trade_prevention_applies_to_triggered_orders() -> None:
    """MAT-5, TRG-5"""
    floor = Floor().with_market_makers()
    floor.place("ann", "buy", "1", "94")
    order_id = floor.place(
        "ann", "sell", "1", kind="stop_market", stop="95", prevention="expire_taker"
    ).order_id
    floor.trade_at("95")
    assert outcome_of(floor.order(order_id)) == ("expired", "self_trade_prevention")
    assert floor.has("ann", "BTC") == "10"
    assert btc("1") == floor.exchange.depth("BTC-USDT", 1).bids[0][1]
