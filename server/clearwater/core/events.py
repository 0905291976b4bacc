"""What has happened. Every change of state is an event, in the order in which it came about.

Whoever stores events needs nothing else: they hold values, never a reference to something that changes later.
"""

from typing import Literal, NamedTuple, TypeAlias

from clearwater.core.commands import LedgerKind, OrderType, PairRules, PairState, PlaceOrder, Side
from clearwater.core.earn_events import EarnPositionChanged, EarnProductChanged
from clearwater.core.money import MAX_UNITS
from clearwater.core.premarket_events import (
    ContractChanged,
    PreMarketChanged,
    PreMarketLevelChanged,
    PreMarketOrderChanged,
)
from clearwater.core.records import EventRecord

Status: TypeAlias = Literal["untriggered", "new", "partially_filled", "filled", "canceled", "expired"]
# Those of orders that may still trade.
OPEN_STATUSES: tuple[Status, ...] = ("untriggered", "new", "partially_filled")
# Why an order ended before it was filled, or had to give way.
Reason: TypeAlias = Literal[
    "",
    "client",
    "staff",
    "oco",
    "time_in_force",
    "expire_at",
    "no_liquidity",
    "market_guard",
    "self_trade_prevention",
    "fill_limit",
]
PostingKind: TypeAlias = Literal[
    "hold",
    "release",
    "trade",
    "fee",
    "deposit",
    "withdrawal",
    "withdrawal_fee",
    "adjustment",
    "funding",
    "defunding",
    "house_move",
    "network_fee",
    "convert",
    "convert_fee",
    "premarket_hold",
    "premarket_release",
    "premarket_payment",
    "premarket_delivery",
    "premarket_fee",
    "premarket_penalty",
    "earn_subscribe",
    "earn_redeem",
    "earn_interest",
]
# Why a command is refused.
Code: TypeAlias = Literal[
    "VALIDATION_FAILED",
    "BAD_PRECISION",
    "BELOW_MINIMUM",
    "ABOVE_MAXIMUM",
    "MIN_NOTIONAL",
    "MAX_QUANTITY",
    "PRICE_OUT_OF_BAND",
    "POST_ONLY_WOULD_TAKE",
    "WOULD_TRIGGER",
    "FOK_NOT_FILLABLE",
    "NO_LIQUIDITY",
    "INSUFFICIENT_BALANCE",
    "LIMIT_EXCEEDED",
    "OPEN_ORDERS_LIMIT",
    "NOT_FOUND",
    "PAIR_UNKNOWN",
    "MARKET_HALTED",
    "DUPLICATE_CLIENT_ORDER_ID",
    "STATE_CONFLICT",
    "QUOTE_MOVED",
    "SELF_TRADE_PREVENTED",
]


class AccountKey(NamedTuple):
    """Whose, of what, for what: a client's `available` or the house's `external:tron`."""

    owner: str
    asset: str
    purpose: str


class Posting(EventRecord, frozen=True, tag=101):
    """An amount moved from one account to another, and what each holds now.

    Where both are one account (a client trading with itself) `target_after` is the later truth.
    The reference is the fill of a trade or fee, the order of a hold or release, else the transfer's own.
    """

    id: int
    kind: PostingKind
    source: AccountKey
    target: AccountKey
    amount: int
    source_after: int
    target_after: int
    reference: int | str


class LedgerOpened(EventRecord, frozen=True, tag=102):
    """What the money is, for ever; and which of the coins that were there before are not traded."""

    kind: LedgerKind
    untraded: tuple[str, ...]


class CoinListed(EventRecord, frozen=True, tag=103):
    """A coin is known."""

    symbol: str
    decimals: int
    supply_units: int


class CoinChanged(EventRecord, frozen=True, tag=104):
    """A coin is traded, or not."""

    symbol: str
    trading: bool


class PairListed(EventRecord, frozen=True, tag=105):
    """A market is there."""

    pair: str
    base: str
    quote: str
    price_decimals: int
    rules: PairRules
    reference_price: int
    state: PairState


class PairChanged(EventRecord, frozen=True, tag=106):
    """What now holds for a market. The finest tick and step are those of all rules it ever had (ORD-9)."""

    pair: str
    rules: PairRules
    reference_price: int
    state: PairState
    finest_tick: int
    finest_step: int


class OrderAccepted(EventRecord, frozen=True, tag=107):
    """An order has its number. `type` is the leg's own when the terms are those of an oco."""

    order_id: int
    type: OrderType
    list_id: int
    terms: PlaceOrder
    at: int


class OrderUpdated(EventRecord, frozen=True, tag=108):
    """Everything of an order that can change, as it stands now.

    The `price` of a purchase that will be a market order once it is triggered is the most it may pay.
    """

    order_id: int
    client: str
    pair: str
    status: Status
    reason: Reason
    price: int
    stop_price: int
    quantity: int
    remaining: int
    filled_quote: int
    fee: int
    held: int
    visible: int
    priority: int
    at: int


class OrderTriggered(EventRecord, frozen=True, tag=109):
    """A stop, take-profit or trailing order goes to the book."""

    order_id: int
    pair: str
    price: int
    at: int


class Filled(EventRecord, frozen=True, tag=110):
    """One exchange between a maker and a taker, at the maker's price."""

    fill_id: int
    pair: str
    price: int
    quantity: int
    quote_quantity: int
    taker_side: Side
    taker_order_id: int
    maker_order_id: int
    taker_client: str
    maker_client: str
    taker_fee: int
    maker_fee: int
    at: int


class LevelChanged(EventRecord, frozen=True, tag=111):
    """What a level of a book shows now; 0 when it is gone. `seq` counts these events of one pair."""

    pair: str
    seq: int
    side: Side
    price: int
    quantity: int


class TriggersDue(EventRecord, frozen=True, tag=112):
    """The lowest and the highest trade of a pair whose triggers are not all worked off; 0 when all are."""

    pair: str
    low: int
    high: int


class TrailingMarked(EventRecord, frozen=True, tag=113):
    """The best price since an order's number, for trailing orders up to the next mark; 0 when it is gone."""

    pair: str
    side: Side
    order_id: int
    price: int


class TransferChanged(EventRecord, frozen=True, tag=114):
    """How a deposit, withdrawal, adjustment, funding or network fee stands.

    `value` and `held_at` are of withdrawals: how much of the day's limit one takes, and of which day.
    """

    reference: str
    kind: "TransferKind"
    status: "TransferStatus"
    client: str
    asset: str
    network: str
    amount: int
    fee: int
    at: int
    value: int = 0
    held_at: int = 0


class Refused(EventRecord, frozen=True, tag=115):
    """Nothing was done. `code` is the contract's; the rest says which field, and how much was missing."""

    code: str
    field: str = ""
    available: int = 0
    needed: int = 0
    order_id: int = 0


class Converted(EventRecord, frozen=True, tag=116):
    """A conversion was carried out, by orders of the house: the only one, or the first and the last."""

    reference: str
    client: str
    from_coin: str
    to_coin: str
    paid: int
    received: int
    fee: int
    first_order_id: int
    last_order_id: int
    at: int


NOT_FOUND = Refused("NOT_FOUND", "id")


class Refusal(Exception):
    """A command that cannot be done, and why.

    A rule raises it before anything has changed; `Exchange.apply` makes it an event.
    """

    def __init__(
        self, code: Code, field: str = "", *, available: int = 0, needed: int = 0, order_id: int = 0
    ) -> None:
        # What was asked for may be any number.
        amounts = min(available, MAX_UNITS), min(needed, MAX_UNITS)
        self.event: Refused = Refused(code, field, *amounts, order_id)

    def __str__(self) -> str:
        return repr(self.event)


TransferKind: TypeAlias = Literal[
    "deposit", "withdrawal", "adjustment", "funding", "defunding", "house_move", "network_fee"
]
TransferStatus: TypeAlias = Literal["credited", "reversed", "held", "settled", "released"]
Event: TypeAlias = (
    Posting
    | LedgerOpened
    | CoinListed
    | CoinChanged
    | PairListed
    | PairChanged
    | OrderAccepted
    | OrderUpdated
    | OrderTriggered
    | Filled
    | LevelChanged
    | TriggersDue
    | TrailingMarked
    | TransferChanged
    | Refused
    | Converted
    | PreMarketChanged
    | PreMarketOrderChanged
    | ContractChanged
    | PreMarketLevelChanged
    | EarnProductChanged
    | EarnPositionChanged
)
