"""Products and positions, and how interest is counted: by full hours, to the unit (ERN-4).

A year has 8,760 hours. An hour's interest is amount times rate divided by `YEAR_PARTS`; what is less than a
unit is carried on, so nothing is lost or made by counting in smaller parts.
"""

from collections import deque
from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from clearwater.core.earn_events import EarnPositionChanged, EarnProductChanged
from clearwater.core.money import MAX_UNITS, PPM

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
YEAR_PARTS = PPM * 8_760
# How many positions back the key of a request is remembered.
KEY_WINDOW = 100_000


def next_hour(now: int) -> int:
    """The number of the first full hour from now on."""
    return -(-now // HOUR_MS)


def next_day_at(now: int) -> int:
    """The next midnight (UTC) after a time."""
    return now - now % DAY_MS + DAY_MS


def count_parts(rates: Iterable[tuple[int, int]], start: int, end: int) -> int:
    """Rate times hours over all hours from one to another; each rate holds until the next one."""
    parts, rate, since = 0, 0, start
    for hour, ppm in rates:
        if hour >= end:
            break
        if hour > since:
            parts += rate * (hour - since)
            since = hour
        rate = ppm
    return parts + rate * max(0, end - since)


class EarnKey(NamedTuple):
    """The key of a request, and which position it was."""

    position_id: int
    client: str
    key: str


class Position:
    """A position; `row` is how it was last emitted, `product` the one that it is of."""

    __slots__ = ("product", "row")

    def __init__(self, product: "Product", row: EarnPositionChanged) -> None:
        self.product = product
        self.row = row

    def accrued(self, hour: int) -> tuple[int, int]:
        """What would be owed at an hour, and what would be carried on."""
        row = self.row
        end = min(hour, row.matures_at // HOUR_MS) if row.matures_at else hour
        if end <= row.accrued_hour:
            return row.owed, row.carried
        rates = ((0, row.rate_ppm),) if row.matures_at else self.product.row.rates
        units, carried = divmod(
            row.carried + row.amount * count_parts(rates, row.accrued_hour, end), YEAR_PARTS
        )
        return row.owed + units, carried


class Product:
    """A product; `row` is how it was last emitted."""

    __slots__ = ("active", "held", "positions", "row")

    def __init__(self, row: EarnProductChanged) -> None:
        self.row = row
        self.positions: dict[int, Position] = {}
        # By client, the sum of its positions here, and how many are active.
        self.held: dict[str, int] = {}
        self.active: dict[str, int] = {}

    def rate_at(self, hour: int) -> int:
        return count_parts(self.row.rates, hour, hour + 1)

    def hold(self, client: str, amount: int) -> None:
        _add(self.held, client, amount)

    def count(self, client: str, more: int) -> None:
        _add(self.active, client, more)


def _add(sums: dict[str, int], client: str, more: int) -> None:
    """Add to a client's sum; those of zero are not kept."""
    total = sums.get(client, 0) + more
    if total:
        sums[client] = total
    else:
        sums.pop(client, None)


class Earn:
    """All products and positions."""

    __slots__ = ("due", "keys", "last_position_id", "positions", "products", "recent")

    def __init__(self) -> None:
        self.products: dict[str, Product] = {}
        self.positions: dict[int, Position] = {}
        self.last_position_id = 0
        # When positions have something due; also times that have passed to another one since.
        self.due: list[tuple[int, int]] = []
        self.keys: dict[tuple[str, str], int] = {}
        self.recent: deque[EarnKey] = deque()

    def plan(self, position: Position) -> None:
        heappush(self.due, (position.row.due_at, position.row.position_id))

    @property
    def next_at(self) -> int:
        """When the first position has something due."""
        while self.due:
            due_at, position_id = self.due[0]
            position = self.positions.get(position_id)
            if position is not None and position.row.due_at == due_at:
                return due_at
            heappop(self.due)
        return MAX_UNITS

    def take_due(self) -> Position:
        """The position of `next_at`, which has to be planned again if it goes on."""
        return self.positions[heappop(self.due)[1]]

    def remember_key(self, position_id: int, client: str, key: str) -> None:
        """Record under which key a position was asked for; old ones are forgotten."""
        self.keys[client, key] = position_id
        self.recent.append(EarnKey(position_id, client, key))
        while self.recent[0].position_id <= self.last_position_id - KEY_WINDOW:
            _, client, key = self.recent.popleft()
            del self.keys[client, key]
