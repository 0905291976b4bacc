"""Balances, books and open orders, from events alone.

The exchange itself may be a step ahead of what is durable. Whoever is shown something is shown this copy,
which follows the events once they are.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from clearwater.core.commands import LedgerKind, OrderType, PairRules, PairState, PlaceOrder, Side
from clearwater.core.earn_events import EarnProductChanged
from clearwater.core.events import (
    OPEN_STATUSES,
    AccountKey,
    CoinChanged,
    CoinListed,
    Event,
    Filled,
    LedgerOpened,
    LevelChanged,
    OrderAccepted,
    OrderUpdated,
    PairChanged,
    PairListed,
    Posting,
    TrailingMarked,
)
from clearwater.core.exchange import Exchange
from clearwater.core.money import Coin
from clearwater.core.premarket_events import PreMarketChanged, PreMarketLevelChanged
from clearwater.core.trailing import Mark, live_stop_price, round_stop

Level = tuple[int, int]


class SideView:
    """One side of a book: price and shown quantity."""

    __slots__ = ("_keys", "_sign", "levels")

    def __init__(self, *, is_bids: bool, levels: Iterable[Level] = ()) -> None:
        self._sign = -1 if is_bids else 1
        self.levels = dict(levels)
        # Best first: what sorts lowest is best.
        self._keys = sorted(price * self._sign for price in self.levels)

    def set(self, price: int, quantity: int) -> None:
        key = price * self._sign
        if not quantity:
            if self.levels.pop(price, 0):
                del self._keys[bisect_left(self._keys, key)]
            return
        if price not in self.levels:
            insort(self._keys, key)
        self.levels[price] = quantity

    def best(self, limit: int) -> list[Level]:
        """The best levels, best first."""
        return [(key * self._sign, self.levels[key * self._sign]) for key in self._keys[:limit]]


@dataclass(slots=True)
class PairView:
    """A market as of its last event."""

    pair: str
    base: str
    quote: str
    price_decimals: int
    base_decimals: int
    quote_decimals: int
    rules: PairRules
    state: PairState
    reference_price: int
    last_price: int = 0
    seq: int = 0
    bids: SideView = field(default_factory=lambda: SideView(is_bids=True))
    asks: SideView = field(default_factory=lambda: SideView(is_bids=False))
    # What trailing orders have seen: by side the marks, oldest first.
    marks: dict[Side, list[Mark]] = field(default_factory=lambda: {"buy": [], "sell": []})

    def stop_price(self, order: "OrderView") -> int:
        """Where the order's stop price is now; that of a trailing one follows the market (TRG-4)."""
        terms, state = order.terms, order.state
        if not terms.trailing_bps or state.status != "untriggered":
            return state.stop_price
        marks = self.marks[terms.side]
        place = bisect_right(marks, order.order_id, key=_number) - 1
        tick = self.rules.tick
        if place < 0:
            return round_stop(terms.side, state.stop_price, tick)
        return live_stop_price(terms.side, state.stop_price, terms.trailing_bps, marks[place].price, tick)

    def mark(self, event: TrailingMarked) -> None:
        """Apply a trailing mark."""
        marks = self.marks[event.side]
        place = bisect_left(marks, event.order_id, key=_number)
        if place < len(marks) and marks[place].order_id == event.order_id:
            del marks[place]
        if event.price:
            marks.insert(place, Mark(event.order_id, event.price))


def _number(mark: Mark) -> int:
    return mark.order_id


@dataclass(slots=True)
class OrderView:
    """An order as of its last event: what was asked for, and what can change."""

    order_id: int
    type: OrderType
    list_id: int
    terms: PlaceOrder
    created_at: int
    state: OrderUpdated

    @classmethod
    def of(cls, accepted: OrderAccepted, state: OrderUpdated) -> "OrderView":
        return cls(
            order_id=accepted.order_id,
            type=accepted.type,
            list_id=accepted.list_id,
            terms=accepted.terms,
            created_at=accepted.at,
            state=state,
        )


@dataclass(slots=True)
class PreMarketView:
    """A pre-market as of its last event; `seq` counts the changes of its book."""

    terms: PreMarketChanged
    seq: int = 0
    bids: SideView = field(default_factory=lambda: SideView(is_bids=True))
    asks: SideView = field(default_factory=lambda: SideView(is_bids=False))


@dataclass(slots=True)
class View:
    """Everything that is live, as of the last event that was taken in."""

    balances: dict[AccountKey, int] = field(default_factory=dict)
    pairs: dict[str, PairView] = field(default_factory=dict)
    coins: dict[str, Coin] = field(default_factory=dict)
    # Open orders by number, and their numbers by client.
    orders: dict[int, OrderView] = field(default_factory=dict)
    orders_of: dict[str, set[int]] = field(default_factory=dict)
    last_order_id: int = 0
    # Whether this is play money, and the coins that are not traded.
    kind: LedgerKind | Literal[""] = ""
    untraded: set[str] = field(default_factory=set)
    premarkets: dict[str, PreMarketView] = field(default_factory=dict)
    earn_products: dict[str, EarnProductChanged] = field(default_factory=dict)
    _accepted: dict[int, OrderAccepted] = field(default_factory=dict)

    def balance(self, owner: str, coin: str, purpose: str) -> int:
        return self.balances.get(AccountKey(owner, coin, purpose), 0)

    def stop_price(self, order: OrderView) -> int:
        """Where an order's stop price is now; 0 for one without."""
        return self.pairs[order.state.pair].stop_price(order)

    def open_orders(self, client: str) -> list[OrderView]:
        """A client's open orders, newest first."""
        return [self.orders[number] for number in sorted(self.orders_of.get(client, ()), reverse=True)]

    def take(self, events: Iterable[Event]) -> None:
        """Apply events."""
        for event in events:
            if type(event) is Posting:
                self.balances[event.source] = event.source_after
                self.balances[event.target] = event.target_after
            elif type(event) is LevelChanged:
                pair = self.pairs[event.pair]
                pair.seq = event.seq
                (pair.bids if event.side == "buy" else pair.asks).set(event.price, event.quantity)
            elif type(event) is OrderUpdated:
                self._update(event)
            elif type(event) is OrderAccepted:
                self._accepted[event.order_id] = event
                self.last_order_id = event.order_id
            elif type(event) is Filled:
                pair = self.pairs[event.pair]
                pair.last_price = pair.reference_price = event.price
            elif type(event) is TrailingMarked:
                self.pairs[event.pair].mark(event)
            else:
                self._list(event)

    def _update(self, event: OrderUpdated) -> None:
        accepted = self._accepted.pop(event.order_id, None)
        if event.status not in OPEN_STATUSES:
            if self.orders.pop(event.order_id, None):
                self.orders_of[event.client].discard(event.order_id)
        elif accepted is not None:
            self.open(OrderView.of(accepted, event))
        else:
            self.orders[event.order_id].state = event

    def open(self, order: OrderView) -> None:
        """Show an order among the open ones."""
        self.orders[order.order_id] = order
        self.orders_of.setdefault(order.terms.client, set()).add(order.order_id)

    def _list(self, event: Event) -> None:
        if isinstance(event, CoinListed):
            self.coins[event.symbol] = Coin(event.symbol, event.decimals, event.supply_units)
        elif isinstance(event, CoinChanged):
            (self.untraded.discard if event.trading else self.untraded.add)(event.symbol)
        elif isinstance(event, LedgerOpened):
            self.kind = event.kind
            self.untraded.update(event.untraded)
        elif isinstance(event, PairListed):
            self.pairs[event.pair] = PairView(
                event.pair,
                event.base,
                event.quote,
                event.price_decimals,
                self.coins[event.base].decimals,
                self.coins[event.quote].decimals,
                event.rules,
                event.state,
                event.reference_price,
            )
        elif isinstance(event, PairChanged):
            pair = self.pairs[event.pair]
            pair.rules, pair.reference_price, pair.state = event.rules, event.reference_price, event.state
        else:
            self._take_product(event)

    def _take_product(self, event: Event) -> None:
        if isinstance(event, PreMarketLevelChanged):
            premarket = self.premarkets[event.symbol]
            premarket.seq = event.seq
            (premarket.bids if event.side == "buy" else premarket.asks).set(event.price, event.quantity)
        elif isinstance(event, PreMarketChanged):
            self.premarkets.setdefault(event.symbol, PreMarketView(event)).terms = event
        elif isinstance(event, EarnProductChanged):
            self.earn_products[event.product] = event

    @classmethod
    def of(cls, exchange: Exchange) -> "View":
        """The view of an exchange whose events were all emitted."""
        state = exchange.state
        view = cls(coins=dict(state.coins), last_order_id=state.last_order_id, kind=state.kind)
        view.untraded = set(state.untraded)
        view.balances = {account.key: account.balance for account in state.ledger.accounts.values()}
        for name, market in state.markets.items():
            view.pairs[name] = PairView(
                name,
                market.base.symbol,
                market.quote.symbol,
                market.price_decimals,
                market.base.decimals,
                market.quote.decimals,
                market.rules,
                market.state,
                market.reference_price,
                market.last_price,
                market.book.seq,
                SideView(is_bids=True, levels=market.book.bids.depth(len(market.book.bids.keys))),
                SideView(is_bids=False, levels=market.book.asks.depth(len(market.book.asks.keys))),
                {"buy": market.triggers.buys.marks(), "sell": market.triggers.sells.marks()},
            )
        for order in state.orders.values():
            view.open(
                OrderView(
                    order.id,
                    order.type,
                    order.list_id,
                    order.terms,
                    order.created_at,
                    order.updated(state.now),
                )
            )
        for symbol, premarket in state.premarkets.by_symbol.items():
            book = premarket.book
            view.premarkets[symbol] = PreMarketView(
                premarket.terms,
                book.seq,
                SideView(is_bids=True, levels=book.bids.depth(len(book.bids.keys))),
                SideView(is_bids=False, levels=book.asks.depth(len(book.asks.keys))),
            )
        view.earn_products = {name: product.row for name, product in state.earn.products.items()}
        return view
