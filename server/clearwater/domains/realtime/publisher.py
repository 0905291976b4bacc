"""Turns durable events into messages for channels that have subscribers."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import structlog

from clearwater.core.desk import Committed
from clearwater.core.events import CoinChanged, Filled, LevelChanged, PairChanged, PairListed
from clearwater.core.views import View
from clearwater.domains.markets.service import Board, Candle
from clearwater.domains.realtime.books import SHOWN_LEVELS, ShownBook
from clearwater.domains.realtime.messages import (
    PREMARKETS,
    SITE,
    TICKER_OF_ALL,
    Channel,
    Json,
    Message,
    candle_body,
    find_channel,
    pair_status,
    running_candle,
    trade_body,
)
from clearwater.domains.realtime.ports import Listing, Subscribers
from clearwater.domains.realtime.premarkets import EVENTS as PREMARKET_EVENTS
from clearwater.domains.realtime.premarkets import PreMarketFeed
from clearwater.domains.realtime.private_feed import PrivateFeed
from clearwater.kit.clock import Clock
from clearwater.kit.errors import ClearwaterError, NotFound

log = structlog.get_logger("clearwater.realtime")

TICK_SECONDS = 0.1
CANDLE_TICKS = 2
PREMARKET_TICKS = 3
TICKER_TICKS = 10
PRUNE_TICKS = 50


class Joined(NamedTuple):
    """The first messages for a new subscriber; `seq` is set when private channels were requested."""

    errors: dict[str, str]
    messages: list[tuple[str, Message]]
    seq: int | None = None
    resync: bool = False


class ShownCandle:
    """The candle that was published last."""

    __slots__ = ("candle", "published")

    def __init__(self) -> None:
        self.candle: Candle | None = None
        self.published: Json | None = None


class Publisher:
    """Listens to the engine. Messages without subscribers are not built."""

    def __init__(
        self, board: Board, clock: Clock, subscribers: Subscribers, *, levels: int = SHOWN_LEVELS
    ) -> None:
        self._board = board
        self._subscribers = subscribers
        self._levels = levels
        self._view: View | None = None
        self._books: dict[str, ShownBook] = {}
        self._snapshots: dict[str, tuple[int, Message]] = {}
        self._trades: dict[str, list[Filled]] = {}
        self._candles: dict[Channel, ShownCandle] = {}
        self._tickers: dict[str, Json] = {}
        self._ticks = 0
        self._premarkets = PreMarketFeed(subscribers)
        self.private = PrivateFeed(clock, subscribers)

    def on_reset(self, view: View) -> None:
        """The engine has reloaded its state, and some of its events may never have been published."""
        self._view = view
        self._clear()
        self._subscribers.restart_private()
        for name in self._subscribers.channels():
            channel = find_channel(name)
            if channel is not None:
                self._send_first(channel)

    def _send_first(self, channel: Channel) -> None:
        for listing in self._subscribers.listings(channel.name):
            for message in self._first(channel, listing):
                self._subscribers.public(channel.name, message, listing=listing)

    @property
    def is_ready(self) -> bool:
        return self._view is not None

    @property
    def view(self) -> View:
        """The durable state; available once the engine has called `on_reset`."""
        assert self._view is not None
        return self._view

    def _clear(self) -> None:
        for kept in (self._books, self._snapshots, self._trades, self._candles, self._tickers):
            kept.clear()
        self._premarkets.reset()
        self.private.reset()

    def on_commit(self, entries: Sequence[Committed]) -> None:
        """Collect the events that became durable."""
        view = self.view
        self._take_public(entries)
        if self.private.streams:
            self.private.take(view, entries)

    def _take_public(self, entries: Sequence[Committed]) -> None:
        books, trades = self._books, self._trades
        for entry in entries:
            for event in entry.events:
                if type(event) is LevelChanged:
                    book = books.get(event.pair)
                    if book is not None:
                        book.change(event)
                elif type(event) is Filled:
                    waiting = trades.get(event.pair)
                    if waiting is not None:
                        waiting.append(event)
                elif isinstance(event, (PairChanged, PairListed, CoinChanged)):
                    self._send_statuses(event)
                elif type(event) in PREMARKET_EVENTS:
                    self._premarkets.take(event)

    def _send_statuses(self, event: PairChanged | PairListed | CoinChanged) -> None:
        """Publish what clients can do in a market, or in all markets of a coin."""
        view = self.view
        if isinstance(event, CoinChanged):
            names = [name for name, pair in view.pairs.items() if event.symbol in (pair.base, pair.quote)]
        else:
            names = [event.pair]
        for name in names:
            status = pair_status(view, name)
            body = {"channel": SITE, "type": "pair", "symbol": name, "status": status}
            message = Message.of(SITE, body)
            for listing in self._subscribers.listings(SITE):
                if listing is None or name in listing:
                    self._subscribers.public(SITE, message, listing=listing)

    def join(
        self, channels: Sequence[Channel], client: str | None, resume: int | None, *, listing: Listing = None
    ) -> Joined:
        """Subscribe to channels: returns the first messages, and errors by channel."""
        errors: dict[str, str] = {}
        messages: list[tuple[str, Message]] = []
        for channel in channels:
            if channel.pair and not self._has_pair(channel.pair, listing):
                errors[channel.name] = "PAIR_UNKNOWN"
            elif channel.coin and (self._view is None or channel.coin not in self._view.premarkets):
                errors[channel.name] = NotFound.code
            elif not channel.is_private:
                messages += [(channel.name, message) for message in self._first(channel, listing)]
        own = [channel.name for channel in channels if channel.is_private]
        if client is None or not own:
            return Joined(errors, messages)
        seq, missed = self.private.join(self._view, client, own, resume)
        messages += [(event.channel, event.message) for event in missed or ()]
        return Joined(errors, messages, seq, resync=missed is None)

    def _has_pair(self, pair: str, listing: Listing) -> bool:
        is_listed = listing is None or pair in listing
        return is_listed and self._view is not None and pair in self._view.pairs

    def _first(self, channel: Channel, listing: Listing) -> list[Message]:
        """The first messages for a new subscriber of a public channel."""
        self._board.note_published()
        view = self._view
        if view is None or (channel.pair and channel.pair not in view.pairs):
            return []
        if channel.kind in {PREMARKETS, "premarket"}:
            return [self._premarkets.first(view, channel.coin)]
        if channel.kind == "depth":
            return [self._snapshot(view, channel)]
        if channel.kind == "trades":
            self._trades.setdefault(channel.pair, [])
        elif channel.kind == "candles":
            return self._first_candle(channel)
        elif channel.kind == "ticker":
            every = (name for name in view.pairs if listing is None or name in listing)
            pairs = [channel.pair] if channel.pair else list(every)
            shown = [ticker for pair in pairs if (ticker := self._ticker(pair)) is not None]
            return [_ticker_message(channel.name, shown)] if shown else []
        return []

    def _snapshot(self, view: View, channel: Channel) -> Message:
        pair = view.pairs[channel.pair]
        book = self._books.get(pair.pair)
        if book is None:
            book = self._books[pair.pair] = ShownBook(
                pair,
                price_decimals=pair.price_decimals,
                quantity_decimals=view.coins[pair.base].decimals,
                limit=self._levels,
            )
        kept = self._snapshots.get(pair.pair)
        if kept is not None and kept[0] == book.published_seq:
            return kept[1]
        seq, bids, asks = book.snapshot()
        body = {"channel": channel.name, "type": "snapshot", "seq": seq, "bids": bids, "asks": asks}
        message = Message.of("depth", body)
        self._snapshots[pair.pair] = (seq, message)
        return message

    def _first_candle(self, channel: Channel) -> list[Message]:
        shown = self._candles.setdefault(channel, ShownCandle())
        candle = shown.candle or running_candle(self._board, channel.pair, channel.interval)
        if candle is None:
            return []
        return [_candle_message(channel, candle_body(self._board, channel.pair, candle))]

    def _ticker(self, pair: str) -> Json | None:
        try:
            return self._board.ticker(pair)
        except ClearwaterError:
            # The board is still loading.
            return None

    async def run(self) -> None:
        """Publish buffered changes ten times a second, until cancelled."""
        clock = asyncio.get_running_loop().time
        due = clock()
        while True:
            # After a stall continue from now, without a burst of late ticks.
            due = max(due + TICK_SECONDS, clock())
            await asyncio.sleep(due - clock())
            try:
                self.tick(clock())
            except Exception:
                log.exception("realtime_tick_failed")

    def tick(self, now: float) -> None:
        """Publish what is due in this tick."""
        self._ticks += 1
        self._board.note_published()
        view = self._view
        if view is not None:
            self._send_books()
            self._send_trades(view)
            if self._ticks % CANDLE_TICKS == 0:
                self._send_candles()
            if self._ticks % PREMARKET_TICKS == 0:
                self._premarkets.send(view)
            if self._ticks % TICKER_TICKS == 0:
                self._send_tickers(view)
                self.private.stop_prices.begin_round()
            self.private.stop_prices.send(view)
        if self._ticks % PRUNE_TICKS == 0:
            self._prune(now)

    def _send_books(self) -> None:
        for pair, book in self._books.items():
            update, name = book.take_update(), f"depth:{pair}"
            if update is not None and self._subscribers.is_watched(name):
                body = {"channel": name, "type": "update", **update._asdict()}
                self._subscribers.public(name, Message.of("depth", body))

    def _send_trades(self, view: View) -> None:
        for pair, waiting in self._trades.items():
            if not waiting:
                continue
            name, fills = f"trades:{pair}", list(waiting)
            waiting.clear()
            if self._subscribers.is_watched(name):
                items = [trade_body(view, fill) for fill in fills]
                self._subscribers.public(
                    name, Message.of("trades", {"channel": name, "type": "trades", "items": items})
                )

    def _send_candles(self) -> None:
        for channel, shown in self._candles.items():
            if not self._subscribers.is_watched(channel.name):
                continue
            candle = running_candle(self._board, channel.pair, channel.interval)
            # When a new candle starts, the previous one is published once more with its final values.
            for one in dict.fromkeys((shown.candle, candle)):
                if one is None:
                    continue
                body = candle_body(self._board, channel.pair, one)
                if one is not shown.candle or body != shown.published:
                    self._subscribers.public(channel.name, _candle_message(channel, body))
                shown.candle, shown.published = one, body

    def _send_tickers(self, view: View) -> None:
        names = {name for name in self._subscribers.channels() if name.startswith("ticker:")}
        if not names:
            return
        to_all = TICKER_OF_ALL in names
        changed: list[Json] = []
        for pair in view.pairs:
            if not to_all and f"ticker:{pair}" not in names:
                continue
            ticker = self._ticker(pair)
            if ticker is None or _is_same(ticker, self._tickers.get(pair)):
                continue
            self._tickers[pair] = ticker
            changed.append(ticker)
            if f"ticker:{pair}" in names:
                self._subscribers.public(f"ticker:{pair}", _ticker_message(f"ticker:{pair}", [ticker]))
        if to_all and changed:
            self._send_to_all(changed)

    def _send_to_all(self, changed: Sequence[Json]) -> None:
        """To the subscribers of each site the tickers of its pairs."""
        for listing in self._subscribers.listings(TICKER_OF_ALL):
            shown = [ticker for ticker in changed if listing is None or ticker["symbol"] in listing]
            if shown:
                message = _ticker_message(TICKER_OF_ALL, shown)
                self._subscribers.public(TICKER_OF_ALL, message, listing=listing)

    def _prune(self, now: float) -> None:
        """Drop the buffers of channels without subscribers."""
        watched = self._subscribers.channels()
        for pair in [pair for pair in self._books if f"depth:{pair}" not in watched]:
            del self._books[pair]
            self._snapshots.pop(pair, None)
        for pair in [pair for pair in self._trades if f"trades:{pair}" not in watched]:
            del self._trades[pair]
        for channel in [channel for channel in self._candles if channel.name not in watched]:
            del self._candles[channel]
        self.private.streams.prune(self._subscribers.clients(), now=now)


def _is_same(ticker: Json, published: Json | None) -> bool:
    """Whether only the timestamp has changed."""
    return published is not None and {**ticker, "ts_ms": published["ts_ms"]} == published


def _ticker_message(channel: str, tickers: Sequence[Json]) -> Message:
    return Message.of("ticker", *({"channel": channel, "type": "ticker", **ticker} for ticker in tickers))


def _candle_message(channel: Channel, candle: Json) -> Message:
    return Message.of("candles", {"channel": channel.name, "type": "candle", **candle})
