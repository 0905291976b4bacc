"""A small demo market to trade on."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from clearwater.core.commands import Command, ListCoin, ListPair
from clearwater.core.desk import Desk
from clearwater.domains.demo.bots import Bots
from clearwater.domains.demo.coins import COIN_BY_SYMBOL, PAIR_BY_SYMBOL, PAIRS, Pair
from clearwater.domains.demo.funding import fund

# What has passed of today is past enough for most tests.
TODAY = 0
Seed = Callable[..., Awaitable[set[str]]]
StartBots = Callable[..., Awaitable[Bots]]


@dataclass
class Watched:
    """Viewers who stay."""

    is_there: bool = True

    def is_watching(self) -> bool:
        return self.is_there


async def open_pairs(desk: Desk, *symbols: str) -> set[str]:
    """List pairs and fund their coins, as seeding does, but without their past and their names."""
    pairs = pairs_of(*symbols) if symbols else PAIRS
    coins = dict.fromkeys(
        [COIN_BY_SYMBOL["USDT"], *(coin for pair in pairs for coin in (pair.base, pair.quote))]
    )
    commands: list[Command] = []
    for coin in coins:
        commands += [ListCoin(1, coin.symbol, coin.decimals, coin.supply_units), fund(coin, 1)]
    commands += [
        ListPair(
            1,
            pair.symbol,
            pair.base.symbol,
            pair.quote.symbol,
            pair.price_decimals,
            pair.rules,
            pair.reference_price,
        )
        for pair in pairs
    ]
    outcomes = await asyncio.gather(*(desk.submit(command) for command in commands))
    assert not any(outcome.refusal for outcome in outcomes)
    return {pair.symbol for pair in pairs}


def pairs_of(*symbols: str) -> list[Pair]:
    return [PAIR_BY_SYMBOL[symbol] for symbol in symbols]
