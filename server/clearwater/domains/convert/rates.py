"""What a coin is worth in others about now, and how much the books take; nothing is promised."""

from bisect import bisect_right
from decimal import Decimal
from typing import NamedTuple

from clearwater.core.commands import ConvertLeg
from clearwater.core.money import (
    BPS,
    MAX_UNITS,
    mul_div_down,
    mul_div_up,
    multiple_down,
    multiple_up,
    to_text,
)
from clearwater.core.views import PairView, View
from clearwater.domains.convert.paths import Legs, Lists, find_ways, is_open
from clearwater.domains.convert.schemas import TargetView, ratio_text

# Levels of a side that are looked at; what is behind them is not counted.
MAX_LEVELS = 100


class Rate(NamedTuple):
    """How much of the last coin one unit of the first gives, and the least of the first that is converted."""

    units: Decimal
    least: int


class Depth(NamedTuple):
    """A side of a book, best level first: prices, and what was paid and given before each and after all."""

    prices: list[int]
    paid: list[int]
    given: list[int]


def list_targets(
    view: View, symbol: str, *, lists: Lists, spread_bps: int, fee_rate: str, updated_at: int
) -> list[TargetView]:
    """The coins that a coin can be converted into, by the ways that are open and have a price."""
    targets = []
    # Most ways share their first leg.
    depths: dict[ConvertLeg, Depth] = {}
    for target in sorted(view.coins.keys() - {symbol}):
        ways = find_ways(view, symbol, target, lists)
        legs = next((way for way in ways if is_open(view, way)), None)
        rate = None if legs is None else _rate_of(view, legs, spread_bps)
        if legs is None or rate is None:
            continue
        most = _most_of(view, legs, depths)
        if not 0 < rate.least <= most:
            continue
        source, decimals = view.coins[symbol].decimals, view.coins[target].decimals
        one = rate.units.scaleb(source - decimals)
        targets.append(
            TargetView(
                symbol=target,
                rate=ratio_text(one, Decimal(1)),
                inverse_rate=ratio_text(Decimal(1), one),
                min=to_text(rate.least, source),
                max=to_text(most, source),
                fee_rate=fee_rate,
                path=[leg.pair for leg in legs],
                updated_at=updated_at,
            )
        )
    return targets


def _rate_of(view: View, legs: Legs, spread_bps: int) -> Rate | None:
    """The rate of all legs; the least of the second one is brought back to the first coin."""
    rate = Rate(Decimal(1), 0)
    for number, leg in enumerate(legs):
        own = _rate_of_leg(view.pairs[leg.pair], leg, spread_bps)
        if own is None:
            return None
        if number:
            least = max(rate.least, _round_up(own.least / rate.units))
            rate = Rate(rate.units * own.units, least)
        else:
            rate = own
    pair, leg = view.pairs[legs[0].pair], legs[0]
    if leg.side == "sell":
        rate = Rate(rate.units, multiple_up(rate.least, pair.rules.step))
    return rate


def _most_of(view: View, legs: Legs, depths: dict[ConvertLeg, Depth]) -> int:
    """How much of the first coin the books take now, within the price protection of each leg (CNV-5)."""
    most = MAX_UNITS
    for leg in reversed(legs):
        pair = view.pairs[leg.pair]
        if leg not in depths:
            depths[leg] = _depth_of(pair, leg)
        most = _most_into(pair, leg, depths[leg], most)
    return multiple_down(most, view.pairs[legs[0].pair].rules.step) if legs[0].side == "sell" else most


def _depth_of(pair: PairView, leg: ConvertLeg) -> Depth:
    """The levels that a market order would trade with (ORD-7); icebergs count as they show."""
    is_buy, divisor, left = leg.side == "buy", _divisor(pair), pair.rules.max_quantity
    levels = (pair.asks if is_buy else pair.bids).best(MAX_LEVELS)
    worst = _guard_price(pair, levels[0][0], is_buy=is_buy) if levels else 0
    prices, taken, values = [], [0], [0]
    for price, shown in levels:
        if not left or (price > worst if is_buy else price < worst):
            break
        quantity = shown if shown < left else left
        left -= quantity
        prices.append(price)
        taken.append(taken[-1] + quantity)
        values.append(values[-1] + price * quantity // divisor)
    return Depth(prices, values, taken) if is_buy else Depth(prices, taken, values)


def _most_into(pair: PairView, leg: ConvertLeg, depth: Depth, wanted: int) -> int:
    """How much can go into a leg that gives no more than what is wanted."""
    whole = bisect_right(depth.given, wanted) - 1
    paid = depth.paid[whole]
    if whole == len(depth.prices):
        return paid
    # Of the next level only a part.
    price, divisor, rest = depth.prices[whole], _divisor(pair), wanted - depth.given[whole]
    return paid + (price * rest // divisor if leg.side == "buy" else rest * divisor // price)


def _divisor(pair: PairView) -> int:
    """Prices times quantities divided by this are amounts of the quote coin."""
    return int(10 ** (pair.price_decimals + pair.base_decimals - pair.quote_decimals))


def _guard_price(pair: PairView, best: int, *, is_buy: bool) -> int:
    """The worst price at which a market order trades, as the engine finds it (ORD-7)."""
    rules, reference = pair.rules, pair.reference_price
    if is_buy:
        return min(
            mul_div_down(best, BPS + rules.guard_bps, BPS), mul_div_down(reference, BPS + rules.band_bps, BPS)
        )
    return max(mul_div_up(best, BPS - rules.guard_bps, BPS), mul_div_up(reference, BPS - rules.band_bps, BPS))


def _rate_of_leg(pair: PairView, leg: ConvertLeg, spread_bps: int) -> Rate | None:
    best = (pair.asks if leg.side == "buy" else pair.bids).best(1)
    if not best:
        return None
    rules, price = pair.rules, best[0][0]
    # Units of the quote coin for one unit of the base coin.
    worth = Decimal(price).scaleb(pair.quote_decimals - pair.price_decimals - pair.base_decimals)
    if leg.side == "sell":
        kept = worth * (BPS - spread_bps) / BPS
        return Rate(kept, max(rules.min_quantity, _round_up(rules.min_notional / kept)))
    asked = worth * (BPS + spread_bps) / BPS
    # One step more, because only whole steps are bought.
    least_worth = max(Decimal(rules.min_notional), rules.min_quantity * worth) + rules.step * worth
    least = _round_up(least_worth * (BPS + spread_bps) / BPS)
    return Rate(1 / asked, least)


def _round_up(amount: Decimal) -> int:
    return -int(-amount // 1)
