"""What may be asked of the exchange. Each command brings its own time; ids are the exchange's to count.

Units: a `price` is an integer of the pair's own scale (10 ** price_decimals to one quote coin for one base
coin), `quantity` counts ledger units of the base coin, `quote_quantity` and `amount` those of the quote coin
and of the coin named. Times are unix milliseconds. 0 stands for "not given" in prices, sizes and times.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from clearwater.core.earn_commands import (
    ChangeAutoRenew,
    ChangeEarnProduct,
    CreateEarnProduct,
    Redeem,
    Subscribe,
)
from clearwater.core.premarket_commands import (
    CancelPreMarket,
    CancelPreMarketOrder,
    CreatePreMarket,
    DeliverContract,
    ListPreMarket,
    PlacePreMarketOrder,
    SchedulePreMarket,
)
from clearwater.core.records import Record

Side: TypeAlias = Literal["buy", "sell"]
OrderType: TypeAlias = Literal[
    "limit",
    "market",
    "stop_limit",
    "stop_market",
    "take_profit_limit",
    "take_profit_market",
    "trailing_stop",
    "oco",
]
TimeInForce: TypeAlias = Literal["gtc", "ioc", "fok", "gtd"]
Prevention: TypeAlias = Literal["expire_taker", "expire_maker", "expire_both", "none"]
PairState: TypeAlias = Literal["trading", "cancel_only", "halted"]
LedgerKind: TypeAlias = Literal["demo", "real"]


class PairRules(Record, frozen=True, omit_defaults=False):
    """What an order of a pair must keep to; changed by operators, never in retrospect."""

    tick: int
    step: int
    min_quantity: int
    max_quantity: int
    min_notional: int
    band_bps: int = 2_000
    guard_bps: int = 500
    max_open_orders: int = 200


class OpenLedger(Record, frozen=True):
    """Say once and for all whether a ledger is for play money or for real money.

    It comes before everything else. In a ledger that is older than this command it also brings along which
    coins are not traded, which until then was noted elsewhere.
    """

    at: int
    kind: LedgerKind
    untraded: Sequence[str] = ()


class ListCoin(Record, frozen=True):
    """Make a coin known. `supply_units` bounds all that is ever brought in."""

    at: int
    symbol: str
    decimals: int
    supply_units: int


class ChangeCoin(Record, frozen=True):
    """Let a coin be traded, or not: the pairs of one that is not take no orders, and give theirs back."""

    at: int
    symbol: str
    trading: bool


class ListPair(Record, frozen=True):
    """Open a market. The reference price stands in for the last trade until there is one."""

    at: int
    pair: str
    base: str
    quote: str
    price_decimals: int
    rules: PairRules
    reference_price: int
    state: PairState = "trading"


class ChangePair(Record, frozen=True):
    """Change what is given of a market: rules, state, or the price that the band is around."""

    at: int
    pair: str
    rules: PairRules | None = None
    state: PairState | None = None
    reference_price: int = 0


class PlaceOrder(Record, frozen=True):
    """An order with the fee rates that will hold for all its life, in parts per million.

    `idempotency_key` is a digest of the key that the request was sent with, if any.
    """

    at: int
    client: str
    pair: str
    side: Side
    type: OrderType
    quantity: int = 0
    price: int = 0
    maker_ppm: int = 0
    taker_ppm: int = 0
    time_in_force: TimeInForce = "gtc"
    post_only: bool = False
    prevention: Prevention = "expire_taker"
    client_order_id: str | None = None
    quote_quantity: int = 0
    stop_price: int = 0
    stop_limit_price: int = 0
    trailing_bps: int = 0
    display_quantity: int = 0
    expire_at: int = 0
    idempotency_key: str | None = None


class AmendOrder(Record, frozen=True):
    """Another price or another whole quantity, filled part included, for an open order."""

    at: int
    client: str
    order_id: int
    price: int = 0
    quantity: int = 0


class CancelOrder(Record, frozen=True):
    """Take an open order back."""

    at: int
    client: str
    order_id: int


class CancelAll(Record, frozen=True):
    """Take back all open orders that fit; without a client it is an act of staff on a whole market."""

    at: int
    client: str | None = None
    pair: str | None = None
    side: Side | None = None
    # Of which types; of all where there are none.
    types: tuple[OrderType, ...] = ()


class Tick(Record, frozen=True):
    """Nothing but time passes."""

    at: int


class Deposit(Record, frozen=True):
    """Credit what has arrived from a chain."""

    at: int
    reference: str
    client: str
    asset: str
    network: str
    amount: int


class ReverseDeposit(Record, frozen=True):
    """Take back a credit whose chain transaction is no more."""

    at: int
    reference: str


class HoldWithdrawal(Record, frozen=True):
    """Set aside the amount and its fee until the withdrawal has left or will not leave.

    `value` is what both are worth and `day_limit` what the client may withdraw on a day, in one unit of value
    that the caller chooses and keeps to; a limit of 0 is none.
    """

    at: int
    reference: str
    client: str
    asset: str
    network: str
    amount: int
    fee: int
    value: int = 0
    day_limit: int = 0


class SettleWithdrawal(Record, frozen=True):
    """The amount has left on the chain; the fee is earned.

    With a receiver it has not left: it was sent to the address of another client of this exchange.
    """

    at: int
    reference: str
    receiver: str = ""


class ReleaseWithdrawal(Record, frozen=True):
    """The withdrawal will not leave; everything held for it goes back."""

    at: int
    reference: str


class Adjust(Record, frozen=True):
    """Move a coin from the house's treasury to a client, or back when the amount is negative."""

    at: int
    reference: str
    client: str
    asset: str
    amount: int


class Fund(Record, frozen=True):
    """Bring a coin of the house's own into its treasury."""

    at: int
    reference: str
    asset: str
    network: str
    amount: int


class Defund(Record, frozen=True):
    """A coin of the house's own has left its treasury for the world outside."""

    at: int
    reference: str
    asset: str
    network: str
    amount: int


class MoveHouse(Record, frozen=True):
    """Move a coin of the house's own from one of its accounts to another."""

    at: int
    reference: str
    asset: str
    source: str
    target: str
    amount: int


class PayNetworkFee(Record, frozen=True):
    """What a transaction of the house has cost on a chain."""

    at: int
    reference: str
    asset: str
    network: str
    amount: int


class ConvertLeg(Record, frozen=True):
    """One step of a conversion: sell the base coin of a pair, or buy it with the quote coin."""

    pair: str
    side: Side


class Convert(Record, frozen=True):
    """Change a coin into another one, through one pair or two, at what was promised or not at all.

    The client pays `amount` of the first coin and gets `receive` of the last one, both exactly; `fee` is what
    the house keeps of the last coin.
    """

    at: int
    client: str
    reference: str
    legs: tuple[ConvertLeg, ...]
    amount: int
    receive: int
    fee: int


Command: TypeAlias = (
    OpenLedger
    | ListCoin
    | ChangeCoin
    | ListPair
    | ChangePair
    | PlaceOrder
    | AmendOrder
    | CancelOrder
    | CancelAll
    | Tick
    | Deposit
    | ReverseDeposit
    | HoldWithdrawal
    | SettleWithdrawal
    | ReleaseWithdrawal
    | Adjust
    | Fund
    | Defund
    | MoveHouse
    | PayNetworkFee
    | Convert
    | CreatePreMarket
    | SchedulePreMarket
    | ListPreMarket
    | CancelPreMarket
    | PlacePreMarketOrder
    | CancelPreMarketOrder
    | DeliverContract
    | CreateEarnProduct
    | ChangeEarnProduct
    | Subscribe
    | Redeem
    | ChangeAutoRenew
)

KINDS: dict[str, type[Command]] = {kind.__name__: kind for kind in get_args(Command)}
# Entries from before a command was renamed keep the name that it had.
KINDS |= {"ListAsset": ListCoin, "ChangeAsset": ChangeCoin}
