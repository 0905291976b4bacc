"""A pre-market: forward contracts of a coin before its listing, with money of both sides set aside.

Fees and collateral are rounded down, so what is set aside for a whole order covers any parts of it (PRM-4).
"""

from collections import Counter, deque
from typing import NamedTuple

from clearwater.core.book import Book, BookOrder
from clearwater.core.money import MAX_UNITS, PPM, Coin
from clearwater.core.premarket_events import (
    ContractChanged,
    PreMarketChanged,
    PreMarketOrderChanged,
    PreMarketOrderStatus,
)

# Of one client in one pre-market.
MAX_OPEN_ORDERS = 100
# How many orders back the key of a request is remembered.
KEY_WINDOW = 100_000


def divisor_of(base: Coin, quote: Coin, price_decimals: int) -> int:
    """Prices times quantities divided by this are amounts of the quote coin."""
    return int(10 ** (price_decimals + base.decimals - quote.decimals))


class Locked(NamedTuple):
    """What one side sets aside for a value: the value or the collateral, and the fee."""

    principal: int
    fee: int

    @property
    def total(self) -> int:
        return self.principal + self.fee


class PreMarketOrder(BookOrder):
    """An order. `locked` is what is still set aside for its open part."""

    __slots__ = ("created_at", "emitted", "key", "locked", "quantity", "status")

    def __init__(
        self, order_id: int, client: str, is_buy: bool, price: int, quantity: int, *, key: str | None, at: int
    ) -> None:
        super().__init__(order_id, client, is_buy, price, quantity)
        self.quantity = quantity
        self.locked = 0
        self.key = key
        self.status: PreMarketOrderStatus = "open"
        self.created_at = at
        self.emitted: PreMarketOrderChanged | None = None

    def updated(self, symbol: str, at: int) -> PreMarketOrderChanged:
        """How the order stands now."""
        return PreMarketOrderChanged(
            order_id=self.id,
            client=self.client,
            symbol=symbol,
            side="buy" if self.is_buy else "sell",
            price=self.price,
            quantity=self.quantity,
            remaining=self.remaining,
            locked=self.locked,
            status=self.status,
            idempotency_key=self.key,
            created_at=self.created_at,
            at=at,
        )


class PreMarket:
    """Terms, times, the book, and all that is not settled. `terms` is how it was last emitted."""

    __slots__ = ("book", "contracts", "divisor", "exposure", "open_orders", "orders", "terms")

    def __init__(self, terms: PreMarketChanged, divisor: int) -> None:
        self.terms = terms
        self.divisor = divisor
        self.book = Book()
        self.book.seq = terms.seq
        self.orders: dict[int, PreMarketOrder] = {}
        self.contracts: dict[int, ContractChanged] = {}
        # By client: how many orders are open, and the value of these and of contracts.
        self.open_orders: Counter[str] = Counter()
        self.exposure: Counter[str] = Counter()

    def open(self, order: PreMarketOrder) -> None:
        """Add an order to the open ones."""
        self.orders[order.id] = order
        self.open_orders[order.client] += 1
        self.exposure[order.client] += self.value(order.price, order.remaining)

    def bind(self, contract: ContractChanged) -> None:
        """Add a contract, which counts for both sides."""
        self.contracts[contract.contract_id] = contract
        for client in (contract.buyer, contract.seller):
            self.exposure[client] += contract.value

    def add_to_book(self, order: PreMarketOrder) -> None:
        """Let an order wait behind all that came before; its number is its place."""
        self.book.last_priority = order.id - 1
        self.book.add(order)

    def value(self, price: int, quantity: int) -> int:
        return price * quantity // self.divisor

    def locked(self, value: int, *, is_buy: bool) -> Locked:
        """What a side sets aside for a value (PRM-4)."""
        terms = self.terms
        principal = value if is_buy else value * terms.collateral_ppm // PPM
        return Locked(principal, value * terms.fee_ppm // PPM)

    @property
    def ends_at(self) -> int:
        """When the delivery window ends."""
        return self.terms.delivery_at + self.terms.window_ms

    def next_at(self, now: int) -> int:
        """When something is due by itself; 0 when it is already, MAX_UNITS when nothing will be."""
        terms = self.terms
        if terms.status == "upcoming":
            return terms.opens_at
        if terms.status == "open":
            return terms.closes_at
        if terms.status == "closed":
            if self.orders:
                return 0
            return terms.delivery_at or terms.closes_at + terms.late_ms
        if terms.status == "delivering":
            return self.ends_at if now < self.ends_at else 0
        return 0 if self.orders or self.contracts else MAX_UNITS


class PreMarketKey(NamedTuple):
    """The key of a request, and which order it was."""

    order_id: int
    client: str
    key: str


class PreMarkets:
    """All pre-markets, and the numbers that they share."""

    __slots__ = ("by_symbol", "keys", "last_contract_id", "last_order_id", "next_at", "orders", "recent")

    def __init__(self) -> None:
        self.by_symbol: dict[str, PreMarket] = {}
        self.orders: dict[int, PreMarket] = {}
        self.last_order_id = 0
        self.last_contract_id = 0
        # When the first of them has something to do by itself.
        self.next_at = MAX_UNITS
        self.keys: dict[tuple[str, str], int] = {}
        self.recent: deque[PreMarketKey] = deque()

    def remember_key(self, order_id: int, client: str, key: str) -> None:
        """Record under which key an order was asked for; old ones are forgotten."""
        self.keys[client, key] = order_id
        self.recent.append(PreMarketKey(order_id, client, key))
        while self.recent[0][0] <= self.last_order_id - KEY_WINDOW:
            _, client, key = self.recent.popleft()
            del self.keys[client, key]

    def plan_next(self, now: int) -> None:
        self.next_at = min((market.next_at(now) for market in self.by_symbol.values()), default=MAX_UNITS)
