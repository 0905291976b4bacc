"""The waiting orders of one pair: price levels in a sorted list, oldest order first in each (MAT-1).

A side sorts its levels by a key that grows towards the best price, so the best one is always the last of the
list: bids by their price, asks by its negative. Orders link themselves into their level, so that taking one
out costs the same wherever it stands.
"""

from bisect import bisect_left
from collections.abc import Iterator

from clearwater.core.money import MAX_UNITS


class BookOrder:
    """As much of an order as the book needs to know."""

    __slots__ = (
        "client",
        "display",
        "id",
        "is_buy",
        "level",
        "newer",
        "older",
        "price",
        "priority",
        "remaining",
        "visible",
    )

    def __init__(self, order_id: int, client: str, is_buy: bool, price: int, quantity: int) -> None:
        self.id = order_id
        self.client = client
        self.is_buy = is_buy
        self.price = price
        self.remaining = quantity
        # An iceberg shows `visible`, at most `display` of it; 0 for all others, which show what remains.
        self.display = 0
        self.visible = 0
        self.priority = 0
        self.level: Level | None = None
        self.older: BookOrder | None = None
        self.newer: BookOrder | None = None

    def shown(self) -> int:
        """What others can see of the order, and take before it steps back."""
        return self.visible if self.display else self.remaining


class Level:
    """All orders at one price. `quantity` counts what is hidden, too."""

    __slots__ = ("hidden", "key", "newest", "oldest", "price", "quantity")

    def __init__(self, key: int, price: int) -> None:
        self.key = key
        self.price = price
        self.quantity = 0
        self.hidden = 0
        self.oldest: BookOrder | None = None
        self.newest: BookOrder | None = None

    def orders(self) -> Iterator[BookOrder]:
        """Oldest first."""
        order = self.oldest
        while order is not None:
            yield order
            order = order.newer

    def shown(self) -> int:
        """What others can see of the level. Cheap bids add up to more than 64 bits before they cost much."""
        shown = self.quantity - self.hidden
        return shown if shown <= MAX_UNITS else MAX_UNITS

    def append(self, order: BookOrder) -> None:
        """Link the order in as the newest; quantities are the caller's."""
        newest = self.newest
        order.level = self
        order.older = newest
        if newest is None:
            self.oldest = order
        else:
            newest.newer = order
        self.newest = order

    def unlink(self, order: BookOrder) -> None:
        """Unlink an order from its level; quantities are the caller's."""
        older, newer = order.older, order.newer
        if older is None:
            self.oldest = newer
        else:
            older.newer = newer
        if newer is None:
            self.newest = older
        else:
            newer.older = older
        order.older = order.newer = order.level = None


class BookSide:
    """The bids or the asks."""

    __slots__ = ("changed", "keys", "levels", "sign")

    def __init__(self, sign: int) -> None:
        self.sign = sign
        self.keys: list[int] = []
        self.levels: dict[int, Level] = {}
        # Keys of levels whose change has not been emitted yet.
        self.changed: set[int] = set()

    def best(self) -> Level | None:
        """The level that trades first."""
        return self.levels[self.keys[-1]] if self.keys else None

    def best_first(self) -> Iterator[Level]:
        """All levels in the order in which they trade."""
        return (self.levels[key] for key in reversed(self.keys))

    def orders(self) -> Iterator[BookOrder]:
        """All waiting orders in the order in which they trade."""
        for level in self.best_first():
            yield from level.orders()

    def is_reached_by(self, limit: int) -> bool:
        """Whether somebody of the other side with this limit would trade."""
        return bool(self.keys) and self.keys[-1] >= limit * self.sign

    def drop(self, level: Level) -> None:
        """Remove an empty level."""
        key = level.key
        del self.levels[key]
        if self.keys[-1] == key:
            self.keys.pop()
        else:
            del self.keys[bisect_left(self.keys, key)]

    def depth(self, limit: int) -> tuple[tuple[int, int], ...]:
        """Price and shown quantity of the best levels."""
        return tuple(
            (level.price, level.shown())
            for level in map(self.levels.__getitem__, self.keys[: -limit - 1 : -1])
        )


class Book:
    """Both sides of a market. `seq` counts the emitted changes, `last_priority` the places given."""

    __slots__ = ("asks", "bids", "last_priority", "seq")

    def __init__(self) -> None:
        self.bids = BookSide(1)
        self.asks = BookSide(-1)
        self.seq = 0
        self.last_priority = 0

    def against(self, order: BookOrder) -> BookSide:
        """The side that the order would trade with."""
        return self.asks if order.is_buy else self.bids

    def add(self, order: BookOrder) -> None:
        """Add an order as the newest at its price."""
        side = self.bids if order.is_buy else self.asks
        key = order.price * side.sign
        level = side.levels.get(key)
        if level is None:
            level = side.levels[key] = Level(key, order.price)
            keys = side.keys
            if not keys or key > keys[-1]:
                keys.append(key)
            else:
                keys.insert(bisect_left(keys, key), key)
        # As Level.append does; written out because every waiting order comes through here.
        order.level = level
        order.older = newest = level.newest
        if newest is None:
            level.oldest = order
        else:
            newest.newer = order
        level.newest = order
        level.quantity += order.remaining
        if order.display:
            order.visible = min(order.display, order.remaining)
            level.hidden += order.remaining - order.visible
        self.last_priority = order.priority = self.last_priority + 1
        side.changed.add(key)

    def put_back(self, order: BookOrder, visible: int, priority: int) -> None:
        """Restore a resting order; those of one price have to come in their old order."""
        self.add(order)
        assert order.level is not None
        if order.display:
            order.level.hidden += order.visible - visible
            order.visible = visible
        order.priority = priority

    def remove(self, order: BookOrder) -> None:
        """Remove a resting order."""
        side = self.bids if order.is_buy else self.asks
        level = order.level
        assert level is not None
        level.unlink(order)
        level.quantity -= order.remaining
        if order.display:
            level.hidden -= order.remaining - order.visible
        if level.oldest is None:
            side.drop(level)
        side.changed.add(level.key)

    def shrink(self, order: BookOrder, remaining: int) -> None:
        """Reduce a resting order; it keeps its priority (MAT-6)."""
        level = order.level
        assert level is not None
        assert 0 < remaining <= order.remaining
        level.quantity -= order.remaining - remaining
        if order.display:
            hidden = order.remaining - order.visible
            order.visible = min(order.visible, remaining)
            level.hidden -= hidden - (remaining - order.visible)
        order.remaining = remaining
        (self.bids if order.is_buy else self.asks).changed.add(level.key)

    def orders(self) -> Iterator[BookOrder]:
        """Every waiting order, in the order in which its side would trade."""
        for side in (self.bids, self.asks):
            yield from side.orders()

    def is_crossed(self) -> bool:
        """Whether a bid and an ask that should have traded both wait."""
        bid, ask = self.bids.best(), self.asks.best()
        return bid is not None and ask is not None and bid.price >= ask.price
