"""Clients: they place orders, have commands carried out, and repeat what was not answered."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from clearwater.core.commands import Command, PlaceOrder
from clearwater.core.desk import Outcome
from clearwater.core.exchange import Exchange
from clearwater.core.simulation import CLIENTS, PAIRS, CommandGenerator
from clearwater.domains.orders import service as orders
from clearwater.domains.orders.schemas import ClientOrderIdUsed, NewOrder
from clearwater.domains.orders.terms import Trader
from clearwater.engine.references import REFERENCED
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import DATABASE_FAILURES
from clearwater.kit.errors import ClearwaterError, EngineUnavailable, IdempotencyConflict, Overloaded
from simulation.world import APIS, Api, World

MEAN_PAUSE_SECONDS = 0.2
RETRY_SECONDS = 0.5
# A client that gets no answer asks elsewhere.
PATIENCE_SECONDS = 8.0
# What the api answers with 503, and connections that are lost.
UNAVAILABLE = (EngineUnavailable, Overloaded, *DATABASE_FAILURES)
Work = Callable[[Api], Coroutine[Any, Any, Any]]


@dataclass
class Act:
    """Something that a client asks for, and what it was told."""

    number: int
    # An order of the API, or a command of the engine.
    order: NewOrder | None
    command: Command
    key: str | None = None
    attempts: int = 0
    # What was acknowledged, once for each answer.
    acknowledged: list[Any] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    @property
    def is_repeatable(self) -> bool:
        if self.order is not None:
            return self.key is not None or self.order.client_order_id is not None
        return isinstance(self.command, REFERENCED)

    @property
    def mark(self) -> int:
        """A fee of its own, by which a plain order is recognised in the journal."""
        return 1 + self.number

    def note(self, outcome: Any) -> None:
        """What the client was told."""
        if isinstance(outcome, Outcome) and outcome.refusal is not None:
            self.refusals.append(outcome.refusal.code)
        else:
            self.acknowledged.append(outcome)

    def __str__(self) -> str:
        name = self.order if self.order is not None else self.command
        return f"{self.number}: {name!r}{f' key {self.key}' if self.key else ''}"


class Clients:
    """All clients together. What they do comes from one source of chance, in the order in which they act."""

    def __init__(self, world: World, *, acts: int, without: frozenset[int] = frozenset()) -> None:
        self._world = world
        self._chance = world.loop.chance("clients")
        self._generator = CommandGenerator(world.loop.seed, Exchange())
        self._left = acts
        self._without = without
        self._begun = 0
        self.acts: list[Act] = []

    async def run(self, tasks: int = 8) -> None:
        """Act until all acts are done."""
        await asyncio.gather(*(self._live() for _ in range(tasks)))

    async def _live(self) -> None:
        while self._begun < self._left:
            await asyncio.sleep(self._chance.expovariate(1 / MEAN_PAUSE_SECONDS))
            exchange = self._world.find_exchange()
            if exchange is None or self._begun >= self._left:
                continue
            acts = [act for act in self._next_acts(exchange) if act.number not in self._without]
            self.acts += acts
            for act in acts:
                self._world.loop.trace.note("act", act)
            if len(acts) == 1:
                await self._perform(acts[0])
            elif acts:
                await self._perform_burst(acts)

    def _next_acts(self, exchange: Exchange) -> list[Act]:
        """One act, or those of a burst, which belong together."""
        if self._chance.random() < 0.5:
            return [self._order(self._begin(), exchange)]
        generator, leader = self._generator, self._world.find_leader()
        assert leader is not None
        generator.exchange = exchange
        generator.now = milliseconds(leader.clock.now())
        commands = [generator.next()]
        while generator.burst:
            commands.append(generator.next())
        return [self._act(self._begin(), command) for command in commands]

    def _begin(self) -> int:
        self._begun += 1
        return self._begun - 1

    def _act(self, number: int, command: Command) -> Act:
        if isinstance(command, PlaceOrder):
            command = replace(command, taker_ppm=1 + number)
        return Act(number, None, command)

    async def _perform_burst(self, acts: list[Act]) -> None:
        """Have several commands carried out one after the other, with nothing in between."""

        async def work(api: Api) -> list[Outcome | BaseException]:
            submitted = (api.follower.submit(act.command) for act in acts)
            return await asyncio.gather(*submitted, return_exceptions=True)

        for act in acts:
            act.attempts += 1
        with suppress(*UNAVAILABLE):
            async with asyncio.timeout(PATIENCE_SECONDS):
                outcomes = await self._world.request(self._chance.choice(APIS), work)
            for act, outcome in zip(acts, outcomes, strict=True):
                if isinstance(outcome, Outcome):
                    act.note(outcome)
                elif not isinstance(outcome, (*UNAVAILABLE, OverflowError)):
                    raise outcome

    def _order(self, number: int, exchange: Exchange) -> Act:
        """An order of the API near the market's price: with a key, an id of its own, or neither."""
        chance, client = self._chance, self._chance.choice(CLIENTS)
        symbol = chance.choice(PAIRS)
        market = exchange.state.markets[symbol]
        tick, step = market.rules.tick, market.rules.step
        price = max(tick, (market.reference_price // tick + chance.randint(-6, 6)) * tick)
        name = chance.choice((None, "id", "key", "both"))
        order = NewOrder(
            symbol=symbol,
            side=chance.choice(("buy", "sell")),
            type="limit",
            quantity=_decimal(step * chance.randint(1, 30), market.base.decimals),
            price=_decimal(price, market.price_decimals),
            client_order_id=f"sim-{number}" if name in {"id", "both"} else None,
        )
        command = PlaceOrder(0, client, symbol, order.side, "limit", 0)
        return Act(number, order, command, key=f"key-{number}" if name in {"key", "both"} else None)

    async def _perform(self, act: Act) -> None:
        """Ask until the outcome is known; what cannot be repeated safely is asked once."""
        while True:
            act.attempts += 1
            try:
                await self._ask(act)
            except UNAVAILABLE:
                if not act.is_repeatable:
                    return
                self._world.reached["a request without an answer was repeated"] += 1
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except ClearwaterError as refusal:
                act.refusals.append(refusal.code)
            except OverflowError:
                # A number that no field of the API takes, and no message carries.
                act.refusals.append("VALIDATION_FAILED")
            if self._chance.random() < 0.06 and act.is_repeatable and act.attempts == 1:
                # A client that does not believe its answer.
                continue
            break
        if act.order is not None and act.acknowledged and act.is_repeatable and self._chance.random() < 0.06:
            await self._ask_for_another(act, act.order)

    async def _ask_for_another(self, act: Act, order: NewOrder) -> None:
        """The names of an order that is there for one with other terms: it is refused."""
        assert order.quantity is not None
        other = order.model_copy(update={"quantity": f"1{order.quantity}"})
        with suppress(*UNAVAILABLE, IdempotencyConflict, ClientOrderIdUsed):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._world.request(self._chance.choice(APIS), self._order_work(act, other))
            self._world.problems.append(f"Its names were taken for another order: {act}.")

    async def _ask(self, act: Act) -> None:
        api = self._chance.choice(APIS)
        work = self._command_work(act) if act.order is None else self._order_work(act, act.order)
        async with asyncio.timeout(PATIENCE_SECONDS):
            outcome = await self._world.request(api, work)
        act.note(outcome)
        if isinstance(outcome, orders.Placed) and outcome.is_replay:
            self._world.reached["an order was placed again and found"] += 1

    def _command_work(self, act: Act) -> Work:
        async def work(api: Api) -> Outcome:
            return await api.follower.submit(act.command)

        return work

    def _order_work(self, act: Act, order: NewOrder) -> Work:
        assert isinstance(act.command, PlaceOrder)
        trader = Trader(act.command.client, maker_ppm=0, taker_ppm=act.mark)

        async def work(api: Api) -> orders.Placed:
            await api.follower.catch_up()
            at = milliseconds(api.clock.now())
            return await orders.place(
                api.follower, api.sessions, api.names, trader, order, key=act.key, at=at
            )

        return work


def _decimal(units: int, decimals: int) -> str:
    text = str(units).rjust(decimals + 1, "0")
    return f"{text[:-decimals]}.{text[-decimals:]}" if decimals else text
