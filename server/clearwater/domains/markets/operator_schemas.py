"""Schemas of coins and pairs for operators."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from clearwater.core.commands import PairState
from clearwater.core.money import MAX_DECIMALS, MAX_PRICE_DECIMALS
from clearwater.domains.markets.schemas import Pair
from clearwater.kit.fields import Amount, Line

MAX_POSITION = 1_000_000
MAX_OPEN_ORDERS = 10_000

Symbol = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z0-9]{1,20}$")]
# A path on this site, without two leading slashes: an external image would reveal visitors to third parties.
ICON = r"^/[A-Za-z0-9._~%-][A-Za-z0-9._~/%?=&-]*$"
Icon = Annotated[str, StringConstraints(strict=True, max_length=200, pattern=ICON)]
Position = Annotated[int, Field(strict=True, ge=0, le=MAX_POSITION)]


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
