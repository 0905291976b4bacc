"""Trailing orders, which cost nothing while they wait (TRG-4).

All that have seen the same best price are one group; only the one of them that is nearest to the market
stands among the other waiting orders. A better price makes one group of all that it surpasses.
"""

from bisect import bisect_left, bisect_right, insort
from typing import NamedTuple

from clearwater.core.book import BookOrder
from clearwater.core.commands import OrderType, PlaceOrder, Side
from clearwater.core.money import BPS, MAX_UNITS, mul_div_down, mul_div_up, multiple_down, multiple_up

# The nearest stop price, and at one price the oldest order, sorts last.
Key = tuple[int, int]
# A trailing order in its group: its delta, then its number, in one; the nearest sorts last.
DELTA_SHIFT = 48
# Joining a few to many: one by one is quicker than to sort.
FEW = 16


def trailing_stop_price(side: Side, price: int, trailing_bps: int, tick: int = 1) -> int:
    """The stop price that trails a price, rounded away from it, so that rounding never triggers (TRG-4)."""
    if side == "sell":
        return round_stop(side, mul_div_down(price, BPS - trailing_bps, BPS), tick)
    return round_stop(side, mul_div_up(price, BPS + trailing_bps, BPS), tick)


def round_stop(side: Side, stop_price: int, tick: int) -> int:
    """A stop price on the tick, away from the market."""
    return multiple_down(stop_price, tick) if side == "sell" else multiple_up(stop_price, tick)


def live_stop_price(side: Side, initial: int, trailing_bps: int, mark: int, tick: int) -> int:
    """Where a trailing order's stop price is, given the one from when it was placed, after a best price.

    Both are on the tick of today, though the order may be from a time with another.
    """
    followed = trailing_stop_price(side, mark, trailing_bps)
    return round_stop(side, max(initial, followed) if side == "sell" else min(initial, followed), tick)


class WaitingOrder(BookOrder):
    """As much of an order as waiting for a price needs to know."""

    __slots__ = ("stop_price", "terms", "type")

    stop_price: int
    terms: PlaceOrder
    type: OrderType

    def tick(self) -> int:
        """What the prices of its market are multiples of, by the rules of now."""
        raise NotImplementedError


class Mark(NamedTuple):
    """The best price since the order of this number, for the trailing orders up to the next mark."""

    order_id: int
    price: int


class Trail:
    """The trailing orders of one side of a market (TRG-4).

    An order has seen the better of two prices: the one that its own stop price trailed when it was placed,
    and the mark that covers its number. Marks have growing numbers and ever worse prices; they are stored,
    the groups follow from them and from the orders. Prices are signed here, so that the better one is
    greater. What an order has seen counts in `BPS` to a price, so that its stop price leads there exactly.

    `tick` is what stop prices are rounded to; 0 under versions of the rules in which an order's place among
    the others was that of its stop price before it is rounded.
    """

    __slots__ = (
        "changed",
        "count",
        "counts",
        "firsts",
        "groups",
        "keys",
        "prices",
        "side",
        "sign",
        "sorted",
        "tick",
    )

    def __init__(self, side: Side, keys: list[Key]) -> None:
        self.side: Side = side
        self.tick = 0
        self.sign = 1 if side == "sell" else -1
        # Where the nearest of each group stands among all others.
        self.keys = keys
        # Groups by their best price, and those prices, worst first.
        self.groups: dict[int, list[int]] = {}
        self.sorted: list[int] = []
        # The marks: number, signed price, how many waiting orders each covers.
        self.firsts: list[int] = []
        self.prices: list[int] = []
        self.counts: list[int] = []
        self.count = 0
        # Numbers of marks whose change has not been emitted yet.
        self.changed: set[int] = set()

    def marks(self) -> list[Mark]:
        """What has to be stored, oldest first."""
        return [Mark(first, price * self.sign) for first, price in zip(self.firsts, self.prices, strict=True)]

    def find_mark(self, order_id: int) -> int:
        """The price of the mark that begins with this number; 0 where there is none."""
        place = bisect_left(self.firsts, order_id)
        found = place < len(self.firsts) and self.firsts[place] == order_id
        return self.prices[place] * self.sign if found else 0

    def load(self, mark: Mark) -> None:
        """Restore a stored mark, before the orders that it covers."""
        self.firsts.append(mark.order_id)
        self.prices.append(mark.price * self.sign)
        self.counts.append(0)

    def best_seen(self, order: WaitingOrder) -> int:
        """The best that the order has seen."""
        own = self._trailed(order.stop_price, order.terms.trailing_bps)
        place = bisect_right(self.firsts, order.id) - 1
        return own if place < 0 else max(own, self.prices[place] * BPS)

    def has_room(self, stop_price: int, trailing_bps: int, most: int) -> bool:
        """Whether one more order does not lead to too many different prices (EXC-8)."""
        own = self._trailed(stop_price, trailing_bps)
        return max(len(self.sorted), len(self.firsts)) < most or own in self.groups

    def begin(self, order: WaitingOrder) -> None:
        """Keep a new order apart from older ones that have seen better prices."""
        own = self._trailed(order.stop_price, order.terms.trailing_bps)
        if self.prices and own < self.prices[-1] * BPS:
            self.firsts.append(order.id)
            # No better than its own, which counts.
            self.prices.append(own // BPS)
            self.counts.append(0)
            self.changed.add(order.id)

    def add(self, order: WaitingOrder) -> None:
        """Add an order to its group."""
        seen = self.best_seen(order)
        group = self.groups.get(seen)
        if group is None:
            group = self.groups[seen] = []
            insort(self.sorted, seen)
        else:
            self._take_key(seen, group)
        insort(group, -(order.terms.trailing_bps << DELTA_SHIFT | order.id))
        self._put_key(seen, group)
        self.count += 1
        place = bisect_right(self.firsts, order.id) - 1
        if place >= 0:
            self.counts[place] += 1

    def remove(self, order: WaitingOrder) -> None:
        """Remove an order; its stop price stays what it was last."""
        seen = self.best_seen(order)
        group = self.groups[seen]
        self._take_key(seen, group)
        del group[bisect_left(group, -(order.terms.trailing_bps << DELTA_SHIFT | order.id))]
        if group:
            self._put_key(seen, group)
        else:
            del self.groups[seen]
            del self.sorted[bisect_left(self.sorted, seen)]
        self._uncover(order.id)
        # Never behind the one that it was placed with: that has been seen, too.
        stop = round_stop(self.side, self._stop(seen, order.terms.trailing_bps), order.tick())
        if not self.tick:
            # The tick may have become coarser since; then that one stayed as it was.
            stop = max(order.stop_price, stop) if self.sign > 0 else min(order.stop_price, stop)
        order.stop_price = stop

    def _uncover(self, order_id: int) -> None:
        """Uncount an order; a mark that covers none is removed."""
        self.count -= 1
        place = bisect_right(self.firsts, order_id) - 1
        if place >= 0:
            self.counts[place] -= 1
            if not self.counts[place]:
                self.changed.add(self.firsts[place])
                del self.firsts[place], self.prices[place], self.counts[place]

    def follow(self, price: int) -> None:
        """Update the best price of all orders that have seen only worse ones."""
        seen = price * self.sign * BPS
        surpassed = bisect_left(self.sorted, seen)
        if not surpassed:
            return
        groups = [self._take_group(worse) for worse in self.sorted[:surpassed]]
        del self.sorted[:surpassed]
        if seen in self.groups:
            groups.append(self._take_group(seen))
        else:
            self.sorted.insert(0, seen)
        self.groups[seen] = group = _join(groups)
        self._put_key(seen, group)
        self._cover(price * self.sign)

    def _take_group(self, seen: int) -> list[int]:
        group = self.groups.pop(seen)
        self._take_key(seen, group)
        return group

    def _cover(self, price: int) -> None:
        """Replace all marks that this price surpasses by one."""
        first = count = 0
        while self.firsts and self.prices[-1] <= price:
            first = self.firsts.pop()
            count += self.counts.pop()
            self.prices.pop()
            self.changed.add(first)
        if not self.firsts:
            first, count = 0, self.count
        self.firsts.append(first)
        self.prices.append(price)
        self.counts.append(count)
        self.changed.add(first)

    def round_to(self, tick: int) -> None:
        """Move every group to its stop price on this tick."""
        if tick == self.tick:
            return
        for seen, group in self.groups.items():
            self._take_key(seen, group)
        self.tick = tick
        for seen, group in self.groups.items():
            self._put_key(seen, group)

    def _key(self, seen: int, group: list[int]) -> Key:
        """The group's nearest stop price and its order; the oldest of those that round to this price."""
        trailing_bps, order_id = divmod(-group[-1], 1 << DELTA_SHIFT)
        stop = self._stop(seen, trailing_bps)
        if not self.tick:
            return stop * self.sign, -order_id
        stop, oldest, place = round_stop(self.side, stop, self.tick), MAX_UNITS, len(group)
        while place:
            trailing_bps, order_id = divmod(-group[place - 1], 1 << DELTA_SHIFT)
            if round_stop(self.side, self._stop(seen, trailing_bps), self.tick) != stop:
                break
            oldest = min(oldest, order_id)
            # The oldest with the next larger delta.
            place = bisect_right(group, -((trailing_bps + 1) << DELTA_SHIFT), 0, place)
        return stop * self.sign, -oldest

    def _stop(self, seen: int, trailing_bps: int) -> int:
        """The stop price of an order that has seen this."""
        if self.sign > 0:
            return mul_div_down(seen, BPS - trailing_bps, BPS * BPS)
        return mul_div_up(-seen, BPS + trailing_bps, BPS * BPS)

    def _trailed(self, stop_price: int, trailing_bps: int) -> int:
        """What an order has seen that has this stop price: the worst that leads to it."""
        if self.sign > 0:
            return mul_div_up(stop_price, BPS * BPS, BPS - trailing_bps)
        return -mul_div_down(stop_price, BPS * BPS, BPS + trailing_bps)

    def _take_key(self, seen: int, group: list[int]) -> None:
        del self.keys[bisect_left(self.keys, self._key(seen, group))]

    def _put_key(self, seen: int, group: list[int]) -> None:
        insort(self.keys, self._key(seen, group))


def _join(groups: list[list[int]]) -> list[int]:
    """Merge sorted lists into one."""
    largest = max(groups, key=len)
    others = [one for group in groups if group is not largest for one in group]
    if len(others) <= FEW:
        for one in others:
            insort(largest, one)
    else:
        largest += others
        largest.sort()
    return largest
