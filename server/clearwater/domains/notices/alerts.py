"""Alerts about prices: making, listing and deleting them."""

import uuid
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.money import to_text
from clearwater.core.views import PairView, View
from clearwater.domains.clients import service as clients
from clearwater.domains.notices import alert_queries, queries
from clearwater.domains.notices.errors import AlertLimit, AlertLimitFields
from clearwater.domains.notices.models import PriceAlert
from clearwater.domains.notices.schemas import Direction, PriceAlertDraft, PriceAlertView
from clearwater.domains.orders import service as orders
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.ids import new_id

MAX_ALERTS = 100


async def create(
    session: AsyncSession, view: View, client_id: uuid.UUID, draft: PriceAlertDraft, *, now: datetime
) -> PriceAlertView:
    """Make an alert that fires when a later trade reaches the price."""
    pair = orders.find_pair(view, draft.symbol)
    price = orders.to_units("price", draft.price, pair.price_decimals)
    # Of two concurrent requests, the second counts what the first has created.
    await clients.lock_client(session, client_id)
    if await alert_queries.count_own(session, client_id) >= MAX_ALERTS:
        raise AlertLimit(fields=AlertLimitFields(limit=MAX_ALERTS))
    await queries.lock_cursor(session, is_shared=True)
    fill_id, last_price = await _find_last(session, pair)
    alert = PriceAlert(
        id=new_id(),
        client_id=client_id,
        pair=pair.pair,
        direction=_direction(draft, price, last_price, pair),
        price=price,
        repeats=draft.repeat == "always",
        is_armed=True,
        after_fill_id=fill_id,
        created_at=now,
    )
    session.add(alert)
    await session.flush()
    return view_of(alert, pair)


async def _find_last(session: AsyncSession, pair: PairView) -> tuple[int, int]:
    """The last fill and its price; before the first one the price that the pair was listed at."""
    found = await orders.find_last_execution(session, pair.pair)
    return found if found is not None else (0, pair.last_price or pair.reference_price)


def _direction(draft: PriceAlertDraft, price: int, last_price: int, pair: PairView) -> Direction:
    direction: Direction = draft.direction or ("above" if price > last_price else "below")
    is_ahead = price > last_price if direction == "above" else price < last_price
    if not is_ahead:
        last = to_text(last_price, pair.price_decimals)
        side = f"{direction} " if draft.direction else "other than "
        message = f"Enter a price {side}the last price, {last} {pair.quote}."
        raise ValidationFailed(message, errors=[FieldError(field="price", code="reached", message=message)])
    return direction


async def list_own(
    session: AsyncSession, view: View, client_id: uuid.UUID, symbol: str | None
) -> list[PriceAlertView]:
    rows = await alert_queries.list_own(session, client_id, symbol)
    return [view_of(row, view.pairs[row.pair]) for row in rows]


async def delete(session: AsyncSession, client_id: uuid.UUID, alert_id: uuid.UUID) -> None:
    if not await alert_queries.delete_own(session, client_id, alert_id):
        raise NotFound("Price alert not found.")


def view_of(alert: PriceAlert, pair: PairView) -> PriceAlertView:
    fired = alert.fired_ms
    return PriceAlertView.model_validate(
        {
            "id": alert.id,
            "symbol": alert.pair,
            "price": to_text(alert.price, pair.price_decimals),
            "direction": alert.direction,
            "repeat": "always" if alert.repeats else "once",
            "created_at": int(alert.created_at.timestamp()),
            "fired_at": None if fired is None else fired // 1000,
        }
    )


def fired_data(alert: PriceAlert, pair: PairView, last_price: int) -> dict[str, str]:
    """What the notice of an alert says."""
    return {
        "alert_id": str(alert.id),
        "symbol": alert.pair,
        "direction": alert.direction,
        "price": to_text(alert.price, pair.price_decimals),
        "last_price": to_text(last_price, pair.price_decimals),
    }


def moment_of(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)
