"""Follows the fills: fires the alerts that they reach, and notifies clients whose orders have closed.

A cursor has the last fill that was taken account of, and moves in the transaction that does it. So a worker
that is killed or was away goes on where it stopped, and nothing is notified twice or left out.
"""

import uuid
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.money import to_text
from clearwater.core.views import View
from clearwater.domains.notices import alert_queries, alerts, queries
from clearwater.domains.notices.crossing import AlertState, Trade, span_of
from clearwater.domains.notices.delivery import Draft, deliver
from clearwater.domains.notices.models import PriceAlert
from clearwater.domains.orders import service as orders
from clearwater.domains.orders.service import Execution, FilledOrder
from clearwater.kit.db import SessionFactory, transaction

FILL_BATCH = 2_000
ALERT_BATCH = 2_000


async def follow(sessions: SessionFactory, view: View, *, now: datetime) -> None:
    """Take account of all fills that are committed."""
    while await _step(sessions, view, now=now):
        pass


async def notify_closed_orders(sessions: SessionFactory, view: View, *, now: datetime) -> None:
    """Notify clients of orders that had fills before, and have closed without another one."""
    async with transaction(sessions) as session:
        cursor = await queries.lock_cursor(session)
        waiting = await queries.list_partial_fills(session)
        for first in range(0, len(waiting), FILL_BATCH):
            some = waiting[first : first + FILL_BATCH]
            await _notify_owners(session, view, some, up_to=cursor.fill_id, now=now)


async def _step(sessions: SessionFactory, view: View, *, now: datetime) -> bool:
    """Take the next fills, a transaction for each lot of them; whether there may be more."""
    async with transaction(sessions) as session:
        cursor = await queries.lock_cursor(session)
        fills = await orders.list_executions_after(session, cursor.fill_id, limit=FILL_BATCH)
        if not fills:
            return False
        if await _fire_alerts(session, view, fills, now=now):
            # The alerts that are left take the same fills in the next transaction.
            return True
        touched = sorted({order_id for fill in fills for order_id in _orders_of_clients(fill)})
        await _notify_owners(session, view, touched, up_to=fills[-1].id, now=now)
        cursor.fill_id = fills[-1].id
        return len(fills) == FILL_BATCH


async def _fire_alerts(
    session: AsyncSession, view: View, fills: Sequence[Execution], *, now: datetime
) -> bool:
    """Fire the alerts that the fills have reached; whether there may be more of them."""
    trades: dict[str, list[Trade]] = {}
    for fill in fills:
        trades.setdefault(fill.pair, []).append(Trade(fill.id, fill.price, fill.at_ms))
    spans = {pair: span_of(some) for pair, some in trades.items()}
    last_fill_id = fills[-1].id
    found = await alert_queries.lock_crossed(session, spans, last_fill_id=last_fill_id, limit=ALERT_BATCH)
    drafts: list[Draft] = []
    ended: list[uuid.UUID] = []
    for alert in found:
        fired = _take(alert, trades[alert.pair])
        alert.after_fill_id = last_fill_id
        drafts += [_alert_draft(alert, trade, view) for trade in fired]
        if fired and not alert.repeats:
            ended.append(alert.id)
    await session.flush()
    await alert_queries.delete_fired(session, ended)
    await deliver(session, drafts, now=now)
    return len(found) == ALERT_BATCH


def _take(alert: PriceAlert, trades: Sequence[Trade]) -> list[Trade]:
    state = AlertState(
        alert.direction,
        alert.price,
        alert.repeats,
        alert.after_fill_id,
        alert.is_armed,
        alert.fired_ms,
    )
    fired = state.take(trades)
    alert.is_armed, alert.fired_ms = state.is_armed, state.fired_ms
    return fired


def _alert_draft(alert: PriceAlert, trade: Trade, view: View) -> Draft:
    data = alerts.fired_data(alert, view.pairs[alert.pair], trade.price)
    return Draft(alert.client_id, "price_alert", data, alerts.moment_of(trade.at_ms))


async def _notify_owners(
    session: AsyncSession, view: View, order_ids: Sequence[int], *, up_to: int, now: datetime
) -> None:
    """Notify clients of their orders that are filled, or have closed with a part of them filled.

    Orders that are still open are looked at again until they close: one notice for each order.
    """
    if not order_ids:
        return
    closed = await orders.list_filled(session, order_ids, up_to=up_to)
    closed_ids = {order.id for order in closed}
    await queries.add_partial_fills(session, set(order_ids) - closed_ids)
    await queries.delete_partial_fills(session, closed_ids)
    await deliver(session, [_fill_draft(order, view, now=now) for order in closed], now=now)


def _orders_of_clients(fill: Execution) -> list[int]:
    sides = ((fill.taker_client, fill.taker_order_id), (fill.maker_client, fill.maker_order_id))
    return [order_id for owner, order_id in sides if _is_client(owner)]


def _is_client(owner: str) -> bool:
    """Bots and the exchange itself have names, clients have ids."""
    try:
        uuid.UUID(owner)
    except ValueError:
        return False
    return True


def _fill_draft(order: FilledOrder, view: View, *, now: datetime) -> Draft:
    pair = view.pairs[order.pair]
    data = {
        "order_id": order.id,
        "symbol": order.pair,
        "side": order.side,
        "status": "filled" if order.status == "filled" else "partially_filled",
        "quantity": to_text(order.filled, pair.base_decimals),
        "average_price": orders.average_price(pair, order.filled, order.filled_quote),
    }
    return Draft(uuid.UUID(order.client), "fill", data, now, subject=f"order:{order.id}")
