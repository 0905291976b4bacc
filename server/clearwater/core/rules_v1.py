"""How version 1 of the rules triggered and took back orders: all at once, each trailing order by itself.

Nothing new is carried out by it. Journals of that time are replayed by it (EXC-7).
"""

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from clearwater.core.commands import CancelAll
from clearwater.core.markets import Market, Order
from clearwater.core.state import State
from clearwater.core.trailing import Key, trailing_stop_price
from clearwater.core.triggers import Triggers

Activate = Callable[[State, Market, Order], tuple[int, ...]]


def run_triggered(state: State, market: Market, prices: Iterable[int], activate: Activate) -> None:
    """Send what the prices trigger to the book, and what that triggers, until nothing is left."""
    waiting: deque[Order] = deque()
    _trigger(state, market, prices, waiting)
    while waiting:
        order = waiting.popleft()
        # Fired, but ended since: the other leg of an oco was quicker.
        if order.status == "untriggered":
            _trigger(state, market, activate(state, market, order), waiting)


def _trigger(state: State, market: Market, prices: Iterable[int], waiting: deque[Order]) -> None:
    triggers = market.triggers
    for price in prices:
        for order in _trail(triggers, price, market.rules.tick):
            state.touched[order.id] = order
        waiting.extend(_take_reached(triggers, price))


def _take_reached(triggers: Triggers[Order], price: int) -> Iterator[Order]:
    while triggers.falling and triggers.falling[-1][0] >= price:
        yield _take(triggers, triggers.falling.pop())
    while triggers.rising and -triggers.rising[-1][0] <= price:
        yield _take(triggers, triggers.rising.pop())


def _take(triggers: Triggers[Order], key: Key) -> Order:
    order = triggers.orders.pop(-key[1])
    triggers.trailing.pop(order.id, None)
    return order


def _trail(triggers: Triggers[Order], price: int, tick: int) -> list[Order]:
    """Move the stop prices that trail a better price; returns which moved."""
    moved: list[Order] = []
    for order in triggers.trailing.values():
        side = order.terms.side
        stop_price = trailing_stop_price(side, price, order.terms.trailing_bps, tick)
        if stop_price > order.stop_price if side == "sell" else stop_price < order.stop_price:
            keys, key = triggers.place(order)
            del keys[bisect_left(keys, key)]
            order.stop_price = stop_price
            insort(*triggers.place(order))
            moved.append(order)
    return moved


def orders_to_cancel(markets: Iterable[Market], command: CancelAll) -> list[Order]:
    """All that fit, oldest first."""
    orders = [
        order
        for market in markets
        for owner in (market.open_orders if command.client is None else (command.client,))
        for order in market.open_orders.get(owner, {}).values()
        if command.side is None or order.terms.side == command.side
    ]
    return sorted(orders, key=lambda order: order.id)
