"""An engine leads as long as its database answers, and serves only what a standby has."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from clearwater.adapters.data_folder import lock_data_folder
from clearwater.adapters.postgres_server import PostgresServer
from clearwater.engine import journal, sequencer
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.leader_lock import TRY_LOCK
from clearwater.kit.migrations import migrate
from tests.engine.conftest import RecordingListener, an_order, set_up, until
from tests.hosts import Host
from tests.polling import eventually
from tests.trading import ViewedSequencer, running_engine

# On its next connection the engine waits for the standby, or for its old connection, which does.
IS_WAITING = f"""
    SELECT count(*) FROM pg_stat_activity
    WHERE wait_event = 'SyncRep' AND query ~ 'engine_leader' OR query = '{TRY_LOCK}'
"""
ORDERS = "SELECT count(*) FROM orders WHERE client_order_id = 'once'"
A_COMMIT = "SELECT pg_logical_emit_message(true, 'a commit', '')"
A_COMMIT_WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


async def test_an_idle_engine_stops_when_its_database_falls_silent(
    database_url: str, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "PROBE_SECONDS", 0.05)
    listener = RecordingListener()
    async with Host(database_url).listening() as host:
        engine = ViewedSequencer(host.url, clock, [listener])
        async with running_engine(engine):
            timekeeping = asyncio.create_task(engine.keep_time(0.01))

            host.role = "silent"
            await eventually(lambda: listener.stops)

            assert not engine.is_serving
            host.role = "primary"
            host.lose_connections()
            await eventually(lambda: engine.is_serving)
            timekeeping.cancel()


@pytest_asyncio.fixture
async def server_url(run_folder: Path) -> AsyncIterator[str]:
    """A server of the test's own: synchronous replication is a setting of a whole server."""
    folder = run_folder / "replicated"
    folder.mkdir()
    with lock_data_folder(folder):
        server = PostgresServer(folder)
        try:
            await server.start()
            await asyncio.to_thread(migrate, server.url)
            yield server.url
        finally:
            await server.stop()


async def require_standby(connection: asyncpg.Connection, name: str) -> None:
    await connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
    await connection.execute("SELECT pg_reload_conf()")
    await until(connection, f"SELECT current_setting('synchronous_standby_names') = '{name}'")


async def until_commits_wait(connection: asyncpg.Connection, server_url: str) -> None:
    """Commits wait for a standby only once the checkpointer, too, has read the setting."""
    committing = await asyncpg.connect(server_url)

    async def commit_again_and_again() -> None:
        while True:
            await committing.execute(A_COMMIT)

    commits = asyncio.create_task(commit_again_and_again())
    await until(connection, A_COMMIT_WAITS)
    commits.cancel()
    committing.terminate()


async def test_what_no_standby_has_is_neither_acknowledged_nor_served(
    server_url: str, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit that is cancelled while it waits for a standby is there, but only on this machine."""
    other = await asyncpg.connect(server_url)
    await other.execute("SET synchronous_commit = local")
    engine = ViewedSequencer(server_url, clock, address="unix:here")
    async with running_engine(engine):
        await set_up(engine)
        await require_standby(other, "nobody")
        await until_commits_wait(other, server_url)
        monkeypatch.setattr(sequencer, "COMMIT_SECONDS", 0.2)
        with pytest.raises(EngineUnavailable):
            await engine.submit(an_order(client_order_id="once"))
        monkeypatch.undo()
        await until(other, ORDERS)
        await until(other, IS_WAITING)
        with pytest.raises(EngineUnavailable):
            await engine.submit(an_order(client_order_id="once"))

        await require_standby(other, "")
        await eventually(lambda: engine.is_serving)
        assert (await engine.submit(an_order(client_order_id="once"))).refusal is not None
        assert await other.fetchval(ORDERS) == 1
    await other.close()
