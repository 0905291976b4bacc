"""Single reads on connections of their own: what is lost is tried once more, and nothing is written."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy.exc import TimeoutError as PoolTimeout

from clearwater.kit import prepared_reads
from clearwater.kit.db import open_reads
from clearwater.kit.prepared_reads import PreparedReads, Statement

PID = "SELECT pg_backend_pid()"


@pytest_asyncio.fixture
async def reads(database_url: str) -> AsyncIterator[PreparedReads]:
    opened = open_reads(database_url)
    yield opened
    await opened.close()


async def end(database_url: str, pid: object) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute("SELECT pg_terminate_backend($1)", pid)
    await connection.close()


async def test_a_connection_is_used_again_and_prepares_a_statement_once(reads: PreparedReads) -> None:
    first, again = await reads.fetch_value(PID), await reads.fetch_value(PID)
    prepared = await reads.fetch("SELECT statement FROM pg_prepared_statements WHERE statement = $1", PID)

    assert first == again
    assert len(prepared) == 1


async def test_a_read_on_a_connection_that_was_lost_is_tried_once_more(
    reads: PreparedReads, database_url: str
) -> None:
    lost = await reads.fetch_value(PID)
    await end(database_url, lost)

    assert await reads.fetch_value(PID) != lost


async def test_what_is_lost_while_it_reads_is_tried_once_more_and_no_more(
    reads: PreparedReads, database_url: str
) -> None:
    await reads.fetch_value(PID)
    ending = "SELECT pg_terminate_backend(pg_backend_pid())"

    with pytest.raises((asyncpg.AdminShutdownError, asyncpg.ConnectionDoesNotExistError)):
        await reads.fetch(ending)
    assert await reads.fetch_value("SELECT 1") == 1


async def test_nothing_can_be_written(reads: PreparedReads) -> None:
    with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
        await reads.fetch("DELETE FROM clients")
    assert await reads.fetch_value("SELECT 1") == 1


async def test_a_refused_statement_leaves_its_connection(reads: PreparedReads) -> None:
    before = await reads.fetch_value(PID)
    with pytest.raises(asyncpg.DivisionByZeroError):
        await reads.fetch("SELECT 1 / $1::int", 0)

    assert await reads.fetch_value(PID) == before


async def test_an_unreachable_database_is_an_error_of_the_network() -> None:
    nowhere = open_reads("postgresql://nobody@127.0.0.1:1/nothing")
    with pytest.raises(OSError, match="Connect call failed"):
        await nowhere.fetch("SELECT 1")


async def test_who_waits_too_long_for_a_connection_is_refused(
    reads: PreparedReads, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared_reads, "WAIT_SECONDS", 0.01)
    slow = [
        asyncio.create_task(reads.fetch("SELECT pg_sleep(60)")) for _ in range(prepared_reads.MAX_CONNECTIONS)
    ]
    await asyncio.sleep(0)
    with pytest.raises(PoolTimeout):
        await reads.fetch("SELECT 1")
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)

    assert await reads.fetch_value("SELECT 1") == 1


def test_a_statement_is_the_same_text_for_all_values() -> None:
    statement = Statement()

    assert [statement.bind("a"), statement.bind(2)] == ["$1", "$2"]
    assert statement.values == ["a", 2]
