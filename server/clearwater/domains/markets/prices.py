"""Prices of coins in USDT by the last trade, directly or through BTC."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from clearwater.core.views import View

DOLLAR = "USDT"
BRIDGE = "BTC"


class LastPrice(NamedTuple):
    """A price in units of the core; 0 before any trade."""

    units: int
    decimals: int


class Prices:
    """The last price of every pair, at one moment."""

    def __init__(self, last: Mapping[str, LastPrice], coin_decimals: Mapping[str, int]) -> None:
        self._last = last
        self._coin_decimals = coin_decimals

    @classmethod
    def of(cls, view: View) -> "Prices":
        """The current last prices."""
        return cls(
            {name: LastPrice(pair.last_price, pair.price_decimals) for name, pair in view.pairs.items()},
            {symbol: coin.decimals for symbol, coin in view.coins.items()},
        )

    @classmethod
    def at_each(cls, view: View, closes: Iterable[Mapping[str, int]]) -> "list[Prices]":
        """The last prices at other times; 0 before any trade."""
        coin_decimals = {symbol: coin.decimals for symbol, coin in view.coins.items()}
        return [
            cls(
                {name: LastPrice(units, view.pairs[name].price_decimals) for name, units in one.items()},
                coin_decimals,
            )
            for one in closes
        ]

    @staticmethod
    def path_of(coin: str) -> tuple[str, ...]:
        """The pairs that a coin's price is derived from; not all of them need to exist."""
        return (f"{coin}-{DOLLAR}", f"{coin}-{BRIDGE}", f"{BRIDGE}-{DOLLAR}")

    def decimals_of(self, coin: str) -> int:
        """The ledger decimals of a coin."""
        return self._coin_decimals[coin]

    def price_of(self, coin: str) -> Decimal | None:
        """The price of one coin in USDT; None without a trade."""
        if coin == DOLLAR:
            return Decimal(1)
        direct = self._last_price(coin, DOLLAR)
        if direct is not None or coin == BRIDGE:
            return direct
        in_bridge, bridge = self._last_price(coin, BRIDGE), self._last_price(BRIDGE, DOLLAR)
        return None if in_bridge is None or bridge is None else in_bridge * bridge

    def value_in_usdt(self, coin: str, units: int) -> Decimal | None:
        """The value in USDT of an amount in ledger units; None if unknown."""
        price = self.price_of(coin)
        decimals = self._coin_decimals.get(coin)
        if price is None or decimals is None:
            return None
        return Decimal(units).scaleb(-decimals) * price

    def _last_price(self, base: str, quote: str) -> Decimal | None:
        last = self._last.get(f"{base}-{quote}")
        return Decimal(last.units).scaleb(-last.decimals) if last is not None and last.units else None
