"""A naive exchange of limit and market orders to compare the real one with: slow, short, obviously right.

One list of orders, searched again for every fill; balances are fractions, added up by hand.
"""

from collections import defaultdict
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from clearwater.core.commands import Prevention, Side

Fill = tuple[int, int, int, int]  # maker, taker, price, quantity


@dataclass
class PlainOrder:
    id: int
    client: str
    side: Side
    price: int
    remaining: int
    display: int = 0
    shown: int = 0
    arrival: int = 0
    maker_ppm: int = 0
    taker_ppm: int = 0


class PlainBook:
    """Waiting orders in no order at all."""

    def __init__(self) -> None:
        self.orders: list[PlainOrder] = []
        self.arrivals = 0

    def waiting(self, side: Side) -> list[PlainOrder]:
        """The orders of a side as they would trade."""
        best = -1 if side == "buy" else 1
        mine = [order for order in self.orders if order.side == side]
        return sorted(mine, key=lambda order: (best * order.price, order.arrival))

    def find_maker(self, taker: PlainOrder, limit: int) -> PlainOrder | None:
        for order in self.waiting("sell" if taker.side == "buy" else "buy"):
            reachable = order.price <= limit if taker.side == "buy" else order.price >= limit
            return order if reachable else None
        return None

    def arrive(self, order: PlainOrder) -> None:
        self.arrivals += 1
        order.arrival = self.arrivals
        order.shown = min(order.display, order.remaining) if order.display else order.remaining

    def trade(
        self, taker: PlainOrder, limit: int, prevention: Prevention, room: int = 10**9
    ) -> tuple[list[Fill], bool]:
        """The fills, and whether the taker had to give way to its own client; it meets `room` others."""
        fills: list[Fill] = []
        while taker.remaining and room and (maker := self.find_maker(taker, limit)) is not None:
            room -= 1
            if maker.client == taker.client and prevention != "none":
                if prevention in {"expire_maker", "expire_both"}:
                    self.orders.remove(maker)
                if prevention in {"expire_taker", "expire_both"}:
                    return fills, True
                continue
            quantity = min(taker.remaining, maker.shown)
            fills.append((maker.id, taker.id, maker.price, quantity))
            taker.remaining -= quantity
            maker.remaining -= quantity
            maker.shown -= quantity
            if not maker.remaining:
                self.orders.remove(maker)
            elif not maker.shown:
                self.arrive(maker)
        return fills, False

    def trade_amount(
        self,
        taker: PlainOrder,
        limit: int,
        prevention: Prevention,
        *,
        amount: Fraction,
        step: int,
        divisor: int,
    ) -> list[Fill]:
        """The fills of a taker with an amount of the quote coin to move, in whole steps of the base coin."""
        fills: list[Fill] = []
        while (maker := self.find_maker(taker, limit)) is not None:
            wanted = amount * divisor // maker.price // step * step
            if not wanted:
                break
            if maker.client == taker.client and prevention != "none":
                if prevention in {"expire_maker", "expire_both"}:
                    self.orders.remove(maker)
                if prevention in {"expire_taker", "expire_both"}:
                    break
                continue
            taker.remaining = min(wanted, maker.shown)
            fills += self.trade(taker, maker.price, "none")[0]
            amount -= Fraction(fills[-1][2] * fills[-1][3], divisor)
        return fills

    def rest(self, order: PlainOrder) -> None:
        self.arrive(order)
        self.orders.append(order)

    def would_fill(self, taker: PlainOrder, limit: int, prevention: Prevention, room: int = 10**9) -> bool:
        """Try it on a copy."""
        book, order = deepcopy(self), deepcopy(taker)
        book.trade(order, limit, prevention, room)
        return not order.remaining

    def depth(self, side: Side) -> list[tuple[int, int]]:
        levels: dict[int, int] = defaultdict(int)
        for order in self.waiting(side):
            levels[order.price] += order.shown
        return list(levels.items())


class PlainLedger:
    """What each client has in all, from deposits and fills alone."""

    def __init__(self, base: str, quote: str, divisor: int) -> None:
        self.base, self.quote, self.divisor = base, quote, divisor
        self.totals: dict[tuple[str, str], Fraction] = defaultdict(Fraction)

    def settle(self, fill: Fill, maker: PlainOrder, taker: PlainOrder) -> None:
        _, _, price, quantity = fill
        value = Fraction(price * quantity, self.divisor)
        buyer, seller = (taker, maker) if taker.side == "buy" else (maker, taker)
        rate = {taker.id: taker.taker_ppm, maker.id: maker.maker_ppm}
        for order, coin, received in ((buyer, self.base, Fraction(quantity)), (seller, self.quote, value)):
            fee = ceil(received * rate[order.id] / 1_000_000)
            self.totals[order.client, coin] += received - fee
            self.totals["house", coin] += fee
        self.totals[buyer.client, self.quote] -= value
        self.totals[seller.client, self.base] -= quantity

    def held(self, client: str, coin: str, book: PlainBook) -> Fraction:
        """What the client's waiting orders need."""
        needs = Fraction(0)
        for order in book.orders:
            if order.client == client and coin == (self.quote if order.side == "buy" else self.base):
                value = Fraction(order.price * order.remaining, self.divisor)
                needs += value if order.side == "buy" else order.remaining
        return needs

    def available(self, client: str, coin: str, book: PlainBook) -> Fraction:
        return self.totals[client, coin] - self.held(client, coin, book)
