"""How the bots quote and trade: fair prices, a maker's wanted orders, a taker's side and quantity. Pure.

A maker's levels are on a fixed grid of prices, each with a small offset that depends only on its grid index.
So most orders stay when the price moves, and after a restart the maker finds its orders where it wants them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt
from typing import NamedTuple
from zlib import crc32

from clearwater.core.commands import Side
from clearwater.core.money import BPS, multiple_down, multiple_up
from clearwater.core.seeded_random import SeededRandom
from clearwater.core.views import View
from clearwater.domains.demo.coins import COIN_BY_SYMBOL, COINS, MIN_NOTIONAL, USDT, Pair
from clearwater.domains.demo.history import MARKET_VOLATILITY, draw_normal, own_volatility

STEP_MS = 1_000
DAY_STEPS = 86_400
# A longer gap is caught up in one move.
MAX_STEPS = 30
JUMP_ONE_IN = 4_000
JUMP_SIZE = 10.0
# The maximum of a single move.
MAX_MOVE = 0.02
# Mean reversion over weeks: the price of a demo that runs for a year must not drift to zero.
PULL = 1 / (20 * DAY_STEPS)
_OWN = {coin.symbol: own_volatility(coin) for coin in COINS}
NEAR_LEVELS = 12
FAR_LEVELS = 8
# Farther from the price, only every tenth grid index has a level.
FAR_EVERY = 10
# The number of orders per side above which unneeded ones are canceled.
MAX_ORDERS_PER_SIDE = 26
# The maximum offset of a level from its grid price.
MAX_OFFSET_BPS = 4_500
# Hysteresis: the anchor stays until the price has moved by this much, so that it does not oscillate.
SLACK_BPS = 3_000
# The size of a level in typical trades; more at levels farther out.
LEVEL_TRADES = 8
GROWTH_FAR = 0.15
# The largest trade, in typical trades.
MAX_TRADE = 20.0
# The max distance of quotes to the last trade, well inside the price band.
BAND_BPS = 800


class Prices:
    """The price of each coin in USDT: a random walk that continues from the last trade."""

    def __init__(self, rng: SeededRandom, now_ms: int) -> None:
        self._rng = rng
        self._moved_ms = now_ms
        self._values = {coin.symbol: coin.value for coin in COINS}

    def start_from(self, view: View, pair: Pair) -> None:
        """Continue from a pair's last trade."""
        if pair.quote.symbol == USDT:
            self._values[pair.base.symbol] = view.pairs[pair.symbol].reference_price / pair.scale

    def value_of(self, symbol: str) -> float:
        """The price of one coin in USDT."""
        return self._values[symbol]

    def price_of(self, pair: Pair) -> int:
        """The price of a pair, in whole ticks."""
        return pair.price_of(self._values[pair.base.symbol], self._values[pair.quote.symbol])

    def advance(self, now_ms: int) -> None:
        """Advance the random walks to a time."""
        steps = max(0, now_ms - self._moved_ms) // STEP_MS
        self._moved_ms += steps * STEP_MS
        if steps > MAX_STEPS:
            self._move(steps)
        else:
            for _ in range(steps):
                self._move(1)

    def _move(self, steps: int) -> None:
        width = sqrt(steps / DAY_STEPS)
        market = MARKET_VOLATILITY * width * draw_normal(self._rng)
        for symbol, value in self._values.items():
            if symbol == USDT:
                continue
            coin = COIN_BY_SYMBOL[symbol]
            drawn = draw_normal(self._rng)
            if self._rng.one_in(JUMP_ONE_IN):
                drawn *= JUMP_SIZE
            move = coin.beta * market + _OWN[symbol] * width * drawn
            move -= min(1.0, PULL * steps) * (value - coin.value) / value
            self._values[symbol] = value * (1.0 + max(-MAX_MOVE, min(MAX_MOVE, move)))


class Quote(NamedTuple):
    """An order that a maker wants in the book."""

    side: Side
    price: int
    quantity: int


class Resting(NamedTuple):
    """An order that a maker has in the book."""

    order_id: int
    side: Side
    price: int


class Changes(NamedTuple):
    """Cancels and new orders that bring the book to the wanted quotes; cancels come first."""

    cancels: list[int]
    quotes: list[Quote]


@dataclass(frozen=True)
class Grid:
    """The price grid of a pair. The price of an index is about that many spacings."""

    pair: Pair

    @cached_property
    def spacing(self) -> int:
        """About how far the price moves between two updates: busier pairs have a finer grid."""
        move = self.pair.base.volatility * sqrt(1 / (DAY_STEPS * self.pair.weight))
        wanted = round(1.5 * move * self.pair.reference_price)
        return max(2 * self.pair.tick_units, multiple_up(wanted, self.pair.tick_units))

    def anchor(self, before: int | None, price: int) -> int:
        """The highest grid index at which the maker bids at this price."""
        index = price // self.spacing
        if before is None:
            return index
        slack = self.spacing * SLACK_BPS // BPS
        stays = before * self.spacing - slack <= price < (before + 1) * self.spacing + slack
        return before if stays else index

    def price_at(self, side: Side, index: int) -> int:
        """The price of a level: bids a little below the grid price, asks a little above."""
        offset = _offset(self.pair.symbol, side, index) * self.spacing // BPS
        offset = multiple_down(offset, self.pair.tick_units)
        return index * self.spacing + (offset if side == "sell" else -offset)

    def indexes(self, side: Side, anchor: int) -> list[int]:
        """The grid indexes that have a level, best first."""
        away = 1 if side == "sell" else -1
        best = anchor + 1 if side == "sell" else anchor
        near = [best + away * step for step in range(NEAR_LEVELS)]
        first_far = near[-1] + away
        # Far levels are at multiples, which stay the same when the anchor moves.
        first_far += away * (away * -first_far % FAR_EVERY)
        return near + [first_far + away * FAR_EVERY * step for step in range(FAR_LEVELS)]

    def quotes(self, side: Side, anchor: int, base_value: float) -> list[Quote]:
        """The levels that a maker wants, best first; invalid prices are skipped."""
        pair, most = self.pair, self.pair.rules.max_quantity
        wanted: list[Quote] = []
        for depth, index in enumerate(self.indexes(side, anchor)):
            price = self.price_at(side, index)
            if price <= 0:
                break
            worth = pair.trade_size * LEVEL_TRADES * (1 + depth * GROWTH_FAR)
            worth *= 0.5 + _offset(pair.symbol, "size", index) / MAX_OFFSET_BPS
            wanted.append(Quote(side, price, min(most, pair.quantity_worth(worth, base_value))))
        return wanted


@lru_cache(maxsize=4_096)
def _offset(symbol: str, purpose: str, index: int) -> int:
    """A pseudo-random offset below MAX_OFFSET_BPS that is fixed for a grid index."""
    return SeededRandom(crc32(f"{symbol} {purpose}".encode()) << 32 ^ index).below(MAX_OFFSET_BPS)


def near(price: int, last: int) -> int:
    """Clamp a price to the band in which the market accepts orders."""
    return max(last - last * BAND_BPS // BPS, min(last + last * BAND_BPS // BPS, price))


def reconcile(wanted: list[Quote], resting: Iterable[Resting]) -> Changes:
    """What to cancel and what to place on one side of the book. `wanted` is best first."""
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
    # Old orders may stay up to the maximum number per side.
    spare.sort(key=lambda order: order.price * away)
    free_slots = max(0, MAX_ORDERS_PER_SIDE - len(wanted))
    cancels += [order.order_id for order in spare[free_slots:]]
    return Changes(cancels, [quote for quote in wanted if quote.price not in held])


def choose_side(rng: SeededRandom, grid: Grid, anchor: int, price: int) -> Side:
    """A taker's side: random, but biased towards where the price is heading."""
    middle = anchor * grid.spacing + grid.spacing // 2
    lean = max(-30, min(30, (price - middle) * 40 // grid.spacing))
    return "buy" if rng.below(100) < 50 + lean else "sell"


def choose_quantity(rng: SeededRandom, pair: Pair, base_value: float) -> int:
    """A taker's quantity: many small trades, few large ones."""
    share = (rng.below(10_000) + 1) / 10_000
    worth = pair.trade_size / 2 * min(MAX_TRADE, 1 / sqrt(share))
    # One step above the minimum, so that it stays valid when the price moves.
    least = pair.quantity_worth(MIN_NOTIONAL * 1.3, base_value) + pair.step_units
    return max(least, pair.quantity_worth(worth, base_value))
