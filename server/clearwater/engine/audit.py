"""The audit: replay the journal from the start, and list every difference from the tables.

The journal is replayed in parts, from checkpoint to checkpoint, a run of them on each core. Every part has to
arrive at the checkpoint where the next one begins, the first begins with nothing, the last has to arrive at
the tables: so the whole is proved as one replay from zero would prove it. On the way every row that was
written is compared with the one that the replay leads to (`comparison`), and every entry with its hash
(`chain`).

A history that an earlier audit has proved need not be replayed again: from a checkpoint whose hash was kept
elsewhere, only what came after it is compared row by row, and the state of now as a whole.
"""

import asyncio
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import asyncpg
from msgspec.structs import asdict

from clearwater.core.snapshots import Snapshot
from clearwater.domains.orders.models import OPEN_ORDERS_SQL
from clearwater.engine.chain import compare_heads
from clearwater.engine.checkpoints import find_unchanged, list_checkpoints
from clearwater.engine.comparison import SOME_TRANSFERS, Comparison
from clearwater.engine.product_tables import (
    EARN_POSITIONS,
    EARN_PRODUCTS,
    PREMARKET_CONTRACTS,
    PREMARKET_ORDERS,
    PREMARKETS,
    PRODUCT_TABLES,
)
from clearwater.engine.projections import Row, coin_row, order_row, pair_row
from clearwater.engine.replay import Replay, ReplayResult
from clearwater.engine.tables import (
    BALANCES,
    COINS,
    CONVERSIONS,
    FILLS,
    JOURNAL,
    ORDER_CHANGES,
    ORDERS,
    PAIRS,
    POSTINGS,
    TRAILING_MARKS,
    TRANSFERS,
    Table,
    select,
)
from clearwater.engine.volumes import compare_volumes
from clearwater.kit.chain_heads import Head
from clearwater.kit.database_hosts import connect

# The others are counted whole: their last number is part of the state.
COUNTED_SINCE_START = (JOURNAL, TRANSFERS, CONVERSIONS)
OPEN_ORDERS = select(ORDER_CHANGES, OPEN_ORDERS_SQL)


class Report(NamedTuple):
    """How many commands were replayed, and what does not fit."""

    commands: int
    differences: list[str]


class Run(NamedTuple):
    """What one process looks at: the parts between some checkpoints, as of one moment."""

    database_url: str
    moment: str
    marks: tuple[int | None, ...]


async def audit_ledger(
    database_url: str, *, processes: int = 1, heads: Sequence[Head] = (), since: Sequence[Head] = ()
) -> Report:
    """Compare the state that the journal leads to with all tables, in one snapshot.

    With heads that were exported earlier, the journal's past is compared with them, too. With checkpoints
    that were exported, the replay begins at the newest one that is still the same.
    """
    connection = await connect(database_url)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            moment = await connection.fetchval("SELECT pg_export_snapshot()")
            start = await find_unchanged(connection, since)
            planned = await _plan(connection, processes, start)
            *others, last = [Run(database_url, moment, marks) for marks in planned]
            replayed = await _replay_runs(others, connection, last)
            return await _report(connection, replayed, heads, start)
    finally:
        await connection.close()


async def audit_transaction(connection: asyncpg.Connection, heads: Sequence[Head] = ()) -> Report:
    """The same within a transaction of the caller."""
    (marks,) = await _plan(connection, 1, 0)
    return await _report(connection, [await Replay(connection).run(marks)], heads, 0)


async def _plan(connection: asyncpg.Connection, runs: int, start: int) -> list[tuple[int | None, ...]]:
    last = await connection.fetchval("SELECT coalesce(max(seq), 0) FROM journal")
    return plan(last, await list_checkpoints(connection), runs, start)


def plan(last: int, checkpoints: Sequence[int], runs: int, start: int = 0) -> list[tuple[int | None, ...]]:
    """Where each run begins, what it passes and where it ends, all of about the same length."""
    later = [seq for seq in checkpoints if seq > start]
    even = [start + (last - start) * number / runs for number in range(1, runs)]
    begins = {min(later, key=lambda seq: abs(seq - place)) for place in even} if later else set()
    marks: list[int | None] = [start, *later, None]
    cuts = [0, *(place for place, mark in enumerate(marks) if mark in begins), len(marks) - 1]
    return [tuple(marks[begin : end + 1]) for begin, end in pairwise(cuts)]


async def _replay_runs(
    others: Sequence[Run], connection: asyncpg.Connection, last: Run
) -> Sequence[ReplayResult]:
    """Replay the last run here, and each other one in its own process."""
    if not others:
        return [await Replay(connection).run(last.marks)]
    loop = asyncio.get_running_loop()
    # Not forked: a copy of this process would own its connections, too.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(others), mp_context=context) as pool:
        replays = [loop.run_in_executor(pool, _replay_in_process, run) for run in others]
        replayed = await Replay(connection).run(last.marks)
        return [*await asyncio.gather(*replays), replayed]


def _replay_in_process(run: Run) -> ReplayResult:
    return asyncio.run(_replay_run(run))


async def _replay_run(run: Run) -> ReplayResult:
    connection = await connect(run.database_url)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            await connection.execute(f"SET TRANSACTION SNAPSHOT '{run.moment}'")
            return await Replay(connection).run(run.marks)
    finally:
        await connection.close()


async def _report(
    connection: asyncpg.Connection, runs: Sequence[ReplayResult], heads: Sequence[Head], start: int
) -> Report:
    commands = sum(run.commands for run in runs)
    differences = [
        *await compare_heads(connection, heads),
        *(difference for run in runs for difference in run.differences),
    ]
    end, total = runs[-1].end, await _begin_comparison(connection, runs, start)
    if end is None or any(run.is_broken for run in runs):
        # What follows a gap cannot be verified.
        return Report(
            commands, differences + [line for run in runs for line in run.comparison.differences.lines()]
        )
    for run in runs:
        run.comparison.follow(total)
        total = run.comparison
    await _compare_end(connection, end, total, start)
    await _compare_counts(connection, commands, end, total, start=start)
    await compare_volumes(connection, total.differences, start=start)
    return Report(commands, [*differences, *total.differences.lines()])


async def _begin_comparison(
    connection: asyncpg.Connection, runs: Sequence[ReplayResult], start: int
) -> Comparison:
    """What is before the first run: transfers that began there, and have changed since."""
    before = Comparison()
    if start:
        changed = {reference for run in runs for reference in run.comparison.transfer_changes}
        begun = {reference for run in runs for reference in run.comparison.pending}
        rows = await connection.fetch(SOME_TRANSFERS, list(changed - begun))
        before.pending = {row["reference"]: (tuple(row), tuple(row)) for row in rows}
        # They have the number of the command that changed them; those that were reversed, of the one before.
        before.transfers = sum(row["seq"] > start for row in rows)
    return before


async def _compare_end(connection: asyncpg.Connection, end: Snapshot, total: Comparison, start: int) -> None:
    """Compare what still changes: it has to be as it was last written."""
    changed = total.open_orders
    open_orders = [
        order_row(order, changed[order.order_id]) for order in end.orders if order.order_id in changed
    ]
    for row, stored in total.pending.values():
        total.differences.compare(TRANSFERS, [row], [] if stored is None else [stored])
    for table, query, expected in (
        (ORDER_CHANGES, OPEN_ORDERS, open_orders),
        (BALANCES, None, total.balances(dict(end.balances))),
        _coins(end),
        (PAIRS, None, [pair_row(pair) for pair in end.pairs]),
        (TRAILING_MARKS, None, [TRAILING_MARKS.row(asdict(mark)) for mark in end.trailing_marks]),
    ):
        found = await connection.fetch(query or select(table, "true"))
        if start and table is ORDER_CHANGES:
            found = [row for row in found if row["id"] in changed]
        elif start and table is BALANCES:
            found = [row for row in found if row["seq"] > start]
        total.differences.compare(table, expected, found)
    await _compare_products(connection, end, total)


async def _compare_products(connection: asyncpg.Connection, end: Snapshot, total: Comparison) -> None:
    """Pre-markets and earn: what may still change."""
    premarkets, earn = end.premarkets, end.earn
    subjects = (premarkets.markets, premarkets.orders, premarkets.contracts, earn.products, earn.positions)
    for product, events in zip(PRODUCT_TABLES.values(), subjects, strict=True):
        found = await connection.fetch(select(product.table, product.open_sql))
        total.differences.compare(product.table, [product.row(event) for event in events], found)


def _coins(end: Snapshot) -> tuple[Table, None, list[Row]]:
    """The coins; before the ledger was opened (LED-16) the journal did not record which are traded."""
    table = COINS if end.kind else COINS.without("trading")
    return (
        table,
        None,
        [coin_row(table, coin, is_traded=coin.symbol not in end.untraded) for coin in end.assets],
    )


async def _compare_counts(
    connection: asyncpg.Connection, commands: int, end: Snapshot, total: Comparison, *, start: int
) -> None:
    """Compare row counts, to find rows that the journal does not lead to."""
    for table, expected in (
        (JOURNAL, commands),
        (POSTINGS, end.last_posting_id),
        (ORDERS, end.last_order_id),
        (FILLS, end.last_fill_id),
        (TRANSFERS, total.transfers),
        (CONVERSIONS, total.conversions),
        (PREMARKETS, len(end.premarkets.markets)),
        (PREMARKET_ORDERS, end.premarkets.last_order_id),
        (PREMARKET_CONTRACTS, end.premarkets.last_contract_id),
        (EARN_PRODUCTS, len(end.earn.products)),
        (EARN_POSITIONS, end.earn.last_position_id),
    ):
        where = f" WHERE seq > {start}" if start and table in COUNTED_SINCE_START else ""
        found = await connection.fetchval(f"SELECT count(*) FROM {table.name}{where}")
        if found != expected:
            total.differences.add(table.name, f"the journal leads to {expected} rows, the table has {found}")
