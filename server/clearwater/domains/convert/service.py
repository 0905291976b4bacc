"""Quote and convert; the promise is kept by one command of the engine, or not at all."""

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import Convert, ConvertLeg, Tick
from clearwater.core.convert import ConversionForecast
from clearwater.core.desk import Desk
from clearwater.core.events import Converted, Refused
from clearwater.core.views import View
from clearwater.domains.convert import queries, rates
from clearwater.domains.convert.errors import QuoteExpired
from clearwater.domains.convert.models import Conversion, ConvertQuote
from clearwater.domains.convert.paths import Legs, get_legs
from clearwater.domains.convert.pricing import Pricing, Promise, fee_of, gross_of
from clearwater.domains.convert.schemas import ConversionView, QuoteDraft, QuoteView, Targets
from clearwater.domains.markets.errors import BelowMinimum, NoLiquidity
from clearwater.domains.markets.service import problem_of
from clearwater.domains.membership import service as membership
from clearwater.domains.orders.service import Trader, to_units
from clearwater.domains.sites.service import Site
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import ClearwaterError, FieldError, NotFound, ValidationFailed
from clearwater.kit.fields import format_decimal
from clearwater.kit.ids import new_id

QUOTE_LIFETIME = timedelta(seconds=10)
# What the core calls by other names than the API.
FIELDS = {"amount": "from_amount", "quantity": "from_amount", "stock": "from_amount"}


class Asked(NamedTuple):
    """Who wants to convert, which way, and how much: one of the amounts, before the fee; the other is 0."""

    quote_id: uuid.UUID
    owner: str
    legs: Legs
    amount: int
    gross: int


class Accepted(NamedTuple):
    """A conversion, and whether it was carried out by an earlier request."""

    conversion: ConversionView
    is_replay: bool


async def list_targets(
    session: AsyncSession, desk: Desk, symbol: str, *, site: Site, spread_bps: int, at: int
) -> Targets:
    """What a coin can be converted into, and about for how much."""
    view = desk.view
    if symbol not in view.coins:
        raise NotFound("Coin not found.")
    levels = await membership.list_levels(session, site.id)
    first = min(levels, key=lambda level: level.rank)
    fee_rate = format_decimal(first.taker_fee)
    targets = rates.list_targets(
        view, symbol, lists=site.lists, spread_bps=spread_bps, fee_rate=fee_rate, updated_at=at // 1000
    )
    return Targets(symbol=symbol, targets=targets)


@dataclass(frozen=True)
class Converter:
    """Makes quotes and keeps them."""

    desk: Desk
    sessions: SessionFactory
    clock: Clock
    spread_bps: int

    async def quote(self, trader: Trader, draft: QuoteDraft, *, site: Site) -> QuoteView:
        """Promise what the books give now, for a few seconds."""
        view = self.desk.view
        for field, coin in (("from", draft.from_coin), ("to", draft.to_coin)):
            if coin not in view.coins:
                raise _invalid(field, "Coin not found.")
        legs = get_legs(view, draft.from_coin, draft.to_coin, site.lists)
        asked = _asked(view, trader, draft, legs)
        promise = await self._promise(asked)
        fee = fee_of(promise.gross, trader.taker_ppm)
        if promise.gross <= fee:
            raise BelowMinimum
        quote = ConvertQuote(
            id=asked.quote_id,
            client=trader.owner,
            legs=[[leg.pair, leg.side] for leg in legs],
            from_coin=draft.from_coin,
            to_coin=draft.to_coin,
            paid=promise.paid,
            received=promise.gross - fee,
            fee=fee,
            expires_ms=milliseconds(self.clock.now() + QUOTE_LIFETIME),
        )
        async with transaction(self.sessions) as session:
            session.add(quote)
        return QuoteView.of(view, quote, adjusted=asked.amount not in {0, promise.paid})

    async def _promise(self, asked: Asked) -> Promise:
        pricing = Pricing(self.desk, asked.owner, self.spread_bps)
        return await (self._spend(pricing, asked) if asked.amount else self._earn(pricing, asked))

    async def _spend(self, pricing: Pricing, asked: Asked) -> Promise:
        """For exactly the amount, or for its whole steps where the house's stock is too small (CNV-7)."""
        promise = await pricing.spend(asked.legs, asked.amount)
        found = await self._preview(asked, promise)
        if found.is_short and found.gives < promise.gross:
            promise = await pricing.spend_steps(asked.legs, asked.amount)
            found = await self._preview(asked, promise)
        return Promise(promise.paid, min(promise.gross, found.gives))

    async def _earn(self, pricing: Pricing, asked: Asked) -> Promise:
        """Exactly so much; without enough of the house's stock it costs a step more (CNV-7)."""
        for price in (pricing.earn, pricing.earn_steps):
            promise = await price(asked.legs, asked.gross)
            if (await self._preview(asked, promise)).gives >= promise.gross:
                return promise
        raise NoLiquidity

    async def _preview(self, asked: Asked, promise: Promise) -> ConversionForecast:
        """What the engine would get for an amount, with every check that the conversion itself will meet."""
        terms = self._command(asked.owner, asked.quote_id, asked.legs, Promise(promise.paid, 1), fee=0)
        found = await self.desk.preview_conversion(terms)
        if found.refusal is not None:
            raise self._problem(asked.legs, found.refusal)
        return found

    async def accept(self, trader: Trader, quote_id: uuid.UUID) -> Accepted:
        """Carry out a quote; once, however often it is accepted."""
        owner, now = trader.owner, milliseconds(self.clock.now())
        async with self.sessions() as session:
            quote = await queries.find_quote(session, quote_id, owner)
        if quote is None or now > quote.expires_ms:
            # The answer comes after everything that was sent before it, an earlier acceptance included.
            await self.desk.submit(Tick(now))
            async with self.sessions() as session:
                conversion = await queries.find_conversion(session, quote_id, owner)
            if conversion is not None:
                return Accepted(self.show(conversion), is_replay=True)
        if quote is None:
            raise NotFound("Quote not found.")
        if now > quote.expires_ms:
            raise QuoteExpired
        legs = tuple(ConvertLeg(pair, side) for pair, side in quote.legs)  # type: ignore[arg-type]
        promise = Promise(quote.paid, quote.received + quote.fee)
        outcome = await self.desk.submit(self._command(owner, quote_id, legs, promise, fee=quote.fee))
        refusal = outcome.refusal
        if refusal is None:
            (event,) = (event for event in outcome.events if isinstance(event, Converted))
            return Accepted(ConversionView.of_event(self.desk.view, event), is_replay=False)
        # Accepted before, or meanwhile by another tab or a retry.
        if (refusal.code, refusal.field) != ("STATE_CONFLICT", "reference"):
            raise self._problem(legs, refusal)
        async with self.sessions() as session:
            conversion = await queries.find_conversion(session, quote_id, owner)
        assert conversion is not None, "what was carried out is in the table"
        return Accepted(self.show(conversion), is_replay=True)

    def show(self, conversion: Conversion) -> ConversionView:
        return ConversionView.of(self.desk.view, conversion)

    def _command(self, owner: str, quote_id: uuid.UUID, legs: Legs, promise: Promise, *, fee: int) -> Convert:
        at = milliseconds(self.clock.now())
        return Convert(at, owner, str(quote_id), legs, promise.paid, promise.gross - fee, fee)

    def _problem(self, legs: Legs, refusal: Refused) -> ClearwaterError:
        pair = self.desk.view.pairs[legs[0].pair]
        decimals = None
        if refusal.code == "INSUFFICIENT_BALANCE":
            decimals = pair.quote_decimals if legs[0].side == "buy" else pair.base_decimals
        field = FIELDS.get(refusal.field, refusal.field)
        return problem_of(replace(refusal, field=field), decimals=decimals)


def _asked(view: View, trader: Trader, draft: QuoteDraft, legs: Legs) -> Asked:
    if (draft.from_amount is None) == (draft.to_amount is None):
        raise _invalid("from_amount", "Enter an amount to pay or an amount to receive, not both.")
    amount = to_units("from_amount", draft.from_amount, view.coins[draft.from_coin].decimals)
    net = to_units("to_amount", draft.to_amount, view.coins[draft.to_coin].decimals)
    return Asked(new_id(), trader.owner, legs, amount, gross_of(net, trader.taker_ppm) if net else 0)


def _invalid(field: str, message: str) -> ValidationFailed:
    return ValidationFailed(errors=[FieldError(field=field, code="value", message=message)])
