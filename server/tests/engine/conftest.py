"""An engine that runs on a database of its own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from clearwater.core import simulation
from clearwater.core.commands import Command, PlaceOrder, Tick
from clearwater.core.desk import Entry
from clearwater.core.events import AccountKey, Filled, Posting, Refused, TransferChanged
from clearwater.core.exchange import Exchange
from clearwater.core.versions import RULES_VERSION
from clearwater.engine.journal import PROVED, Journal
from clearwater.engine.listeners import EngineListener
from clearwater.engine.projections import Rows
from clearwater.engine.replay import entry_decoder
from clearwater.kit.clock import EPOCH, FixedClock
from tests.core.recorded import no_earlier
from tests.engine.following import Site
from tests.polling import DEADLINE_SECONDS
from tests.trading import ViewedSequencer, running_engine

AT = 1_000
LOSE_CONNECTION = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
# A different value in every field.
FILL = Filled(
    fill_id=1,
    pair="BTC-USDT",
    price=2,
    quantity=3,
    quote_quantity=4,
    taker_side="sell",
    taker_order_id=5,
    maker_order_id=6,
    taker_client="ann",
    maker_client="bob",
    taker_fee=7,
    maker_fee=8,
    at=9,
)
# The first of the movements that settle it.
FILL_POSTING = Posting(
    id=21,
    kind="trade",
    source=AccountKey("ann", "BTC", "available"),
    target=AccountKey("bob", "BTC", "available"),
    amount=3,
    source_after=22,
    target_after=23,
    reference=1,
)
TRANSFER = TransferChanged(
    reference="one",
    kind="withdrawal",
    status="held",
    client="ann",
    asset="BTC",
    network="bitcoin",
    amount=30,
    fee=31,
    at=32,
    value=33,
    held_at=34,
)


@pytest.fixture
def clock() -> FixedClock:
    """Before all commands, whose times it follows."""
    return FixedClock(EPOCH)


def a_day(seed: int, length: int) -> list[Command]:
    """Commands as an exchange of its own would have got them."""
    exchange = Exchange()
    generator = simulation.CommandGenerator(seed, exchange)
    commands = list(simulation.SET_UP)
    for command in commands:
        exchange.apply(command)
    for _ in range(length):
        commands.append(no_earlier(generator.next(), exchange.state.now))
        exchange.apply(commands[-1])
        # Otherwise the engine itself would let time pass, in a moment that no test can tell.
        while exchange.has_due_work:
            commands.append(Tick(exchange.state.now))
            exchange.apply(commands[-1])
    return commands


async def finish_due_work(engine: ViewedSequencer) -> None:
    """Wait until nothing is left to do that is due by time."""
    while (await engine.submit(Tick(1))).seq:
        pass


async def set_up(engine: ViewedSequencer) -> None:
    for command in simulation.SET_UP:
        assert (await engine.submit(command)).refusal is None


def an_order(client: str = "ann", side: str = "buy", price: int = 1_000, **others: object) -> PlaceOrder:
    return PlaceOrder(AT, client, "BTC-USDT", side, "limit", 100, price, **others)  # type: ignore[arg-type]


class RecordingListener:
    """Records what it was notified of."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.starts = self.stops = 0
        self.started = asyncio.Event()

    def on_reset(self, exchange: Exchange) -> None:
        self.starts += 1
        self.started.set()

    def on_commit(self, entries: Sequence[Entry]) -> None:
        self.entries += entries

    def stopped(self) -> None:
        self.stops += 1


async def until(connection: asyncpg.Connection, condition: str) -> None:
    """Wait until a query says that it is so."""
    for _ in range(round(DEADLINE_SECONDS / 0.01)):
        if await connection.fetchval(condition):
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


async def until_somebody_waits(connection: asyncpg.Connection) -> None:
    """Until somebody else's statement waits for a lock of ours: the engine's, in the middle of a commit."""
    for _ in range(10_000):
        if await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
            return
    raise TimeoutError


async def read_commands(connection: asyncpg.Connection) -> list[Command]:
    entries = await connection.fetch("SELECT kind, payload FROM journal ORDER BY seq")
    return [entry_decoder(kind, RULES_VERSION)(payload) for kind, payload in entries]


async def rewrite(connection: asyncpg.Connection, commands: Sequence[Command]) -> None:
    """Put another past into every table, as if it had been lived."""
    await connection.execute(f"TRUNCATE {', '.join(PROVED)} CASCADE")
    exchange, rows, seq = Exchange(), Rows(), 0
    for command in commands:
        events = exchange.apply(command)
        if any(not isinstance(event, Refused) for event in events):
            seq += 1
            rows.add(seq, command, events)
    await commit_rows(connection, rows)


async def commit_rows(connection: asyncpg.Connection, rows: Rows) -> None:
    """Write a batch as the engine does."""
    journal = Journal(connection)
    await journal.prepare()
    await journal.commit(rows)


async def read_tables(connection: asyncpg.Connection) -> dict[str, list[str]]:
    """Every row of every table that the engine writes, whatever their order."""
    return {
        name: sorted(map(repr, await connection.fetch(f"SELECT * FROM {name}")))
        for name in PROVED
        if name != "checkpoints"
    }


StartEngine = Callable[..., "asyncio.Future[ViewedSequencer]"]


@pytest_asyncio.fixture
async def start_engine(database_url: str, clock: FixedClock) -> AsyncIterator[StartEngine]:
    """Starts engines; they stop with the test."""
    async with AsyncExitStack() as stack:

        async def start(*listeners: EngineListener, batch: int = 512) -> ViewedSequencer:
            sequencer = ViewedSequencer(database_url, clock, listeners, max_batch=batch)
            return await stack.enter_async_context(running_engine(sequencer))

        yield start  # type: ignore[misc]


@pytest_asyncio.fixture
async def site(database_url: str, clock: FixedClock, tmp_path: Path) -> AsyncIterator[Site]:
    async with AsyncExitStack() as stack:
        site = Site(database_url, clock, tmp_path / "engine.sock", stack)
        stack.push_async_callback(site.stop)
        await site.start()
        yield site
