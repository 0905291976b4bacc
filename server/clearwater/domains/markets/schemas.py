"""Schemas of market data, and of coins and pairs for operators."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from clearwater.core.commands import PairState
from clearwater.core.money import MAX_DECIMALS, MAX_PRICE_DECIMALS
from clearwater.kit.fields import Amount, Line

Period = Literal["5m", "15m", "1h", "4h", "1d"]
MAX_POSITION = 1_000_000
MAX_OPEN_ORDERS = 10_000

Symbol = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z0-9]{1,20}$")]
# A path on this site, without two leading slashes: an external image would reveal visitors to third parties.
ICON = r"^/[A-Za-z0-9._~%-][A-Za-z0-9._~/%?=&-]*$"
Icon = Annotated[str, StringConstraints(strict=True, max_length=200, pattern=ICON)]
Position = Annotated[int, Field(strict=True, ge=0, le=MAX_POSITION)]


class Ticker(BaseModel):
    """A pair's last 24 hours: the current minute and the 1,440 before it."""

    symbol: str = Field(examples=["BTC-USDT"])
    last: str | None = Field(description="The price of the last trade; null before any.")
    open: str | None = Field(description="The first price of the 24 hours; the last one if none was traded.")
    high: str | None
    low: str | None
    volume: str = Field(description="In the base coin.")
    quote_volume: str = Field(description="In the quote coin.")
    change: str = Field(description="From `open` to `last`, as a fraction.", examples=["-0.0125"])
    bid: str | None = Field(description="The best price to sell at; null while nobody buys.")
    ask: str | None = Field(description="The best price to buy at; null while nobody sells.")
    ts_ms: int


class TickerRow(Ticker):
    sparkline: list[str] = Field(
        description="The closes of the last 24 hours, oldest first, the running hour included; fewer where"
        " trading began later. An hour without a trade closes where the one before did."
    )


class Pair(BaseModel):
    """A pair: the rules for its orders, and its ticker."""

    symbol: str = Field(examples=["BTC-USDT"])
    base: str
    quote: str
    status: PairState = Field(
        description="`cancel_only` also while one of its coins is not traded; `halted` takes no cancels."
    )
    tick_size: str
    step_size: str
    min_quantity: str
    max_quantity: str
    min_notional: str = Field(description="The least value of an order, in the quote coin.")
    price_band: str = Field(description="How far a price may be from the last trade, as a fraction.")
    market_guard: str = Field(description="How far from the best price a market order trades, as a fraction.")
    max_open_orders: int
    price_decimals: int = Field(description="The most digits that a price of this pair ever has.")
    listed_at: int | None
    ticker: Ticker


class Pairs(BaseModel):
    """All pairs in display order."""

    items: list[Pair]
    next_cursor: None = None


class Depth(BaseModel):
    """The best levels of a book: price and quantity, best first, at its sequence number `seq`."""

    symbol: str
    seq: int
    bids: list[tuple[str, str]]
    asks: list[tuple[str, str]]


class PublicTrade(BaseModel):
    id: int
    price: str
    quantity: str
    side: Literal["buy", "sell"] = Field(description="The side of the taker.")
    ts_ms: int


class PublicTrades(BaseModel):
    """The newest trades of a pair, newest first."""

    items: list[PublicTrade]
    next_cursor: None = None


class CandleView(BaseModel):
    start_ms: int
    open: str
    high: str
    low: str
    close: str
    volume: str
    quote_volume: str
    closed: bool = Field(description="Whether its time is over; the newest one goes on changing.")


class Candles(BaseModel):
    """Candles, oldest first, one for each interval.

    There are no gaps: an interval without a trade is flat at the previous close, without volume. Only
    intervals before the first trade are left out. All times are UTC; weeks begin on Monday.
    """

    items: list[CandleView]
    next_cursor: None = None


class HeatMapCell(BaseModel):
    symbol: str
    change: str
    quote_volume: str = Field(description="In USDT, whatever the pair's own quote coin.")


class PairSparkline(BaseModel):
    symbol: str
    sparkline: list[str]


class MarketTotals(BaseModel):
    pairs: int
    quote_volume_24h: str = Field(description="In USDT.")
    trades_24h: int


class Overview(BaseModel):
    """Overview of all markets; each list of tickers has at most ten pairs."""

    gainers: list[TickerRow]
    losers: list[TickerRow]
    volume: list[TickerRow] = Field(description="By what was traded in 24 hours, in USDT.")
    new: list[TickerRow] = Field(description="Newest first.")
    heat_map: list[HeatMapCell]
    sparklines: list[PairSparkline] = Field(description="Of every pair.")
    totals: MarketTotals


class TradingDataItem(BaseModel):
    """One period. Unknown values, such as the spread of a book without samples, are null."""

    start_ms: int
    taker_buy_volume: str = Field(description="In the base coin, bought by takers.")
    taker_sell_volume: str
    aggressor_ratio: str | None = Field(description="The part of the volume that takers bought, 0 to 1.")
    spread_bps: str | None = Field(description="Of the middle price; the mean of one look a minute.")
    depth_imbalance: str | None = Field(
        description="(bids - asks) / (bids + asks) within 1 % of the middle price, -1 to 1; the mean."
    )
    volatility: str | None = Field(
        description="Realised: the root of the summed squares of the log returns inside of the period, as"
        " a fraction, not annualised."
    )


class TradingData(BaseModel):
    """Statistics of this exchange's trades and book, oldest first, without gaps; the last is current."""

    symbol: str
    period: Period
    items: list[TradingDataItem]


class Coin(BaseModel):
    symbol: str
    name: str
    icon: str | None
    decimals: int
    price: str | None = Field(description="In USDT, by the last trade; null before any.")
    change_24h: str | None
    volume_24h: str = Field(description="What was traded in all pairs with this coin, in USDT.")
    networks: list[str] = Field(description="Keys of its networks; `/v1/deposit/networks` describes them.")
    deposit: bool
    withdraw: bool
    trading: bool


class Coins(BaseModel):
    """All coins in display order."""

    items: list[Coin]
    next_cursor: None = None


class CoinFace(BaseModel):
    """Name, icon and open functions of a coin."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[Line, Field(min_length=1, max_length=60)]
    icon: Icon | None = None
    deposit: Annotated[bool, Field(strict=True)] = True
    withdraw: Annotated[bool, Field(strict=True)] = True
    trading: Annotated[bool, Field(strict=True)] = True
    position: Position = Field(default=0, description="Its place in lists, lowest first.")


class CoinDraft(CoinFace):
    """A new coin. Its symbol, decimals and supply can never be changed."""

    symbol: Symbol
    decimals: Annotated[int, Field(strict=True, ge=0, le=MAX_DECIMALS)]
    supply: Amount = Field(description="The most that can ever be here.")


class CoinForStaff(CoinFace):
    symbol: str
    decimals: int
    supply: str
    listed_at: int | None


class CoinsForStaff(BaseModel):
    items: list[CoinForStaff]
    next_cursor: None = None


class PairRulesDraft(BaseModel):
    """Rules for orders of a pair. Prices in the quote coin, quantities in the base coin."""

    model_config = ConfigDict(extra="forbid")

    tick_size: Amount
    step_size: Amount
    min_quantity: Amount
    max_quantity: Amount
    min_notional: Amount
    price_band: Amount = Field(default="0.2", description="A fraction of four digits at most.")
    market_guard: Amount = Field(default="0.05", description="A fraction of four digits at most.")
    max_open_orders: Annotated[int, Field(strict=True, ge=1, le=MAX_OPEN_ORDERS)] = 200


class PairDraft(PairRulesDraft):
    """A new pair of two listed coins. Its price decimals can never be changed."""

    base: Symbol
    quote: Symbol
    price_decimals: Annotated[int, Field(strict=True, ge=0, le=MAX_PRICE_DECIMALS)] = 8
    reference_price: Amount = Field(description="Stands in for the last trade until there is one.")
    status: PairState = "trading"
    position: Position = Field(default=0, description="Its place in lists, lowest first.")


class PairPlace(BaseModel):
    model_config = ConfigDict(extra="forbid")

    position: Position


class PairStatus(BaseModel):
    model_config = ConfigDict(extra="forbid")

    status: PairState


class ReferencePrice(BaseModel):
    model_config = ConfigDict(extra="forbid")

    reference_price: Amount


class PairForStaff(Pair):
    """A pair with its state in the engine. `status` is the one set by staff."""

    untraded_coins: list[str] = Field(
        description="Those of its two coins that are not traded; with one of them, clients can only cancel."
    )
    position: int
    reference_price: str
    open_orders: int
    bids: int = Field(description="How many levels of the book buy.")
    asks: int = Field(description="How many levels of the book sell.")
    depth_seq: int


class PairsForStaff(BaseModel):
    items: list[PairForStaff]
    next_cursor: None = None


class OrdersCanceled(BaseModel):
    canceled: int
