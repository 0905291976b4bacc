"""The proof: fold the journal from zero, and find every way in which the tables say something else.

The journal is folded in parts, from checkpoint to checkpoint, a run of them on each core. Every part has to
arrive at the checkpoint where the next one begins, the first begins with nothing, the last has to arrive at
the tables: so the whole is proved as one fold from zero would prove it.
"""

import asyncio
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import asyncpg

from clearwater.engine.checkpoints import list_checkpoints
from clearwater.engine.folding import ROWS_AT_ONCE, Folded, Tally, fold

ORDERS = """
    SELECT id, client, pair, status, reason, price, stop_price, quantity, remaining, filled_quote, fee, held,
    visible, priority, updated_ms FROM orders
    WHERE id > $1 AND id <= $2 AND status NOT IN ('untriggered', 'new', 'partially_filled')
"""
FILLS = """
    SELECT pair, count(*), sum(quantity), sum(quote_quantity), sum(taker_fee), sum(maker_fee) FROM fills
    GROUP BY pair
"""
# What has come to an account less what has left it is what it holds.
POSTED = """
    WITH moves AS (
        SELECT target_owner AS owner, coin, target_purpose AS purpose, sum(amount) AS amount FROM postings
        GROUP BY 1, 2, 3
        UNION ALL SELECT source_owner, coin, source_purpose, -sum(amount) FROM postings GROUP BY 1, 2, 3
    ), sums AS (SELECT owner, coin, purpose, sum(amount) AS amount FROM moves GROUP BY 1, 2, 3)
    SELECT owner, coin, purpose, coalesce(sums.amount, 0) AS posted, coalesce(balances.amount, 0) AS held
    FROM sums FULL JOIN balances USING (owner, coin, purpose)
    WHERE coalesce(sums.amount, 0) <> coalesce(balances.amount, 0)
"""


class Report(NamedTuple):
    """How many commands were folded, and what does not fit."""

    commands: int
    differences: list[str]


class Run(NamedTuple):
    """What one process looks at: the parts between some checkpoints, as of one moment."""

    database_url: str
    moment: str
    marks: tuple[int | None, ...]


class Seen(NamedTuple):
    """A run, folded, and how the table says that the orders placed in it have ended."""

    parts: list[Folded]
    ended: Tally


class Summed(NamedTuple):
    """What the tables add up to, and the accounts that do not hold what was posted to them."""

    fills: dict[str, list[int]]
    postings: int
    differences: list[str]


async def audit_ledger(database_url: str, *, processes: int = 1) -> Report:
    """Compare everything that the journal leads to with everything that the tables say, as of one moment."""
    connection = await asyncpg.connect(database_url)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            moment = await connection.fetchval("SELECT pg_export_snapshot()")
            last = await connection.fetchval("SELECT coalesce(max(seq), 0) FROM journal")
            runs = [
                Run(database_url, moment, marks)
                for marks in plan(last, await list_checkpoints(connection), processes)
            ]
            seen, summed = await asyncio.gather(_look_at_all(runs), _sum_up(connection))
    finally:
        await connection.close()
    return _report(seen, summed)


def plan(last: int, checkpoints: Sequence[int], runs: int) -> list[tuple[int | None, ...]]:
    """Where each run begins, what it passes and where it ends, all of about the same length."""
    even = [last * number / runs for number in range(1, runs)]
    begins = {min(checkpoints, key=lambda seq: abs(seq - place)) for place in even} if checkpoints else set()
    marks: list[int | None] = [0, *checkpoints, None]
    cuts = [0, *(place for place, mark in enumerate(marks) if mark in begins), len(marks) - 1]
    return [tuple(marks[begin : end + 1]) for begin, end in pairwise(cuts)]


async def _look_at_all(runs: Sequence[Run]) -> Sequence[Seen]:
    *others, last = runs
    if not others:
        return [await _look_at(last)]
    loop = asyncio.get_running_loop()
    # Not forked: a copy of this process would own its connections, too.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(others), mp_context=context) as pool:
        looks = [loop.run_in_executor(pool, _look_alone, run) for run in others]
        seen = await _look_at(last)
        return [*await asyncio.gather(*looks), seen]


def _look_alone(run: Run) -> Seen:
    """In a process of its own."""
    return asyncio.run(_look_at(run))


async def _look_at(run: Run) -> Seen:
    connection = await asyncpg.connect(run.database_url)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            await connection.execute(f"SET TRANSACTION SNAPSHOT '{run.moment}'")
            parts = await fold(connection, run.marks)
            ended = Tally()
            orders = await connection.cursor(ORDERS, parts[0].first_order_id, parts[-1].last_order_id)
            while rows := await orders.fetch(ROWS_AT_ONCE):
                for row in rows:
                    ended.end_order(tuple(row))
    finally:
        await connection.close()
    return Seen(parts, ended)


async def _sum_up(connection: asyncpg.Connection) -> Summed:
    fills = {row[0]: [int(value) for value in row[1:]] for row in await connection.fetch(FILLS)}
    return Summed(
        fills,
        await connection.fetchval("SELECT count(*) FROM postings"),
        [
            f"balances: {row['owner']} {row['coin']} {row['purpose']}"
            f" holds {row['held']}, posted {row['posted']}"
            for row in await connection.fetch(POSTED)
        ],
    )


def _report(seen: Sequence[Seen], summed: Summed) -> Report:
    folded = [part for one in seen for part in one.parts]
    commands = sum(part.commands for part in folded)
    differences = [difference for part in folded for difference in part.differences]
    if any(part.is_broken for part in folded):
        # What follows a hole cannot be told.
        return Report(commands, differences)
    told, found = Tally(), Tally()
    for part in folded:
        told.add(part.tally)
    for one in seen:
        found.add(one.ended)
    if (found.orders, found.orders_hash) != (told.orders, told.orders_hash):
        differences.append(
            f"orders: {told.orders} have ended by the journal, {found.orders} by the tables, or not as told"
        )
    fills = summed.fills
    differences += [
        f"fills of {pair}: the journal leads to {told.fills.get(pair)}, the tables say {fills.get(pair)}"
        for pair in sorted(fills.keys() | told.fills.keys())
        if fills.get(pair) != told.fills.get(pair)
    ]
    postings = folded[-1].last_posting_id
    if summed.postings != postings:
        differences.append(f"postings: the journal leads to {postings}, the tables say {summed.postings}")
    return Report(commands, differences + summed.differences)
