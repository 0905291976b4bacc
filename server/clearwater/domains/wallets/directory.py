"""The networks of this installation: those that are configured, and development chains while they run."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Annotated

import structlog
from fastapi import Depends

from clearwater.core.ledger import has_play_money
from clearwater.core.money import POWERS
from clearwater.core.views import View
from clearwater.domains.wallets.ports import Asset, Chain
from clearwater.kit.app_services import AppService
from clearwater.kit.clock import Clock

log = structlog.get_logger("clearwater.wallets")

# Development chains come and go while the exchange runs.
RELOAD_AFTER = timedelta(seconds=2)


@dataclass(frozen=True)
class CoinOnNetwork:
    """A coin as one network has it, beside the number of decimals that it has in the ledger."""

    chain: Chain
    asset: Asset
    ledger_decimals: int

    @property
    def decimals(self) -> int:
        """Those that both the ledger and the chain have."""
        return min(self.ledger_decimals, self.asset.decimals)

    def to_units(self, native: int) -> tuple[int, int]:
        """Whole units of the ledger, and what the chain has below them."""
        units = native * POWERS[self.ledger_decimals] // POWERS[self.asset.decimals]
        return units, native - self.to_native(units)

    def to_native(self, units: int) -> int:
        """The chain's amount; exact for amounts with no more than `decimals`."""
        native: int = units * POWERS[self.asset.decimals] // POWERS[self.ledger_decimals]
        return native

    def units_of(self, amount: Decimal) -> int:
        """A configured amount in units of the ledger."""
        return int(amount * POWERS[self.ledger_decimals])


class Networks:
    """Chains by the names of their networks. A ledger of play money has no others than development chains."""

    def __init__(self, load: Callable[[], Mapping[str, Chain]], clock: Clock) -> None:
        self._load = load
        self._clock = clock
        self._loaded_at: timedelta | None = None
        self._chains: Mapping[str, Chain] = {}

    @property
    def chains(self) -> Mapping[str, Chain]:
        now = self._clock.elapsed()
        if self._loaded_at is None or now - self._loaded_at >= RELOAD_AFTER:
            self._loaded_at = now
            try:
                self._chains = self._load()
            except Exception:
                # The file may be half written; what was read before stays.
                log.exception("networks_not_loaded")
        return self._chains

    def of_ledger(self, *, is_demo: bool) -> Mapping[str, Chain]:
        """The chains that this ledger takes coins from; the core refuses all others."""
        return {key: chain for key, chain in self.chains.items() if has_play_money(key) == is_demo}

    def listed(self, *, is_demo: bool) -> Mapping[str, Chain]:
        """The chains that clients see: a development chain is no network of a real market at all."""
        return {
            key: chain for key, chain in self.chains.items() if is_demo or not chain.network.is_development
        }

    def keys_by_coin(self, *, is_demo: bool) -> dict[str, list[str]]:
        """The networks of each coin."""
        found: dict[str, list[str]] = {}
        for key, chain in sorted(self.listed(is_demo=is_demo).items()):
            for asset in chain.network.assets:
                found.setdefault(asset.coin, []).append(key)
        return found

    def find(self, key: str, *, is_demo: bool) -> Chain | None:
        return self.of_ledger(is_demo=is_demo).get(key)


def coin_decimals(view: View) -> dict[str, int]:
    """The decimals of every coin of the ledger."""
    return {symbol: coin.decimals for symbol, coin in view.coins.items()}


def assets_of(chain: Chain, coins: Mapping[str, int]) -> Iterator[CoinOnNetwork]:
    """The coins of a network that the ledger knows; `coins` has their decimals."""
    for asset in chain.network.assets:
        if asset.coin in coins:
            yield CoinOnNetwork(chain, asset, coins[asset.coin])


def find_asset(chain: Chain, coin: str, coins: Mapping[str, int]) -> CoinOnNetwork | None:
    return next((found for found in assets_of(chain, coins) if found.asset.coin == coin), None)


AppNetworks = Annotated[Networks, Depends(AppService[Networks]("networks"))]
