"""Seed a fresh installation with coins, pairs and price history. Idempotent, and safe to interrupt.

A pair is listed after its history is stored, so a listed pair is complete.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress

import structlog

from clearwater.core.commands import Command
from clearwater.core.desk import Desk
from clearwater.core.ledger import DEMO_NETWORK, EXTERNAL, HOUSE
from clearwater.core.money import to_text
from clearwater.domains.demo import queries
from clearwater.domains.demo.coins import COINS, ON_DEVELOPMENT_CHAINS, PAIRS, Coin, Pair
from clearwater.domains.demo.funding import fund, is_demo, stock_conversions
from clearwater.domains.demo.history import HISTORY_DAYS, MINUTE_MS, clear_path_caches, make_history
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.errors import StateConflict
from clearwater.domains.markets.service import Board
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.progress import LoggedProgress, Progress

log = structlog.get_logger("clearwater.demo")

PROGRESS = "demo_seeding"
# The part of a first start that coins and pairs take; processes are started before, products come after.
FIRST_PERCENT, LAST_PERCENT = 15, 90


class Seeding:
    """Seeds one installation, pair by pair: the first can be traded while others are still being seeded."""

    def __init__(
        self,
        desk: Desk,
        board: Board,
        sessions: SessionFactory,
        clock: Clock,
        *,
        pairs: Sequence[Pair] = PAIRS,
        days: int = HISTORY_DAYS,
        progress: Progress | None = None,
    ) -> None:
        self._progress = progress or LoggedProgress(PROGRESS)
        self._desk = desk
        self._board = board
        self._sessions = sessions
        self._clock = clock
        self._pairs = pairs
        self._days = days
        # The pairs that can be traded.
        self.ready: set[str] = set()

    async def run(self) -> bool:
        """Seed what is missing; returns whether this ledger is a demo."""
        if not is_demo(self._desk.view):
            # Play money must never be mixed with real money.
            log.warning("demo_rejected", reason="This market was opened without the demo.")
            return False
        end_ms = milliseconds(self._clock.now()) // MINUTE_MS * MINUTE_MS
        if any(pair.symbol not in self._desk.view.pairs for pair in self._pairs):
            self._progress.show("coins", "Demo: coins", FIRST_PERCENT)
        for index, coin in enumerate(COINS):
            await self._list_coin(coin, index)
        done = 0
        for pairs in _in_groups(self._pairs):
            await self._add_pairs(pairs, done, end_ms)
            done += len(pairs)
        clear_path_caches()
        return True

    async def _add_pairs(self, pairs: Sequence[Pair], first_index: int, end_ms: int) -> None:
        """Store all histories first, then list the pairs in one batch."""
        new = [pair for pair in pairs if pair.symbol not in self._desk.view.pairs]
        for index, pair in enumerate(new, first_index + len(pairs) - len(new)):
            await self._store_history(pair, end_ms)
            percent = FIRST_PERCENT + (LAST_PERCENT - FIRST_PERCENT) * (index + 1) // len(self._pairs)
            self._progress.show("history", f"Demo: price history of {pair.symbol}", percent)
        for index, pair in enumerate(pairs, first_index):
            await self._list_pair(pair, index)
        if new:
            # The history was written to the table directly, so the board has to reload.
            self._board.on_reset(self._desk.view)
        self.ready.update(pair.symbol for pair in pairs)

    async def _list_coin(self, coin: Coin, index: int) -> None:
        draft = markets.CoinDraft(
            symbol=coin.symbol,
            name=coin.name,
            decimals=coin.decimals,
            supply=str(coin.supply),
            deposit=coin.symbol in ON_DEVELOPMENT_CHAINS,
            withdraw=coin.symbol in ON_DEVELOPMENT_CHAINS,
            position=index,
        )
        with suppress(StateConflict):
            async with transaction(self._sessions) as session:
                await markets.add_coin(self._desk, session, draft, now=self._clock.now())
        now_ms = milliseconds(self._clock.now())
        if not self._desk.view.balance(HOUSE, coin.symbol, EXTERNAL + DEMO_NETWORK):
            await self._submit(fund(coin, now_ms))
        await self._submit(*stock_conversions(self._desk.view, now_ms, [coin]))

    async def _store_history(self, pair: Pair, end_ms: int) -> None:
        # In a thread, because the exchange is already serving.
        history = await asyncio.to_thread(make_history, pair, end_ms, self._days)
        async with transaction(self._sessions) as session:
            await queries.store_history(session, pair.symbol, history)

    async def _list_pair(self, pair: Pair, index: int) -> None:
        with suppress(StateConflict):
            async with transaction(self._sessions) as session:
                await markets.add_pair(self._desk, session, _draft(pair, index), now=self._clock.now())

    async def _submit(self, *commands: Command) -> None:
        outcomes = await asyncio.gather(*(self._desk.submit(command) for command in commands))
        for outcome in outcomes:
            if outcome.refusal is not None:
                log.warning("demo_command_rejected", refusal=outcome.refusal)


def _in_groups(pairs: Sequence[Pair]) -> Iterator[Sequence[Pair]]:
    """The first pair alone, so that something is visible soon; then growing groups.

    Each group makes the board reload everything.
    """
    begin, size = 0, 1
    while begin < len(pairs):
        yield pairs[begin : begin + size]
        begin, size = begin + size, 2 * size + 1


def _draft(pair: Pair, index: int) -> markets.PairDraft:
    rules, price, base = pair.rules, pair.price_decimals, pair.base.decimals
    return markets.PairDraft(
        base=pair.base.symbol,
        quote=pair.quote.symbol,
        price_decimals=price,
        tick_size=to_text(rules.tick, price),
        step_size=to_text(rules.step, base),
        min_quantity=to_text(rules.min_quantity, base),
        max_quantity=to_text(rules.max_quantity, base),
        min_notional=to_text(rules.min_notional, pair.quote.decimals),
        reference_price=to_text(pair.reference_price, price),
        position=index,
    )
