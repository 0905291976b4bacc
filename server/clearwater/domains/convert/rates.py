"""What a coin is worth in others about now, by the best prices that the books show; nothing is promised."""

from decimal import Decimal
from typing import NamedTuple

from clearwater.core.commands import ConvertLeg
from clearwater.core.money import BPS, multiple_down, multiple_up, to_text
from clearwater.core.views import PairView, View
from clearwater.domains.convert.paths import Legs, find_ways, is_open
from clearwater.domains.convert.schemas import TargetView, ratio_text


class Rate(NamedTuple):
    """How much of the last coin one unit of the first gives, and between what amounts of the first."""

    units: Decimal
    least: int
    most: int


def list_targets(
    view: View, symbol: str, *, spread_bps: int, fee_rate: str, updated_at: int
) -> list[TargetView]:
    """The coins that a coin can be converted into, by the ways that are open and have a price."""
    targets = []
    for target in sorted(view.coins.keys() - {symbol}):
        legs = next((way for way in find_ways(view, symbol, target) if is_open(view, way)), None)
        rate = None if legs is None else _rate_of(view, legs, spread_bps)
        if legs is None or rate is None or not 0 < rate.least <= rate.most:
            continue
        source, decimals = view.coins[symbol].decimals, view.coins[target].decimals
        one = rate.units.scaleb(source - decimals)
        targets.append(
            TargetView(
                symbol=target,
                rate=ratio_text(one, Decimal(1)),
                inverse_rate=ratio_text(Decimal(1), one),
                min=to_text(rate.least, source),
                max=to_text(rate.most, source),
                fee_rate=fee_rate,
                path=[leg.pair for leg in legs],
                updated_at=updated_at,
            )
        )
    return targets


def _rate_of(view: View, legs: Legs, spread_bps: int) -> Rate | None:
    """The rate of all legs; the bounds of the second one are brought back to the first coin."""
    rate = Rate(Decimal(1), 0, 0)
    for number, leg in enumerate(legs):
        own = _rate_of_leg(view.pairs[leg.pair], leg, spread_bps)
        if own is None:
            return None
        if number:
            least, most = _round_up(own.least / rate.units), int(own.most / rate.units)
            rate = Rate(rate.units * own.units, max(rate.least, least), min(rate.most, most))
        else:
            rate = own
    pair, leg = view.pairs[legs[0].pair], legs[0]
    if leg.side == "sell":
        step = pair.rules.step
        rate = Rate(rate.units, multiple_up(rate.least, step), multiple_down(rate.most, step))
    return rate


def _rate_of_leg(pair: PairView, leg: ConvertLeg, spread_bps: int) -> Rate | None:
    best = (pair.asks if leg.side == "buy" else pair.bids).best(1)
    if not best:
        return None
    rules, price = pair.rules, best[0][0]
    # Units of the quote coin for one unit of the base coin.
    worth = Decimal(price).scaleb(pair.quote_decimals - pair.price_decimals - pair.base_decimals)
    if leg.side == "sell":
        kept = worth * (BPS - spread_bps) / BPS
        return Rate(kept, max(rules.min_quantity, _round_up(rules.min_notional / kept)), rules.max_quantity)
    asked = worth * (BPS + spread_bps) / BPS
    # One step more, because only whole steps are bought.
    least_worth = max(Decimal(rules.min_notional), rules.min_quantity * worth) + rules.step * worth
    least = _round_up(least_worth * (BPS + spread_bps) / BPS)
    return Rate(1 / asked, least, int(rules.max_quantity * worth))


def _round_up(amount: Decimal) -> int:
    return -int(-amount // 1)
