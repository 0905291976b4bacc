"""The shapes that the domains below give to things."""

from typing import cast

from clearwater.core.events import Filled, Posting, TransferChanged
from clearwater.core.views import OrderView, View
from clearwater.domains.ledger import service as ledger
from clearwater.domains.markets import service as markets
from clearwater.domains.orders import service as orders
from clearwater.domains.realtime.ports import Json


class KnownShapes:
    """Exactly as the HTTP API shows them."""

    def order(self, view: View, order: OrderView) -> Json:
        return orders.order_json(view.pairs[order.state.pair], order)

    def stop_price(self, view: View, order: OrderView) -> str | None:
        return orders.stop_price_text(view.pairs[order.state.pair], order)

    def fill(self, view: View, fill: Filled, *, as_taker: bool) -> Json:
        return orders.fill_json(view.pairs[fill.pair], fill, as_taker=as_taker)

    def asset(self, view: View, owner: str, coin: str) -> Json:
        return ledger.asset_of(view, markets.Prices.of(view), owner, coin).model_dump()

    def transaction(
        self, view: View, posting: Posting, transfer: TransferChanged | None, *, owner: str, at_ms: int
    ) -> Json | None:
        decimals = view.coins[posting.source.asset].decimals
        return ledger.transaction_of_event(posting, transfer, owner=owner, at_ms=at_ms, decimals=decimals)

    def pair_status(self, view: View, pair: str) -> str:
        return markets.pair_status(view, view.pairs[pair])

    def trade(self, view: View, fill: Filled) -> Json:
        scale = markets.scale_of(view.pairs[fill.pair])
        return markets.trade_json(markets.Trade.of(fill), scale)


class KnownBoard:
    """The market board, as far as realtime asks it."""

    def __init__(self, board: markets.Board) -> None:
        self._board = board

    def ticker(self, symbol: str) -> Json:
        return self._board.ticker(symbol)

    def running(self, symbol: str, interval: str) -> object | None:
        return self._board.tape(symbol).running.get(cast("markets.Interval", interval))

    def candle(self, symbol: str, candle: object) -> Json:
        assert isinstance(candle, markets.Candle)
        board = self._board
        return markets.candle_json(candle, markets.scale_of(board.get_pair(symbol)), board.now_ms())
