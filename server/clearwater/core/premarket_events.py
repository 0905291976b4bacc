"""What has happened in pre-markets. Each event says everything about its subject as it stands now."""

from typing import Literal, TypeAlias

from clearwater.core.records import EventRecord

PreMarketStatus: TypeAlias = Literal["upcoming", "open", "closed", "delivering", "settled", "canceled"]
PreMarketOrderStatus: TypeAlias = Literal["open", "partially_filled", "filled", "canceled"]
ContractStatus: TypeAlias = Literal["matched", "settled", "defaulted", "voided"]


class PreMarketChanged(EventRecord, frozen=True, tag=121):
    """The terms of a pre-market, its times and its state. `seq` counts the emitted levels of its book."""

    symbol: str
    quote: str
    price_decimals: int
    tick: int
    step: int
    min_quantity: int
    max_quantity: int
    max_exposure: int
    fee_ppm: int
    collateral_ppm: int
    window_ms: int
    late_ms: int
    opens_at: int
    closes_at: int
    # 0 until the listing is set.
    delivery_at: int
    status: PreMarketStatus
    last_price: int
    seq: int
    at: int


class PreMarketOrderChanged(EventRecord, frozen=True, tag=122):
    """An order; `locked` is what is still set aside for its open part, its fee included."""

    order_id: int
    client: str
    symbol: str
    side: Literal["buy", "sell"]
    price: int
    quantity: int
    remaining: int
    locked: int
    status: PreMarketOrderStatus
    idempotency_key: str | None
    created_at: int
    at: int


class ContractChanged(EventRecord, frozen=True, tag=123):
    """A contract: what a fill obliges both sides to, and how it ended."""

    contract_id: int
    symbol: str
    taker_side: Literal["buy", "sell"]
    buyer: str
    seller: str
    buy_order_id: int
    sell_order_id: int
    price: int
    quantity: int
    value: int
    buyer_fee: int
    collateral: int
    seller_fee: int
    status: ContractStatus
    created_at: int
    at: int


class PreMarketLevelChanged(EventRecord, frozen=True, tag=124):
    """What a level of a pre-market's book shows now; 0 when it is gone."""

    symbol: str
    seq: int
    side: Literal["buy", "sell"]
    price: int
    quantity: int
