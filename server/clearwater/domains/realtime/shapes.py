"""Bodies of realtime messages, in the same shapes as the HTTP API."""

from typing import cast

from clearwater.core.events import Filled, Posting, TransferChanged
from clearwater.core.views import OrderView, View
from clearwater.domains.ledger import service as ledger
from clearwater.domains.markets import service as markets
from clearwater.domains.orders import service as orders
from clearwater.domains.realtime.messages import Json


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
