"""Pre-markets: orders, contracts and all their endings (PRM).

NOVA has 2 decimals, as have USDT and the prices; tick 0.10, step 0.10. Everybody has 1,000 USDT, ann 50 NOVA.
The fee is 2 %, the collateral the value. Times are from 0: open until 10,000, a window of 400, late at 5,000.
"""

from typing import Any

import pytest

from clearwater.core.commands import Adjust, Deposit, ListCoin, Side, Tick
from clearwater.core.events import Posting
from clearwater.core.exchange import Exchange
from clearwater.core.limits import Limits
from clearwater.core.money import to_text
from clearwater.core.premarket_commands import (
    CancelPreMarket,
    CancelPreMarketOrder,
    CreatePreMarket,
    DeliverContract,
    ListPreMarket,
    PlacePreMarketOrder,
    SchedulePreMarket,
)
from clearwater.core.premarket_events import ContractChanged, PreMarketChanged, PreMarketOrderChanged
from clearwater.core.premarkets import MAX_OPEN_ORDERS
from tests.core.builders import Floor, Outcome, units

OPENS, CLOSES, WINDOW, LATE = 2_000, 10_000, 400, 5_000


def terms(**others: Any) -> CreatePreMarket:
    usual: dict[str, Any] = {
        "at": 1_000,
        "symbol": "NOVA",
        "quote": "USDT",
        "price_decimals": 2,
        "tick": 10,
        "step": 10,
        "min_quantity": 10,
        "max_quantity": 100_000,
        "max_exposure": 200_000,
        "opens_at": OPENS,
        "closes_at": CLOSES,
        "window_ms": WINDOW,
        "late_ms": LATE,
    }
    return CreatePreMarket(**usual | others)


class Hall(Floor):
    """An exchange with one pre-market, which is open."""

    def __init__(self, limits: Limits | None = None, **others: Any) -> None:
        super().__init__(limits=limits)
        self.ask(ListCoin(1, "NOVA", 2, 10**9))
        self.ask(Deposit(1, "nova-ann", "ann", "NOVA", "tron", 5_000))
        assert self.ask(terms(**others)).code == ""
        self.now = OPENS
        self.tick(OPENS)

    def tick(self, at: int) -> Outcome:
        self.now = at
        return self.ask(Tick(at))

    def bid(self, client: str, side: Side, quantity: str, price: str, key: str | None = None) -> Outcome:
        return self.ask(
            PlacePreMarketOrder(
                self.now, client, "NOVA", side, units(price, 2), units(quantity, 2), idempotency_key=key
            )
        )

    def trade(self, seller: str = "ann", buyer: str = "bob", quantity: str = "10", price: str = "5") -> None:
        assert self.bid(seller, "sell", quantity, price).code == ""
        assert len(contracts(self.bid(buyer, "buy", quantity, price))) == 1

    def have(self, owner: str, purpose: str = "available", coin: str = "USDT") -> str:
        return to_text(self.exchange.balance(owner, coin, purpose), 2)

    @property
    def status(self) -> str:
        return self.exchange.state.premarkets.by_symbol["NOVA"].terms.status

    def list_at(self, at: int) -> Outcome:
        return self.ask(ListPreMarket(self.now, "NOVA", at))


def contracts(outcome: Outcome) -> list[tuple[str, str, str, str]]:
    """Buyer, seller, quantity and price of each new contract."""
    return [
        (event.buyer, event.seller, to_text(event.quantity, 2), to_text(event.price, 2))
        for event in outcome.events
        if isinstance(event, ContractChanged) and event.status == "matched"
    ]


def endings(outcome: Outcome) -> list[str]:
    return [event.status for event in outcome.events if isinstance(event, ContractChanged)]


def order_states(outcome: Outcome) -> list[tuple[int, str]]:
    return [
        (event.order_id, event.status) for event in outcome.events if isinstance(event, PreMarketOrderChanged)
    ]


def test_it_opens_and_closes_by_time() -> None:
    """PRM-2, PRM-12."""
    floor = Hall()
    assert floor.status == "open"
    floor.bid("bob", "buy", "1", "5")

    floor.tick(CLOSES)

    assert floor.status == "closed"
    assert floor.bid("bob", "buy", "1", "5").code == "MARKET_HALTED"
    assert floor.have("bob") == "1000"


@pytest.mark.parametrize(
    ("others", "code"),
    [
        ({"symbol": "XYZ"}, "NOT_FOUND"),
        ({"quote": "NOVA"}, "NOT_FOUND"),
        ({"tick": 0}, "VALIDATION_FAILED"),
        ({"tick": 3, "step": 7}, "VALIDATION_FAILED"),
        ({"min_quantity": 15}, "VALIDATION_FAILED"),
        ({"max_quantity": 0}, "VALIDATION_FAILED"),
        ({"max_exposure": 0}, "VALIDATION_FAILED"),
        ({"collateral_ppm": 999_999}, "VALIDATION_FAILED"),
        ({"fee_ppm": 1_000_000}, "VALIDATION_FAILED"),
        ({"window_ms": 0}, "VALIDATION_FAILED"),
        ({"opens_at": 999}, "VALIDATION_FAILED"),
        ({"closes_at": OPENS}, "VALIDATION_FAILED"),
        ({"closes_at": 2**63 - 1}, "VALIDATION_FAILED"),
        ({"price_decimals": 19}, "VALIDATION_FAILED"),
    ],
)
def test_terms_that_cannot_be_are_refused(others: dict[str, Any], code: str) -> None:
    """PRM-1."""
    floor = Floor()
    floor.ask(ListCoin(1, "NOVA", 2, 10**9))
    assert floor.ask(terms(**others)).code == code


def test_a_coin_has_one_pre_market() -> None:
    """PRM-1."""
    assert Hall().ask(terms(at=OPENS, opens_at=OPENS)).code == "STATE_CONFLICT"


def test_times_can_be_moved_until_they_are_over() -> None:
    """PRM-2."""
    floor = Hall(opens_at=3_000)
    assert floor.ask(SchedulePreMarket(OPENS, "NOVA", opens_at=OPENS, closes_at=4_000)).code == ""
    assert floor.status == "open"
    assert floor.ask(SchedulePreMarket(OPENS, "NOVA", opens_at=9_000)).code == "STATE_CONFLICT"
    assert floor.ask(SchedulePreMarket(OPENS, "NOVA", closes_at=OPENS)).code == "VALIDATION_FAILED"
    assert floor.ask(SchedulePreMarket(OPENS, "NOVA", closes_at=6_000)).code == ""
    floor.tick(4_000)
    assert floor.status == "open"
    floor.tick(6_000)
    assert floor.status == "closed"


def test_both_sides_set_aside_value_collateral_and_fee() -> None:
    """PRM-4."""
    floor = Hall()
    floor.bid("ann", "sell", "10", "5")
    assert (floor.have("ann"), floor.have("ann", "premarket")) == ("949", "51")

    outcome = floor.bid("bob", "buy", "4", "6")

    assert contracts(outcome) == [("bob", "ann", "4", "5")]
    # At the seller's price: nothing of what a higher price would have cost is taken.
    assert (floor.have("bob"), floor.have("bob", "premarket")) == ("979.6", "20.4")
    assert order_states(outcome) == [(1, "partially_filled"), (2, "filled")]


def test_a_seller_who_gets_a_better_price_sets_aside_more() -> None:
    """PRM-4, PRM-5."""
    floor = Hall()
    floor.bid("bob", "buy", "10", "7")
    floor.bid("cy", "buy", "10", "6")

    outcome = floor.bid("ann", "sell", "15", "5")

    assert contracts(outcome) == [("bob", "ann", "10", "7"), ("cy", "ann", "5", "6")]
    assert floor.have("ann", "premarket") == "102"


def test_the_best_price_trades_first_and_then_the_oldest() -> None:
    """PRM-5."""
    floor = Hall()
    for client, price in (("ann", "6"), ("cy", "5"), ("ann", "5")):
        floor.bid(client, "sell", "1", price)

    outcome = floor.bid("bob", "buy", "3", "6")

    assert [(seller, price) for _, seller, _, price in contracts(outcome)] == [
        ("cy", "5"),
        ("ann", "5"),
        ("ann", "6"),
    ]


def test_one_does_not_trade_with_oneself() -> None:
    """PRM-5."""
    floor = Hall()
    floor.bid("cy", "sell", "1", "5")
    floor.bid("ann", "sell", "1", "5")

    outcome = floor.bid("ann", "buy", "2", "5")

    assert outcome.refused_field == ("SELF_TRADE_PREVENTED", "price")
    assert contracts(floor.bid("ann", "buy", "1", "5")) == [("ann", "cy", "1", "5")]


def test_an_order_meets_no_more_than_one_command_may() -> None:
    """PRM-5, EXC-8."""
    floor = Hall(Limits(fills=2))
    for _ in range(3):
        floor.bid("ann", "sell", "1", "5")

    outcome = floor.bid("bob", "buy", "5", "5")

    assert len(contracts(outcome)) == 2
    assert order_states(outcome)[-1] == (4, "canceled")
    assert (floor.have("bob"), floor.have("bob", "premarket")) == ("989.8", "10.2")


@pytest.mark.parametrize(
    ("quantity", "price", "refused"),
    [
        ("0", "5", ("BAD_PRECISION", "quantity")),
        ("0.01", "5", ("BAD_PRECISION", "quantity")),
        ("1", "5.01", ("BAD_PRECISION", "price")),
        ("1", "0", ("BAD_PRECISION", "price")),
        ("2000", "1", ("MAX_QUANTITY", "quantity")),
        ("200", "5", ("INSUFFICIENT_BALANCE", "quantity")),
        ("500", "5", ("LIMIT_EXCEEDED", "quantity")),
    ],
)
def test_orders_beyond_the_terms_are_refused(quantity: str, price: str, refused: tuple[str, str]) -> None:
    """PRM-3, PRM-13."""
    assert Hall().bid("bob", "buy", quantity, price).refused_field == refused


def test_the_fee_has_to_be_there_too() -> None:
    """PRM-4: 1,000 USDT buy for 980.40, not for 980.50."""
    floor = Hall()
    assert floor.bid("bob", "buy", "980.5", "1").code == "INSUFFICIENT_BALANCE"
    assert floor.bid("bob", "buy", "980.4", "1").code == ""


def test_less_than_the_minimum_is_refused() -> None:
    """PRM-3."""
    assert Hall(min_quantity=100).bid("bob", "buy", "0.9", "5").code == "BELOW_MINIMUM"


def test_exposure_counts_orders_and_contracts_of_both_sides() -> None:
    """PRM-13."""
    floor = Hall(max_exposure=10_000)
    floor.trade(quantity="10", price="5")
    assert floor.bid("bob", "sell", "10", "4.9").code == ""
    refused = floor.bid("bob", "buy", "0.3", "4")
    assert refused.refused_field == ("LIMIT_EXCEEDED", "quantity")
    assert refused.refusal is not None
    assert refused.refusal.available == 100


def test_too_many_open_orders_are_refused() -> None:
    """PRM-3."""
    floor = Hall()
    for _ in range(MAX_OPEN_ORDERS):
        assert floor.bid("bob", "buy", "0.1", "1").code == ""
    assert floor.bid("bob", "buy", "0.1", "1").code == "OPEN_ORDERS_LIMIT"


def test_the_key_of_a_request_names_one_order() -> None:
    """PRM-3."""
    floor = Hall()
    floor.bid("bob", "buy", "1", "5", key="one")
    again = floor.bid("bob", "buy", "1", "5", key="one")
    assert again.code == "DUPLICATE_CLIENT_ORDER_ID"
    assert again.refusal is not None
    assert again.refusal.order_id == 1
    assert floor.bid("cy", "buy", "1", "5", key="one").code == ""


def test_the_open_part_cancels_free_and_contracts_stay() -> None:
    """PRM-6."""
    floor = Hall()
    floor.bid("ann", "sell", "10", "5")
    floor.bid("bob", "buy", "4", "5")
    assert floor.ask(CancelPreMarketOrder(floor.now, "bob", 1)).code == "NOT_FOUND"

    floor.ask(CancelPreMarketOrder(floor.now, "ann", 1))

    assert (floor.have("ann"), floor.have("ann", "premarket")) == ("979.6", "20.4")
    assert floor.ask(CancelPreMarketOrder(floor.now, "ann", 1)).code == "NOT_FOUND"


def test_listing_ends_trading_and_opens_the_window() -> None:
    """PRM-7."""
    floor = Hall()
    floor.trade()
    floor.bid("cy", "buy", "1", "4")

    assert floor.list_at(3_000).code == ""
    assert floor.status == "closed"
    assert floor.bid("cy", "buy", "1", "4").code == "MARKET_HALTED"
    assert floor.list_at(3_000).code == "STATE_CONFLICT"
    assert floor.list_at(OPENS + LATE + 1).code == "VALIDATION_FAILED"
    assert floor.list_at(3_500).code == ""

    floor.tick(3_499)
    assert (floor.status, floor.have("cy")) == ("closed", "1000")
    floor.tick(3_500)
    assert floor.status == "delivering"
    assert floor.list_at(9_000).code == "STATE_CONFLICT"


def test_what_a_seller_has_is_delivered_when_the_window_ends() -> None:
    """PRM-9."""
    floor = Hall()
    floor.trade(quantity="10", price="5")
    floor.list_at(3_000)
    floor.tick(3_000)
    floor.tick(3_000 + WINDOW - 1)
    assert floor.have("bob", coin="NOVA") == "0"

    outcome = floor.tick(3_000 + WINDOW)

    assert endings(outcome) == ["settled"]
    assert floor.status == "settled"
    assert (floor.have("bob", coin="NOVA"), floor.have("ann", coin="NOVA")) == ("10", "40")
    assert (floor.have("bob"), floor.have("ann")) == ("949", "1049")
    assert floor.have("house", "fees") == "2"


def test_a_seller_who_is_short_by_one_unit_defaults() -> None:
    """PRM-10."""
    floor = Hall()
    floor.trade(quantity="10", price="5")
    floor.ask(Adjust(floor.now, "taken", "ann", "NOVA", -4_001))
    floor.list_at(3_000)

    floor.tick(3_000 + WINDOW)
    floor.tick(3_000 + WINDOW)

    assert floor.status == "settled"
    assert (floor.have("bob"), floor.have("ann")) == ("1045", "949")
    assert (floor.have("house", "protection"), floor.have("house", "fees")) == ("5", "1")
    assert floor.have("ann", coin="NOVA") == "9.99"


def test_the_oldest_contracts_are_delivered_first() -> None:
    """PRM-9: for two there is not enough."""
    floor = Hall()
    floor.trade(quantity="30", price="5")
    floor.trade(buyer="cy", quantity="30", price="5")
    floor.list_at(3_000)

    outcome = floor.tick(3_000 + WINDOW)

    assert endings(outcome) == ["settled", "defaulted"]
    assert (floor.have("bob", coin="NOVA"), floor.have("cy", coin="NOVA")) == ("30", "0")


def test_a_seller_delivers_by_hand_while_the_window_is_open() -> None:
    """PRM-8."""
    floor = Hall()
    floor.trade(quantity="10", price="5")
    deliver = DeliverContract(floor.now, "ann", 1)
    assert floor.ask(deliver).code == "STATE_CONFLICT"
    floor.list_at(3_000)
    floor.tick(3_000 + WINDOW - 1)
    assert floor.ask(DeliverContract(floor.now, "bob", 1)).code == "NOT_FOUND"

    assert endings(floor.ask(deliver)) == ["settled"]

    assert floor.have("bob", coin="NOVA") == "10"
    assert floor.ask(deliver).code == "NOT_FOUND"
    assert endings(floor.tick(3_000 + WINDOW)) == []
    assert floor.status == "settled"


def test_delivery_by_hand_needs_the_coins() -> None:
    """PRM-8."""
    floor = Hall()
    floor.trade(seller="cy", quantity="10", price="5")
    floor.list_at(3_000)
    floor.tick(3_000)
    assert floor.ask(DeliverContract(3_000, "cy", 1)).code == "INSUFFICIENT_BALANCE"


def test_what_comes_too_late_is_decided_by_the_window() -> None:
    """PRM-8, PRM-9: after the end nothing is delivered by hand, and what can be is delivered by itself."""
    floor = Hall()
    floor.trade(quantity="10", price="5")
    floor.list_at(3_000)
    floor.tick(3_000)

    outcome = floor.ask(DeliverContract(3_000 + WINDOW, "ann", 1))

    assert outcome.code == "STATE_CONFLICT"
    assert endings(floor.tick(3_000 + WINDOW)) == ["settled"]


def test_a_canceled_pre_market_gives_everything_back() -> None:
    """PRM-11."""
    floor = Hall()
    floor.trade()
    floor.bid("cy", "buy", "1", "4")

    floor.ask(CancelPreMarket(floor.now, "NOVA"))
    floor.tick(floor.now)

    assert floor.status == "canceled"
    assert [floor.have(client) for client in ("ann", "bob", "cy")] == ["1000", "1000", "1000"]
    assert floor.have("house", "fees") == "0"
    assert floor.ask(CancelPreMarket(floor.now, "NOVA")).code == "STATE_CONFLICT"


def test_one_that_is_not_listed_in_time_is_void() -> None:
    """PRM-11."""
    floor = Hall()
    floor.trade()
    floor.tick(CLOSES + LATE - 1)
    assert floor.status == "closed"

    assert endings(floor.tick(CLOSES + LATE)) == ["voided"]

    assert floor.status == "canceled"
    assert (floor.have("ann"), floor.have("bob")) == ("1000", "1000")


def test_once_delivery_has_begun_it_cannot_be_canceled() -> None:
    """PRM-11."""
    floor = Hall()
    floor.list_at(3_000)
    floor.tick(3_000)
    assert floor.ask(CancelPreMarket(3_000, "NOVA")).code == "STATE_CONFLICT"


def test_delivery_begins_at_its_time_though_orders_are_still_being_ended() -> None:
    """PRM-7, PRM-11, PRM-12."""
    floor = Hall(Limits(settlements=2))
    for _ in range(5):
        floor.bid("cy", "buy", "1", "4")
    floor.list_at(3_000)
    floor.tick(3_000)
    assert (floor.status, floor.exchange.has_due_work) == ("closed", True)

    assert floor.ask(CancelPreMarket(3_000, "NOVA")).code == "STATE_CONFLICT"
    assert floor.list_at(4_000).code == "STATE_CONFLICT"


@pytest.mark.parametrize("is_listed", [True, False])
def test_many_endings_come_in_bounded_parts_that_survive_a_restart(is_listed: bool) -> None:
    """PRM-12: each command that lets time pass ends a few."""
    floor = Hall(Limits(settlements=3))
    for _ in range(10):
        floor.trade(quantity="1", price="5")
    if is_listed:
        floor.list_at(3_000)
    at = 3_000 + WINDOW if is_listed else CLOSES + LATE
    ended, rounds = 0, 0
    while floor.exchange.has_due_work_at(at):
        outcome = floor.tick(at)
        assert len(endings(outcome)) <= 3
        ended += len(endings(outcome))
        rounds += 1
        floor.exchange = Exchange.restore(floor.exchange.export(), Limits(settlements=3))
    assert ended == 10
    assert rounds >= 4
    assert floor.status == ("settled" if is_listed else "canceled")


def test_an_idle_command_knows_when_something_will_be_due() -> None:
    """PRM-12, EXC-8."""
    floor = Hall()
    assert not floor.exchange.has_due_work_at(CLOSES - 1)
    assert floor.exchange.has_due_work_at(CLOSES)


def test_rounding_never_takes_more_than_is_set_aside() -> None:
    """PRM-4: fees of many parts are never more than that of the whole."""
    floor = Hall(fee_ppm=33_333)
    floor.bid("ann", "sell", "7", "0.1")
    for _ in range(70):
        assert floor.bid("bob", "buy", "0.1", "0.1").code == ""
    assert (floor.have("ann", "premarket"), floor.have("bob", "premarket")) == ("0.7", "0.7")
    assert floor.have("ann") == "999.3"


def test_everything_that_moves_is_of_the_order_or_the_contract() -> None:
    """PRM-4, PRM-9."""
    floor = Hall()
    floor.trade(quantity="10", price="5")
    floor.list_at(3_000)
    outcome = floor.tick(3_000 + WINDOW)

    moved = [(event.kind, event.reference) for event in outcome.events if isinstance(event, Posting)]

    assert moved == [
        ("premarket_delivery", "premarket-contract-1"),
        ("premarket_payment", "premarket-contract-1"),
        ("premarket_release", "premarket-contract-1"),
        ("premarket_fee", "premarket-contract-1"),
        ("premarket_fee", "premarket-contract-1"),
    ]
    assert [event.status for event in outcome.events if isinstance(event, PreMarketChanged)] == [
        "delivering",
        "settled",
    ]
