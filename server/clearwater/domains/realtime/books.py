"""The order book of one pair as published to subscribers: a snapshot, then incremental updates."""

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clearwater.core.events import LevelChanged
from clearwater.core.money import to_text
from clearwater.core.views import Level, PairView, SideView

# Every new subscriber gets a snapshot of this many levels per side; a book may have far more.
SHOWN_LEVELS = 500
CHECKED_LEVELS = 10
Row = tuple[str, str]


class ShownSide(SideView):
    """One side of a book, limited to the levels near the best price that are published."""

    __slots__ = ("_limit",)

    def __init__(self, side: SideView, *, is_bids: bool, limit: int) -> None:
        super().__init__(is_bids=is_bids, levels=side.levels.items())
        self._limit = limit

    def shown(self) -> list[Level]:
        return self.best(self._limit)

    def checked(self) -> list[Level]:
        """The levels that the checksum covers."""
        return self.best(min(CHECKED_LEVELS, self._limit))

    def change(self, levels: dict[int, int]) -> dict[int, int]:
        """Apply changed levels; return the changes among the published levels, 0 for removed ones."""
        before = self._edge()
        changes = {price: 0 for price in levels if self._is_within(price, before)}
        for price, quantity in levels.items():
            self.set(price, quantity)
        after = self._edge()
        changes |= {
            price: quantity
            for price, quantity in levels.items()
            if quantity and self._is_within(price, after)
        }
        # Levels that enter or leave the published range without having changed themselves.
        for price in self._between(before, after):
            changes.setdefault(price, self.levels[price] if self._is_within(price, after) else 0)
        return changes

    def _edge(self) -> int | None:
        """The key of the last published level; None while all levels are published."""
        return self._keys[self._limit - 1] if len(self._keys) >= self._limit else None

    def _is_within(self, price: int, edge: int | None) -> bool:
        return edge is None or price * self._sign <= edge

    def _between(self, one: int | None, other: int | None) -> list[int]:
        """The prices beyond the nearer of two edges, up to the other."""
        places = sorted(
            len(self._keys) if edge is None else bisect_right(self._keys, edge) for edge in (one, other)
        )
        return [key * self._sign for key in self._keys[places[0] : places[1]]]


class BookUpdate(NamedTuple):
    """The changed levels of a range of sequence numbers, both ends included."""

    first_seq: int
    last_seq: int
    bids: list[Row]
    asks: list[Row]
    checksum: int


class ShownBook:
    """Buffers changes until they are published, so that snapshots and updates join without a gap."""

    def __init__(
        self, pair: PairView, *, price_decimals: int, quantity_decimals: int, limit: int = SHOWN_LEVELS
    ) -> None:
        self._price_decimals = price_decimals
        self._quantity_decimals = quantity_decimals
        self._bids = ShownSide(pair.bids, is_bids=True, limit=limit)
        self._asks = ShownSide(pair.asks, is_bids=False, limit=limit)
        self._changed: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._seq = pair.seq
        # The sequence number of the last published update.
        self.published_seq = pair.seq

    def change(self, event: LevelChanged) -> None:
        """Buffer a change for the next update."""
        self._changed[event.side == "sell"][event.price] = event.quantity
        self._seq = event.seq

    def take_update(self) -> BookUpdate | None:
        """The changes since the last update; None when there are none."""
        if not (self._changed[0] or self._changed[1]):
            return None
        bids = self._bids.change(self._changed[0])
        asks = self._asks.change(self._changed[1])
        self._changed = ({}, {})
        if not (bids or asks):
            # Outside the published range; the next update covers these sequence numbers, too.
            return None
        first_seq, self.published_seq = self.published_seq + 1, self._seq
        return BookUpdate(
            first_seq, self._seq, self._rows(bids.items()), self._rows(asks.items()), self._checksum()
        )

    def snapshot(self) -> tuple[int, list[Row], list[Row]]:
        """The sequence number of the last update, and the levels as of it."""
        return self.published_seq, self._rows(self._bids.shown()), self._rows(self._asks.shown())

    def _rows(self, levels: Iterable[Level]) -> list[Row]:
        return [
            (to_text(price, self._price_decimals), to_text(quantity, self._quantity_decimals))
            for price, quantity in levels
        ]

    def _checksum(self) -> int:
        return checksum_of(self._rows(self._bids.checked()), self._rows(self._asks.checked()))


def checksum_of(bids: Sequence[Row], asks: Sequence[Row]) -> int:
    """CRC-32 over the best levels, which clients compare with their own copy; both sides best first."""
    rows = [*bids[:CHECKED_LEVELS], *asks[:CHECKED_LEVELS]]
    return zlib.crc32(":".join(f"{price}:{quantity}" for price, quantity in rows).encode())
