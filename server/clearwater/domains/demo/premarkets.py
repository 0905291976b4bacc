"""Pre-markets of a demo, one in each state, and the bots that trade in those that are open.

Buyers and sellers are different clients, so none meets an order of its own. What a client has bought or sold
is limited (PRM-13) and only ends with the pre-market: when one bot has reached that, the next one goes on.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import structlog

from clearwater.core.commands import Adjust, Command, Side
from clearwater.core.desk import Desk
from clearwater.core.ledger import DEMO_NETWORK, EXTERNAL, HOUSE
from clearwater.core.premarket_commands import (
    CancelPreMarket,
    CreatePreMarket,
    ListPreMarket,
    PlacePreMarketOrder,
    SchedulePreMarket,
)
from clearwater.core.premarket_events import PreMarketChanged
from clearwater.core.seeded_random import SeededRandom
from clearwater.core.views import PreMarketView, View
from clearwater.domains.demo.bots import Viewers
from clearwater.domains.demo.coins import COIN_BY_SYMBOL, PREMARKET_COINS, USDT, Coin
from clearwater.domains.demo.funding import fund
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.errors import StateConflict
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import EngineUnavailable, Overloaded

log = structlog.get_logger("clearwater.demo")

Stage = Literal["open", "upcoming", "closed", "delivering", "settled", "canceled"]
STAGES: dict[str, Stage] = {
    "BUOY": "open",
    "FJORD": "upcoming",
    "SHOAL": "closed",
    "HLYD": "delivering",
    "KEEL": "settled",
    "MAST": "canceled",
}
DAY_MS = 24 * 3_600_000
# Later than any time that the engine has seen: it goes by its own clock, and refuses what is over.
SOON_MS = 1_000
PRICE_DECIMALS, TICK = 4, 10
STEP_COINS, MAX_COINS = 1, 100_000
MAX_EXPOSURE = 100_000
# How long before its end trading goes on for longer, or the opening is postponed.
MARGIN_MS, UPCOMING_MS, OPEN_MS = DAY_MS, 3 * DAY_MS, 14 * DAY_MS
FIRST_TRADES, FIRST_LEVELS = 12, 6
MAX_LEVELS = 12
BOT_FUNDS = 150_000
PAUSE_SECONDS, IDLE_PAUSE_SECONDS = (5.0, 20.0), (120.0, 300.0)
# Without the coin when it has to be delivered.
DEFAULTING_SELLER = 1


@dataclass
class PreMarketBots:
    """Brings each pre-market into its state, keeps the open one open, and trades."""

    desk: Desk
    sessions: SessionFactory
    clock: Clock
    viewers: Viewers
    rng: SeededRandom

    async def run(self) -> None:
        """Create what is missing, then trade, until cancelled."""
        while True:
            try:
                for coin in PREMARKET_COINS:
                    await self.bring_about(coin)
                await self.trade_once()
            except (EngineUnavailable, Overloaded, OSError) as error:
                log.info("premarket_bots_retrying", reason=type(error).__name__)
            if self._is_opening():
                await asyncio.sleep(SOON_MS / 1000)
                continue
            shortest, longest = PAUSE_SECONDS if self.viewers.is_watching() else IDLE_PAUSE_SECONDS
            await asyncio.sleep(shortest + (longest - shortest) * self.rng.below(1_000) / 1_000)

    def _now_ms(self) -> int:
        return milliseconds(self.clock.now())

    def _is_opening(self) -> bool:
        """Whether one that is open in the end has yet to open."""
        return any(
            shown.terms.status == "upcoming" and STAGES.get(symbol) != "upcoming"
            for symbol, shown in self.desk.view.premarkets.items()
        )

    async def bring_about(self, coin: Coin) -> None:
        """Do the next thing that brings a pre-market into its state, or keeps it there."""
        shown = self.desk.view.premarkets.get(coin.symbol)
        if shown is None:
            await self._create(coin)
            return
        stage = STAGES[coin.symbol]
        if shown.terms.status == "open" and not shown.terms.last_price:
            await self._trade_first(coin)
            await self._fill_book(coin)
        now = self._now_ms()
        if stage in {"open", "upcoming"}:
            await self._submit(_prolong(shown.terms, stage, now))
        elif shown.terms.status == "open":
            await self._submit(_end(coin.symbol, stage, now))

    async def _create(self, coin: Coin) -> None:
        draft = markets.CoinDraft(
            symbol=coin.symbol,
            name=coin.name,
            decimals=coin.decimals,
            supply=str(coin.supply),
            deposit=False,
            withdraw=False,
            position=len(COIN_BY_SYMBOL) + PREMARKET_COINS.index(coin),
        )
        with suppress(StateConflict):
            async with transaction(self.sessions) as session:
                await markets.add_coin(self.desk, session, draft, now=self.clock.now())
        now, stage = self._now_ms(), STAGES[coin.symbol]
        commands: list[Command] = []
        if not self.desk.view.balance(HOUSE, coin.symbol, EXTERNAL + DEMO_NETWORK):
            commands.append(fund(coin, now))
        opens_at = now + (UPCOMING_MS if stage == "upcoming" else SOON_MS)
        commands.append(
            CreatePreMarket(
                now,
                coin.symbol,
                USDT,
                price_decimals=PRICE_DECIMALS,
                tick=TICK,
                step=STEP_COINS * coin.unit,
                min_quantity=STEP_COINS * coin.unit,
                max_quantity=MAX_COINS * coin.unit,
                max_exposure=MAX_EXPOSURE * COIN_BY_SYMBOL[USDT].unit,
                opens_at=opens_at,
                closes_at=opens_at + OPEN_MS,
                # Delivery that is over soon, or that can be watched for as long as possible.
                window_ms={"settled": SOON_MS, "delivering": 30 * DAY_MS}.get(stage, 4 * 3_600_000),
            )
        )
        await self._submit(commands)

    async def _trade_first(self, coin: Coin) -> None:
        """Make some contracts; all sellers but one have what they sell."""
        view, now = self.desk.view, self._now_ms()
        for number in range(DEFAULTING_SELLER):
            seller = _bot("sell", number)
            if not view.balance(seller, coin.symbol, "available"):
                amount = MAX_COINS * coin.unit
                await self._submit(
                    [Adjust(now, f"{seller}:{coin.symbol}:{now}", seller, coin.symbol, amount)]
                )
        for number in range(FIRST_TRADES):
            price = _price_near(self.rng, _middle(coin, view.premarkets[coin.symbol]))
            quantity = self._quantity(coin)
            for side in ("sell", "buy"):
                bot = _bot(side, number % (DEFAULTING_SELLER + 1))
                await self._order(coin, bot, side, price, quantity)

    async def _fill_book(self, coin: Coin) -> None:
        middle = _middle(coin, self.desk.view.premarkets[coin.symbol])
        sides: tuple[Side, Side] = ("buy", "sell")
        for level in range(1, FIRST_LEVELS + 1):
            for side in sides:
                price = middle + (-level if side == "buy" else level) * 2 * TICK
                await self._order(coin, self._bot_with_room(side), side, price, self._quantity(coin))

    async def trade_once(self) -> None:
        """One order in each pre-market that is open: waiting, or one that trades."""
        for coin in PREMARKET_COINS:
            shown = self.desk.view.premarkets.get(coin.symbol)
            if (
                shown is None
                or shown.terms.status != "open"
                or STAGES[coin.symbol] not in {"open", "upcoming"}
            ):
                continue
            side: Side = "buy" if self.rng.below(2) else "sell"
            own, other = (shown.bids, shown.asks) if side == "buy" else (shown.asks, shown.bids)
            is_taker = bool(other.levels) and (len(own.levels) >= MAX_LEVELS or self.rng.below(3) == 0)
            if is_taker:
                ((price, available),) = other.best(1)
                quantity = min(self._quantity(coin), available)
            else:
                distance = (1 + self.rng.below(2 * MAX_LEVELS)) * TICK
                middle = _middle(coin, shown)
                price = max(TICK, middle - distance if side == "buy" else middle + distance)
                quantity = self._quantity(coin)
            await self._order(coin, self._bot_with_room(side), side, price, quantity)

    def _bot_with_room(self, side: Side) -> str:
        """The first bot of a side that may still buy or sell; the first few share the work."""
        limit = MAX_EXPOSURE * COIN_BY_SYMBOL[USDT].unit * 4 // 5
        number = self.rng.below(3)
        while self.desk.view.balance(_bot(side, number), USDT, "premarket") >= limit:
            number += 1
        return _bot(side, number)

    async def _order(self, coin: Coin, bot: str, side: Side, price: int, quantity: int) -> None:
        usdt, now = COIN_BY_SYMBOL[USDT], self._now_ms()
        commands: list[Command] = []
        if self.desk.view.balance(bot, USDT, "available") < BOT_FUNDS * usdt.unit // 10:
            commands.append(Adjust(now, f"{bot}:{USDT}:{now}", bot, USDT, BOT_FUNDS * usdt.unit))
        commands.append(PlacePreMarketOrder(now, bot, coin.symbol, side, price, quantity))
        await self._submit(commands)

    def _quantity(self, coin: Coin) -> int:
        """A quantity that is worth about what is typical for the coin."""
        worth = coin.trade_size * (40 + self.rng.below(360)) / 200
        return max(1, round(worth / coin.value)) * STEP_COINS * coin.unit

    async def _submit(self, commands: Sequence[Command]) -> None:
        for outcome in await asyncio.gather(*(self.desk.submit(command) for command in commands)):
            if outcome.refusal is not None:
                log.info("premarket_bot_refused", code=outcome.refusal.code)


def are_premarkets_ready(view: View) -> bool:
    """Whether each pre-market of the demo is there, and those to trade in are open and have traded.

    What clients or staff have done to them since then counts for nothing.
    """
    return all(
        (shown := view.premarkets.get(symbol)) is not None
        and (stage == "upcoming" or shown.terms.status != "upcoming")
        and (stage != "open" or shown.terms.status != "open" or bool(shown.terms.last_price))
        for symbol, stage in STAGES.items()
    )


def _bot(side: str, number: int) -> str:
    return f"demo:premarket:{side}:{number + 1}"


def _middle(coin: Coin, shown: PreMarketView) -> int:
    """The price to quote around: between the best ones, else the last one, else where it starts."""
    best = [level[0] for side in (shown.bids, shown.asks) for level in side.best(1)]
    if len(best) == 2:
        found = sum(best) // 2
    else:
        found = shown.terms.last_price or round(coin.value * 10**PRICE_DECIMALS)
    return max(1, found // TICK) * TICK


def _price_near(rng: SeededRandom, middle: int) -> int:
    return max(TICK, middle + (rng.below(9) - 4) * TICK)


def _prolong(terms: PreMarketChanged, stage: Stage, now: int) -> list[Command]:
    """Keep an open pre-market open and a coming one to come; what is over is over."""
    if terms.status == "open" and stage == "open" and terms.closes_at - now < MARGIN_MS:
        return [SchedulePreMarket(now, terms.symbol, closes_at=now + OPEN_MS)]
    if stage == "upcoming" and terms.status == "upcoming" and terms.opens_at - now < MARGIN_MS:
        opens_at = now + UPCOMING_MS
        return [SchedulePreMarket(now, terms.symbol, opens_at=opens_at, closes_at=opens_at + OPEN_MS)]
    return []


def _end(symbol: str, stage: Stage, now: int) -> list[Command]:
    """End trading in the way that leads to a state."""
    if stage == "closed":
        return [SchedulePreMarket(now, symbol, closes_at=now + SOON_MS)]
    if stage == "canceled":
        return [CancelPreMarket(now, symbol)]
    return [ListPreMarket(now, symbol, delivery_at=now + SOON_MS)]
