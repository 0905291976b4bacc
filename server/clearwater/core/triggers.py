"""Orders that wait for a price: stops, take-profits, trailing stops (TRG)."""

from bisect import bisect_left, insort
from collections.abc import Iterator
from typing import TYPE_CHECKING

from clearwater.core.commands import OrderType, Side
from clearwater.core.money import BPS, mul_div_down, mul_div_up, multiple_down, multiple_up

if TYPE_CHECKING:
    from clearwater.core.orders import Order


def fires_when_falling(side: Side, kind: OrderType) -> bool:
    """Whether a price at or below the order's stop price triggers it; else one at or above (TRG-1)."""
    return (side == "sell") != kind.startswith("take_profit")


def trailing_stop_price(side: Side, price: int, trailing_bps: int, tick: int) -> int:
    """The stop price that trails a price, rounded away from it, so that rounding never triggers (TRG-4)."""
    if side == "sell":
        return multiple_down(mul_div_down(price, BPS - trailing_bps, BPS), tick)
    return multiple_up(mul_div_up(price, BPS + trailing_bps, BPS), tick)


class Triggers:
    """The waiting orders of one market by stop price; both lists have next to fire last."""

    __slots__ = ("falling", "orders", "rising", "trailing")

    def __init__(self) -> None:
        self.orders: dict[int, Order] = {}
        # Keys sort so that the nearest price, and at one price the oldest order, is the last.
        self.falling: list[tuple[int, int]] = []
        self.rising: list[tuple[int, int]] = []
        self.trailing: dict[int, Order] = {}

    def add(self, order: "Order") -> None:
        """Let the order wait for its stop price."""
        self.orders[order.id] = order
        if order.terms.trailing_bps:
            self.trailing[order.id] = order
        insort(*self._place(order))

    def remove(self, order: "Order") -> None:
        """Let the order wait no more, if it still does."""
        if self.orders.pop(order.id, None) is None:
            return
        self.trailing.pop(order.id, None)
        keys, key = self._place(order)
        del keys[bisect_left(keys, key)]

    def fire(self, price: int) -> "Iterator[Order]":
        """Take out, in their order, all that a trade at this price triggers (TRG-2)."""
        while self.falling and self.falling[-1][0] >= price:
            yield self._take(self.falling.pop())
        while self.rising and -self.rising[-1][0] <= price:
            yield self._take(self.rising.pop())

    def trail(self, price: int, tick: int) -> "list[Order]":
        """Move the stop prices that trail a better price; tells which moved (TRG-4)."""
        moved: list[Order] = []
        for order in self.trailing.values():
            side = order.terms.side
            stop_price = trailing_stop_price(side, price, order.terms.trailing_bps, tick)
            if stop_price > order.stop_price if side == "sell" else stop_price < order.stop_price:
                keys, key = self._place(order)
                del keys[bisect_left(keys, key)]
                order.stop_price = stop_price
                insort(*self._place(order))
                moved.append(order)
        return moved

    def _place(self, order: "Order") -> tuple[list[tuple[int, int]], tuple[int, int]]:
        if fires_when_falling(order.terms.side, order.type):
            return self.falling, (order.stop_price, -order.id)
        return self.rising, (-order.stop_price, -order.id)

    def _take(self, key: tuple[int, int]) -> "Order":
        order = self.orders.pop(-key[1])
        self.trailing.pop(order.id, None)
        return order
