"""The bots: makers that keep a ladder of orders in every book, and takers that trade with them.

They are clients of the exchange like any other and submit to the same desk; only their money is the house's.
Their only state is the price they quote around, which is read from the last trades, so they can be killed at
any moment and continue from the orders that they find.
"""

import asyncio
from collections.abc import Container, Iterable, Sequence
from typing import Protocol

import structlog

from clearwater.core.commands import CancelOrder, Command, PlaceOrder, Side
from clearwater.core.desk import Desk
from clearwater.core.seeded_random import SeededRandom
from clearwater.domains.demo.coins import PAIR_BY_SYMBOL, PAIRS, Pair
from clearwater.domains.demo.funding import (
    TAKERS,
    balance_bots,
    is_demo,
    maker_of,
    refill_treasury,
    stock_conversions,
)
from clearwater.domains.demo.quoting import (
    Changes,
    Grid,
    Prices,
    Resting,
    choose_quantity,
    choose_side,
    near,
    reconcile,
)
from clearwater.domains.markets.service import pair_status
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.errors import EngineUnavailable, Overloaded

log = structlog.get_logger("clearwater.demo")

# Commands per second while nobody watches.
TRICKLE = 0.25
FUNDING_MS = 60_000
# The maximum delay before the bots react to a new visitor.
MAX_PAUSE_SECONDS = 0.5
MIN_PAUSE_SECONDS = 0.02
FIRST_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS = 1.0, 15.0
# Unused commands accumulate only up to this burst.
MAX_CREDIT = 5.0


class Viewers(Protocol):
    """Whether anyone may be watching; otherwise the bots trade only a little. Wired by an entry point."""

    def is_watching(self) -> bool:
        """Whether there was a request or an open socket recently."""
        ...


class Bots:
    """All bots, in the pairs that are ready.

    `rate` is the number of commands per second while somebody watches.
    """

    def __init__(
        self,
        desk: Desk,
        clock: Clock,
        viewers: Viewers,
        rng: SeededRandom,
        ready: Container[str],
        *,
        rate: float,
    ) -> None:
        self._desk = desk
        self._clock = clock
        self._viewers = viewers
        self._rng = rng
        self._ready = ready
        self._rate = rate
        self._prices = Prices(rng, self._now_ms())
        self._grids = {pair.symbol: Grid(pair) for pair in PAIRS}
        self._anchors: dict[str, int] = {}
        # Weighted fair scheduling: the pair with the lowest virtual time is next.
        self._virtual_times: dict[str, float] = {}
        self._funded_ms = 0

    def _now_ms(self) -> int:
        return milliseconds(self._clock.now())

    async def run(self) -> None:
        """Trade until cancelled."""
        credit, seen_ms, backoff = 0.0, self._now_ms(), FIRST_BACKOFF_SECONDS
        while True:
            rate = self._rate if self._viewers.is_watching() else min(TRICKLE, self._rate)
            now_ms = self._now_ms()
            credit = min(MAX_CREDIT, credit + rate * max(0, now_ms - seen_ms) / 1_000)
            seen_ms = now_ms
            try:
                await self.refresh()
                if credit > 0:
                    credit -= await self.trade_once()
                backoff = FIRST_BACKOFF_SECONDS
            except (EngineUnavailable, Overloaded) as error:
                log.info("bots_retrying", reason=type(error).__name__, seconds=backoff)
                await asyncio.sleep(backoff)
                backoff = min(2 * backoff, MAX_BACKOFF_SECONDS)
                continue
            owed = max(MIN_PAUSE_SECONDS, -credit / rate) if rate else MAX_PAUSE_SECONDS
            await asyncio.sleep(min(MAX_PAUSE_SECONDS, owed))

    async def refresh(self) -> None:
        """Refresh the list of trading pairs, fill the books of new ones, and rebalance the bots' funds."""
        view, now_ms = self._desk.view, self._now_ms()
        trading = [pair for pair in PAIRS if self._is_trading(pair)] if is_demo(view) else []
        new = [pair for pair in trading if pair.symbol not in self._virtual_times]
        # A pair that joins, or rejoins, starts at the virtual time of the others.
        start = min(self._virtual_times.values(), default=0.0)
        self._virtual_times = {pair.symbol: self._virtual_times.get(pair.symbol, start) for pair in trading}
        for pair in new:
            self._prices.start_from(view, pair)
        if new or now_ms - self._funded_ms >= FUNDING_MS:
            await self._fund(now_ms)
        for pair in new:
            await self._submit(self._plan_maker(pair, now_ms))

    async def _fund(self, now_ms: int) -> None:
        view = self._desk.view
        await self._submit(
            [*refill_treasury(view, now_ms), *stock_conversions(view, now_ms), *balance_bots(view, now_ms)]
        )
        self._funded_ms = now_ms

    async def trade_once(self) -> int:
        """Let the bots of one pair act; returns the number of commands."""
        if not self._virtual_times:
            return 0
        now_ms, symbol = self._now_ms(), min(self._virtual_times, key=self._virtual_times.__getitem__)
        pair = PAIR_BY_SYMBOL[symbol]
        # Randomised, because real markets are irregular.
        self._virtual_times[symbol] += (0.5 + self._rng.below(1_000) / 1_000) / pair.weight
        self._prices.advance(now_ms)
        commands = [*self._plan_maker(pair, now_ms), self._plan_taker(pair, now_ms)]
        await self._submit(commands)
        return len(commands)

    async def _submit(self, commands: Iterable[Command]) -> None:
        """Submit as one batch: applied in order and made durable together."""
        await asyncio.gather(*(self._desk.submit(command) for command in commands))

    def _is_trading(self, pair: Pair) -> bool:
        view = self._desk.view
        known = view.pairs.get(pair.symbol)
        return known is not None and pair_status(view, known) == "trading" and pair.symbol in self._ready

    def _price_of(self, pair: Pair) -> int:
        return near(self._prices.price_of(pair), self._desk.view.pairs[pair.symbol].reference_price)

    def _plan_maker(self, pair: Pair, now_ms: int) -> list[Command]:
        """Commands that bring the maker's orders to the wanted quotes."""
        grid, maker = self._grids[pair.symbol], maker_of(pair)
        anchor = grid.anchor(self._anchors.get(pair.symbol), self._price_of(pair))
        self._anchors[pair.symbol] = anchor
        resting: dict[Side, list[Resting]] = {"buy": [], "sell": []}
        for order in self._desk.view.open_orders(maker):
            side = order.terms.side
            resting[side].append(Resting(order.order_id, side, order.state.price))
        value = self._prices.value_of(pair.base.symbol)
        changes = [reconcile(grid.quotes(side, anchor, value), found) for side, found in resting.items()]
        return _commands(pair, maker, changes, now_ms)

    def _plan_taker(self, pair: Pair, now_ms: int) -> PlaceOrder:
        rng, grid = self._rng, self._grids[pair.symbol]
        return PlaceOrder(
            now_ms,
            rng.pick(TAKERS),
            pair.symbol,
            choose_side(rng, grid, self._anchors[pair.symbol], self._price_of(pair)),
            "market",
            choose_quantity(rng, pair, self._prices.value_of(pair.base.symbol)),
        )


def _commands(pair: Pair, maker: str, changes: Sequence[Changes], now_ms: int) -> list[Command]:
    """Cancels come first: open orders could make the exchange reject the new ones."""
    commands: list[Command] = [
        CancelOrder(now_ms, maker, order_id) for side in changes for order_id in side.cancels
    ]
    commands += [
        PlaceOrder(
            now_ms, maker, pair.symbol, quote.side, "limit", quote.quantity, quote.price, post_only=True
        )
        for side in changes
        for quote in side.quotes
    ]
    return commands
