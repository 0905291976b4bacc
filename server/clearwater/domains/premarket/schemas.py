"""Pre-markets, their orders and contracts on the wire."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from clearwater.core.commands import Side
from clearwater.core.premarket_events import PreMarketOrderStatus, PreMarketStatus
from clearwater.kit.fields import Amount

ShownContractStatus = Literal["matched", "delivering", "settled", "defaulted", "voided"]
CandleInterval = Literal["5m", "1h", "1d"]


class NewPreMarketOrder(BaseModel):
    """A limit order: this price or a better one; what does not fill rests on the book."""

    model_config = ConfigDict(extra="forbid")

    side: Side
    price: Amount
    quantity: Amount


class PreMarketSummary(BaseModel):
    """A pre-market. Prices and values in the quote coin, quantities in the coin itself."""

    symbol: str
    name: str
    icon: str | None
    quote: str
    status: PreMarketStatus
    last_price: str | None = Field(description="Null before any fill.")
    change: str | None = Field(description="Of 24 hours, as a fraction; null before any fill.")
    volume: str = Field(description="Of 24 hours, in the quote coin.")
    best_bid: str | None
    best_ask: str | None
    opens_at: int
    closes_at: int
    delivery_at: int | None = Field(description="When the delivery window opens; null until the listing.")
    delivery_ends_at: int | None
    late_at: int = Field(description="Without a listing by then, every contract is void.")
    collateral_rate: str = Field(description="Of the value, reserved by sellers; 1 is 100%.")
    fee_rate: str = Field(description="Of the value, for each side; 0.02 is 2%.")
    price_decimals: int
    quantity_decimals: int
    tick_size: str
    step_size: str
    min_quantity: str
    max_quantity: str
    max_exposure: str = Field(description="The most that a client's open orders and contracts may be worth.")


class ProtectionBalance(BaseModel):
    """What the exchange's protection account holds: the part of lost collateral that buyers do not get."""

    coin: str
    amount: str


class PreMarketSummaries(BaseModel):
    items: list[PreMarketSummary]
    protection: list[ProtectionBalance] = Field(
        description="The protection account in every coin that pre-markets are paid in."
    )


class PreMarketBook(BaseModel):
    """Price and quantity of the best levels, best first."""

    bids: list[tuple[str, str]]
    asks: list[tuple[str, str]]


class PreMarketTrade(BaseModel):
    """A fill; `side` is the taker's."""

    id: int
    price: str
    quantity: str
    side: Side
    time_ms: int


class PreMarketRule(BaseModel):
    """A sentence about this pre-market, with its own figures."""

    key: str
    text: str


class PreMarketOrderView(BaseModel):
    """An order of the client."""

    id: int
    symbol: str
    quote: str
    side: Side
    price: str
    quantity: str
    filled_quantity: str
    locked: str = Field(description="What is still reserved for the open part, in the quote coin.")
    fee: str = Field(description="The part of `locked` that is fee.")
    status: PreMarketOrderStatus
    created_at: int


class ReceivedAmount(BaseModel):
    coin: str
    amount: str


class ContractOutcome(BaseModel):
    """What the reader got when the contract ended."""

    received: list[ReceivedAmount]


class ContractView(BaseModel):
    """A contract, as its reader sees it."""

    id: int
    symbol: str
    quote: str
    side: Side = Field(description="The reader's.")
    price: str
    quantity: str
    value: str
    fee: str = Field(description="The reader's.")
    collateral: str = Field(description="The seller's.")
    status: ShownContractStatus = Field(
        description="`delivering` while the delivery window of its pre-market is open."
    )
    delivered_quantity: str
    deliver_by: int | None
    missing_quantity: str = Field(
        description="What the seller's available balance lacks for this contract, while it can be delivered."
    )
    created_at: int
    ended_at: int | None
    outcome: ContractOutcome | None


class MyPreMarket(BaseModel):
    """What the reader has in a pre-market: open orders, and the newest 100 contracts."""

    orders: list[PreMarketOrderView]
    contracts: list[ContractView]
    exposure: str = Field(description="The value of open orders and contracts, in the quote coin.")
    exposure_left: str


class PreMarketDetail(PreMarketSummary):
    """A pre-market with its book, last fills and rules; `my` is null for visitors."""

    book: PreMarketBook
    trades: list[PreMarketTrade]
    rules: list[PreMarketRule]
    protection: ProtectionBalance = Field(description="Of all pre-markets that are paid in the same coin.")
    my: MyPreMarket | None


class PreMarketCandle(BaseModel):
    """Prices in the quote coin, volume in the coin itself."""

    time_ms: int
    open: str
    high: str
    low: str
    close: str
    volume: str


class PreMarketCandles(BaseModel):
    """Oldest first; periods without a fill are left out."""

    items: list[PreMarketCandle]
