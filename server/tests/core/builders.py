"""A small exchange to speak about, with numbers that a person can follow.

BTC has 4 decimals, USDT and the prices 2. The tick is 1 USDT and the step 0.01 BTC, which is worth 0.01 USDT
at a price of one tick: one unit. Everybody begins with 10 BTC and 1,000 USDT; the market stands at 100.
"""

from collections.abc import Sequence
from typing import Any

from clearwater.core.commands import (
    CancelOrder,
    Command,
    Deposit,
    ListCoin,
    ListPair,
    OrderType,
    PairRules,
    PlaceOrder,
    Side,
)
from clearwater.core.events import Event, Filled, OrderAccepted, OrderTriggered, OrderUpdated, Refused
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import EventChecker, find_faults
from clearwater.core.limits import Limits
from clearwater.core.money import find_units, to_text
from clearwater.core.views import View

PAIR = "BTC-USDT"
BTC_DECIMALS, USDT_DECIMALS, PRICE_DECIMALS = 4, 2, 2
NOON = 1_000


def units(text: str, decimals: int) -> int:
    found = find_units(text, decimals)
    assert found is not None
    return found


def btc(text: str) -> int:
    return units(text, BTC_DECIMALS)


def usdt(text: str) -> int:
    return units(text, USDT_DECIMALS)


def price(text: str) -> int:
    return units(text, PRICE_DECIMALS)


def pair_rules(**others: int) -> PairRules:
    usual = {
        "tick": 100,
        "step": 100,
        "min_quantity": 100,
        "max_quantity": btc("1000"),
        "min_notional": usdt("1"),
    }
    return PairRules(**usual | others)


def an_order(
    client: str,
    side: Side,
    quantity: str = "0",
    at: str = "0",
    *,
    kind: OrderType = "limit",
    quote: str = "0",
    stop: str = "0",
    stop_limit: str = "0",
    display: str = "0",
    **others: Any,
) -> PlaceOrder:
    fields: dict[str, Any] = {"at": others.pop("at_time", NOON), "prevention": "none"} | others
    return PlaceOrder(
        client=client,
        pair=PAIR,
        side=side,
        type=kind,
        quantity=btc(quantity),
        price=price(at),
        quote_quantity=usdt(quote),
        stop_price=price(stop),
        stop_limit_price=price(stop_limit),
        display_quantity=btc(display),
        **fields,
    )


class Outcome:
    """What came of one command."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = list(events)

    @property
    def refusal(self) -> Refused | None:
        return next((event for event in self.events if isinstance(event, Refused)), None)

    @property
    def code(self) -> str:
        return self.refusal.code if self.refusal is not None else ""

    @property
    def refused_field(self) -> tuple[str, str]:
        """Code and field of the refusal."""
        assert self.refusal is not None
        return self.refusal.code, self.refusal.field

    @property
    def triggered(self) -> list[int]:
        return [event.order_id for event in self.events if isinstance(event, OrderTriggered)]

    @property
    def order_ids(self) -> list[int]:
        return [event.order_id for event in self.events if isinstance(event, OrderAccepted)]

    @property
    def order_id(self) -> int:
        assert self.code == ""
        return self.order_ids[0]

    @property
    def fills(self) -> list[tuple[str, str]]:
        """Quantity and price of each fill, as a person would say it."""
        return [
            (to_text(fill.quantity, BTC_DECIMALS), to_text(fill.price, PRICE_DECIMALS))
            for fill in self.filled
        ]

    @property
    def filled(self) -> list[Filled]:
        return [event for event in self.events if isinstance(event, Filled)]

    def update(self, order_id: int) -> OrderUpdated:
        """How the order stood when the command was done."""
        found = [
            event for event in self.events if isinstance(event, OrderUpdated) and event.order_id == order_id
        ]
        assert len(found) == 1
        return found[0]

    @property
    def ending(self) -> tuple[str, str]:
        """Status and reason of the order that was placed."""
        update = self.update(self.order_id)
        return update.status, update.reason


class Floor:
    """The exchange, with everything checked after every command."""

    def __init__(self, *, limits: Limits | None = None, **rules: int) -> None:
        self.exchange, self.checker = Exchange(limits), EventChecker()
        self.open(rules)

    @classmethod
    def of(cls, exchange: Exchange) -> "Floor":
        """On an exchange that has nothing yet."""
        floor = cls.__new__(cls)
        floor.exchange, floor.checker = exchange, EventChecker()
        floor.open({})
        return floor

    def open(self, rules: dict[str, int]) -> None:
        self.ask(ListCoin(1, "BTC", BTC_DECIMALS, btc("21000000")))
        self.ask(ListCoin(1, "USDT", USDT_DECIMALS, usdt("1000000000")))
        self.ask(ListPair(1, PAIR, "BTC", "USDT", PRICE_DECIMALS, pair_rules(**rules), price("100")))
        for client in ("ann", "bob", "cy"):
            self.ask(Deposit(1, f"btc-{client}", client, "BTC", "bitcoin", btc("10")))
            self.ask(Deposit(1, f"usdt-{client}", client, "USDT", "tron", usdt("1000")))

    def ask(self, command: Command) -> Outcome:
        """Apply a command. A refusal must have changed nothing (EXC-2)."""
        is_quiet = command.at <= self.exchange.state.now and not self.exchange.has_due_work
        before = self.exchange.digest() if is_quiet else ""
        outcome = Outcome(self.exchange.apply(command))
        state = self.exchange.state
        assert [*self.checker.check(outcome.events), *find_faults(state), *self.checker.compare(state)] == []
        if outcome.refusal is not None and before:
            assert outcome.events == [outcome.refusal]
            assert self.exchange.digest() == before
        return outcome

    def place(self, client: str, side: Side, quantity: str = "0", at: str = "0", **others: Any) -> Outcome:
        return self.ask(an_order(client, side, quantity, at, **others))

    def cancel(self, client: str, order_id: int) -> Outcome:
        return self.ask(CancelOrder(NOON, client, order_id))

    def trade_at(self, text: str) -> Outcome:
        """Let a trade between two others happen at a price, so that the market stands there."""
        quantity = "0.05"
        maker = self.place("maker", "sell", quantity, text)
        assert maker.code == "", maker.refusal
        outcome = self.place("taker", "buy", quantity, text)
        assert outcome.fills[0] == (quantity, text)
        return outcome

    def with_market_makers(self) -> "Floor":
        for client in ("maker", "taker"):
            self.ask(Deposit(1, f"btc-{client}", client, "BTC", "bitcoin", btc("1000")))
            self.ask(Deposit(1, f"usdt-{client}", client, "USDT", "tron", usdt("100000")))
        return self

    def has(self, client: str, coin: str, purpose: str = "available") -> str:
        decimals = BTC_DECIMALS if coin == "BTC" else USDT_DECIMALS
        return to_text(self.exchange.balance(client, coin, purpose), decimals)

    def depth(self) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        found = self.exchange.depth(PAIR, 20)

        def as_text(levels: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
            return [(to_text(at, PRICE_DECIMALS), to_text(quantity, BTC_DECIMALS)) for at, quantity in levels]

        return as_text(found.bids), as_text(found.asks)

    def stop_price(self, order_id: int) -> int:
        """The stop price as clients see it, which of a trailing order moves without being outcome."""
        view = View.of(self.exchange)
        return view.stop_price(view.orders[order_id])

    def order(self, order_id: int) -> OrderUpdated:
        return self.checker.orders[order_id]


def outcome_of(update: OrderUpdated) -> tuple[str, str]:
    """How an order stands, and why."""
    return update.status, update.reason
