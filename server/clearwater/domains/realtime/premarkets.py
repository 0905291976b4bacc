"""The public channels of pre-markets: the list of all, and book and trades of one."""

from clearwater.core.events import Event
from clearwater.core.money import to_text
from clearwater.core.premarket_events import ContractChanged, PreMarketChanged, PreMarketLevelChanged
from clearwater.core.views import Level, PreMarketView, View
from clearwater.domains.realtime.messages import PREMARKETS, Json, Message
from clearwater.domains.realtime.ports import Subscribers

EVENTS = frozenset({PreMarketChanged, PreMarketLevelChanged, ContractChanged})
SHOWN_LEVELS = 50


class PreMarketFeed:
    """Collects what has changed in pre-markets, and publishes it a few times a second."""

    def __init__(self, subscribers: Subscribers) -> None:
        self._subscribers = subscribers
        self._changed: set[str] = set()
        self._trades: dict[str, list[ContractChanged]] = {}

    def reset(self) -> None:
        self._changed.clear()
        self._trades.clear()

    def take(self, event: Event) -> None:
        """Note what has to be published."""
        if isinstance(event, ContractChanged):
            if event.status == "matched":
                self._trades.setdefault(event.symbol, []).append(event)
        elif isinstance(event, (PreMarketChanged, PreMarketLevelChanged)):
            self._changed.add(event.symbol)

    def first(self, view: View, symbol: str) -> Message:
        """The first message for a subscriber: of one pre-market, or of all."""
        return _update(view, symbol, []) if symbol else _rows(view, list(view.premarkets))

    def send(self, view: View) -> None:
        """Publish what has changed since the last time."""
        changed, trades = self._changed | set(self._trades), self._trades
        self._changed, self._trades = set(), {}
        if changed and self._subscribers.is_watched(PREMARKETS):
            self._subscribers.public(PREMARKETS, _rows(view, sorted(changed)))
        for symbol in changed:
            channel = f"premarket:{symbol}"
            if self._subscribers.is_watched(channel):
                self._subscribers.public(channel, _update(view, symbol, trades.get(symbol, [])))


def _rows(view: View, symbols: list[str]) -> Message:
    items = [{"symbol": symbol, **_row(view.premarkets[symbol])} for symbol in symbols]
    return Message.of("premarkets", {"channel": PREMARKETS, "type": "rows", "items": items})


def _row(shown: PreMarketView) -> Json:
    decimals = shown.terms.price_decimals
    best = [side.best(1) for side in (shown.bids, shown.asks)]
    bid, ask = [to_text(levels[0][0], decimals) if levels else None for levels in best]
    last_price = shown.terms.last_price
    return {
        "status": shown.terms.status,
        "last_price": to_text(last_price, decimals) if last_price else None,
        "best_bid": bid,
        "best_ask": ask,
    }


def _update(view: View, symbol: str, trades: list[ContractChanged]) -> Message:
    shown = view.premarkets[symbol]
    price_decimals, quantity_decimals = shown.terms.price_decimals, view.coins[symbol].decimals

    def rows(levels: list[Level]) -> list[tuple[str, str]]:
        return [
            (to_text(price, price_decimals), to_text(quantity, quantity_decimals))
            for price, quantity in levels
        ]

    book = {"bids": rows(shown.bids.best(SHOWN_LEVELS)), "asks": rows(shown.asks.best(SHOWN_LEVELS))}
    items = [
        {
            "id": contract.contract_id,
            "price": to_text(contract.price, price_decimals),
            "quantity": to_text(contract.quantity, quantity_decimals),
            "side": contract.taker_side,
            "time_ms": contract.created_at,
        }
        for contract in trades
    ]
    body = {
        "channel": f"premarket:{symbol}",
        "type": "premarket",
        **_row(shown),
        "book": book,
        "trades": items,
    }
    return Message.of("premarket", body)
