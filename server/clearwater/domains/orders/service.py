"""Placing, changing and taking back orders; what other domains may call."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import AmendOrder, CancelAll, CancelOrder, PlaceOrder
from clearwater.core.desk import Desk, Outcome
from clearwater.core.events import Filled, OrderAccepted, OrderUpdated, Refused
from clearwater.core.state import REMEMBERED
from clearwater.core.views import OrderView, PairView, View
from clearwater.domains.markets.service import decimals_of, problem_of
from clearwater.domains.orders import queries
from clearwater.domains.orders.errors import OrderFinal
from clearwater.domains.orders.own_ids import OwnIdUsed, StoredOrder
from clearwater.domains.orders.schemas import CancelSome, NewOrder, Order, OrderChange
from clearwater.domains.orders.terms import Trader, amend_command, find_pair, place_command
from clearwater.domains.orders.views import Json, fill_json, order_json
from clearwater.kit.db import Sessions
from clearwater.kit.errors import NotFound

__all__ = [
    "Trader",
    "amend",
    "cancel",
    "cancel_some",
    "fill_json",
    "order_json",
    "place",
]


async def place(
    desk: Desk, sessions: Sessions, trader: Trader, order: NewOrder, *, own_id: str | None, at: int
) -> Json:
    """Place an order; the answer comes when it is durable."""
    view = desk.view
    command = place_command(view, trader, order, own_id=own_id, at=at)
    if own_id is not None:
        await _require_unused(view, sessions, trader.owner, own_id)
    outcome = await desk.submit(command)
    if outcome.refusal is not None:
        await _refuse(view, sessions, trader.owner, command, outcome.refusal)
    return _placed(view.pairs[command.pair], outcome)


async def _require_unused(view: View, sessions: Sessions, owner: str, own_id: str) -> None:
    """The exchange itself knows the newer names; older ones have long been in the table (ORD-3)."""
    if view.last_order_id <= REMEMBERED:
        return
    async with sessions() as session:
        found = await queries.find_by_own_id(session, owner, own_id)
    if found is not None:
        raise _duplicate(view, found)


async def _refuse(
    view: View, sessions: Sessions, owner: str, command: PlaceOrder, refusal: Refused
) -> NoReturn:
    if refusal.code == "DUPLICATE_CLIENT_ORDER_ID":
        async with sessions() as session:
            found = await queries.find_order(session, owner, refusal.order_id)
        assert found is not None, "who was refused for an order can see it"
        raise _duplicate(view, found)
    raise problem_of(refusal, decimals=decimals_of(view, refusal, command.pair, command.side))


def _duplicate(view: View, found: OrderView) -> OwnIdUsed:
    stored = Order.model_validate(order_json(view.pairs[found.standing.pair], found))
    return OwnIdUsed(fields=StoredOrder(order=stored))


def _placed(pair: PairView, outcome: Outcome) -> Json:
    """The order, or both legs of an oco, as they stand after their first moment."""
    accepted: dict[int, OrderAccepted] = {}
    standing: dict[int, OrderUpdated] = {}
    fills: list[Json] = []
    for event in outcome.events:
        if isinstance(event, OrderAccepted):
            accepted[event.order_id] = event
        elif isinstance(event, OrderUpdated):
            if event.order_id in accepted:
                standing[event.order_id] = event
        elif isinstance(event, Filled) and event.taker_order_id in accepted:
            fills.append(fill_json(pair, event, as_taker=True))
    orders = [order_json(pair, OrderView(*one, standing[number])) for number, one in accepted.items()]
    if len(orders) == 1:
        return {"order": orders[0], "fills": fills}
    return {"orders": orders, "list_id": orders[0]["list_id"], "fills": fills}


async def find_placed(desk: Desk, session: AsyncSession, owner: str, own_id: str) -> Json | None:
    """What was answered, or would have been, for the order that has this name."""
    found = await queries.find_by_own_id(session, owner, own_id)
    if found is None:
        return None
    pair = desk.view.pairs[found.standing.pair]
    legs = await queries.list_legs(session, found.list_id) if found.list_id else [found]
    taken = await queries.list_taken(session, [leg.order_id for leg in legs])
    fills = [fill_json(pair, queries.fill_of(row), as_taker=True) for row in taken]
    orders = [order_json(pair, leg) for leg in legs]
    if found.list_id:
        return {"orders": orders, "list_id": found.list_id, "fills": fills}
    return {"order": orders[0], "fills": fills}


async def cancel(desk: Desk, sessions: Sessions, owner: str, order_id: int, *, at: int) -> Json:
    """Take an order back."""
    known = desk.view.orders.get(order_id)
    command = CancelOrder(at, owner, order_id)
    return await _changed(desk, sessions, command, known, await desk.submit(command))


async def amend(
    desk: Desk, sessions: Sessions, owner: str, order_id: int, change: OrderChange, *, at: int
) -> Json:
    """Give an open order another price or size."""
    known = desk.view.orders.get(order_id)
    if known is None or known.terms.client != owner:
        raise await _gone(sessions, owner, order_id)
    command: AmendOrder = amend_command(desk.view.pairs[known.standing.pair], owner, order_id, change, at=at)
    return await _changed(desk, sessions, command, known, await desk.submit(command))


async def _changed(
    desk: Desk,
    sessions: Sessions,
    command: CancelOrder | AmendOrder,
    known: OrderView | None,
    outcome: Outcome,
) -> Json:
    """How the order stands after it was changed, or why it was not."""
    owner, order_id = command.client, command.order_id
    view, refusal = desk.view, outcome.refusal
    if refusal is not None:
        if refusal.code == "NOT_FOUND":
            raise await _gone(sessions, owner, order_id)
        decimals = decimals_of(view, refusal, known.terms.pair, known.terms.side) if known else None
        raise problem_of(refusal, decimals=decimals)
    if known is None:
        async with sessions() as session:
            known = await queries.find_order(session, owner, order_id)
        assert known is not None, "what was changed is in the table"
    for event in outcome.events:
        if isinstance(event, OrderUpdated) and event.order_id == order_id:
            known = replace(known, standing=event)
    return {"order": order_json(view.pairs[known.standing.pair], known)}


async def _gone(sessions: Sessions, owner: str, order_id: int) -> NotFound | OrderFinal:
    """Why an open order of the client was not found: it has ended, or never was his."""
    async with sessions() as session:
        found = await queries.find_order(session, owner, order_id)
    return NotFound("You have no such order.") if found is None else OrderFinal()


async def cancel_some(
    desk: Desk, sessions: Sessions, owner: str, wanted: CancelSome, *, at: int
) -> Sequence[Json]:
    """Take back all of a client's open orders that fit."""
    if wanted.symbol is not None:
        find_pair(desk.view, wanted.symbol)
    outcome = await desk.submit(CancelAll(at, owner, wanted.symbol, wanted.side))
    if outcome.refusal is not None:
        raise problem_of(outcome.refusal)
    ended = {
        event.order_id
        for event in outcome.events
        if isinstance(event, OrderUpdated) and event.client == owner
    }
    if not ended:
        return []
    async with sessions() as session:
        orders = await queries.list_by_ids(session, sorted(ended))
    return [order_json(desk.view.pairs[order.standing.pair], order) for order in orders]
