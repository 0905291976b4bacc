"""Everything the exchange knows at one moment, and the bookkeeping of open orders."""

from bisect import bisect_left, insort
from collections import deque
from typing import Literal, NamedTuple

from clearwater.core.book import Book, BookSide
from clearwater.core.commands import LedgerKind, PlaceOrder, Side
from clearwater.core.earn import Earn
from clearwater.core.events import (
    Event,
    LevelChanged,
    Reason,
    Refusal,
    Refused,
    Status,
    TrailingMarked,
    TransferChanged,
    TriggersDue,
)
from clearwater.core.ledger import HOUSE, Ledger
from clearwater.core.limits import Limits, limits_of
from clearwater.core.markets import Market, Order, TradingAccounts
from clearwater.core.money import MAX_UNITS, Coin
from clearwater.core.premarkets import PreMarkets
from clearwater.core.versions import RULES_VERSION

# How many orders back a client's own id is remembered, and how many ended transfers and conversions (ORD-3,
# LED-7, CNV-6).
DEDUPLICATION_WINDOW = 100_000


DAY_MS = 86_400_000

# Marks the names that come from an Idempotency-Key; a client's own ids have no spaces.
KEY_PREFIX = "idempotency-key "


class ClientOrderId(NamedTuple):
    """A client's own id for an order, or the key of its request, and which order it was."""

    order_id: int
    client: str
    client_order_id: str


def names_of(idempotency_key: str | None, client_order_id: str | None) -> list[str]:
    """What an order can be found by: the key of its request first, then the client's own id."""
    names = []
    if idempotency_key is not None:
        names.append(KEY_PREFIX + idempotency_key)
    if client_order_id is not None:
        names.append(client_order_id)
    return names


def order_names(terms: PlaceOrder) -> list[str]:
    return names_of(terms.idempotency_key, terms.client_order_id)


class State:
    """The live state.

    `events`, `touched`, `refusal`, `noted`, `room`, `steps` and `settlements` belong to the command that is
    being applied: what it may still do, and what is to be emitted.
    """

    __slots__ = (
        "client_order_ids",
        "coins",
        "conversions",
        "due",
        "earn",
        "ended_transfers",
        "events",
        "expiries",
        "kind",
        "last_fill_id",
        "last_order_id",
        "ledger",
        "limits",
        "markets",
        "noted",
        "now",
        "omits_level_events",
        "orders",
        "own_limits",
        "premarkets",
        "recent_conversions",
        "recent_ids",
        "refusal",
        "room",
        "rules_version",
        "settlements",
        "steps",
        "touched",
        "transfers",
        "untraded",
        "withdrawn",
    )

    def __init__(self, limits: Limits | None = None) -> None:
        self.own_limits = limits
        # By which rules the next command is carried out; no part of what is written down.
        self.rules_version = RULES_VERSION
        self.limits = limits_of(RULES_VERSION, self.own_limits)
        # How often an arriving order may meet others, and how much that nobody asked for may still be done.
        self.room = self.limits.fills
        self.steps = self.limits.steps
        self.settlements = 0
        self.now = 0
        # Empty until the ledger is opened.
        self.kind: LedgerKind | Literal[""] = ""
        # Coins whose pairs take no orders.
        self.untraded: set[str] = set()
        self.coins: dict[str, Coin] = {}
        self.markets: dict[str, Market] = {}
        self.ledger = Ledger()
        self.orders: dict[int, Order] = {}
        self.expiries: list[tuple[int, int]] = []
        self.client_order_ids: dict[tuple[str, str], int] = {}
        self.recent_ids: deque[ClientOrderId] = deque()
        self.transfers: dict[str, TransferChanged] = {}
        self.ended_transfers: deque[str] = deque()
        # References of conversions, and the order in which they came (CNV-6).
        self.conversions: set[str] = set()
        self.recent_conversions: deque[str] = deque()
        # By client, the last day with a withdrawal and how much of its limit is used (LED-17).
        self.withdrawn: dict[str, tuple[int, int]] = {}
        self.premarkets = PreMarkets()
        self.earn = Earn()
        self.omits_level_events = False
        self.last_order_id = 0
        self.last_fill_id = 0
        self.events: list[Event] = []
        self.touched: dict[int, Order] = {}
        self.refusal: Refused | None = None
        # Markets whose marks or due prices may have changed, and those where prices are due.
        self.noted: dict[str, Market] = {}
        self.due: dict[str, Market] = {}

    def refuse(self, refusal: Refused) -> None:
        """Emit that the command is refused, and why."""
        self.refusal = refusal
        self.events.append(refusal)

    def follow_rules(self, version: int) -> None:
        """Apply the rules of a version from now on."""
        self.rules_version = version
        self.limits = limits_of(version, self.own_limits)
        for market in self.markets.values():
            market.triggers.follow_rules(version)

    @property
    def is_behind(self) -> bool:
        """Whether an order is open whose time is over: more were than one command ends (ORD-10)."""
        return bool(self.expiries) and self.expiries[0][0] <= self.now

    @property
    def has_due_work(self) -> bool:
        """Whether the next command, even one that only lets time pass, has more to do than it asks for."""
        return self.has_due_orders or self.premarkets.next_at <= self.now or self.earn.next_at <= self.now

    @property
    def has_due_orders(self) -> bool:
        """Whether orders in books are due: one whose time is over, or one that was triggered."""
        return self.is_behind or any(map(self.is_trading, self.due.values()))

    def note_due(self, market: Market) -> None:
        """Remember whether prices are due in a market, and that its marks may have changed."""
        self.noted[market.pair] = market
        if market.triggers.low:
            self.due[market.pair] = market
        else:
            self.due.pop(market.pair, None)

    def omit_level_events(self) -> None:
        """Emit no levels of books from now on: a replay needs none, they are in no table."""
        self.omits_level_events = True

    @property
    def day(self) -> int:
        """The number of the current day (UTC)."""
        return self.now // DAY_MS

    def withdrawn_today(self, client: str) -> int:
        """The value that a client has withdrawn today, or asked to."""
        day, used = self.withdrawn.get(client, (0, 0))
        return used if day == self.day else 0

    def get_market(self, pair: str) -> Market:
        """The market, or the refusal that there is none."""
        market = self.markets.get(pair)
        if market is None:
            raise Refusal("PAIR_UNKNOWN", "symbol")
        return market

    def is_trading(self, market: Market) -> bool:
        """Whether the market takes orders, and both of its coins are traded (ORD-2)."""
        return market.state == "trading" and not self._has_untraded_coin(market)

    def require_trading(self, market: Market) -> None:
        """The same, with the refusal that says why not."""
        if market.state != "trading":
            raise Refusal("MARKET_HALTED", "symbol")
        if self._has_untraded_coin(market):
            raise Refusal("MARKET_HALTED", "coin")

    def _has_untraded_coin(self, market: Market) -> bool:
        return bool(self.untraded) and not self.untraded.isdisjoint((market.base.symbol, market.quote.symbol))

    def get_own_order(self, client: str, order_id: int) -> Order:
        """The client's open order; another's, an ended one and none are all the same here (ORD-11)."""
        order = self.orders.get(order_id)
        if order is None or order.client != client:
            raise Refusal("NOT_FOUND", "id")
        return order

    def require_new_id(self, terms: PlaceOrder) -> None:
        """A client's own id names one order only, and so does the key of a request (ORD-3)."""
        for name in order_names(terms):
            order_id = self.client_order_ids.get((terms.client, name))
            if order_id is not None:
                raise Refusal("DUPLICATE_CLIENT_ORDER_ID", "client_order_id", order_id=order_id)

    def remember_id(self, order: Order) -> None:
        """Record the ids of an order, and evict those that are neither recent nor of open orders."""
        for name in order_names(order.terms):
            self.client_order_ids[order.client, name] = order.id
            self.recent_ids.append(ClientOrderId(order.id, order.client, name))
        while self.recent_ids[0].order_id <= self.last_order_id - DEDUPLICATION_WINDOW:
            order_id, client, client_order_id = self.recent_ids.popleft()
            if order_id not in self.orders:
                del self.client_order_ids[client, client_order_id]

    def remember_conversion(self, reference: str) -> None:
        """Record the reference of a conversion, and evict the oldest one."""
        self.conversions.add(reference)
        self.recent_conversions.append(reference)
        if len(self.recent_conversions) > DEDUPLICATION_WINDOW:
            self.conversions.remove(self.recent_conversions.popleft())

    def trading_accounts(self, market: Market, client: str) -> TradingAccounts:
        """The accounts with which the client trades there."""
        trading_accounts = market.trading_accounts.get(client)
        if trading_accounts is None:
            if not client or client == HOUSE:
                raise Refusal("VALIDATION_FAILED", "client")
            get, base, quote = self.ledger.get, market.base.symbol, market.quote.symbol
            trading_accounts = market.trading_accounts[client] = (
                get(client, quote, "available"),
                get(client, quote, "orders"),
                get(client, base, "available"),
                get(client, base, "orders"),
            )
        return trading_accounts

    def open(self, order: Order) -> None:
        """Add an order to the open ones."""
        order_id = order.id
        if order_id in self.orders:
            return
        self.orders[order_id] = order
        orders = order.market.open_orders.get(order.client)
        if orders is None:
            order.market.open_orders[order.client] = {order_id: order}
        else:
            orders[order_id] = order
        if order.terms.expire_at:
            insort(self.expiries, (order.terms.expire_at, order_id))

    def close(self, order: Order) -> None:
        """Remove an order that has ended from the open ones."""
        order_id = order.id
        if self.orders.pop(order_id, None) is None:
            return
        open_orders = order.market.open_orders
        orders = open_orders[order.client]
        del orders[order_id]
        if not orders:
            del open_orders[order.client]
        if order.terms.expire_at:
            del self.expiries[bisect_left(self.expiries, (order.terms.expire_at, order_id))]
        if not self.is_recent(order_id):
            for name in order_names(order.terms):
                del self.client_order_ids[order.client, name]

    def is_recent(self, order_id: int) -> bool:
        """Whether the id of such an order's client is still kept in `recent_ids`."""
        return bool(self.recent_ids) and self.recent_ids[0].order_id <= order_id

    def hold(self, order: Order, amount: int) -> None:
        """Set an amount aside for the order."""
        if amount:
            self.ledger.move("hold", order.pays_from, order.held_in, amount, order.id)
            order.held += amount

    def release(self, order: Order, amount: int) -> None:
        """Release an amount that is held for the order."""
        if amount:
            self.ledger.move("release", order.held_in, order.pays_from, amount, order.id)
            order.held -= amount

    def end(self, order: Order, status: Status, reason: Reason) -> None:
        """End an order, wherever it waits, and release what is still held for it.

        The other leg of an oco ends with it (TRG-7).
        """
        if order.level is not None:
            order.market.book.remove(order)
        elif order.status == "untriggered":
            order.market.triggers.remove(order)
            if order.terms.trailing_bps:
                self.noted[order.market.pair] = order.market
        order.status = status
        order.reason = reason
        self.release(order, order.held)
        self.close(order)
        self.touched[order.id] = order
        self.end_sibling(order)

    def end_sibling(self, order: Order) -> None:
        """Cancel the other leg of an oco, if there is one that is still open (TRG-7)."""
        sibling = order.sibling
        if sibling is not None:
            order.sibling = sibling.sibling = None
            self.end(sibling, "canceled", "oco")

    def expire_due(self) -> None:
        """End what was good only until now, as much as one command may (ORD-10, EXC-8)."""
        while self.is_behind and self.steps > 0:
            self.steps -= 1
            self.end(self.orders[self.expiries[0][1]], "expired", "expire_at")

    def emit_changes(self) -> None:
        """Emit how every touched order stands now, and which levels of its book changed."""
        emit, now = self.events.append, self.now
        emitted: Book | None = None
        for order in self.touched.values():
            emit(order.updated(now))
            book = order.market.book
            # Nearly always all touched orders are of one market.
            if book is not emitted:
                emitted = book
                if book.bids.changed:
                    self._emit_side(order.market.pair, book, book.bids, "buy")
                if book.asks.changed:
                    self._emit_side(order.market.pair, book, book.asks, "sell")
        self.touched.clear()

    def emit_noted(self) -> None:
        """Emit which prices are due, and what trailing orders have seen."""
        for market in self.noted.values():
            triggers, pair = market.triggers, market.pair
            if (triggers.low, triggers.high) != market.emitted_due:
                market.emitted_due = (triggers.low, triggers.high)
                self.events.append(TriggersDue(pair, triggers.low, triggers.high))
            for trail in (triggers.sells, triggers.buys):
                for order_id in sorted(trail.changed):
                    mark = trail.find_mark(order_id)
                    self.events.append(TrailingMarked(pair, trail.side, order_id, mark))
                trail.changed.clear()
        self.noted.clear()

    def _emit_side(self, pair: str, book: Book, side: BookSide, name: Side) -> None:
        """Emit the changed levels, best first."""
        changed = side.changed
        if self.omits_level_events:
            book.seq += len(changed)
            changed.clear()
            return
        for key in sorted(changed, reverse=True) if len(changed) > 1 else changed:
            level = side.levels.get(key)
            # As Level.shown does; written out because every change of a book comes through here.
            shown = 0 if level is None else level.quantity - level.hidden
            fitting = shown if shown <= MAX_UNITS else MAX_UNITS
            book.seq = seq = book.seq + 1
            self.events.append(LevelChanged(pair, seq, name, key * side.sign, fitting))
        changed.clear()
