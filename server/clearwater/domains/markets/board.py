"""The market board: candles and tickers, updated at every commit and stored in the background.

The engine notifies the board of fills as soon as they are durable; aggregating them in memory takes
microseconds. A separate task stores the candles together with the id of the last fill that they include. So
after a restart exactly the fills missing from the stored candles are aggregated.
"""

import asyncio
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import structlog

from clearwater.core.desk import Committed
from clearwater.core.events import Filled, PairListed
from clearwater.core.views import PairView, SideView, View
from clearwater.domains.markets import queries, wire
from clearwater.domains.markets.candles import DAY_MS, HOUR_MS, Candle, Interval, Trade, start_of
from clearwater.domains.markets.errors import PairUnknown
from clearwater.domains.markets.tape import KEPT_HOURS, KEPT_TRADES, Tape
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import DATABASE_FAILURES, SessionFactory, transaction
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.messages import Message
from clearwater.kit.waiting import wait_for_event

log = structlog.get_logger("clearwater.markets")

STORE_SECONDS = 5.0
RETRY_SECONDS = 1.0
SOON = {"Retry-After": "1"}
# How long a request waits while the board is still loading.
PATIENCE_SECONDS = 5.0
FILL_CHUNK = 2_000
# Candles of one second are deleted by the worker after this time.
SECONDS_KEPT_MS = 6 * HOUR_MS
FAR_FUTURE_MS = 2**62
# The number of different limits used in practice; more would only fill memory.
MAX_CACHED_DEPTHS = 8
# Hundredths of a basis point in one.
FINE = 1_000_000
WINDOW_BPS = 100
MAX_LEVELS = 1_000


class Overtaken(Exception):
    """Another process has stored candles since: the board has to reload."""


class Board:
    """A tape for every pair. Market data is read from here, not from the engine.

    Every process has one; that of the worker stores the candles.
    """

    def __init__(self, sessions: SessionFactory, clock: Clock, *, stores: bool = False) -> None:
        self._stores = stores
        self._sessions = sessions
        self._clock = clock
        self._view: View | None = None
        self._tapes: dict[str, Tape] = {}
        self._has_loaded = False
        self._is_overtaken = False
        self._is_loaded = asyncio.Event()
        self._must_load = asyncio.Event()
        # Fills that were notified while the tables were being read, in order.
        self._pending_fills: list[Filled] | None = None
        self._tables = asyncio.Lock()
        # For versions: loads of the engine's state, fills, and what was published of the books.
        self._loads = 0
        self._fills = 0
        self._has_news = False
        self._published = 0
        self._depths: dict[str, tuple[int, dict[int, bytes]]] = {}
        self._sampled_ms = 0

    def on_reset(self, view: View) -> None:
        """The engine has reloaded its state: there may be fills without a notification."""
        self._view = view
        self._loads += 1
        self._begin_loading()

    def _begin_loading(self) -> None:
        self._pending_fills = []
        self._is_loaded.clear()
        self._must_load.set()

    def on_commit(self, entries: Sequence[Committed]) -> None:
        """Aggregate committed fills."""
        self._has_news = True
        for entry in entries:
            for event in entry.events:
                if type(event) is Filled:
                    if self._pending_fills is not None:
                        self._pending_fills.append(event)
                    else:
                        self._add_fill(event)
                elif type(event) is PairListed:
                    # Candles of the pair may have been stored before it was opened: its seeded history.
                    self._begin_loading()

    def _add_fill(self, fill: Filled) -> None:
        tape = self._tapes.get(fill.pair)
        if tape is None:
            tape = self._tapes[fill.pair] = Tape()
        tape.add(Trade.of(fill))
        self._fills += 1

    def note_published(self) -> None:
        """What has become durable until now is about to be published."""
        if self._has_news:
            self._has_news = False
            self._published += 1

    def listing_version(self) -> Hashable:
        """Changes with the coins and pairs that there are, and what can be done with them."""
        self._require_loaded()
        view = self.view
        states = tuple((pair.state, pair.rules) for pair in view.pairs.values())
        return self._loads, len(view.coins), frozenset(view.untraded), states

    def trades_version(self) -> Hashable:
        """Changes with every fill, also with those that leave the last 24 hours."""
        return self.listing_version(), self._fills, start_of("1m", self.now_ms())

    def market_version(self) -> Hashable:
        """Changes with every fill, and with all else as soon as it is published."""
        return self.trades_version(), self._published

    def pair_version(self, symbol: str) -> Hashable:
        """Changes with a pair's book, fills and rules."""
        self._require_loaded()
        pair, tape = self.get_pair(symbol), self.tape(symbol)
        status = wire.pair_status(self.view, pair)
        minute = start_of("1m", self.now_ms())
        return self._loads, pair.seq, tape.last_fill_id, pair.rules, status, minute

    def _require_loaded(self) -> None:
        if not self._is_loaded.is_set():
            raise EngineUnavailable(headers=SOON)

    def now_ms(self) -> int:
        return milliseconds(self._clock.now())

    async def wait_until_loaded(self) -> None:
        if self._is_loaded.is_set():
            return
        if not await wait_for_event(self._is_loaded, seconds=PATIENCE_SECONDS):
            raise EngineUnavailable(headers=SOON)

    @property
    def view(self) -> View:
        """The durable state of the exchange."""
        if self._view is None:
            raise EngineUnavailable(headers=SOON)
        return self._view

    @property
    def pairs(self) -> dict[str, PairView]:
        return self.view.pairs

    def get_pair(self, symbol: str) -> PairView:
        pair = self.view.pairs.get(symbol)
        if pair is None:
            raise PairUnknown(Message("There is no pair {symbol}.", symbol=repr(symbol[:41])))
        return pair

    def tape(self, symbol: str) -> Tape:
        """A pair's tape; empty when it has never traded."""
        if not self._has_loaded:
            raise EngineUnavailable(headers=SOON)
        return self._tapes.get(symbol) or Tape()

    def ticker(self, symbol: str) -> wire.Json:
        """A pair's ticker in the format of the API and the realtime channel."""
        return wire.ticker_json(self.get_pair(symbol), self.tape(symbol), self.now_ms())

    def depth(self, symbol: str, limit: int) -> bytes:
        """The best levels of a book, encoded and cached until it changes."""
        pair = self.get_pair(symbol)
        seq, encoded = self._depths.get(symbol, (-1, {}))
        if seq != pair.seq or len(encoded) >= MAX_CACHED_DEPTHS:
            encoded = {}
            self._depths[symbol] = pair.seq, encoded
        answer = encoded.get(limit)
        if answer is None:
            answer = encoded[limit] = msgspec.json.encode(wire.depth_json(pair, limit))
        return answer

    async def load(self) -> None:
        """Catch up with the tables: restore new pairs, and aggregate fills that were not notified."""
        async with self._tables:
            while True:
                pending: list[Filled] = []
                self._pending_fills = pending
                self._must_load.clear()
                tapes = {name: await self._catch_up(name) for name in list(self.view.pairs)}
                # Otherwise another load was requested meanwhile.
                if self._pending_fills is pending:
                    break
            self._tapes, self._pending_fills, self._is_overtaken = tapes, None, False
            for fill in pending:
                self._add_fill(fill)
        self._has_loaded = True
        self._is_loaded.set()
        log.info("market_board_loaded", pairs=len(tapes))

    async def _catch_up(self, pair: str) -> Tape:
        tape = self._tapes.get(pair)
        if tape is None or self._is_overtaken:
            return await self._restore(pair)
        while await self._add_stored_fills(pair, tape):
            pass
        return tape

    async def _restore(self, pair: str) -> Tape:
        async with self._sessions() as session:
            # Read the cursor and its candles in one snapshot, because another process may be storing them.
            await session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            fill_id = await queries.find_cursor(session, pair)
            running = await queries.list_newest_candles(session, pair)
            newest = max((candle.start_ms for candle in running if candle.interval == "1m"), default=0)
            tape = Tape(
                fill_id,
                running=running,
                minutes=await queries.list_candles(
                    session, pair, "1m", first_ms=newest - DAY_MS, last_ms=newest
                ),
                hours=await queries.list_last_candles(
                    session, pair, "1h", before_ms=FAR_FUTURE_MS, limit=KEPT_HOURS
                ),
                trades=await queries.list_fills_until(session, pair, fill_id, limit=KEPT_TRADES),
            )
        while await self._add_stored_fills(pair, tape):
            if self._stores:
                # The progress of a long catch-up is neither repeated nor held in memory.
                await self._store({pair: tape})
        return tape

    async def _add_stored_fills(self, pair: str, tape: Tape) -> bool:
        """Aggregate the next fills of the table; returns whether there may be more."""
        async with self._sessions() as session:
            trades = await queries.list_fills_after(session, pair, tape.last_fill_id, limit=FILL_CHUNK)
        for trade in trades:
            tape.add(trade)
        return len(trades) == FILL_CHUNK

    async def store(self) -> None:
        """Store candles that have changed since the last call."""
        async with self._tables:
            if self._pending_fills is None:
                await self._store(self._tapes)

    async def _store(self, tapes: Mapping[str, Tape]) -> None:
        changed = {pair: tape for pair, tape in tapes.items() if tape.changed}
        if not changed:
            return
        keep_from = start_of("1s", self.now_ms()) - SECONDS_KEPT_MS
        cursors = {pair: tape.last_fill_id for pair, tape in changed.items()}
        expected = {pair: tape.stored_fill_id for pair, tape in changed.items()}
        copies = {pair: [candle.copy() for candle in tape.changed.values()] for pair, tape in changed.items()}
        async with transaction(self._sessions) as session:
            if await queries.lock_cursors(session, list(changed)) != expected:
                raise Overtaken
            rows = [
                (pair, candle)
                for pair, candles in copies.items()
                for candle in candles
                if candle.interval != "1s" or candle.start_ms >= keep_from
            ]
            await queries.save_candles(session, rows)
            await queries.save_cursors(session, cursors)
        for pair, tape in changed.items():
            tape.mark_stored(cursors[pair])

    async def sample(self) -> None:
        """Sample spread and depth of every book, once a minute."""
        minute = start_of("1m", self.now_ms())
        view = self._view
        if view is None or not view.pairs or minute == self._sampled_ms:
            return
        samples: list[dict[str, Any]] = [
            {"pair": name, "start_ms": minute, **sample_book(pair)._asdict()}
            for name, pair in view.pairs.items()
        ]
        async with transaction(self._sessions) as session:
            await queries.add_samples(session, samples)
        self._sampled_ms = minute

    async def run(self) -> None:
        """Load after a reset of the engine, and store periodically, until cancelled."""
        is_failing = False
        while True:
            try:
                await self._update()
                is_failing = False
            except Exception as error:
                # Log once per series of failures: an unavailable database must not fill the log.
                if not is_failing:
                    expected = isinstance(error, (*DATABASE_FAILURES, EngineUnavailable, Overtaken))
                    log.warning(
                        "market_board_update_failed", reason=type(error).__name__, exc_info=not expected
                    )
                is_failing = True
                if isinstance(error, Overtaken):
                    self.discard()
                self._must_load.set()
                await asyncio.sleep(RETRY_SECONDS)
            await wait_for_event(self._must_load, seconds=STORE_SECONDS)

    def discard(self) -> None:
        """Discard everything: the next load restores every pair."""
        self._is_overtaken = True

    async def _update(self) -> None:
        if self._must_load.is_set():
            await self.load()
        if self._stores:
            await self.store()
            await self.sample()
        else:
            await self._forget_stored()

    async def _forget_stored(self) -> None:
        """Drop candles that the worker has stored meanwhile."""
        async with self._tables:
            changed = {pair: tape for pair, tape in self._tapes.items() if tape.changed}
            if changed and self._pending_fills is None:
                async with self._sessions() as session:
                    cursors = await queries.find_cursors(session, list(changed))
                for pair, tape in changed.items():
                    tape.mark_stored(cursors.get(pair, 0))

    def unsaved(self, symbol: str, interval: Interval) -> dict[int, Candle]:
        """Candles that are newer than the table, by start."""
        return {candle.start_ms: candle for candle in self.tape(symbol).unsaved(interval)}


class BookSample(NamedTuple):
    """A sample of a book.

    `spread` is in hundredths of a basis point of the mid price (None while a side is empty); depths are the
    base quantities within 1 % of the mid price.
    """

    spread: int | None
    bid_depth: int
    ask_depth: int


def sample_book(pair: PairView) -> BookSample:
    bids, asks = pair.bids.best(1), pair.asks.best(1)
    bid = bids[0][0] if bids else 0
    ask = asks[0][0] if asks else 0
    # Twice the mid price, to stay an integer; with one side only, that side's best price.
    middle = bid + ask if bid and ask else 2 * (bid or ask)
    spread = (ask - bid) * 2 * FINE // middle if bid and ask else None
    return BookSample(spread, _depth_near(pair.bids, middle), _depth_near(pair.asks, middle))


def _depth_near(side: SideView, middle: int) -> int:
    total = 0
    for price, quantity in side.best(MAX_LEVELS):
        if abs(2 * price - middle) * 10_000 > middle * WINDOW_BPS:
            break
        total += quantity
    return total
