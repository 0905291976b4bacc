"""Listing and changing coins and pairs by operators: first in the engine, then in the details tables."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import (
    CancelAll,
    ChangeCoin,
    ChangePair,
    Command,
    ListCoin,
    ListPair,
    PairRules,
    PairState,
)
from clearwater.core.desk import Desk, Outcome
from clearwater.core.events import OrderUpdated
from clearwater.core.limits import Limits
from clearwater.core.money import Coin, find_units
from clearwater.core.views import PairView, View
from clearwater.domains.markets import queries
from clearwater.domains.markets.errors import PairUnknown, StateConflict, problem_of
from clearwater.domains.markets.models import CoinDetails, PairDetails
from clearwater.domains.markets.schemas import CoinDraft, CoinFace, PairDraft, PairRulesDraft
from clearwater.domains.markets.wire import BAND_DIGITS, Scale, scale_of
from clearwater.kit.clock import milliseconds
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.messages import Message

MUST_BE_MORE_THAN_ZERO = frozenset({"tick_size", "step_size", "min_quantity", "max_quantity", "supply"})
ASKED_FOR = frozenset({"client", "staff"})


class Given(NamedTuple):
    """An amount as it was sent, and its max number of decimals."""

    text: str
    decimals: int


async def add_coin(desk: Desk, session: AsyncSession, draft: CoinDraft, *, now: datetime) -> CoinDetails:
    """List a coin. Completes a listing that was interrupted after the engine's part."""
    supply = _units({"supply": Given(draft.supply, draft.decimals)})["supply"]
    asset = Coin(draft.symbol, draft.decimals, supply)
    known = desk.view.coins.get(draft.symbol)
    if known is None:
        await _submit(desk, ListCoin(milliseconds(now), *asset))
    elif known != asset or await queries.find_coin_details(session, draft.symbol) is not None:
        raise _taken("symbol", Message("{symbol} is already listed.", symbol=draft.symbol))
    await _set_tradable(desk, draft.symbol, draft, now=now)
    details = CoinDetails(symbol=draft.symbol, listed_at=now)
    _show(details, draft)
    await _add(session, details)
    return details


async def change_coin(
    desk: Desk, session: AsyncSession, symbol: str, face: CoinFace, *, now: datetime
) -> CoinDetails:
    """Change name, icon and open functions of a coin."""
    if symbol not in desk.view.coins:
        raise NotFound("Coin not found.")
    await _set_tradable(desk, symbol, face, now=now)
    details = await queries.find_coin_details(session, symbol)
    if details is None:
        details = CoinDetails(symbol=symbol, listed_at=now)
        session.add(details)
    _show(details, face)
    await session.flush()
    return details


def _show(details: CoinDetails, face: CoinFace) -> None:
    details.name, details.icon, details.position = face.name, face.icon, face.position
    details.deposit, details.withdraw = face.deposit, face.withdraw


async def _set_tradable(desk: Desk, symbol: str, face: CoinFace, *, now: datetime) -> None:
    """Trading is a state of the engine, because orders are rejected there."""
    if face.trading == (symbol in desk.view.untraded):
        await _submit(desk, ChangeCoin(milliseconds(now), symbol, face.trading))


async def add_pair(desk: Desk, session: AsyncSession, draft: PairDraft, *, now: datetime) -> PairDetails:
    """Open a market between two listed coins. Completes a listing that was interrupted, too."""
    symbol, view = f"{draft.base}-{draft.quote}", desk.view
    scale = _scale(view, draft)
    rules = _rules(draft, scale)
    price = _units({"reference_price": Given(draft.reference_price, scale.price)})["reference_price"]
    known = view.pairs.get(symbol)
    if known is None:
        command = ListPair(
            milliseconds(now), symbol, draft.base, draft.quote, scale.price, rules, price, draft.status
        )
        await _submit(desk, command)
    elif (
        known.rules != rules
        or known.price_decimals != scale.price
        or await queries.find_pair_details(session, symbol) is not None
    ):
        raise _taken("base", Message("{symbol} is already listed.", symbol=symbol))
    details = PairDetails(symbol=symbol, position=draft.position, listed_at=now)
    await _add(session, details)
    return details


def _scale(view: View, draft: PairDraft) -> Scale:
    missing = [name for name in ("base", "quote") if getattr(draft, name) not in view.coins]
    if draft.base == draft.quote:
        missing = ["quote"]
    if missing:
        message = "Name two different coins that are listed."
        errors = [FieldError(field=field, code="coin", message=message) for field in missing]
        raise ValidationFailed(message, errors=errors)
    return Scale(draft.price_decimals, view.coins[draft.base].decimals, view.coins[draft.quote].decimals)


async def change_rules(desk: Desk, symbol: str, draft: PairRulesDraft, *, now: datetime) -> PairView:
    """Change the rules for new orders; open orders are not affected."""
    pair = get_pair(desk.view, symbol)
    rules = _rules(draft, scale_of(pair))
    await _submit(desk, ChangePair(milliseconds(now), symbol, rules=rules))
    return get_pair(desk.view, symbol)


async def change_state(desk: Desk, symbol: str, state: PairState, *, now: datetime) -> PairView:
    """Resume trading in a market, set it to cancel-only, or halt it."""
    get_pair(desk.view, symbol)
    await _submit(desk, ChangePair(milliseconds(now), symbol, state=state))
    return get_pair(desk.view, symbol)


async def set_reference_price(desk: Desk, symbol: str, price: str, *, now: datetime) -> PairView:
    """Set the reference price of the price band, until the next trade."""
    pair = get_pair(desk.view, symbol)
    units = _units({"reference_price": Given(price, pair.price_decimals)})["reference_price"]
    if not units:
        message = "Enter a price above 0."
        raise ValidationFailed(
            message, errors=[FieldError(field="reference_price", code="greater_than", message=message)]
        )
    await _submit(desk, ChangePair(milliseconds(now), symbol, reference_price=units))
    return get_pair(desk.view, symbol)


async def cancel_orders(desk: Desk, symbol: str, *, now: datetime) -> int:
    """Cancel every open order of a pair, whatever its state; returns how many there were."""
    get_pair(desk.view, symbol)
    return len(await cancel_all(desk, CancelAll(milliseconds(now), pair=symbol)))


async def move_pair(
    desk: Desk, session: AsyncSession, symbol: str, position: int, *, now: datetime
) -> PairDetails:
    """Change a pair's position in lists."""
    get_pair(desk.view, symbol)
    details = await queries.find_pair_details(session, symbol)
    if details is None:
        details = PairDetails(symbol=symbol, listed_at=now)
        session.add(details)
    details.position = position
    await session.flush()
    return details


def get_pair(view: View, symbol: str) -> PairView:
    pair = view.pairs.get(symbol)
    if pair is None:
        raise PairUnknown(Message("There is no pair {symbol}.", symbol=repr(symbol[:41])))
    return pair


def _rules(draft: PairRulesDraft, scale: Scale) -> PairRules:
    units = _units(
        {
            "tick_size": Given(draft.tick_size, scale.price),
            "step_size": Given(draft.step_size, scale.base),
            "min_quantity": Given(draft.min_quantity, scale.base),
            "max_quantity": Given(draft.max_quantity, scale.base),
            "min_notional": Given(draft.min_notional, scale.quote),
            "price_band": Given(draft.price_band, BAND_DIGITS),
            "market_guard": Given(draft.market_guard, BAND_DIGITS),
        }
    )
    return PairRules(
        tick=units["tick_size"],
        step=units["step_size"],
        min_quantity=units["min_quantity"],
        max_quantity=units["max_quantity"],
        min_notional=units["min_notional"],
        band_bps=units["price_band"],
        guard_bps=units["market_guard"],
        max_open_orders=draft.max_open_orders,
    )


def _units(given: Mapping[str, Given]) -> dict[str, int]:
    """Convert amounts to units of the core; reports all invalid ones at once."""
    units = {field: find_units(*one) for field, one in given.items()}
    errors = [
        FieldError(
            field=field,
            code="bad_precision",
            message=Message(
                "At most {decimals} digits after the point, and less than 64 bits in all.",
                decimals=given[field].decimals,
            ),
        )
        for field, found in units.items()
        if found is None
    ]
    errors += [
        FieldError(field=field, code="greater_than", message="Enter more than 0.")
        for field, found in units.items()
        if found == 0 and field in MUST_BE_MORE_THAN_ZERO
    ]
    if errors:
        raise ValidationFailed(errors=errors)
    return {field: found for field, found in units.items() if found is not None}


async def _submit(desk: Desk, command: Command) -> Outcome:
    outcome = await desk.submit(command)
    if outcome.refusal is not None:
        raise problem_of(outcome.refusal)
    return outcome


async def _add(session: AsyncSession, details: CoinDetails | PairDetails) -> None:
    session.add(details)
    try:
        await session.flush()
    except IntegrityError:
        raise _taken("symbol", Message("{symbol} is already listed.", symbol=details.symbol)) from None


def _taken(field: str, message: str) -> StateConflict:
    return StateConflict(message, errors=[FieldError(field=field, code="state_conflict", message=message)])


async def cancel_all(desk: Desk, command: CancelAll) -> set[int]:
    """Cancel everything that matches; returns the ids of the orders, including other legs.

    Each command cancels a limited number of orders (ORD-15), so there are as many commands as needed.
    """
    canceled: set[int] = set()
    while True:
        outcome = await desk.submit(command)
        if outcome.refusal is not None:
            if canceled:
                # A market was halted meanwhile; orders canceled so far stay canceled.
                return canceled
            raise problem_of(outcome.refusal)
        updates = [event for event in outcome.events if isinstance(event, OrderUpdated)]
        ended = [event for event in updates if event.status == "canceled"]
        canceled.update(event.order_id for event in ended if command.client in {None, event.client})
        if sum(event.reason in ASKED_FOR for event in ended) < Limits().cancels:
            return canceled
