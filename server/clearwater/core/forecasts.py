"""What an order would trade right now, and the fee of each of its fills; nothing is touched."""

from itertools import islice
from typing import NamedTuple

from clearwater.core.book import Book, BookOrder, BookSide
from clearwater.core.commands import PlaceOrder
from clearwater.core.markets import Market
from clearwater.core.matching import FillEstimate, estimate_fill, match
from clearwater.core.money import MAX_UNITS
from clearwater.core.settlement import round_fee_up


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
