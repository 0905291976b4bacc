"""Orders that wait for a price: stops, take-profits, trailing stops (TRG)."""

from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import Generic, TypeVar

from clearwater.core.commands import OrderType, Side
from clearwater.core.trailing import Key, Trail, WaitingOrder

Waiting = TypeVar("Waiting", bound=WaitingOrder)
# Versions of the rules: trailing orders wait together; they trigger by their rounded stop price.
GROUPED_SINCE, ROUNDED_SINCE = 2, 5


def triggers_on_fall(side: Side, kind: OrderType) -> bool:
    """Whether a price at or below the order's stop price triggers it; else one at or above (TRG-1)."""
    return (side == "sell") != kind.startswith("take_profit")


class Triggers(Generic[Waiting]):
    """The waiting orders of one market by stop price; both lists have the next to trigger last.

    `low` and `high` span the trades whose triggers are not all worked off yet; 0 when all are (TRG-2). Until
    then trailing orders stand still. Under version 1 of the rules each trailing order waits by itself.
    """

    __slots__ = (
        "buys",
        "falling",
        "high",
        "is_grouped",
        "is_rounded",
        "low",
        "orders",
        "rising",
        "sells",
        "tick",
        "trailing",
    )

    def __init__(self, rules_version: int) -> None:
        self.orders: dict[int, Waiting] = {}
        self.falling: list[Key] = []
        self.rising: list[Key] = []
        self.sells = Trail("sell", self.falling)
        self.buys = Trail("buy", self.rising)
        self.low = self.high = 0
        self.is_grouped = rules_version >= GROUPED_SINCE
        self.is_rounded = rules_version >= ROUNDED_SINCE
        self.tick = 0
        # Of version 1 only.
        self.trailing: dict[int, Waiting] = {}

    def trail_of(self, side: Side) -> Trail:
        return self.sells if side == "sell" else self.buys

    def add(self, order: Waiting, *, is_new: bool = True) -> None:
        """Add an order that waits for its stop price."""
        self.orders[order.id] = order
        if not order.terms.trailing_bps:
            insort(*self.place(order))
        elif self.is_grouped:
            trail = self.trail_of(order.terms.side)
            if is_new:
                trail.begin(order)
            trail.add(order)
        else:
            self.trailing[order.id] = order
            insort(*self.place(order))

    def remove(self, order: Waiting) -> None:
        """Remove an order, if it still waits."""
        if self.orders.pop(order.id, None) is None:
            return
        if order.terms.trailing_bps and self.is_grouped:
            self.trail_of(order.terms.side).remove(order)
            return
        self.trailing.pop(order.id, None)
        keys, key = self.place(order)
        del keys[bisect_left(keys, key)]

    def place(self, order: Waiting) -> tuple[list[Key], Key]:
        """The list and key of an order outside the groups."""
        if triggers_on_fall(order.terms.side, order.type):
            return self.falling, (order.stop_price, -order.id)
        return self.rising, (-order.stop_price, -order.id)

    def follow_rules(self, version: int) -> None:
        """Let trailing orders wait as they do under a version of the rules."""
        if self.is_grouped != (version >= GROUPED_SINCE):
            orders = list(self.orders.values())
            for order in orders:
                self.remove(order)
            self.is_grouped = version >= GROUPED_SINCE
            for order in orders:
                self.add(order, is_new=False)
        self.is_rounded = version >= ROUNDED_SINCE
        self.round_to(self.tick)

    def round_to(self, tick: int) -> None:
        """Let the stop prices of trailing orders be multiples of the market's tick."""
        self.tick = tick
        for trail in (self.sells, self.buys):
            trail.round_to(tick if self.is_rounded else 0)

    def note(self, prices: Iterable[int]) -> None:
        """Record traded prices; the orders that they trigger are due."""
        for price in prices:
            self.low = min(self.low or price, price)
            self.high = max(self.high, price)

    def has_reached(self, stop_price: int, *, falling: bool) -> bool:
        """Whether a price whose triggers are not all worked off would trigger such an order."""
        if falling:
            return 0 < self.low <= stop_price
        return 0 < stop_price <= self.high

    def take_due(self) -> Waiting | None:
        """Take out the next that is due: the nearest stop price first, falling ones before rising (TRG-2)."""
        if self.falling and 0 < self.low <= self.falling[-1][0]:
            key = self.falling[-1]
        elif self.rising and -self.rising[-1][0] <= self.high:
            key = self.rising[-1]
        else:
            return None
        order = self.orders[-key[1]]
        self.remove(order)
        return order

    def catch_up(self, last_price: int) -> bool:
        """All that was due is done: trailing orders follow, and the last trade may trigger them (TRG-4)."""
        if self.sells.sorted:
            self.sells.follow(self.high)
        if self.buys.sorted:
            self.buys.follow(self.low)
        self.low = self.high = last_price
        is_due = bool(
            (self.falling and self.falling[-1][0] >= last_price)
            or (self.rising and -self.rising[-1][0] <= last_price)
        )
        if not is_due:
            self.low = self.high = 0
        return is_due
