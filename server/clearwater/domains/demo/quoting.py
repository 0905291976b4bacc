"""How the bots quote and trade: which orders a maker wants in its book, and what a taker asks for. Pure.

A maker's levels stand on a fixed grid of prices, each a little off its place, always the same for the same
place. So most orders stay where they are when the price moves, and after a restart the maker finds its own
orders where it wants them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt
from typing import NamedTuple
from zlib import crc32

from clearwater.core.commands import Side
from clearwater.core.money import BPS, multiple_down, multiple_up
from clearwater.core.simulation import Dice
from clearwater.domains.demo.coins import MIN_NOTIONAL, Pair
from clearwater.domains.demo.prices import DAY_STEPS

NEAR_LEVELS = 12
FAR_LEVELS = 8
# Of the places further out, only every so many has a level.
FAR_EVERY = 10
# So many orders may wait on a side before those that nobody needs are taken back.
MAX_ORDERS_PER_SIDE = 26
# How far from its place in the grid a level stands, at most.
OFF_BPS = 4_500
# The anchor stays until the price has left its place by so much, so that it does not hop to and fro.
SLACK_BPS = 3_000
# A level holds some usual trades; further out it holds more.
LEVEL_TRADES = 8
GROWTH_FAR = 0.15
# The largest trade, in usual ones.
MAX_TRADE = 20.0
# Quotes stay this near to the last trade, well inside the band.
BAND_BPS = 800


class Quote(NamedTuple):
    """An order that a maker wants to have in the book."""

    side: Side
    price: int
    quantity: int


class Resting(NamedTuple):
    """An order that it has there."""

    order_id: int
    side: Side
    price: int


class Changes(NamedTuple):
    """What brings the book from what is there to what is wanted; first what is taken back."""

    cancels: list[int]
    quotes: list[Quote]


@dataclass(frozen=True)
class Grid:
    """The places at which a pair is quoted. A place is a number; its price is near that many spacings."""

    pair: Pair

    @cached_property
    def spacing(self) -> int:
        """About how far the price goes between two looks at it: busier pairs are quoted more closely."""
        move = self.pair.base.volatility * sqrt(1 / (DAY_STEPS * self.pair.weight))
        wanted = round(1.5 * move * self.pair.reference_price)
        return max(2 * self.pair.tick_units, multiple_up(wanted, self.pair.tick_units))

    def anchor(self, before: int | None, price: int) -> int:
        """The highest place at which the maker buys while the price is there."""
        place = price // self.spacing
        if before is None:
            return place
        slack = self.spacing * SLACK_BPS // BPS
        stays = before * self.spacing - slack <= price < (before + 1) * self.spacing + slack
        return before if stays else place

    def price_at(self, side: Side, place: int) -> int:
        """Where the level of a place stands: bids a little below it, asks a little above."""
        off = _off(self.pair.symbol, side, place) * self.spacing // BPS
        off = multiple_down(off, self.pair.tick_units)
        return place * self.spacing + (off if side == "sell" else -off)

    def places(self, side: Side, anchor: int) -> list[int]:
        """The places that have a level, best first."""
        away = 1 if side == "sell" else -1
        best = anchor + 1 if side == "sell" else anchor
        near = [best + away * step for step in range(NEAR_LEVELS)]
        first_far = near[-1] + away
        # Far levels stand at whole multiples, which stay the same when the anchor moves.
        first_far += away * (away * -first_far % FAR_EVERY)
        return near + [first_far + away * FAR_EVERY * step for step in range(FAR_LEVELS)]

    def quotes(self, side: Side, anchor: int, base_value: float) -> list[Quote]:
        """The levels that a maker wants, best first; those at prices that make no sense are left out."""
        pair, most = self.pair, self.pair.rules.max_quantity
        wanted: list[Quote] = []
        for depth, place in enumerate(self.places(side, anchor)):
            price = self.price_at(side, place)
            if price <= 0:
                break
            worth = pair.trade_size * LEVEL_TRADES * (1 + depth * GROWTH_FAR)
            worth *= 0.5 + _off(pair.symbol, "size", place) / OFF_BPS
            wanted.append(Quote(side, price, min(most, pair.quantity_worth(worth, base_value))))
        return wanted


@lru_cache(maxsize=4_096)
def _off(symbol: str, purpose: str, place: int) -> int:
    """A number below OFF_BPS that belongs to a place."""
    return Dice(crc32(f"{symbol} {purpose}".encode()) << 32 ^ place).below(OFF_BPS)


def near(price: int, last: int) -> int:
    """The price, or the nearest one to it at which the market would still take orders."""
    return max(last - last * BAND_BPS // BPS, min(last + last * BAND_BPS // BPS, price))


def reconcile(wanted: list[Quote], resting: Iterable[Resting]) -> Changes:
    """What to take back and what to place on one side of the book. `wanted` is best first."""
    if not wanted:
        return Changes([order.order_id for order in resting], [])
    away = 1 if wanted[0].side == "sell" else -1
    best, worst = wanted[0].price * away, wanted[-1].price * away
    prices = {quote.price for quote in wanted}
    held: set[int] = set()
    cancels: list[int] = []
    spare: list[Resting] = []
    for order in resting:
        distance = order.price * away
        if distance < best or distance > worst or order.price in held:
            cancels.append(order.order_id)
        elif order.price in prices:
            held.add(order.price)
        else:
            spare.append(order)
    # What is left from before is in nobody's way, as long as it is not too much.
    spare.sort(key=lambda order: order.price * away)
    room = max(0, MAX_ORDERS_PER_SIDE - len(wanted))
    cancels += [order.order_id for order in spare[room:]]
    return Changes(cancels, [quote for quote in wanted if quote.price not in held])


def choose_side(dice: Dice, grid: Grid, anchor: int, price: int) -> Side:
    """Which way a taker goes: either, but rather towards where the price is heading."""
    middle = anchor * grid.spacing + grid.spacing // 2
    lean = max(-30, min(30, (price - middle) * 40 // grid.spacing))
    return "buy" if dice.below(100) < 50 + lean else "sell"


def choose_quantity(dice: Dice, pair: Pair, base_value: float) -> int:
    """How much a taker takes: many small trades, few large ones."""
    share = (dice.below(10_000) + 1) / 10_000
    worth = pair.trade_size / 2 * min(MAX_TRADE, 1 / sqrt(share))
    # One step more than the least, whatever the price does meanwhile.
    least = pair.quantity_worth(MIN_NOTIONAL * 1.3, base_value) + pair.step_units
    return max(least, pair.quantity_worth(worth, base_value))
