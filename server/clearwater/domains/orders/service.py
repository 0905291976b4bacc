"""Place, preview, amend and cancel orders; the interface for other domains."""

import dataclasses
import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import AmendOrder, CancelAll, CancelOrder, PlaceOrder
from clearwater.core.desk import Desk, Outcome
from clearwater.core.events import Filled, OrderAccepted, OrderUpdated
from clearwater.core.matching import FillEstimate
from clearwater.core.money import mul_div_up, to_text
from clearwater.core.views import OrderView, PairView, View
from clearwater.domains.markets.errors import NoLiquidity
from clearwater.domains.markets.service import cancel_all, decimals_of, problem_of
from clearwater.domains.orders import queries
from clearwater.domains.orders.errors import OrderFinal
from clearwater.domains.orders.models import OrderRow
from clearwater.domains.orders.naming import OrderNames, may_predate_window
from clearwater.domains.orders.queries import (
    Execution,
    FilledOrder,
    find_last_execution,
    list_executions_after,
    list_filled,
)
from clearwater.domains.orders.schemas import (
    CancelSome,
    ClientOrderIdUsed,
    Json,
    NewOrder,
    Order,
    OrderChange,
    Preview,
    StoredOrder,
    average_price,
    fill_json,
    order_json,
    stop_price_text,
)
from clearwater.domains.orders.terms import Trader, amend_command, find_pair, place_command, to_units
from clearwater.domains.orders.traders import CurrentTrader
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import FieldError, IdempotencyConflict, NotFound, ValidationFailed

__all__ = [
    "CurrentTrader",
    "Execution",
    "FilledOrder",
    "OrderNames",
    "Trader",
    "amend",
    "average_price",
    "cancel",
    "cancel_some",
    "fill_json",
    "find_last_execution",
    "find_pair",
    "list_executions_after",
    "list_filled",
    "order_json",
    "place",
    "stop_price_text",
    "to_units",
]


SLIPPAGE_DECIMALS = 6
NOTHING = FillEstimate(0, 0, 0, is_complete=False, is_stopped_by_own=False)


class Placed(NamedTuple):
    """The response to an order, and whether it is a replay of an earlier one."""

    answer: Json
    is_replay: bool = False


async def place(
    desk: Desk,
    sessions: SessionFactory,
    names: OrderNames,
    trader: Trader,
    order: NewOrder,
    *,
    key: str | None,
    at: int,
) -> Placed:
    """Place an order; returns when it is durable.

    A repeated idempotency key or client order id returns the earlier order if the terms are the same, and is
    rejected otherwise. This never expires: both ids are stored in the order. A refused order leaves them
    unused, so it is decided anew when it is repeated (ORD-3).
    """
    view = desk.view
    command = place_command(view, trader, order, idempotency_key=key_digest(key), at=at)
    earlier_id = await names.find(command) if may_predate_window(view, command) else None
    if earlier_id is None:
        outcome = await desk.submit(command)
        refusal = outcome.refusal
        if refusal is None:
            return Placed(_placed(view.pairs[command.pair], outcome))
        if refusal.code != "DUPLICATE_CLIENT_ORDER_ID":
            raise problem_of(refusal, decimals=decimals_of(view, refusal, command.pair, command.side))
        earlier_id = refusal.order_id
    return Placed(await _placed_before(desk.view, sessions, earlier_id, command), is_replay=True)


def key_digest(key: str | None) -> str | None:
    """The digest of the key that is stored in the order."""
    return None if key is None else hashlib.sha256(key.encode()).hexdigest()[:32]


async def _placed_before(view: View, sessions: SessionFactory, earlier_id: int, command: PlaceOrder) -> Json:
    """The response for a replayed order; raises if the terms differ."""
    async with sessions() as session:
        earlier = await queries.get_row(session, earlier_id)
        return await _replayed(view, session, earlier, command)


async def _replayed(view: View, session: AsyncSession, earlier: OrderRow, command: PlaceOrder) -> Json:
    asked = queries.requested_terms(earlier.asked)
    is_by_key = command.idempotency_key is not None and command.idempotency_key == asked.idempotency_key
    if _terms(asked, is_by_key=is_by_key) != _terms(command, is_by_key=is_by_key):
        if is_by_key:
            raise IdempotencyConflict
        stored = order_json(view.pairs[earlier.pair], queries.view_of(earlier))
        raise ClientOrderIdUsed(fields=StoredOrder(order=Order.model_validate(stored)))
    return await _placed_answer(view, session, queries.view_of(earlier))


def _terms(command: PlaceOrder, *, is_by_key: bool) -> PlaceOrder:
    """The requested terms, for comparison. With an idempotency key the client order id must match, too."""
    client_order_id = command.client_order_id if is_by_key else None
    return structs.replace(
        command, at=0, maker_ppm=0, taker_ppm=0, idempotency_key=None, client_order_id=client_order_id
    )


def _placed(pair: PairView, outcome: Outcome) -> Json:
    """The response for a new order: its state after placing (both legs of an oco) and its fills."""
    accepted: dict[int, OrderAccepted] = {}
    state: dict[int, OrderUpdated] = {}
    fills: list[Json] = []
    for event in outcome.events:
        if isinstance(event, OrderAccepted):
            accepted[event.order_id] = event
        elif isinstance(event, OrderUpdated):
            if event.order_id in accepted:
                state[event.order_id] = event
        elif isinstance(event, Filled) and event.taker_order_id in accepted:
            fills.append(fill_json(pair, event, as_taker=True))
    orders = [order_json(pair, OrderView.of(one, state[number])) for number, one in accepted.items()]
    if len(orders) == 1:
        return {"order": orders[0], "fills": fills}
    return {"orders": orders, "list_id": orders[0]["list_id"], "fills": fills}


async def _placed_answer(view: View, session: AsyncSession, found: OrderView) -> Json:
    """The response for an earlier order: its current state, and its fills as taker."""
    pair = view.pairs[found.state.pair]
    legs = await queries.list_legs(session, found.list_id) if found.list_id else [found]
    taken = await queries.list_taken(session, [leg.order_id for leg in legs])
    fills = [fill_json(pair, queries.fill_of(row), as_taker=True) for row in taken]
    orders = [order_json(pair, leg) for leg in legs]
    if found.list_id:
        return {"orders": orders, "list_id": found.list_id, "fills": fills}
    return {"order": orders[0], "fills": fills}


async def cancel(desk: Desk, sessions: SessionFactory, owner: str, order_id: int, *, at: int) -> Json:
    """Cancel an order."""
    known = desk.view.orders.get(order_id)
    command = CancelOrder(at, owner, order_id)
    return await _changed(desk, sessions, command, known, await desk.submit(command))


async def amend(
    desk: Desk, sessions: SessionFactory, owner: str, order_id: int, change: OrderChange, *, at: int
) -> Json:
    """Change the price or quantity of an open order."""
    known = desk.view.orders.get(order_id)
    if known is None or known.terms.client != owner:
        raise await _missing_or_final(sessions, owner, order_id)
    command: AmendOrder = amend_command(desk.view.pairs[known.state.pair], owner, order_id, change, at=at)
    return await _changed(desk, sessions, command, known, await desk.submit(command))


async def _changed(
    desk: Desk,
    sessions: SessionFactory,
    command: CancelOrder | AmendOrder,
    known: OrderView | None,
    outcome: Outcome,
) -> Json:
    """The order's state after the change; raises if it was rejected."""
    owner, order_id = command.client, command.order_id
    view, refusal = desk.view, outcome.refusal
    if refusal is not None:
        if refusal.code == "NOT_FOUND":
            raise await _missing_or_final(sessions, owner, order_id)
        decimals = decimals_of(view, refusal, known.terms.pair, known.terms.side) if known else None
        raise problem_of(refusal, decimals=decimals)
    if known is None:
        async with sessions() as session:
            known = await queries.find_order(session, owner, order_id)
        assert known is not None, "what was changed is in the table"
    for event in outcome.events:
        if isinstance(event, OrderUpdated) and event.order_id == order_id:
            known = dataclasses.replace(known, state=event)
    return {"order": order_json(view.pairs[known.state.pair], known)}


async def _missing_or_final(sessions: SessionFactory, owner: str, order_id: int) -> NotFound | OrderFinal:
    """The error for an order that is not open: it has ended, or the client never had it."""
    async with sessions() as session:
        found = await queries.find_order(session, owner, order_id)
    return NotFound("Order not found.") if found is None else OrderFinal()


async def cancel_some(
    desk: Desk, sessions: SessionFactory, owner: str, wanted: CancelSome, *, at: int
) -> Sequence[Json]:
    """Cancel all open orders of a client that match."""
    if wanted.symbol is not None:
        find_pair(desk.view, wanted.symbol)
    types = tuple(sorted(set(wanted.types or ())))
    ended = await cancel_all(desk, CancelAll(at, owner, wanted.symbol, wanted.side, types))
    if not ended:
        return []
    async with sessions() as session:
        orders = await queries.list_by_ids(session, sorted(ended))
    return [order_json(desk.view.pairs[order.state.pair], order) for order in orders]


async def preview(desk: Desk, trader: Trader, order: NewOrder) -> Preview:
    """Estimate the immediate fills of an order; the resting part of a limit order is not included."""
    if order.type not in {"limit", "market"}:
        message = "Only limit and market orders can be previewed."
        raise ValidationFailed(message, errors=[FieldError(field="type", code="value", message=message)])
    view = desk.view
    command = place_command(view, trader, order, at=0)
    if not command.quantity and not command.quote_quantity:
        message = "Enter a quantity or a quote quantity."
        raise ValidationFailed(message, errors=[FieldError(field="quantity", code="value", message=message)])
    pair = view.pairs[order.symbol]
    is_buy = order.side == "buy"
    best = (pair.asks if is_buy else pair.bids).best(1)
    if not best and order.type == "market":
        raise NoLiquidity
    reached, fee = await desk.preview(command)
    if order.time_in_force == "fok" and not reached.is_complete:
        reached, fee = NOTHING, 0
    gained = reached.quantity if is_buy else reached.quote_quantity
    decimals = pair.base_decimals if is_buy else pair.quote_decimals
    return Preview(
        average_price=average_price(pair, reached.quantity, reached.quote_quantity),
        filled_quantity=to_text(reached.quantity, pair.base_decimals),
        fee=to_text(fee, decimals),
        fee_coin=pair.base if is_buy else pair.quote,
        slippage=_slippage(pair, best[0][0] if best else 0, reached),
        receives=to_text(gained - fee, decimals),
    )


def _slippage(pair: PairView, best: int, reached: FillEstimate) -> str:
    """The average price's distance from the best price, as a fraction."""
    if not reached.quantity:
        return "0"
    paid = reached.quote_quantity * 10 ** (pair.price_decimals + pair.base_decimals)
    ideal = best * reached.quantity * 10**pair.quote_decimals
    return to_text(mul_div_up(abs(paid - ideal), 10**SLIPPAGE_DECIMALS, ideal), SLIPPAGE_DECIMALS)
