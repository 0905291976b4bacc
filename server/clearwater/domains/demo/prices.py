"""The prices that the bots quote around: random walks that continue from the last trades."""

from math import sqrt

from clearwater.core.simulation import SeededRandom
from clearwater.core.views import View
from clearwater.domains.demo.coins import COIN_BY_SYMBOL, COINS, USDT, Pair
from clearwater.domains.demo.paths import MARKET_VOLATILITY, bell, own_volatility

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


class Prices:
    """The price of each coin in USDT, advancing with time."""

    def __init__(self, rng: SeededRandom, now_ms: int) -> None:
        self._dice = rng
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
        market = MARKET_VOLATILITY * width * bell(self._dice)
        for symbol, value in self._values.items():
            if symbol == USDT:
                continue
            coin = COIN_BY_SYMBOL[symbol]
            thrown = bell(self._dice)
            if self._dice.one_in(JUMP_ONE_IN):
                thrown *= JUMP_SIZE
            move = coin.beta * market + _OWN[symbol] * width * thrown
            move -= min(1.0, PULL * steps) * (value - coin.value) / value
            self._values[symbol] = value * (1.0 + max(-MAX_MOVE, min(MAX_MOVE, move)))
