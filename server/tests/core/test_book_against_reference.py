"""The fast book and the naive one must agree on every fill, every place in line and every level."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clearwater.core.book import Book, BookOrder
from clearwater.core.commands import Prevention, Side
from clearwater.core.matching import estimate_fill, match
from clearwater.core.seeded_random import SeededRandom
from tests.core.reference import PlainBook, PlainOrder

MODES: tuple[Prevention, ...] = ("expire_taker", "expire_maker", "expire_both", "none")
CLIENTS = ("ann", "bob", "cy")


@dataclass(frozen=True)
class Act:
    """An order, or the cancel of one of those that wait."""

    client: str
    side: Side
    price: int
    quantity: int
    display: int
    waits: bool
    mode: Prevention
    cancels: int


acts = st.builds(
    Act,
    client=st.sampled_from(CLIENTS),
    side=st.sampled_from(("buy", "sell")),
    price=st.integers(95, 105),
    quantity=st.integers(1, 20),
    display=st.sampled_from((0, 0, 1, 3, 50)),
    waits=st.booleans(),
    mode=st.sampled_from(MODES),
    cancels=st.sampled_from((-1, -1, -1, 0, 1, 2)),
)


def some_acts(seed: int, count: int) -> list[Act]:
    rng = SeededRandom(seed)
    return [
        Act(
            rng.pick(CLIENTS),
            rng.pick(("buy", "sell")),
            90 + rng.below(21),
            1 + rng.below(30),
            rng.pick((0, 0, 0, 1, 4)),
            not rng.one_in(4),
            rng.pick(MODES),
            rng.below(40) if rng.one_in(4) else -1,
        )
        for _ in range(count)
    ]


class Both:
    """The same acts on both books."""

    def __init__(self) -> None:
        self.fast, self.plain = Book(), PlainBook()
        self.waiting: dict[int, BookOrder] = {}
        self.placed = 0

    def do(self, act: Act) -> None:
        if act.cancels >= 0 and self.plain.orders:
            self.cancel(self.plain.orders[act.cancels % len(self.plain.orders)].id)
        else:
            self.place(act)
        self.compare()

    def cancel(self, order_id: int) -> None:
        self.fast.remove(self.waiting.pop(order_id))
        self.plain.orders = [order for order in self.plain.orders if order.id != order_id]

    def place(self, act: Act) -> None:
        self.placed += 1
        fast = BookOrder(self.placed, act.client, act.side == "buy", act.price, act.quantity)
        fast.display = act.display
        plain = PlainOrder(self.placed, act.client, act.side, act.price, act.quantity, act.display)
        found = estimate_fill(
            self.fast.against(fast),
            act.price,
            quantity=act.quantity,
            budget=0,
            step=1,
            divisor=1,
            own=act.client,
            prevention=act.mode,
        )
        assert found.is_complete == self.plain.would_fill(plain, act.price, act.mode)

        matches = match(self.fast, fast, act.price, act.mode)
        fills, gave_way = self.plain.trade(plain, act.price, act.mode)

        assert [
            (maker.id, fast.id, maker.price, quantity) for maker, quantity in matches if quantity
        ] == fills
        assert ((fast, 0) in matches) == gave_way
        assert found.quantity == sum(fill[3] for fill in fills)
        assert found.quote_quantity == sum(fill[2] * fill[3] for fill in fills)
        if plain.remaining and act.waits and not gave_way:
            self.fast.add(fast)
            self.plain.rest(plain)
            self.waiting[fast.id] = fast

    def compare(self) -> None:
        sides: tuple[tuple[Side, bool], ...] = (("buy", True), ("sell", False))
        for side, is_buy in sides:
            fast = [order for order in self.fast.orders() if order.is_buy == is_buy]
            assert [(order.id, order.price, order.remaining, order.shown()) for order in fast] == [
                (order.id, order.price, order.remaining, order.shown) for order in self.plain.waiting(side)
            ]
            depth = (self.fast.bids if is_buy else self.fast.asks).depth(50)
            assert list(depth) == self.plain.depth(side)
        assert not self.fast.is_crossed()


@settings(max_examples=150)
@given(st.lists(acts, max_size=25))
def test_the_book_matches_like_the_reference_book(stream: list[Act]) -> None:
    """MAT-1, MAT-2, MAT-4, MAT-5"""
    both = Both()
    for act in stream:
        both.do(act)


@pytest.mark.parametrize("seed", range(8))
def test_the_book_matches_like_the_reference_book_over_a_long_day(seed: int) -> None:
    """MAT-1, MAT-2, MAT-4, MAT-5"""
    both = Both()
    for act in some_acts(seed, 200):
        both.do(act)


@settings(max_examples=100)
@given(st.lists(acts, max_size=25))
def test_matching_neither_creates_nor_loses_quantity(stream: list[Act]) -> None:
    """MAT-3: each traded unit leaves two orders; what did not trade still waits."""
    book, placed, traded = Book(), 0, 0
    for number, act in enumerate(stream):
        order = BookOrder(number, act.client, act.side == "buy", act.price, act.quantity)
        order.display = act.display
        traded += sum(quantity for _, quantity in match(book, order, act.price, "none"))
        placed += act.quantity
        if order.remaining:
            book.add(order)
    assert placed == 2 * traded + sum(order.remaining for order in book.orders())


@settings(max_examples=100)
@given(
    st.lists(acts, min_size=1, max_size=15),
    st.sampled_from(("buy", "sell")),
    st.integers(1, 4_000),
    st.sampled_from((1, 2, 5)),
)
def test_a_quote_amount_buys_whole_steps_and_never_exceeds_its_budget(
    stream: list[Act], side: Side, budget: int, step: int
) -> None:
    """ORD-7"""
    book = Book()
    for number, act in enumerate(stream):
        order = BookOrder(number, act.client, act.side == "buy", act.price, act.quantity * step)
        match(book, order, act.price, "none")
        if order.remaining:
            book.add(order)
    against = book.asks if side == "buy" else book.bids
    limit = 1_000 if side == "buy" else 1

    found = estimate_fill(
        against, limit, quantity=0, budget=budget, step=step, divisor=1, own=None, prevention="none"
    )

    assert found.quote_quantity <= budget
    assert found.quantity % step == 0
    rest = budget - found.quote_quantity
    if found.is_complete:
        beyond = [
            level
            for level in against.best_first()
            if level.price * against.sign <= found.worst_price * against.sign
        ]
        prices = [level.price for level in beyond] or [level.price for level in against.best_first()]
        assert not found.quantity or rest < step * max(prices[:2])
    else:
        assert found.quantity == sum(level.quantity for level in against.best_first())
