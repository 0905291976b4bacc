from typing import Any

import pytest
from msgspec.structs import replace

from clearwater.core.commands import (
    AmendOrder,
    CancelAll,
    ChangeCoin,
    ChangePair,
    ListPair,
    PairState,
    PlaceOrder,
    Tick,
)
from clearwater.core.events import Refused
from tests.core.builders import NOON, PAIR, Floor, an_order, btc, outcome_of, pair_rules, usdt

ODD = (-(2**63), -1, 2**63, 10**40)


def test_a_resting_order_holds_its_cost() -> None:
    """ORD-8: 2 BTC at 90 cost 180 USDT; a sale holds what it sells."""
    floor = Floor()
    bought, sold = floor.place("ann", "buy", "2", "90"), floor.place("ann", "sell", "3", "110")
    assert (floor.has("ann", "USDT"), floor.has("ann", "USDT", "orders")) == ("820", "180")
    assert (floor.has("ann", "BTC"), floor.has("ann", "BTC", "orders")) == ("7", "3")
    assert (bought.ending, sold.ending) == (("new", ""), ("new", ""))


def test_a_canceled_order_releases_its_hold() -> None:
    """STL-5"""
    floor = Floor()
    order_id = floor.place("ann", "buy", "2", "90").order_id
    outcome = floor.cancel("ann", order_id)
    assert outcome_of(outcome.update(order_id)) == ("canceled", "client")
    assert (floor.has("ann", "USDT"), floor.has("ann", "USDT", "orders")) == ("1000", "0")


def test_an_order_requires_the_balance_for_its_full_cost() -> None:
    """ORD-8"""
    floor = Floor()
    assert floor.place("ann", "buy", "10.01", "100").refusal == Refused(
        "INSUFFICIENT_BALANCE", "quantity", available=usdt("1000"), needed=usdt("1001")
    )
    assert floor.place("ann", "buy", "10", "100").code == ""
    assert floor.place("ann", "sell", "10.01", "110").code == "INSUFFICIENT_BALANCE"


@pytest.mark.parametrize(
    ("quantity", "at", "code"),
    [
        ("0", "100", "VALIDATION_FAILED"),
        ("0.005", "100", "BELOW_MINIMUM"),
        ("0.015", "100", "BAD_PRECISION"),
        ("1000.01", "100", "MAX_QUANTITY"),
        ("1", "0", "VALIDATION_FAILED"),
        ("1", "100.5", "BAD_PRECISION"),
        ("0.01", "99", "MIN_NOTIONAL"),
        ("1", "121", "PRICE_OUT_OF_BAND"),
        ("1", "79", "PRICE_OUT_OF_BAND"),
        ("1", "120", ""),
        ("1", "80", ""),
        ("0.01", "100", ""),
    ],
)
def test_an_order_keeps_to_the_rules_of_its_pair(quantity: str, at: str, code: str) -> None:
    """ORD-4, ORD-5, ORD-6"""
    assert Floor().place("ann", "buy", quantity, at).code == code


@pytest.mark.parametrize("number", ODD)
@pytest.mark.parametrize(
    "field",
    [
        "quantity",
        "price",
        "quote_quantity",
        "stop_price",
        "stop_limit_price",
        "trailing_bps",
        "display_quantity",
        "expire_at",
        "maker_ppm",
        "taker_ppm",
    ],
)
@pytest.mark.parametrize(
    "order",
    [
        an_order("ann", "buy", "1", "90"),
        an_order("ann", "sell", "1", kind="market"),
        an_order("ann", "buy", kind="market", quote="10"),
        an_order("ann", "sell", "1", "80", kind="stop_limit", stop="85"),
        an_order("ann", "buy", "1", kind="stop_market", stop="110"),
        an_order("ann", "buy", "1", kind="trailing_stop", trailing_bps=100),
        an_order("ann", "sell", "1", "110", kind="oco", stop="90"),
    ],
    ids=lambda order: order.type,
)
def test_numbers_out_of_range_are_refused_in_every_field(order: PlaceOrder, field: str, number: int) -> None:
    """EXC-6: below zero or beyond 64 bits; 0 means that the field is not given."""
    floor = Floor()
    floor.place("bob", "buy", "1", "95")
    floor.place("bob", "sell", "1", "105")
    odd: dict[str, Any] = {field: number}
    assert floor.ask(replace(order, **odd)).code != ""


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({"quantity": "1", "at": "90", "stop": "95"}, "type"),
        ({"quantity": "1", "at": "90", "quote": "95"}, "type"),
        ({"quantity": "1", "at": "90", "trailing_bps": 5}, "type"),
        ({"quantity": "1", "at": "90", "kind": "market"}, "price"),
        ({"quantity": "1", "quote": "90", "kind": "market"}, "quote_quantity"),
        ({"kind": "market"}, "quantity"),
        ({"quantity": "1", "kind": "market", "stop": "90"}, "stop_price"),
        ({"quantity": "1", "kind": "market", "time_in_force": "gtd", "expire_at": 5_000}, "time_in_force"),
        ({"quantity": "1", "kind": "market", "post_only": True}, "post_only"),
        ({"quantity": "1", "kind": "market", "display": "0.5"}, "display_quantity"),
        ({"quantity": "1", "kind": "stop_limit", "stop": "110"}, "price"),
        ({"quantity": "1", "at": "110", "kind": "stop_limit"}, "stop_price"),
        ({"at": "110", "kind": "stop_limit", "stop": "110", "quote": "50"}, "quote_quantity"),
        ({"quantity": "1", "kind": "stop_market", "stop": "110", "time_in_force": "ioc"}, "time_in_force"),
        ({"quantity": "1", "kind": "stop_market", "stop": "110", "post_only": True}, "post_only"),
        ({"quantity": "1", "kind": "trailing_stop"}, "trailing_delta_bps"),
        ({"quantity": "1", "kind": "trailing_stop", "trailing_bps": 5_001}, "trailing_delta_bps"),
        ({"quantity": "1", "kind": "trailing_stop", "trailing_bps": 5, "stop": "110"}, "stop_price"),
        ({"quantity": "1", "kind": "oco", "at": "90"}, "stop_price"),
        ({"quantity": "1", "kind": "oco", "stop": "110"}, "price"),
        (
            {"quantity": "1", "at": "90", "stop_limit": "90", "kind": "stop_limit", "stop": "110"},
            "stop_limit_price",
        ),
        ({"quantity": "1", "at": "90", "time_in_force": "gtd"}, "expire_at"),
        ({"quantity": "1", "at": "90", "time_in_force": "gtd", "expire_at": NOON}, "expire_at"),
        ({"quantity": "1", "at": "90", "expire_at": 5_000}, "expire_at"),
        ({"quantity": "1", "at": "90", "time_in_force": "ioc", "post_only": True}, "post_only"),
        ({"quantity": "1", "at": "90", "time_in_force": "fok", "display": "0.5"}, "display_quantity"),
        ({"quantity": "1", "at": "90", "display": "1.01"}, "display_quantity"),
        ({"quantity": "1", "at": "90", "maker_ppm": 1_000_001}, "fees"),
    ],
)
def test_an_order_has_the_fields_of_its_type_and_no_others(order: dict[str, Any], field: str) -> None:
    """ORD-1"""
    floor = Floor()
    floor.ask(Tick(NOON))
    refusal = floor.place("ann", "buy", **order).refusal
    assert refusal is not None
    assert (refusal.code, refusal.field) == ("VALIDATION_FAILED", field)


def test_a_display_quantity_is_in_whole_steps() -> None:
    """ORD-4"""
    assert Floor().place("ann", "buy", "1", "90", display="0.015").code == "BAD_PRECISION"


@pytest.mark.parametrize(("state", "can_cancel"), [("cancel_only", True), ("halted", False)])
def test_a_pair_that_does_not_trade_takes_no_orders(state: PairState, can_cancel: bool) -> None:
    """ORD-2"""
    floor = Floor()
    order_id = floor.place("ann", "buy", "1", "90").order_id
    floor.ask(ChangePair(2, PAIR, state=state))
    assert floor.place("ann", "buy", "1", "90").code == "MARKET_HALTED"
    assert floor.ask(CancelAll(2, "ann", PAIR)).code == ("" if can_cancel else "MARKET_HALTED")
    assert (order_id in floor.exchange.state.orders) != can_cancel


def test_staff_can_clear_a_halted_market() -> None:
    """ORD-2"""
    floor = Floor()
    first, second = (
        floor.place("ann", "buy", "1", "90").order_id,
        floor.place("bob", "sell", "1", "110").order_id,
    )
    floor.ask(ChangePair(2, PAIR, state="halted"))
    outcome = floor.ask(CancelAll(2, None, PAIR))
    assert [outcome_of(outcome.update(number)) for number in (first, second)] == [("canceled", "staff")] * 2
    assert floor.depth() == ([], [])


def test_cancel_all_cancels_only_the_clients_orders_of_that_side() -> None:
    floor = Floor()
    floor.place("ann", "buy", "1", "90")
    floor.place("ann", "sell", "1", "110")
    floor.place("bob", "buy", "1", "91")
    floor.ask(CancelAll(2, "ann", side="buy"))
    assert floor.depth() == ([("91", "1")], [("110", "1")])


def test_cancel_all_cancels_only_orders_of_those_types() -> None:
    """In one command, however many others there are."""
    floor = Floor().with_market_makers()
    limit = floor.place("ann", "buy", "0.1", "90").order_id
    stop = floor.place("ann", "sell", "0.02", kind="stop_market", stop="95").order_id
    trailing = floor.place("ann", "sell", "0.02", kind="trailing_stop", trailing_bps=500).order_id

    outcome = floor.ask(CancelAll(2, "ann", types=("stop_market", "trailing_stop")))

    assert [outcome_of(outcome.update(number)) for number in (stop, trailing)] == [("canceled", "client")] * 2
    assert set(floor.exchange.state.orders) >= {limit}
    assert not {stop, trailing} & set(floor.exchange.state.orders)


def test_cancelling_for_everybody_needs_a_pair() -> None:
    assert Floor().ask(CancelAll(2)).code == "VALIDATION_FAILED"


def test_a_client_order_id_is_unique_per_client() -> None:
    """ORD-3: also when that order has ended; other clients may use it."""
    floor = Floor()
    order_id = floor.place("ann", "buy", "1", "90", client_order_id="mine").order_id
    assert floor.place("ann", "buy", "1", "91", client_order_id="mine").refusal == Refused(
        "DUPLICATE_CLIENT_ORDER_ID", "client_order_id", order_id=order_id
    )
    floor.cancel("ann", order_id)
    assert floor.place("ann", "buy", "1", "91", client_order_id="mine").code == "DUPLICATE_CLIENT_ORDER_ID"
    assert floor.place("bob", "buy", "1", "91", client_order_id="mine").code == ""


@pytest.mark.parametrize("name", [{"client_order_id": "mine"}, {"idempotency_key": "digest"}])
def test_a_repeated_order_is_a_duplicate_whatever_has_become_of_time_and_market(name: dict[str, Any]) -> None:
    """ORD-3: any other refusal would say that it was never placed."""
    floor = Floor()
    order = an_order("ann", "buy", "1", "90", time_in_force="gtd", expire_at=NOON + 10, **name)
    floor.ask(order)
    floor.ask(ChangePair(NOON, PAIR, state="halted"))
    assert floor.ask(order).code == "DUPLICATE_CLIENT_ORDER_ID"
    floor.ask(Tick(NOON + 10))
    assert floor.exchange.state.orders == {}
    assert floor.ask(order).code == "DUPLICATE_CLIENT_ORDER_ID"


def test_a_client_order_id_leaves_the_deduplication_window_unless_its_order_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """ORD-3"""
    monkeypatch.setattr("clearwater.core.state.DEDUPLICATION_WINDOW", 2)
    floor = Floor()
    order_id = floor.place("ann", "buy", "1", "80", client_order_id="open").order_id
    floor.cancel("ann", floor.place("ann", "buy", "1", "80", client_order_id="ended").order_id)
    for number in range(3):
        floor.cancel("ann", floor.place("ann", "buy", "1", "80", client_order_id=f"next-{number}").order_id)
    assert floor.place("ann", "buy", "1", "80", client_order_id="ended").code == ""
    assert floor.place("ann", "buy", "1", "80", client_order_id="open").code == "DUPLICATE_CLIENT_ORDER_ID"
    floor.cancel("ann", order_id)
    assert floor.place("ann", "buy", "1", "80", client_order_id="open").code == ""


def test_open_orders_of_a_client_are_limited() -> None:
    """ORD-13: the legs of an oco are two."""
    floor = Floor(max_open_orders=3)
    floor.place("ann", "buy", "0.1", "90")
    assert floor.place("ann", "sell", "1", "110", kind="oco", stop="90").code == ""
    assert floor.place("ann", "buy", "0.1", "90").code == "OPEN_ORDERS_LIMIT"
    assert floor.place("bob", "buy", "0.1", "90").code == ""
    floor.ask(CancelAll(2, "ann", side="buy"))
    assert floor.place("ann", "sell", "1", "110", kind="oco", stop="90").code == "OPEN_ORDERS_LIMIT"


def test_ioc_trades_what_it_can() -> None:
    """ORD-14"""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    outcome = floor.place("ann", "buy", "3", "100", time_in_force="ioc")
    assert (outcome.fills, outcome.ending) == ([("1", "100")], ("expired", "time_in_force"))
    assert floor.has("ann", "USDT") == "900"


def test_fok_trades_all_or_nothing() -> None:
    """ORD-14"""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    floor.place("bob", "sell", "1", "101")
    assert floor.place("ann", "buy", "2", "100", time_in_force="fok").code == "FOK_NOT_FILLABLE"
    assert floor.place("ann", "buy", "2", "101", time_in_force="fok").fills == [("1", "100"), ("1", "101")]


def test_post_only_never_takes() -> None:
    """ORD-14"""
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    assert floor.place("ann", "buy", "1", "100", post_only=True).code == "POST_ONLY_WOULD_TAKE"
    assert floor.place("ann", "buy", "1", "99", post_only=True).ending == ("new", "")


def test_the_band_follows_the_last_trade() -> None:
    """ORD-6"""
    floor = Floor().with_market_makers()
    floor.trade_at("120")
    assert floor.place("ann", "buy", "1", "95").code == "PRICE_OUT_OF_BAND"
    assert floor.place("ann", "buy", "1", "96").code == ""
    assert floor.place("ann", "sell", "1", "144").code == ""


def test_an_order_expires_before_the_command_of_that_time_is_applied() -> None:
    """ORD-10"""
    floor = Floor()
    order_id = floor.place("bob", "sell", "1", "100", time_in_force="gtd", expire_at=2_000).order_id
    floor.ask(Tick(1_999))
    assert floor.depth() == ([], [("100", "1")])
    outcome = floor.ask(replace(an_order("ann", "buy", "1", "100"), at=2_000))
    assert outcome.fills == []
    assert outcome_of(outcome.update(order_id)) == ("expired", "expire_at")
    assert floor.has("bob", "BTC") == "10"


def test_an_untriggered_order_expires_at_its_time() -> None:
    """ORD-10"""
    floor = Floor()
    order_id = floor.place(
        "ann", "sell", "1", kind="stop_market", stop="90", time_in_force="gtd", expire_at=2_000
    ).order_id
    assert outcome_of(floor.ask(Tick(2_000)).update(order_id)) == ("expired", "expire_at")


def test_time_does_not_run_backwards() -> None:
    """EXC-5"""
    floor = Floor()
    floor.ask(Tick(5_000))
    floor.ask(Tick(3_000))
    outcome = floor.place("ann", "buy", "1", "90", time_in_force="gtd", expire_at=4_000)
    assert outcome.code == "VALIDATION_FAILED"
    assert floor.ask(Tick(2**63)).code == "VALIDATION_FAILED"


@pytest.mark.parametrize("order_id", [-1, 0, 99, 2**70])
def test_an_order_that_is_not_open_is_not_found(order_id: int) -> None:
    """ORD-11"""
    floor = Floor()
    assert floor.cancel("ann", order_id).code == "NOT_FOUND"


def test_another_clients_order_and_an_ended_one_are_not_found() -> None:
    """ORD-11"""
    floor = Floor()
    order_id = floor.place("ann", "buy", "1", "90").order_id
    assert floor.cancel("bob", order_id).code == "NOT_FOUND"
    floor.cancel("ann", order_id)
    assert floor.cancel("ann", order_id).code == "NOT_FOUND"


def test_an_unknown_pair_is_refused() -> None:
    assert Floor().ask(replace(an_order("ann", "buy", "1", "90"), pair="X-Y")).code == "PAIR_UNKNOWN"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"tick": 10}, "BAD_PRECISION"),
        ({"tick": 0}, "VALIDATION_FAILED"),
        ({"step": -1}, "VALIDATION_FAILED"),
        ({"step": 2**63}, "VALIDATION_FAILED"),
        ({"min_quantity": 150}, "VALIDATION_FAILED"),
        ({"max_quantity": 2**62 * 100}, "VALIDATION_FAILED"),
        ({"min_notional": -1}, "VALIDATION_FAILED"),
        ({"band_bps": 10_000}, "VALIDATION_FAILED"),
        ({"guard_bps": 0}, "VALIDATION_FAILED"),
        ({"max_open_orders": 0}, "VALIDATION_FAILED"),
        ({"tick": 200, "step": 50, "min_quantity": 50}, "BAD_PRECISION"),
        ({"tick": 50, "step": 200, "min_quantity": 200}, "BAD_PRECISION"),
        ({"tick": 200}, ""),
    ],
)
def test_the_rules_of_a_pair_keep_every_value_whole(changes: dict[str, int], code: str) -> None:
    """ORD-9: a finer step or tick would do with the other new one, but not with older orders."""
    assert Floor().ask(ChangePair(2, PAIR, rules=pair_rules(**changes))).code == code


@pytest.mark.parametrize(
    ("pair", "code"),
    [
        (ListPair(1, PAIR, "BTC", "USDT", 2, pair_rules(), 100), "STATE_CONFLICT"),
        (ListPair(1, "", "BTC", "USDT", 2, pair_rules(), 100), "VALIDATION_FAILED"),
        (ListPair(1, "A", "BTC", "BTC", 2, pair_rules(), 100), "NOT_FOUND"),
        (ListPair(1, "A", "XXX", "BTC", 2, pair_rules(), 100), "NOT_FOUND"),
        (ListPair(1, "A", "BTC", "USDT", 19, pair_rules(), 100), "VALIDATION_FAILED"),
        (ListPair(1, "A", "USDT", "BTC", 1, pair_rules(), 100), "VALIDATION_FAILED"),
        (ListPair(1, "A", "BTC", "USDT", 2, pair_rules(), 0), "VALIDATION_FAILED"),
        (ListPair(1, "A", "BTC", "USDT", 2, pair_rules(), 2**63), "VALIDATION_FAILED"),
        (ListPair(1, "A", "BTC", "USDT", 2, pair_rules(), 101), "BAD_PRECISION"),
        (ListPair(1, "A", "BTC", "USDT", 2, pair_rules(), 200), ""),
    ],
)
def test_a_pair_is_listed_once_between_two_known_coins(pair: ListPair, code: str) -> None:
    """ORD-9"""
    assert Floor().ask(pair).code == code


def test_open_orders_stay_as_they_are_when_rules_change() -> None:
    floor = Floor()
    floor.place("bob", "sell", "1.01", "101")
    floor.ask(ChangePair(2, PAIR, rules=pair_rules(tick=200, step=200, min_quantity=200)))
    assert floor.place("ann", "buy", "1.01", "102").code == "BAD_PRECISION"
    assert floor.place("ann", "buy", "1.02", "102").fills == [("1.01", "101")]


@pytest.mark.parametrize("coin", ["BTC", "USDT"])
def test_pairs_of_an_untraded_coin_accept_only_cancels(coin: str) -> None:
    """ORD-2"""
    floor = Floor()
    first = floor.place("ann", "buy", "1", "90").order_id
    second = floor.place("ann", "buy", "1", "91").order_id

    assert floor.ask(ChangeCoin(NOON, coin, trading=False)).code == ""

    for refused in (
        an_order("bob", "sell", "1", "90"),
        an_order("bob", "sell", "1", kind="market"),
        an_order("bob", "sell", "1", kind="stop_market", stop="80"),
        AmendOrder(NOON, "ann", first, quantity=btc("0.5")),
    ):
        outcome = floor.ask(refused)
        assert outcome.refused_field == ("MARKET_HALTED", "coin")
    assert floor.cancel("ann", first).code == ""
    assert floor.ask(ChangeCoin(NOON, coin, trading=True)).code == ""
    assert floor.place("bob", "sell", "1", "91").filled[0].maker_order_id == second
    assert floor.ask(ChangeCoin(NOON, "XXX", trading=False)).code == "NOT_FOUND"
