"""The coins and pairs that a fresh demo installation lists, as data.

Decimals are chosen so that a coin's whole supply fits 64 bits. Prices are rough market prices at the time of
writing; they are only where the demo starts.
"""

from dataclasses import dataclass
from functools import cached_property

from clearwater.core.commands import PairRules
from clearwater.core.money import find_units, multiple_up

USDT = "USDT"
BTC = "BTC"
# Min and max value of an order, in USDT.
MIN_NOTIONAL = 5
MAX_NOTIONAL = 5_000_000


@dataclass(frozen=True)
class Coin:
    """A coin with its price and behaviour.

    `volatility` is the typical daily move as a fraction; `beta` its share that follows the whole market.
    `trade_size` is the value of a typical trade in USDT.
    """

    symbol: str
    name: str
    decimals: int
    supply: int
    price: str
    volatility: float
    beta: float
    trade_size: float

    @cached_property
    def unit(self) -> int:
        """Ledger units in one coin."""
        return int(10**self.decimals)

    @property
    def supply_units(self) -> int:
        return self.supply * self.unit

    @property
    def value(self) -> float:
        """The initial price in USDT."""
        return float(self.price)


@dataclass(frozen=True)
class Pair:
    """A pair with its decimals. `weight` is its number of trades per second at the default rate."""

    base: Coin
    quote: Coin
    tick: str
    step: str
    weight: float

    @property
    def symbol(self) -> str:
        return f"{self.base.symbol}-{self.quote.symbol}"

    @cached_property
    def price_decimals(self) -> int:
        return len(self.tick.partition(".")[2])

    @cached_property
    def tick_units(self) -> int:
        return _units(self.tick, self.price_decimals)

    @cached_property
    def step_units(self) -> int:
        return _units(self.step, self.base.decimals)

    @cached_property
    def scale(self) -> float:
        """Price units per one quote coin for one base coin."""
        return float(10**self.price_decimals)

    @property
    def trade_size(self) -> float:
        """The value of a typical trade, in USDT."""
        return self.base.trade_size

    def price_of(self, base_value: float, quote_value: float) -> int:
        """The price in whole ticks for these values of base and quote coin."""
        ticks = round(base_value / quote_value * self.scale / self.tick_units)
        return max(1, ticks) * self.tick_units

    @cached_property
    def reference_price(self) -> int:
        return self.price_of(self.base.value, self.quote.value)

    def quantity_worth(self, worth: float, base_value: float) -> int:
        """The quantity in whole steps worth an amount of USDT, at least one step."""
        steps = round(worth / base_value * self.base.unit / self.step_units)
        return max(1, steps) * self.step_units

    @cached_property
    def rules(self) -> PairRules:
        """The min quantity is one step; in practice the min notional is what limits an order."""
        most = self.quantity_worth(MAX_NOTIONAL, self.base.value)
        return PairRules(
            tick=self.tick_units,
            step=self.step_units,
            min_quantity=self.step_units,
            max_quantity=_round_up(most, self.step_units),
            min_notional=_round_up(int(MIN_NOTIONAL / self.quote.value * self.quote.unit), 1),
        )


def _units(text: str, decimals: int) -> int:
    units = find_units(text, decimals)
    assert units, f"{text} is no whole number of units"
    return units


def _round_up(units: int, step: int) -> int:
    """Round up to two significant digits, in whole steps."""
    zeros = 10 ** max(0, len(str(units)) - 2)
    return multiple_up(multiple_up(units, zeros), step)


COINS: tuple[Coin, ...] = (
    Coin(USDT, "Tether", 7, 200_000_000_000, "1", 0, 0, 0),
    Coin(BTC, "Bitcoin", 8, 21_000_000, "98250", 0.024, 1.0, 900),
    Coin("ETH", "Ethereum", 8, 200_000_000, "3320", 0.032, 1.15, 700),
    Coin("SOL", "Solana", 8, 1_000_000_000, "158.4", 0.042, 1.3, 420),
    Coin("XRP", "XRP", 6, 100_000_000_000, "2.264", 0.040, 1.0, 380),
    Coin("BNB", "BNB", 8, 200_000_000, "921.5", 0.027, 0.9, 350),
    Coin("DOGE", "Dogecoin", 7, 300_000_000_000, "0.16420", 0.050, 1.3, 300),
    Coin("TRX", "TRON", 6, 200_000_000_000, "0.28310", 0.020, 0.6, 220),
    Coin("LTC", "Litecoin", 8, 84_000_000, "96.40", 0.036, 0.9, 240),
    Coin("ADA", "Cardano", 6, 45_000_000_000, "0.5194", 0.042, 1.2, 240),
    Coin("TON", "Toncoin", 8, 10_000_000_000, "2.051", 0.041, 1.0, 180),
    Coin("LINK", "Chainlink", 8, 1_000_000_000, "14.32", 0.044, 1.2, 220),
    Coin("AVAX", "Avalanche", 8, 1_000_000_000, "15.84", 0.046, 1.25, 220),
    Coin("DOT", "Polkadot", 8, 5_000_000_000, "2.846", 0.043, 1.15, 180),
    Coin("UNI", "Uniswap", 8, 1_000_000_000, "7.412", 0.052, 1.2, 180),
    Coin("POL", "Polygon", 8, 20_000_000_000, "0.1648", 0.047, 1.2, 150),
    Coin("ATOM", "Cosmos Hub", 8, 2_000_000_000, "2.954", 0.044, 1.1, 160),
    Coin("SHIB", "Shiba Inu", 4, 600_000_000_000_000, "0.00000924", 0.052, 1.3, 170),
)
COIN_BY_SYMBOL = {coin.symbol: coin for coin in COINS}
# Made-up coins that are traded before their listing only.
PREMARKET_COINS: tuple[Coin, ...] = (
    Coin("BUOY", "Buoy", 6, 1_000_000_000, "0.84", 0.06, 0, 120),
    Coin("FJORD", "Fjord", 6, 500_000_000, "2.4", 0.06, 0, 120),
    Coin("SHOAL", "Shoal", 6, 2_000_000_000, "0.31", 0.06, 0, 120),
    Coin("HLYD", "Halyard", 6, 800_000_000, "1.15", 0.06, 0, 120),
    Coin("KEEL", "Keel", 6, 300_000_000, "5.2", 0.06, 0, 120),
    Coin("MAST", "Mast", 6, 900_000_000, "0.62", 0.06, 0, 120),
)
# Coins that clients of a demo can deposit and withdraw.
ON_DEVELOPMENT_CHAINS = frozenset({BTC, "ETH", "LTC", USDT})


def _pair(symbol: str, tick: str, step: str, weight: float) -> Pair:
    base, _, quote = symbol.partition("-")
    return Pair(COIN_BY_SYMBOL[base], COIN_BY_SYMBOL[quote], tick, step, weight)


PAIRS: tuple[Pair, ...] = (
    _pair("BTC-USDT", "0.01", "0.00001", 3.0),
    _pair("ETH-USDT", "0.01", "0.0001", 2.0),
    _pair("SOL-USDT", "0.01", "0.001", 1.2),
    _pair("XRP-USDT", "0.0001", "0.1", 0.8),
    _pair("BNB-USDT", "0.01", "0.001", 0.5),
    _pair("DOGE-USDT", "0.00001", "1", 0.5),
    _pair("TRX-USDT", "0.00001", "1", 0.25),
    _pair("LTC-USDT", "0.01", "0.001", 0.25),
    _pair("ADA-USDT", "0.00001", "0.1", 0.3),
    _pair("TON-USDT", "0.0001", "0.01", 0.2),
    _pair("LINK-USDT", "0.001", "0.01", 0.25),
    _pair("AVAX-USDT", "0.001", "0.01", 0.25),
    _pair("DOT-USDT", "0.0001", "0.01", 0.2),
    _pair("UNI-USDT", "0.0001", "0.01", 0.2),
    _pair("POL-USDT", "0.00001", "0.1", 0.2),
    _pair("ATOM-USDT", "0.0001", "0.01", 0.2),
    _pair("SHIB-USDT", "0.000000001", "100", 0.2),
    _pair("ETH-BTC", "0.00001", "0.001", 0.3),
    _pair("SOL-BTC", "0.0000001", "0.1", 0.2),
    _pair("LTC-BTC", "0.0000001", "0.1", 0.2),
)
PAIR_BY_SYMBOL = {pair.symbol: pair for pair in PAIRS}
