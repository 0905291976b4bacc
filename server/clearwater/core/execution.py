"""An accepted order meets the book: it trades, waits or ends, and what its trades trigger follows."""

from collections import deque
from collections.abc import Iterable
from typing import cast

from clearwater.core.events import OrderTriggered, Reason
from clearwater.core.markets import Market
from clearwater.core.matching import Reach, match, reach
from clearwater.core.orders import LIMIT_TYPES, Order
from clearwater.core.settlement import settle
from clearwater.core.state import State


def run(state: State, market: Market, order: Order) -> None:
    """Let a new or changed limit order trade and wait, then everything that it triggers."""
    prices = trade_limit(state, market, order)
    if prices and market.triggers.orders:
        run_triggered(state, market, prices)


def run_market(state: State, market: Market, order: Order, limit: int, plan: Reach) -> None:
    """Let a new market order trade, then everything that it triggers."""
    prices = trade_market(state, market, order, limit, plan)
    if prices and market.triggers.orders:
        run_triggered(state, market, prices)


def trade_limit(state: State, market: Market, order: Order) -> tuple[int, ...]:
    """Trade up to the order's price and let the rest wait, if it may; tells the prices that moved."""
    prices: tuple[int, ...] = ()
    if market.book.against(order).is_reached_by(order.price):
        prices = _trade(state, market, order, order.price)
    state.touched[order.id] = order
    if not order.remaining:
        order.status = "filled"
        state.close(order)
    elif order.reason:
        state.end(order, "expired", order.reason)
    elif order.terms.time_in_force in {"ioc", "fok"}:
        state.end(order, "expired", "time_in_force")
    else:
        order.status = "partially_filled" if order.remaining < order.quantity else "new"
        state.hold(order, order.cost(order.remaining))
        market.book.add(order)
        state.open(order)
    return prices


def plan_market(market: Market, order: Order, limit: int) -> Reach:
    """What a market order would trade now, up to a limit."""
    terms = order.terms
    return reach(
        market.book.against(order),
        limit,
        quantity=order.remaining,
        budget=terms.quote_quantity,
        step=market.rules.step,
        divisor=market.divisor,
        own=market.own(order.client),
        prevention=terms.prevention,
    )


def trade_market(state: State, market: Market, order: Order, limit: int, plan: Reach) -> tuple[int, ...]:
    """Trade what was planned; a market order never waits (ORD-7)."""
    by_quote = order.terms.quote_quantity
    if by_quote:
        # One step more than there is before an order of its own lets the taker meet that order.
        order.quantity = order.remaining = plan.quantity + market.rules.step * plan.is_stopped_by_own
    prices = _trade(state, market, order, limit)
    if by_quote:
        order.quantity -= order.remaining
        order.remaining = 0
    state.touched[order.id] = order
    if plan.is_complete and plan.quantity:
        order.status = "filled"
        state.close(order)
    else:
        # Complete with nothing: once triggered, the amount does not buy a single step.
        is_over = plan.is_complete or not market.book.against(order).keys
        beyond: Reason = "no_liquidity" if is_over else "market_guard"
        state.end(order, "expired", order.reason or beyond)
    return prices


def _trade(state: State, market: Market, order: Order, limit: int) -> tuple[int, ...]:
    """Match and settle; the first and the last price at which it traded, in this order."""
    prevention = order.terms.prevention if order.client in market.open_orders else "none"
    # Only whole orders are ever put into a market's book.
    matches = cast("list[tuple[Order, int]]", match(market.book, order, limit, prevention))
    first = last = 0
    for maker, quantity in matches:
        if not quantity:
            _give_way(state, order, maker)
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


def _give_way(state: State, taker: Order, order: Order) -> None:
    if order is taker:
        order.reason = "self_trade_prevention"
    else:
        state.end(order, "expired", "self_trade_prevention")


def run_triggered(state: State, market: Market, prices: Iterable[int]) -> None:
    """Send what the prices trigger to the book, and what that triggers, until nothing is left (TRG-2)."""
    waiting: deque[Order] = deque()
    _fire(state, market, prices, waiting)
    while waiting:
        order = waiting.popleft()
        # Fired, but ended since: the other leg of an oco was quicker.
        if order.status == "untriggered":
            _fire(state, market, _activate(state, market, order), waiting)


def _fire(state: State, market: Market, prices: Iterable[int], waiting: deque[Order]) -> None:
    triggers = market.triggers
    for price in prices:
        for order in triggers.trail(price, market.rules.tick):
            state.touched[order.id] = order
        waiting.extend(triggers.fire(price))


def _activate(state: State, market: Market, order: Order) -> tuple[int, ...]:
    """Send one triggered order to the book (TRG-5)."""
    state.events.append(OrderTriggered(order.id, market.pair, market.reference_price, state.now))
    state.end_sibling(order)
    state.release(order, order.held)
    order.status = "new"
    if order.type in LIMIT_TYPES:
        if order.terms.time_in_force == "fok" and not plan_market(market, order, order.price).is_complete:
            state.end(order, "expired", "time_in_force")
            return ()
        return trade_limit(state, market, order)
    limit = market.guard_price(is_buy=order.is_buy)
    if order.price:
        limit = min(limit, order.price)
    return trade_market(state, market, order, limit, plan_market(market, order, limit))
