"""What may be asked of pre-markets. Units are those of the other commands (`commands`)."""

from typing import Literal

from clearwater.core.records import Record

HOUR_MS = 3_600_000


class CreatePreMarket(Record, frozen=True):
    """Announce the forward market of a coin that is not listed yet, paid in another coin (PRM-1).

    `max_exposure` is the most that one client may have bought or sold and not settled, in the quote coin.
    """

    at: int
    symbol: str
    quote: str
    price_decimals: int
    tick: int
    step: int
    min_quantity: int
    max_quantity: int
    max_exposure: int
    opens_at: int
    closes_at: int
    fee_ppm: int = 20_000
    collateral_ppm: int = 1_000_000
    window_ms: int = 4 * HOUR_MS
    late_ms: int = 30 * 24 * HOUR_MS


class SchedulePreMarket(Record, frozen=True):
    """Other times for opening and closing; 0 leaves one as it is."""

    at: int
    symbol: str
    opens_at: int = 0
    closes_at: int = 0


class ListPreMarket(Record, frozen=True):
    """Say when delivery begins. Trading ends with it; until then it can be said again."""

    at: int
    symbol: str
    delivery_at: int


class CancelPreMarket(Record, frozen=True):
    """The coin will not be listed: every order and contract is void."""

    at: int
    symbol: str


class PlacePreMarketOrder(Record, frozen=True):
    """Buy or sell forward, at this price or a better one; what does not trade waits."""

    at: int
    client: str
    symbol: str
    side: Literal["buy", "sell"]
    price: int
    quantity: int
    idempotency_key: str | None = None


class CancelPreMarketOrder(Record, frozen=True):
    """Take the open part of an order back."""

    at: int
    client: str
    order_id: int


class DeliverContract(Record, frozen=True):
    """The seller of a contract delivers before the window ends."""

    at: int
    client: str
    contract_id: int
