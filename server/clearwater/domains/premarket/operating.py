"""Pre-markets as staff see and set them up; what moves clients' money is in `proposals`."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.core.events import Refused
from clearwater.core.money import find_units
from clearwater.core.premarket_commands import CreatePreMarket, SchedulePreMarket
from clearwater.core.views import View
from clearwater.domains.clients import service as clients
from clearwater.domains.markets.errors import BadPrecision, StateConflict, problem_of
from clearwater.domains.premarket import queries, service
from clearwater.domains.premarket.models import DayStatistics, PreMarketContract
from clearwater.domains.premarket.operator_schemas import (
    ContractForStaff,
    PreMarketDraft,
    PreMarketForStaff,
    PreMarketTimes,
)
from clearwater.domains.premarket.queries import OpenFigures
from clearwater.domains.premarket.wire import DAY_MS, MINUTE_MS, PPM_DIGITS, Shown
from clearwater.kit.clock import milliseconds
from clearwater.kit.errors import ClearwaterError, FieldError, NotFound, ValidationFailed
from clearwater.kit.fields import mask_email
from clearwater.kit.messages import Message

# The engine takes no time that it has passed, and other commands may come before this one.
SOON_MS = 1000
# So old is a time that was meant as now; what is older was mistyped.
LATE_MS = 60_000
# What the core calls by other names than the API.
FIELDS = {"tick": "tick_size", "window_ms": "window_minutes", "fee_rate": "fee_rate", "rules": "tick_size"}
SENTENCES = {
    "opens_at": "Must not be in the past, and before trading ends.",
    "closes_at": "Must be in the future.",
    "delivery_at": "Must not be in the past or after the last day for a listing.",
    "tick_size": "A tick times a step must be worth a whole number of the quote coin's units.",
    "min_quantity": "Minimum and maximum must be multiples of the quantity step, the minimum first.",
    "max_exposure": "This is too large.",
    "fee_rate": "The fee must be below 100%, the collateral 100% to 200%.",
    "window_minutes": "The delivery window cannot be longer than the time for a listing.",
    "price_decimals": "The price needs more decimals for these two coins.",
}


class Given(NamedTuple):
    """An amount as it was sent, and its max number of decimals."""

    text: str
    decimals: int


def _not_past(field: str, seconds: int, now_ms: int) -> int:
    """A time in milliseconds; now or a moment ago is as soon as can be, what is older is refused."""
    wanted = seconds * 1000
    if wanted < now_ms - LATE_MS:
        message = SENTENCES[field]
        raise ValidationFailed(message, errors=[FieldError(field=field, code="past", message=message)])
    return max(wanted, now_ms + SOON_MS)


async def list_for_staff(
    session: AsyncSession, view: View, days: Mapping[str, DayStatistics]
) -> list[PreMarketForStaff]:
    """All pre-markets with what is not settled in them."""
    figures = await queries.sum_open(session)
    waiting = await queries.find_open_proposals(session)
    return [
        _for_staff(view, one.model_dump(), figures.get(one.symbol, OpenFigures()), waiting.get(one.symbol))
        for one in await service.list_markets(session, view, days)
    ]


async def show_for_staff(
    session: AsyncSession, view: View, symbol: str, days: Mapping[str, DayStatistics]
) -> PreMarketForStaff:
    service.get_market(view, symbol)
    return next(one for one in await list_for_staff(session, view, days) if one.symbol == symbol)


def _for_staff(
    view: View, row: Mapping[str, object], figures: OpenFigures, proposal_id: uuid.UUID | None
) -> PreMarketForStaff:
    shown = service.shown_of(view, str(row["symbol"]))
    terms = shown.terms
    return PreMarketForStaff.model_validate(
        {
            **row,
            "orders_open": figures.orders,
            "contracts_open": figures.contracts,
            "value_open": shown.amount(figures.value),
            "collateral_held": shown.amount(figures.collateral),
            "protection_balance": shown.protection().amount,
            "window_minutes": terms.window_ms // MINUTE_MS,
            "late_days": _days(terms.late_ms),
            "proposal_id": proposal_id,
        }
    )


def _days(duration_ms: int) -> str:
    whole, tenth = divmod(duration_ms * 10 // DAY_MS, 10)
    return f"{whole}.{tenth}" if tenth else str(whole)


async def show_contracts(
    session: AsyncSession, shown: Shown, contracts: Sequence[PreMarketContract]
) -> list[ContractForStaff]:
    """Contracts with the clients of both sides."""
    owners = {owner for one in contracts for owner in (one.buyer, one.seller)}
    ids = [found for found in map(_client_id, owners) if found is not None]
    known = await clients.find_clients(session, ids) if ids else {}
    emails = {str(client_id): mask_email(client.email) for client_id, client in known.items()}
    return [
        ContractForStaff.model_validate(
            {
                "id": one.id,
                "symbol": one.symbol,
                "quote": shown.terms.quote,
                "buyer_id": one.buyer,
                "buyer_email": emails.get(one.buyer),
                "seller_id": one.seller,
                "seller_email": emails.get(one.seller),
                "price": shown.price(one.price),
                "quantity": shown.quantity(one.quantity),
                "value": shown.amount(one.value),
                "buyer_fee": shown.amount(one.buyer_fee),
                "collateral": shown.amount(one.collateral),
                "seller_fee": shown.amount(one.seller_fee),
                "status": one.status,
                "created_at": one.created_ms // 1000,
                "ended_at": None if one.status == "matched" else one.updated_ms // 1000,
            }
        )
        for one in contracts
    ]


def _client_id(owner: str) -> uuid.UUID | None:
    """None for owners that are no clients, such as the traders of a demo."""
    try:
        return uuid.UUID(owner)
    except ValueError:
        return None


async def create(desk: Desk, draft: PreMarketDraft, *, now: datetime) -> None:
    """Announce a pre-market; its terms can never be changed."""
    view, at = desk.view, milliseconds(now)
    missing = [name for name in ("symbol", "quote") if getattr(draft, name) not in view.coins]
    if draft.symbol == draft.quote:
        missing = ["quote"]
    if missing:
        message = "Name two different coins that are listed."
        errors = [FieldError(field=field, code="coin", message=message) for field in missing]
        raise ValidationFailed(message, errors=errors)
    base, quote = view.coins[draft.symbol].decimals, view.coins[draft.quote].decimals
    units = _units(
        {
            "tick_size": Given(draft.tick_size, draft.price_decimals),
            "step_size": Given(draft.step_size, base),
            "min_quantity": Given(draft.min_quantity, base),
            "max_quantity": Given(draft.max_quantity, base),
            "max_exposure": Given(draft.max_exposure, quote),
            "fee_rate": Given(draft.fee_rate, PPM_DIGITS),
            "collateral_rate": Given(draft.collateral_rate, PPM_DIGITS),
        }
    )
    command = CreatePreMarket(
        at,
        draft.symbol,
        draft.quote,
        draft.price_decimals,
        units["tick_size"],
        units["step_size"],
        units["min_quantity"],
        units["max_quantity"],
        units["max_exposure"],
        _not_past("opens_at", draft.opens_at, at),
        draft.closes_at * 1000,
        units["fee_rate"],
        units["collateral_rate"],
        draft.window_minutes * MINUTE_MS,
        draft.late_days * DAY_MS,
    )
    refusal = (await desk.submit(command)).refusal
    if refusal is not None:
        if refusal.code == "STATE_CONFLICT":
            raise StateConflict(Message("{symbol} already has a pre-market.", symbol=draft.symbol))
        raise explain(refusal)


async def schedule(desk: Desk, symbol: str, times: PreMarketTimes, *, now: datetime) -> None:
    """Set other times for opening and closing."""
    service.get_market(desk.view, symbol)
    at = milliseconds(now)
    if times.opens_at is None and times.closes_at is None:
        message = "Enter a time for the opening or for the closing."
        raise ValidationFailed(
            message, errors=[FieldError(field="opens_at", code="missing", message=message)]
        )
    opens_at = 0 if times.opens_at is None else _not_past("opens_at", times.opens_at, at)
    closes_at = 0 if times.closes_at is None else _not_past("closes_at", times.closes_at, at)
    refusal = (await desk.submit(SchedulePreMarket(at, symbol, opens_at, closes_at))).refusal
    if refusal is not None:
        raise explain(refusal)


def explain(refusal: Refused) -> ClearwaterError:
    """The problem for a refused change of a pre-market."""
    field = FIELDS.get(refusal.field, refusal.field)
    if refusal.code == "STATE_CONFLICT":
        return StateConflict("The current status of the pre-market does not allow this.")
    if refusal.code == "NOT_FOUND":
        return NotFound("Pre-market not found.")
    problem = problem_of(refusal)
    message = SENTENCES.get(field, problem.detail)
    errors = [FieldError(field=field, code=refusal.code.lower(), message=message)]
    return type(problem)(message, errors=errors)


def _units(given: Mapping[str, Given]) -> dict[str, int]:
    """Parse amounts exactly, or name every field that cannot be."""
    units, errors = {}, []
    for field, (text, decimals) in given.items():
        found = find_units(text, decimals)
        if found is None:
            message = Message(
                "Use at most {decimals} decimals, and not more than the supply.", decimals=decimals
            )
            errors.append(FieldError(field=field, code="bad_precision", message=message))
        else:
            units[field] = found
    if errors:
        raise BadPrecision(errors=errors)
    return units
