"""Sample a book: its spread and the depth on both sides."""

from typing import NamedTuple

from clearwater.core.views import PairView, SideView

# Hundredths of a basis point in one.
FINE = 1_000_000
WINDOW_BPS = 100
MAX_LEVELS = 1_000


class Look(NamedTuple):
    """A sample of a book.

    `spread` is in hundredths of a basis point of the mid price (None while a side is empty); depths are the
    base quantities within 1 % of the mid price.
    """

    spread: int | None
    bid_depth: int
    ask_depth: int


def look_at(pair: PairView) -> Look:
    bids, asks = pair.bids.best(1), pair.asks.best(1)
    bid = bids[0][0] if bids else 0
    ask = asks[0][0] if asks else 0
    # Twice the mid price, to stay an integer; with one side only, that side's best price.
    middle = bid + ask if bid and ask else 2 * (bid or ask)
    spread = (ask - bid) * 2 * FINE // middle if bid and ask else None
    return Look(spread, _shown_near(pair.bids, middle), _shown_near(pair.asks, middle))


def _shown_near(side: SideView, middle: int) -> int:
    total = 0
    for price, quantity in side.best(MAX_LEVELS):
        if abs(2 * price - middle) * 10_000 > middle * WINDOW_BPS:
            break
        total += quantity
    return total
