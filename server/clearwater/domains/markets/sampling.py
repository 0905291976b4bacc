"""A look at a book: how wide its middle is, and what is shown on both sides of it."""

from typing import NamedTuple

from clearwater.core.views import PairView, SideView

# Hundredths of a basis point in one.
FINE = 1_000_000
WINDOW_BPS = 100
MAX_LEVELS = 1_000


class Look(NamedTuple):
    """The spread in hundredths of a basis point of the middle (None while a side is empty); the quantities
    of the base coin that are shown within 1 % of the middle.
    """

    spread: int | None
    bid_depth: int
    ask_depth: int


def look_at(pair: PairView) -> Look:
    bids, asks = pair.bids.best(1), pair.asks.best(1)
    bid = bids[0][0] if bids else 0
    ask = asks[0][0] if asks else 0
    # Twice the middle, so that it is a whole number; a lone side is its own middle.
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
