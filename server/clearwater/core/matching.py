"""Matching: the best price first, at each price the oldest order first, at the waiting order's price.

No ledger, no clock: what a taker trades with follows from the book alone.
"""

from itertools import islice
from typing import NamedTuple, TypeAlias

from clearwater.core.book import Book, BookOrder, BookSide, Level
from clearwater.core.commands import Prevention
from clearwater.core.money import MAX_UNITS
from clearwater.core.versions import RULES_VERSION

# A waiting order and how much of it traded. 0: it met an order of its own client and has to give way (MAT-5);
# the taker stands in the first place when it is the one.
Match: TypeAlias = tuple[BookOrder, int]


class FillEstimate(NamedTuple):
    """How much a taker could trade now, and what stops it there.

    `unmet_price` is the last price at which an amount would have bought more than others offered, if that is
    beyond its last fill's or nothing is left there; 0 when it got all that it wanted.
    """

    quantity: int
    quote_quantity: int
    worst_price: int
    is_complete: bool = False
    is_stopped_by_own: bool = False
    # Whether it could trade more if it might meet more orders (MAT-8).
    is_cut: bool = False
    unmet_price: int = 0


def match(
    book: Book, taker: BookOrder, limit: int, prevention: Prevention, room: int = MAX_UNITS
) -> list[Match]:
    """Trade the taker with everything up to its limit; what is left of it is the caller's to rest.

    It meets others `room` times at most (MAT-8); then the book may still be crossed by it.
    """
    side = book.asks if taker.is_buy else book.bids
    keys, bound = side.keys, limit * side.sign
    matches: list[Match] = []
    while keys and keys[-1] >= bound and taker.remaining and room:
        key = keys[-1]
        level = side.levels[key]
        goes_on = _match_level(book, level, taker, prevention, matches, room=room)
        if level.oldest is None:
            del side.levels[key]
            keys.pop()
        side.changed.add(key)
        if not goes_on:
            break
    return matches


def _match_level(
    book: Book, level: Level, taker: BookOrder, prevention: Prevention, matches: list[Match], *, room: int
) -> bool:
    """Trade with one level, oldest first.

    False when the taker gave way to an order of its own client, or has met as many as it may.
    """
    remaining, own = taker.remaining, taker.client if prevention != "none" else None
    while remaining and (maker := level.oldest) is not None:
        if maker.client == own:
            if not _prevent(level, maker, taker, prevention, matches) or len(matches) >= room:
                taker.remaining = remaining
                return False
            continue
        shown = maker.visible if maker.display else maker.remaining
        quantity = shown if shown < remaining else remaining
        remaining -= quantity
        maker.remaining -= quantity
        level.quantity -= quantity
        matches.append((maker, quantity))
        if not maker.remaining:
            level.unlink(maker)
        if maker.display:
            _show_more(book, level, maker, quantity)
        if len(matches) >= room:
            taker.remaining = remaining
            return False
    taker.remaining = remaining
    return True


def _prevent(
    level: Level, maker: BookOrder, taker: BookOrder, prevention: Prevention, matches: list[Match]
) -> bool:
    """Expire maker, taker or both; whether the taker continues."""
    if prevention != "expire_taker":
        level.unlink(maker)
        level.quantity -= maker.remaining
        if maker.display:
            level.hidden -= maker.remaining - maker.visible
        matches.append((maker, 0))
    if prevention == "expire_maker":
        return True
    matches.append((taker, 0))
    return False


def _show_more(book: Book, level: Level, maker: BookOrder, quantity: int) -> None:
    """An iceberg whose visible part is filled shows the next, and loses its time priority (MAT-4)."""
    maker.visible -= quantity
    if maker.visible or not maker.remaining:
        return
    maker.visible = min(maker.display, maker.remaining)
    level.hidden -= maker.visible
    level.unlink(maker)
    level.append(maker)
    book.last_priority = maker.priority = book.last_priority + 1


def estimate_fill(
    side: BookSide,
    limit: int,
    *,
    quantity: int,
    budget: int,
    step: int,
    divisor: int,
    own: str | None,
    prevention: Prevention,
    room: int = MAX_UNITS,
    rules_version: int = RULES_VERSION,
) -> FillEstimate:
    """What a taker of so much, or with so much of the quote coin to move, would trade; nothing is touched.

    `quantity` or `budget` is 0 when it is not the bound. `own` is the taker's client when it has orders of
    its own waiting here, else None. `room` is how often the taker may meet others (MAT-8).
    """
    bound, found, quote, worst = limit * side.sign, 0, 0, 0
    unmet, is_served = 0, False
    # The first rules ended an amount wherever a level was just what it paid for (ORD-7).
    goes_on = budget and rules_version >= 2
    for level in side.best_first():
        if level.key < bound:
            break
        if budget:
            wanted = (budget - quote) * divisor // level.price
            wanted -= wanted % step
        else:
            wanted = quantity - found
        there, is_stopped, room = _free_of(level, own, prevention, wanted, room)
        taken = min(there, wanted)
        if taken:
            found, quote, worst = found + taken, quote + level.price * taken // divisor, level.price
        is_served = taken == wanted
        if is_served and not (goes_on and wanted and taken == level.quantity):
            still_unmet = 0 if wanted else unmet
            return FillEstimate(found, quote, worst, is_complete=True, unmet_price=still_unmet)
        if goes_on:
            unmet = 0 if is_served else level.price
        if is_stopped:
            return FillEstimate(found, quote, worst, is_stopped_by_own=True, unmet_price=unmet)
        if room < 0:
            return FillEstimate(found, quote, worst, is_cut=True)
    is_complete = is_served and bool(goes_on)
    return FillEstimate(found, quote, worst, is_complete=is_complete, unmet_price=unmet)


def _free_of(
    level: Level, own: str | None, prevention: Prevention, wanted: int, room: int
) -> tuple[int, bool, int]:
    """How much of the level trades, up to what is wanted or so often as there is room.

    Tells also whether the client's own orders stop the taker there, and the room that is left: -1 when there
    was too little.
    """
    if prevention == "none":
        own = None
    if own is None and room >= MAX_UNITS:
        return level.quantity, False, room
    found = 0
    # Each with what it shows, then icebergs with their next part, behind all others, and so on (MAT-4).
    line = islice(level.orders(), min(room, MAX_UNITS - 1) + 1)
    turn = [(order, order.shown(), order.remaining) for order in line]
    while turn:
        next_turn = []
        for order, shown, remaining in turn:
            if found >= wanted:
                return found, False, room
            room -= 1
            if room < 0:
                return found, False, room
            if order.client != own:
                found += shown
                if remaining > shown:
                    next_turn.append((order, min(order.display, remaining - shown), remaining - shown))
            elif prevention != "expire_maker":
                return found, True, room
        turn = next_turn
    return found, False, room
