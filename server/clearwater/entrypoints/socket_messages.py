"""The messages of the realtime channels, described beside the HTTP API whose shapes they carry."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from clearwater.core.commands import PairState
from clearwater.core.premarket_events import ContractStatus, PreMarketOrderStatus, PreMarketStatus
from clearwater.domains.ledger.schemas import Asset, Transaction
from clearwater.domains.markets.schemas import CandleView, PublicTrade, Ticker
from clearwater.domains.notices.schemas import NoticeView
from clearwater.domains.orders.schemas import Fill, Order
from clearwater.domains.premarket.schemas import PreMarketBook, PreMarketTrade

Json = dict[str, Any]
BookLevel: TypeAlias = tuple[str, str]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid")

    channel: str


class NumberedMessage(Message):
    """A private event: numbered without gaps over all of a client's private channels."""

    seq: int


class TickerMessage(Message, Ticker):
    type: Literal["ticker"]


class DepthSnapshotMessage(Message):
    """A book as of `seq`, best prices first."""

    type: Literal["snapshot"]
    seq: int
    bids: list[BookLevel]
    asks: list[BookLevel]


class DepthUpdateMessage(Message):
    """What changed in a book from one number to another, both included; a level without quantity is gone."""

    type: Literal["update"]
    first_seq: int
    last_seq: int
    bids: list[BookLevel]
    asks: list[BookLevel]
    checksum: int = Field(description="CRC-32 of the ten best levels of both sides after the update.")


class TradesMessage(Message):
    type: Literal["trades"]
    items: list[PublicTrade]


class CandleMessage(Message, CandleView):
    type: Literal["candle"]


class PairMessage(Message):
    type: Literal["pair"]
    symbol: str
    status: PairState


class NewsMessage(Message):
    """The site's news have changed: fetch what is shown of them again."""

    type: Literal["news"]


class PreMarketRow(BaseModel):
    """What moves in a pre-market."""

    status: PreMarketStatus
    last_price: str | None
    best_bid: str | None
    best_ask: str | None


class NamedPreMarketRow(PreMarketRow):
    symbol: str


class PreMarketRowsMessage(Message):
    """The pre-markets that have changed; all of them for a new subscriber."""

    type: Literal["rows"]
    items: list[NamedPreMarketRow]


class PreMarketMessage(Message, PreMarketRow):
    """A pre-market with its book as it is now, and the trades since the last message."""

    type: Literal["premarket"]
    book: PreMarketBook
    trades: list[PreMarketTrade]


def _without_default(schema: Json) -> None:
    """A field that is left out rather than null."""
    schema.pop("default", None)


class OrderMessage(NumberedMessage):
    """An order as it stands after a command, once for each of its fills."""

    type: Literal["order"]
    order: Order
    fill: Fill | None = Field(default=None, json_schema_extra=_without_default)


class StopPrice(BaseModel):
    id: int
    stop_price: str


class StopPricesMessage(NumberedMessage):
    """Where the stop prices of trailing orders are; `seq` is that of the client's last event."""

    type: Literal["stop_prices"]
    items: list[StopPrice]


class BalancesMessage(NumberedMessage):
    type: Literal["balances"]
    items: list[Asset]


class TransactionMessage(NumberedMessage):
    type: Literal["transaction"]
    transaction: Transaction


class KycMessage(NumberedMessage):
    type: Literal["kyc"]
    status: str


class LevelMessage(NumberedMessage):
    type: Literal["level"]
    level: str


class SecurityMessage(NumberedMessage):
    type: Literal["security"]
    change: str


class NoticeMessage(NumberedMessage):
    """The client has a new notice."""

    type: Literal["notice"]
    notice: NoticeView
    unread: int


class AnnouncementMessage(NumberedMessage):
    """There may be a new announcement; `/v1/notices` has it."""

    type: Literal["announcement"]


class SessionRevokedMessage(NumberedMessage):
    type: Literal["session_revoked"]
    session_id: str


class DepositMessage(NumberedMessage):
    """A deposit of the client has changed; `/v1/deposit` has it."""

    type: Literal["deposit"]
    id: str


class WithdrawalMessage(NumberedMessage):
    """A withdrawal of the client has changed; `/v1/withdrawal` has it."""

    type: Literal["withdrawal"]
    id: str


class PreMarketOrderMessage(NumberedMessage):
    """A pre-market order of the client has changed; `/v1/premarkets/orders` has it."""

    type: Literal["premarket_order"]
    order_id: int
    symbol: str
    status: PreMarketOrderStatus


class PreMarketContractMessage(NumberedMessage):
    """A pre-market contract of the client has changed; `/v1/premarkets/contracts` has it."""

    type: Literal["premarket_contract"]
    contract_id: int
    symbol: str
    status: ContractStatus


class EarnPositionMessage(NumberedMessage):
    """An earn position of the client has changed; `/v1/earn/positions` has it."""

    type: Literal["earn_position"]
    position_id: int
    product_id: str
    status: Literal["active", "redeemed"]


SocketMessage: TypeAlias = Annotated[
    TickerMessage
    | DepthSnapshotMessage
    | DepthUpdateMessage
    | TradesMessage
    | CandleMessage
    | PairMessage
    | NewsMessage
    | AnnouncementMessage
    | NoticeMessage
    | PreMarketRowsMessage
    | PreMarketMessage
    | OrderMessage
    | StopPricesMessage
    | BalancesMessage
    | TransactionMessage
    | KycMessage
    | LevelMessage
    | SecurityMessage
    | SessionRevokedMessage
    | PreMarketOrderMessage
    | PreMarketContractMessage
    | EarnPositionMessage
    | DepositMessage
    | WithdrawalMessage,
    Field(discriminator="type"),
]
MESSAGES: TypeAdapter[SocketMessage] = TypeAdapter(SocketMessage)


def describe_messages() -> Json:
    """The messages and what they carry, as schemas of the OpenAPI document."""
    described = MESSAGES.json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
    schemas: Json = described.pop("$defs")
    return schemas | {"SocketMessage": described}
