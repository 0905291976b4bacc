"""Bursts for meetings that chance alone hardly ever brings about in a simulation."""

from collections.abc import Sequence
from typing import NamedTuple

from clearwater.core.commands import Command, Convert, ConvertLeg, PlaceOrder, Side
from clearwater.core.exchange import Exchange
from clearwater.core.markets import Market
from clearwater.core.seeded_random import SeededRandom


class Burst(NamedTuple):
    """Where it happens, and the side of those that wait."""

    rng: SeededRandom
    market: Market
    clients: Sequence[str]
    side: Side


def make_burst(exchange: Exchange, rng: SeededRandom, now: int, clients: Sequence[str]) -> list[Command]:
    """Orders of one side with one expiry, and two takers as the next commands at that moment (ORD-10).

    More are over then than one command ends, so the first taker has to make room. Some that stay may wait
    behind them for the second one.
    """
    burst = Burst(rng, rng.pick(list(exchange.state.markets.values())), clients, rng.pick(("buy", "sell")))
    expire_at = now + 1 + rng.below(60)
    expiring = [_make_maker(burst, now, rng.below(3), expire_at) for _ in range(3 + rng.below(8))]
    staying = [_make_maker(burst, now, 3, 0) for _ in range(rng.below(5))]
    return [*expiring, *staying, _make_taker(burst, expire_at, 1), _make_taker(burst, expire_at, 2)]


def _make_maker(burst: Burst, now: int, distance: int, expire_at: int) -> PlaceOrder:
    """An order so many ticks from the market's price, where it mostly waits."""
    return PlaceOrder(
        now,
        burst.rng.pick(burst.clients),
        burst.market.pair,
        burst.side,
        "limit",
        _pick_quantity(burst),
        _price(burst.market, distance if burst.side == "sell" else -distance),
        time_in_force="gtd" if expire_at else "gtc",
        expire_at=expire_at,
    )


def _make_taker(burst: Burst, now: int, number: int) -> Command:
    """A limit order, a market order or a conversion that trades with those that wait."""
    rng, market = burst.rng, burst.market
    client, quantity = rng.pick(burst.clients), 4 * _pick_quantity(burst)
    side: Side = "buy" if burst.side == "sell" else "sell"
    if rng.one_in(6):
        amount = quantity if side == "sell" else market.value(market.reference_price, quantity)
        return Convert(now, client, f"burst-{now}-{number}", (ConvertLeg(market.pair, side),), amount, 1, 0)
    if rng.one_in(3):
        return PlaceOrder(now, client, market.pair, side, "market", quantity)
    price = _price(market, 6 if side == "buy" else -6)
    return PlaceOrder(now, client, market.pair, side, "limit", quantity, price, prevention="none")


def _pick_quantity(burst: Burst) -> int:
    """A few steps more than the least."""
    rules = burst.market.rules
    return rules.min_quantity - rules.min_quantity % rules.step + rules.step * (1 + burst.rng.below(5))


def _price(market: Market, ticks: int) -> int:
    tick = market.rules.tick
    return max(tick, market.reference_price - market.reference_price % tick + ticks * tick)
