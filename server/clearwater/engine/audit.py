"""The proof: fold the journal from zero, and find every way in which the tables say something else.

The journal is folded in parts, from checkpoint to checkpoint, a run of them on each core. Every part has to
arrive at the checkpoint where the next one begins, the first begins with nothing, the last has to arrive at
the tables: so the whole is proved as one fold from zero would prove it.
"""

import asyncio
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, pairwise
from typing import NamedTuple

import asyncpg

from clearwater.engine.checkpoints import list_checkpoints
from clearwater.engine.folding import Folded, fold
from clearwater.engine.tallies import Tally, find_differences, tally_tables

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


class Summed(NamedTuple):
    """What the tables add up to, and the accounts that do not hold what was posted to them."""

    tally: Tally
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
            parts, summed = await asyncio.gather(_fold_all(runs), _sum_up(connection))
    finally:
        await connection.close()
    return _report(parts, summed)


def plan(last: int, checkpoints: Sequence[int], runs: int) -> list[tuple[int | None, ...]]:
    """Where each run begins, what it passes and where it ends, all of about the same length."""
    even = [last * number / runs for number in range(1, runs)]
    begins = {min(checkpoints, key=lambda seq: abs(seq - place)) for place in even} if checkpoints else set()
    marks: list[int | None] = [0, *checkpoints, None]
    cuts = [0, *(place for place, mark in enumerate(marks) if mark in begins), len(marks) - 1]
    return [tuple(marks[begin : end + 1]) for begin, end in pairwise(cuts)]


async def _fold_all(runs: Sequence[Run]) -> Sequence[Folded]:
    """The last run here, which reads the tables, each other in a process of its own."""
    *others, last = runs
    if not others:
        return await _fold(last)
    loop = asyncio.get_running_loop()
    # Not forked: a copy of this process would own its connections, too.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(others), mp_context=context) as pool:
        folds = [loop.run_in_executor(pool, _fold_alone, run) for run in others]
        parts = await _fold(last)
        return [*chain.from_iterable(await asyncio.gather(*folds)), *parts]


def _fold_alone(run: Run) -> list[Folded]:
    return asyncio.run(_fold(run))


async def _fold(run: Run) -> list[Folded]:
    connection = await asyncpg.connect(run.database_url)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            await connection.execute(f"SET TRANSACTION SNAPSHOT '{run.moment}'")
            return await fold(connection, run.marks)
    finally:
        await connection.close()


async def _sum_up(connection: asyncpg.Connection) -> Summed:
    return Summed(
        await tally_tables(connection),
        await connection.fetchval("SELECT count(*) FROM postings"),
        [
            f"balances: {row['owner']} {row['coin']} {row['purpose']}"
            f" holds {row['held']}, posted {row['posted']}"
            for row in await connection.fetch(POSTED)
        ],
    )


def _report(parts: Sequence[Folded], summed: Summed) -> Report:
    commands = sum(part.commands for part in parts)
    differences = [difference for part in parts for difference in part.differences]
    if any(part.is_broken for part in parts):
        # What follows a hole cannot be told.
        return Report(commands, differences)
    told = Tally()
    for part in parts:
        told.add(part.tally)
    differences += find_differences(told, summed.tally)
    postings = parts[-1].last_posting_id
    if summed.postings != postings:
        differences.append(f"postings: the journal leads to {postings}, the tables say {summed.postings}")
    return Report(commands, differences + summed.differences)
