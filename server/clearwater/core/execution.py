"""An accepted order meets the book: it trades, waits or ends, and what its trades trigger follows.

`forecast` returns what an order would trade right now, with its fees, and changes nothing.
"""

from itertools import islice
from typing import NamedTuple, cast

from clearwater.core import rules_v1
from clearwater.core.book import Book, BookOrder, BookSide
from clearwater.core.commands import PlaceOrder
from clearwater.core.events import OrderTriggered, Reason
from clearwater.core.markets import Market, Order
from clearwater.core.matching import FillEstimate, estimate_fill, match
from clearwater.core.money import MAX_UNITS
from clearwater.core.orders import LIMIT_TYPES
from clearwater.core.settlement import round_fee_up, settle
from clearwater.core.state import State


def run(state: State, market: Market, order: Order) -> None:
    """Let a new or changed limit order trade and wait, then everything that it triggers."""
    prices = trade_limit(state, market, order)
    if prices and market.triggers.orders:
        run_triggered(state, market, prices)


def run_market(state: State, market: Market, order: Order, limit: int, plan: FillEstimate) -> None:
    """Let a new market order trade, then everything that it triggers."""
    prices = trade_market(state, market, order, limit, plan)
    if prices and market.triggers.orders:
        run_triggered(state, market, prices)


def trade_limit(state: State, market: Market, order: Order) -> tuple[int, ...]:
    """Trade up to the order's price and let the rest wait, if it may; returns the prices that moved."""
    prices: tuple[int, ...] = ()
    is_cut = False
    against = market.book.against(order)
    if against.is_reached_by(order.price):
        prices = _trade(state, market, order, order.price)
        is_cut = order.remaining > 0 and against.is_reached_by(order.price)
    state.touched[order.id] = order
    if not order.remaining:
        order.status = "filled"
        state.close(order)
    elif order.reason:
        state.end(order, "expired", order.reason)
    elif is_cut:
        # It must not wait across from what it could still trade with (MAT-8).
        state.end(order, "expired", "fill_limit")
    elif order.terms.time_in_force in {"ioc", "fok"}:
        state.end(order, "expired", "time_in_force")
    else:
        order.status = "partially_filled" if order.remaining < order.quantity else "new"
        state.hold(order, order.cost(order.remaining))
        market.book.add(order)
        state.open(order)
    return prices


def plan_market(state: State, market: Market, order: Order, limit: int) -> FillEstimate:
    """What a market order would trade now, up to a limit."""
    terms = order.terms
    return estimate_fill(
        market.book.against(order),
        limit,
        quantity=order.remaining,
        budget=terms.quote_quantity,
        step=market.rules.step,
        divisor=market.divisor,
        own=market.own(order.client),
        prevention=terms.prevention,
        room=state.room,
        rules_version=state.rules_version,
    )


def trade_market(
    state: State, market: Market, order: Order, limit: int, plan: FillEstimate
) -> tuple[int, ...]:
    """Trade what was planned; a market order never waits (ORD-7)."""
    by_quote = order.terms.quote_quantity
    if by_quote:
        # One step more than others offer lets the taker meet the orders of its own that it reaches (MAT-5).
        meets_own = plan.is_stopped_by_own or plan.unmet_price > 0
        order.quantity = order.remaining = plan.quantity + market.rules.step * meets_own
        limit = plan.unmet_price or limit
    prices = _trade(state, market, order, limit)
    if by_quote:
        order.quantity -= order.remaining
        order.remaining = 0
    state.touched[order.id] = order
    if plan.is_complete and plan.quantity:
        order.status = "filled"
        state.close(order)
    else:
        state.end(order, "expired", order.reason or _end_of_market(market, order, plan))
    return prices


def _end_of_market(market: Market, order: Order, plan: FillEstimate) -> Reason:
    """Why a market order traded no more."""
    if plan.is_cut:
        return "fill_limit"
    # Complete with nothing: once triggered, the amount does not buy a single step.
    is_over = plan.is_complete or not market.book.against(order).keys
    return "no_liquidity" if is_over else "market_guard"


def _trade(state: State, market: Market, order: Order, limit: int) -> tuple[int, ...]:
    """Match and settle; the first and the last price at which it traded, in this order."""
    prevention = order.terms.prevention if order.client in market.open_orders else "none"
    # Only whole orders are ever put into a market's book.
    matches = cast("list[tuple[Order, int]]", match(market.book, order, limit, prevention, state.room))
    first = last = 0
    for maker, quantity in matches:
        if not quantity:
            _prevent_self_trade(state, order, maker)
            continue
        settle(state, market, order, maker, quantity)
        last = maker.price
        first = first or last
        state.touched[maker.id] = maker
        if maker.sibling is not None:
            state.end_sibling(maker)
        if maker.remaining:
            maker.status = "partially_filled"
        else:
            maker.status = "filled"
            state.close(maker)
    if not last:
        return ()
    market.last_price = market.reference_price = last
    if order.sibling is not None:
        state.end_sibling(order)
    return (first,) if first == last else (first, last)


def _prevent_self_trade(state: State, taker: Order, order: Order) -> None:
    if order is taker:
        order.reason = "self_trade_prevention"
    else:
        state.end(order, "expired", "self_trade_prevention")


def run_triggered(state: State, market: Market, prices: tuple[int, ...]) -> None:
    """Send what trades at some prices have triggered to the book."""
    if not market.triggers.is_grouped:
        rules_v1.run_triggered(state, market, prices, _activate)
        return
    market.triggers.note(prices)
    run_due(state, market)


def run_due(state: State, market: Market) -> None:
    """Send what is due to the book, and what that triggers, as much as one command may (TRG-2, EXC-8).

    Where steps are left, none was needed for an order whose time is over: nothing here can meet one.
    """
    triggers = market.triggers
    while state.steps > 0 and state.is_trading(market):
        order = triggers.take_due()
        if order is not None:
            fills = state.last_fill_id
            triggers.note(_activate(state, market, order))
            state.steps -= 1 + state.last_fill_id - fills
        elif not triggers.catch_up(market.last_price):
            break
    state.note_due(market)


def run_all_due(state: State) -> None:
    """Continue what earlier commands have left, market by market."""
    for _, market in sorted(state.due.items()):
        run_due(state, market)


def make_room(state: State, market: Market, *, is_buy: bool) -> None:
    """Where more orders have reached their time than one command ends, end those that a taker would meet.

    It may then meet as many as were looked at and are still good (ORD-10).
    """
    side, most = market.book.asks if is_buy else market.book.bids, state.limits.fills
    seen = most + state.limits.steps
    ahead = cast("list[Order]", list(islice(side.orders(), seen)))
    over = [order for order in ahead if 0 < order.terms.expire_at <= state.now]
    for order in over:
        state.end(order, "expired", "expire_at")
    state.room = most if len(ahead) < seen else min(most, seen - len(over))


def _activate(state: State, market: Market, order: Order) -> tuple[int, ...]:
    """Send one triggered order to the book (TRG-5)."""
    state.events.append(OrderTriggered(order.id, market.pair, market.reference_price, state.now))
    state.end_sibling(order)
    state.release(order, order.held)
    order.status = "new"
    if order.type in LIMIT_TYPES:
        if (
            order.terms.time_in_force == "fok"
            and not plan_market(state, market, order, order.price).is_complete
        ):
            state.end(order, "expired", "time_in_force")
            return ()
        return trade_limit(state, market, order)
    limit = market.guard_price(is_buy=order.is_buy)
    if order.price:
        limit = min(limit, order.price)
    return trade_market(state, market, order, limit, plan_market(state, market, order, limit))


class Forecast(NamedTuple):
    """What a taker would get, and the fee on it, rounded for each fill as it will be (STL-3)."""

    estimate_fill: FillEstimate
    fee: int


def forecast(market: Market, terms: PlaceOrder, *, room: int, rules_version: int) -> Forecast:
    """Look at a limit or market order as if it came now; it meets others `room` times at most (MAT-8)."""
    is_buy = terms.side == "buy"
    side = market.book.asks if is_buy else market.book.bids
    found = estimate_fill(
        side,
        terms.price or market.guard_price(is_buy=is_buy),
        quantity=terms.quantity,
        budget=terms.quote_quantity,
        step=market.rules.step,
        divisor=market.divisor,
        own=market.own(terms.client),
        prevention=terms.prevention,
        room=room,
        rules_version=rules_version,
    )
    if not found.quantity or not terms.taker_ppm:
        return Forecast(found, 0)
    # Matched for good, but in a copy of as much of the book as is reached.
    taker = BookOrder(0, terms.client, is_buy, found.worst_price, found.quantity)
    matches = match(_copy(side, found.worst_price, room), taker, found.worst_price, terms.prevention, room)
    gains = (quantity if is_buy else market.value(maker.price, quantity) for maker, quantity in matches)
    return Forecast(found, sum(round_fee_up(gain, terms.taker_ppm) for gain in gains))


def _copy(side: BookSide, worst_price: int, orders: int) -> Book:
    book = Book()
    reached = (
        order
        for level in side.best_first()
        if level.key >= worst_price * side.sign
        for order in level.orders()
    )
    for order in islice(reached, min(orders, MAX_UNITS)):
        copy = BookOrder(order.id, order.client, order.is_buy, order.price, order.remaining)
        copy.display = order.display
        book.put_back(copy, order.visible, order.priority)
    return book
