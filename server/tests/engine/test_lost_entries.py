"""After a failover to a copy that lagged behind: what was seen must be there, or nothing is served."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from clearwater.engine.follower import Follower
from clearwater.kit.errors import EngineUnavailable
from tests.engine.following import Site, deposit
from tests.polling import eventually
from tests.trading import open_market

HEAD = "SELECT max(seq) FROM journal"
ACCEPT_LOSS = "UPDATE engine_leader SET timeline = timeline + 1"


@asynccontextmanager
async def forgetting(connection: asyncpg.Connection) -> AsyncIterator[None]:
    """When the block ends, the database is as it was when it began."""
    before = await connection.fetchval(HEAD)
    await connection.execute("CREATE TEMP TABLE kept AS SELECT * FROM balances")
    yield
    async with connection.transaction():
        for table in ("journal", "postings", "transfers"):
            await connection.execute(f"DELETE FROM {table} WHERE seq > $1", before)
        await connection.execute("DELETE FROM balances")
        await connection.execute("INSERT INTO balances SELECT * FROM kept")


async def lose_entry(site: Site, connection: asyncpg.Connection) -> Follower:
    """A follower that has seen entry 5, and a database that no longer has it."""
    await connection.execute("INSERT INTO engine_leader VALUES (1, 'unix:here', now())")
    follower = await site.follow()
    await open_market(follower)
    async with forgetting(connection):
        assert (await follower.submit(deposit(1))).seq == 5
        await site.stop()
    return follower


@pytest.mark.parametrize("others", [0, 1, 2])
async def test_an_engine_stops_when_a_follower_has_seen_what_its_journal_lacks(
    others: int, site: Site, connection: asyncpg.Connection
) -> None:
    """Whether the journal ends before that entry, or has others since."""
    follower = await lose_entry(site, connection)
    engine = await site.start(with_gateway=False)
    for number in range(others):
        await engine.submit(deposit(2 + number))
    await site.stop()

    engine = await site.start()

    await eventually(lambda: bool(engine.health.refusal))
    assert "does not have entry 5 as it was acknowledged" in engine.health.refusal
    assert not follower.is_serving
    with pytest.raises(EngineUnavailable):
        await follower.submit(deposit(9))
    assert await connection.fetchval(HEAD) == 4 + others

    await connection.execute(ACCEPT_LOSS)
    await eventually(lambda: follower.is_serving)
    assert not engine.health.refusal
    assert (await follower.submit(deposit(9))).seq == 5 + others


async def test_a_follower_shows_no_journal_that_lacks_what_it_has_seen(
    site: Site, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also beside an engine of an older version, which does not ask."""
    follower = await lose_entry(site, connection)

    engine = await site.start()
    monkeypatch.setattr(engine, "check_seen", lambda _: None)

    await eventually(lambda: "does not have entry 5" in follower.refusal)
    assert engine.is_serving
    assert not follower.is_serving


async def test_after_a_loss_was_accepted_the_next_one_is_noticed_again(
    site: Site, connection: asyncpg.Connection
) -> None:
    follower = await lose_entry(site, connection)
    await connection.execute(ACCEPT_LOSS)
    await site.start()
    await eventually(lambda: follower.is_serving)
    await connection.execute("DROP TABLE kept")
    async with forgetting(connection):
        assert (await follower.submit(deposit(1))).seq == 5
        await site.stop()

    engine = await site.start()

    await eventually(lambda: bool(engine.health.refusal))
    assert not follower.is_serving
