"""What a conversion can promise: what the books give now, less a small spread for each leg.

The spread is what a book may move before a quote is void. A leg that sells promises less than the book gives;
one that buys spends less than its amount, so that a price that rises a little still buys as many steps.
Legs trade whole steps. The house's stock meets what is smaller (CNV-7); without it, whole steps are all.
"""

from dataclasses import dataclass
from typing import NamedTuple

from clearwater.core.commands import ConvertLeg, PlaceOrder
from clearwater.core.desk import Desk
from clearwater.core.matching import FillEstimate
from clearwater.core.money import BPS, MAX_UNITS, PPM, mul_div_down, mul_div_up, multiple_down, multiple_up
from clearwater.core.settlement import round_fee_up
from clearwater.domains.convert.paths import Legs
from clearwater.domains.markets.errors import BelowMinimum, MaxQuantity, NoLiquidity

# A sale of an amount of the quote coin is found to a step below it; so many steps more are tried.
MAX_STEPS_MORE = 3


class Promise(NamedTuple):
    """What the client would pay, and what the house would get for it at least, the fee included."""

    paid: int
    gross: int


@dataclass(frozen=True)
class Pricing:
    """Prices conversions of one client on the books of the engine."""

    desk: Desk
    owner: str
    spread_bps: int

    async def spend(self, legs: Legs, amount: int) -> Promise:
        """What all of an amount of the first coin buys, with enough of the house's stock."""
        gross = amount
        for leg in legs:
            gross = await self._spend(leg, gross)
        return Promise(amount, gross)

    async def spend_steps(self, legs: Legs, amount: int) -> Promise:
        """What the whole steps of an amount buy, and of the amount only what they need."""
        paid, gross = 0, amount
        for leg in legs:
            used, gross = await self._spend_steps(leg, gross)
            paid = paid or used
        if len(legs) > 1:
            # The steps of the last leg may need less than those of the first give.
            paid = min(paid, (await self.earn_steps(legs, gross)).paid)
        return Promise(paid, gross)

    async def earn(self, legs: Legs, gross: int) -> Promise:
        """What has to be paid to get an amount of the last coin, with enough of the house's stock."""
        needed = gross
        for leg in reversed(legs):
            needed = await self._earn(leg, needed)
        return Promise(needed, gross)

    async def earn_steps(self, legs: Legs, gross: int) -> Promise:
        """What has to be paid to get an amount of the last coin by whole steps alone."""
        needed = gross
        for leg in reversed(legs):
            needed = await self._earn_steps(leg, needed)
        return Promise(needed, gross)

    async def _spend(self, leg: ConvertLeg, amount: int) -> int:
        """What a leg gives for all of an amount."""
        spread = self.spread_bps
        if leg.side == "sell":
            quantity = multiple_down(amount, self._step(leg))
            found = await self._preview(leg, quantity=quantity)
            worth = mul_div_down(found.quote_quantity, amount, quantity)
            return mul_div_down(worth, BPS - spread, BPS)
        budget = mul_div_down(amount, BPS, BPS + spread)
        found = await self._preview(leg, budget=budget)
        if not found.quantity:
            raise BelowMinimum
        return mul_div_down(found.quantity, budget, found.quote_quantity)

    async def _spend_steps(self, leg: ConvertLeg, amount: int) -> tuple[int, int]:
        """How much of an amount a leg needs for whole steps, and what it gives."""
        spread = self.spread_bps
        if leg.side == "sell":
            quantity = multiple_down(amount, self._step(leg))
            found = await self._preview(leg, quantity=quantity)
            return quantity, mul_div_down(found.quote_quantity, BPS - spread, BPS)
        found = await self._preview(leg, budget=mul_div_down(amount, BPS, BPS + spread))
        if not found.quantity:
            raise BelowMinimum
        return min(amount, mul_div_up(found.quote_quantity, BPS + spread, BPS)), found.quantity

    async def _earn(self, leg: ConvertLeg, wanted: int) -> int:
        """How much has to go into a leg for it to give so much."""
        spread, step = self.spread_bps, self._step(leg)
        if wanted < step and leg.side == "buy":
            return await self._earn_steps(leg, wanted)
        if leg.side == "buy":
            quantity = multiple_down(wanted, step)
            found = await self._preview(leg, quantity=quantity)
            worth = mul_div_up(found.quote_quantity, wanted, quantity)
            return mul_div_up(worth, BPS + spread, BPS)
        target = mul_div_up(wanted, BPS, BPS - spread)
        quantity = multiple_down((await self._preview(leg, budget=target)).quantity, step)
        if not quantity:
            return await self._earn_steps(leg, wanted)
        found = await self._preview(leg, quantity=quantity)
        return mul_div_up(quantity, target, found.quote_quantity)

    async def _earn_steps(self, leg: ConvertLeg, wanted: int) -> int:
        """How much has to go into a leg for whole steps to give so much."""
        spread, step = self.spread_bps, self._step(leg)
        if leg.side == "buy":
            found = await self._preview(leg, quantity=multiple_up(wanted, step))
            return mul_div_up(found.quote_quantity, BPS + spread, BPS)
        target = mul_div_up(wanted, BPS, BPS - spread)
        quantity = multiple_up((await self._preview(leg, budget=target)).quantity, step)
        for more in range(MAX_STEPS_MORE):
            found = await self._preview(leg, quantity=max(quantity + more * step, step))
            if found.quote_quantity >= target:
                return found.quantity
        raise NoLiquidity

    async def _preview(self, leg: ConvertLeg, *, quantity: int = 0, budget: int = 0) -> FillEstimate:
        """What a market order of the client would trade; refused where it is not all."""
        if quantity + budget <= 0:
            raise BelowMinimum
        if quantity + budget > MAX_UNITS:
            raise MaxQuantity
        terms = PlaceOrder(0, self.owner, leg.pair, leg.side, "market", quantity, quote_quantity=budget)
        found = (await self.desk.preview(terms)).estimate_fill
        if found.is_stopped_by_own:
            raise NoLiquidity("Your own open orders are in the way. Cancel them, or convert less.")
        if not found.is_complete:
            raise NoLiquidity
        return found

    def _step(self, leg: ConvertLeg) -> int:
        return self.desk.view.pairs[leg.pair].rules.step


def fee_of(gross: int, taker_ppm: int) -> int:
    """The fee on what comes out, as of a trade (STL-3)."""
    return round_fee_up(gross, taker_ppm)


def gross_of(net: int, taker_ppm: int) -> int:
    """The least of which so much is left after the fee."""
    gross = mul_div_up(net, PPM, PPM - taker_ppm)
    while gross - fee_of(gross, taker_ppm) < net:
        gross += 1
    while gross - 1 - fee_of(gross - 1, taker_ppm) >= net:
        gross -= 1
    return gross
