"""A market, a pair with its rules, its state and its book; and its orders, each of which knows its market."""

from math import gcd
from typing import TypeAlias

from clearwater.core.book import Book
from clearwater.core.commands import OrderType, PairRules, PairState, PlaceOrder
from clearwater.core.events import OrderUpdated, Reason, Refusal, Status
from clearwater.core.ledger import Account
from clearwater.core.money import BPS, MAX_PRICE_DECIMALS, MAX_UNITS, Coin, mul_div_down, mul_div_up
from clearwater.core.trailing import WaitingOrder
from clearwater.core.triggers import Triggers

# A client's accounts that trading moves: quote available and in orders, base available and in orders.
TradingAccounts: TypeAlias = tuple[Account, Account, Account, Account]


class Market:
    """Prices times quantities divided by `divisor` are amounts of the quote coin, always whole (STL-1).

    `finest_tick` and `finest_step` divide every price and quantity the market has ever allowed, so that this
    stays true for orders that are older than the rules of today.
    """

    __slots__ = (
        "base",
        "base_fees",
        "book",
        "can_overflow",
        "divisor",
        "emitted_due",
        "finest_step",
        "finest_tick",
        "last_price",
        "open_orders",
        "pair",
        "price_decimals",
        "quote",
        "quote_fees",
        "reference_price",
        "rules",
        "state",
        "trading_accounts",
        "triggers",
    )

    def __init__(
        self,
        pair: str,
        base: Coin,
        quote: Coin,
        price_decimals: int,
        *,
        base_fees: Account,
        quote_fees: Account,
        rules_version: int,
    ) -> None:
        self.pair = pair
        self.base = base
        self.quote = quote
        self.price_decimals = price_decimals
        self.divisor: int = 10 ** (price_decimals + base.decimals - quote.decimals)
        # Whether what a sale brings in could go beyond 64 bits at all (EXC-6).
        self.can_overflow = 2 * quote.supply_units > MAX_UNITS
        self.base_fees = base_fees
        self.quote_fees = quote_fees
        self.rules = PairRules(0, 0, 0, 0, 0)
        self.finest_tick = 0
        self.finest_step = 0
        self.state: PairState = "halted"
        self.last_price = 0
        self.reference_price = 0
        self.book = Book()
        self.triggers: Triggers[Order] = Triggers(rules_version)
        # What was last emitted as due.
        self.emitted_due = (0, 0)
        self.open_orders: dict[str, dict[int, Order]] = {}
        self.trading_accounts: dict[str, TradingAccounts] = {}

    def own(self, client: str) -> str | None:
        """The client if it has open orders here, else None: then it cannot meet itself."""
        return client if client in self.open_orders else None

    def value(self, price: int, quantity: int) -> int:
        """What a quantity is worth at a price, in units of the quote coin."""
        return price * quantity // self.divisor

    def guard_price(self, *, is_buy: bool) -> int:
        """The worst price at which a market order trades: near the best, inside the band (ORD-7)."""
        rules, reference = self.rules, self.reference_price
        best = (self.book.asks if is_buy else self.book.bids).best()
        price = best.price if best is not None else reference
        if is_buy:
            return min(
                mul_div_down(price, BPS + rules.guard_bps, BPS),
                mul_div_down(reference, BPS + rules.band_bps, BPS),
            )
        return max(
            mul_div_up(price, BPS - rules.guard_bps, BPS), mul_div_up(reference, BPS - rules.band_bps, BPS)
        )

    def set_rules(self, rules: PairRules) -> None:
        """Apply rules from now on."""
        self.rules = rules
        self.triggers.round_to(rules.tick)
        self.finest_tick = gcd(self.finest_tick, rules.tick)
        self.finest_step = gcd(self.finest_step, rules.step)


class Order(WaitingOrder):
    """An order from its acceptance to its end. `terms` is what was asked; the rest is what became of it.

    The `price` of a purchase that will be a market order once it is triggered is the most it may pay (TRG-6).
    """

    __slots__ = (
        "created_at",
        "fee",
        "filled_quote",
        "held",
        "held_in",
        "list_id",
        "market",
        "pays_from",
        "quantity",
        "reason",
        "receives_in",
        "sibling",
        "status",
    )

    def __init__(
        self, order_id: int, terms: PlaceOrder, market: Market, trading_accounts: TradingAccounts, at: int
    ) -> None:
        # Not through BookOrder: one call less for every order placed.
        self.id = order_id
        self.client = terms.client
        self.is_buy = is_buy = terms.side == "buy"
        self.price = terms.price
        self.quantity = self.remaining = terms.quantity
        self.display = terms.display_quantity
        self.visible = self.priority = 0
        self.level = self.older = self.newer = None
        self.terms = terms
        self.market = market
        self.type: OrderType = terms.type
        self.stop_price = terms.stop_price
        self.held = self.filled_quote = self.fee = self.list_id = 0
        self.status: Status = "new"
        self.reason: Reason = ""
        self.sibling: Order | None = None
        self.created_at = at
        if is_buy:
            self.pays_from, self.held_in, self.receives_in, _ = trading_accounts
        else:
            self.receives_in, _, self.pays_from, self.held_in = trading_accounts

    def updated(self, at: int) -> OrderUpdated:
        """How the order stands now."""
        return OrderUpdated(
            self.id,
            self.client,
            self.market.pair,
            self.status,
            self.reason,
            self.price,
            self.stop_price,
            self.quantity,
            self.remaining,
            self.filled_quote,
            self.fee,
            self.held,
            self.visible,
            self.priority,
            at,
        )

    def cost(self, remaining: int) -> int:
        """What must be held so that so much of the order can trade in any case (ORD-8)."""
        if not self.is_buy:
            return remaining
        if self.terms.quote_quantity:
            return self.terms.quote_quantity
        return self.price * remaining // self.market.divisor

    def tick(self) -> int:
        """What the prices of its market are multiples of, by the rules of now."""
        return self.market.rules.tick


def require_scale(base: Coin, quote: Coin, price_decimals: int) -> None:
    """A price has enough digits for the quote coin's last one to be reached from the base coin's."""
    if not 0 <= price_decimals <= MAX_PRICE_DECIMALS or price_decimals + base.decimals < quote.decimals:
        raise Refusal("VALIDATION_FAILED", "price_decimals")


def require_rules(market: Market, rules: PairRules) -> None:
    """Rules that make sense, and keep every trade's value a whole number of units (ORD-9)."""
    limits = (rules.tick, rules.step, rules.min_quantity, rules.max_quantity, rules.max_open_orders)
    if any(not 0 < limit <= MAX_UNITS for limit in limits):
        raise Refusal("VALIDATION_FAILED", "rules")
    if not (rules.min_quantity <= rules.max_quantity <= market.base.supply_units):
        raise Refusal("VALIDATION_FAILED", "max_quantity")
    if rules.min_quantity % rules.step or rules.max_quantity % rules.step:
        raise Refusal("VALIDATION_FAILED", "step")
    if not 0 <= rules.min_notional <= market.quote.supply_units:
        raise Refusal("VALIDATION_FAILED", "min_notional")
    for name, share in (("band_bps", rules.band_bps), ("guard_bps", rules.guard_bps)):
        if not 0 < share < BPS:
            raise Refusal("VALIDATION_FAILED", name)
    tick, step = gcd(market.finest_tick, rules.tick), gcd(market.finest_step, rules.step)
    if tick * step % market.divisor:
        raise Refusal("BAD_PRECISION", "tick")


def require_reference(rules: PairRules, price: int) -> None:
    """Require a valid price as reference price."""
    if not 0 < price <= MAX_UNITS:
        raise Refusal("VALIDATION_FAILED", "reference_price")
    if price % rules.tick:
        raise Refusal("BAD_PRECISION", "reference_price")
