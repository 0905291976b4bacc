"""Messages to clients: the names of channels, bodies as in the HTTP API, and frames encoded once for all."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import msgspec

from clearwater.core.events import Filled, Posting, TransferChanged
from clearwater.core.views import OrderView, View
from clearwater.domains.ledger import service as ledger
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.service import INTERVALS
from clearwater.domains.orders import service as orders

PRIVATE = frozenset({"orders", "balances", "transactions", "account"})
SITE = "site"
TICKER_OF_ALL = "ticker:all"
PREMARKETS = "premarkets"
SYMBOL = r"[A-Z0-9]{1,20}-[A-Z0-9]{1,20}"
OF_A_PAIR = re.compile(rf"(ticker|depth|trades):({SYMBOL})|(candles):({SYMBOL}):({'|'.join(INTERVALS)})")
OF_A_PREMARKET = re.compile(r"premarket:([A-Z0-9]{1,20})")
Json = dict[str, Any]

MAX_SHORT_PAYLOAD, MAX_MEDIUM_PAYLOAD = 125, 0xFFFF
# A later message or a snapshot replaces these, so a slow consumer may skip some.
REPLACEABLE = frozenset({"depth", "ticker", "candles", PREMARKETS})


class Channel(NamedTuple):
    """A channel that can be subscribed to. Its kind is the Socket.IO event of its messages."""

    name: str
    kind: str
    pair: str = ""
    interval: str = ""
    # The coin of a pre-market.
    coin: str = ""

    @property
    def is_private(self) -> bool:
        return self.kind in PRIVATE


def find_channel(name: str) -> Channel | None:
    """Parse a channel name; None when it is invalid. Whether the pair or coin exists is not checked."""
    if name in PRIVATE or name in {SITE, PREMARKETS}:
        return Channel(name, name)
    if name == TICKER_OF_ALL:
        return Channel(name, "ticker")
    if premarket := OF_A_PREMARKET.fullmatch(name):
        return Channel(name, "premarket", coin=premarket[1])
    parts = OF_A_PAIR.fullmatch(name)
    if parts is None:
        return None
    if parts[1]:
        return Channel(name, parts[1], parts[2])
    return Channel(name, parts[3], parts[4], parts[5])


class Message:
    """One or more Socket.IO packets that are sent together. Frames are encoded on first use."""

    __slots__ = ("_frames", "is_replaceable", "texts")

    def __init__(self, texts: Sequence[str], *, is_replaceable: bool) -> None:
        self.texts = texts
        self.is_replaceable = is_replaceable
        self._frames: bytes | None = None

    @classmethod
    def of(cls, event: str, *bodies: Json) -> "Message":
        """One event packet for each body."""
        texts = [f'2["{event}",{msgspec.json.encode(body).decode()}]' for body in bodies]
        return cls(texts, is_replaceable=event in REPLACEABLE)

    @property
    def frames(self) -> bytes:
        """As WebSocket frames: frames of a server are not masked, so all recipients get the same bytes."""
        if self._frames is None:
            self._frames = b"".join(map(frame_of, self.texts))
        return self._frames


def frame_of(text: str) -> bytes:
    """A complete text frame (RFC 6455) with an Engine.IO message packet."""
    payload = b"4" + text.encode()
    size = len(payload)
    if size <= MAX_SHORT_PAYLOAD:
        return b"\x81" + size.to_bytes(1, "big") + payload
    if size <= MAX_MEDIUM_PAYLOAD:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


def order_body(view: View, order: OrderView) -> Json:
    return orders.order_json(view.pairs[order.state.pair], order)


def stop_price_text(view: View, order: OrderView) -> str | None:
    return orders.stop_price_text(view.pairs[order.state.pair], order)


def fill_body(view: View, fill: Filled, *, as_taker: bool) -> Json:
    return orders.fill_json(view.pairs[fill.pair], fill, as_taker=as_taker)


def asset_body(view: View, owner: str, coin: str) -> Json:
    return ledger.asset_of(view, markets.Prices.of(view), owner, coin).model_dump()


def transaction_body(
    view: View, posting: Posting, transfer: TransferChanged | None, *, owner: str, at_ms: int
) -> Json | None:
    decimals = view.coins[posting.source.asset].decimals
    return ledger.transaction_of_event(posting, transfer, owner=owner, at_ms=at_ms, decimals=decimals)


def pair_status(view: View, pair: str) -> str:
    return markets.pair_status(view, view.pairs[pair])


def trade_body(view: View, fill: Filled) -> Json:
    scale = markets.scale_of(view.pairs[fill.pair])
    return markets.trade_json(markets.Trade.of(fill), scale)


def running_candle(board: markets.Board, symbol: str, interval: str) -> markets.Candle | None:
    """The current candle, which changes until the next one starts."""
    return board.tape(symbol).running.get(cast("markets.Interval", interval))


def candle_body(board: markets.Board, symbol: str, candle: markets.Candle) -> Json:
    """The body of a candle message."""
    return markets.candle_json(candle, markets.scale_of(board.get_pair(symbol)), board.now_ms())
