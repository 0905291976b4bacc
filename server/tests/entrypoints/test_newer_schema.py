"""During an upgrade processes of the version before work with a schema that has more than they know."""

import asyncpg
import httpx

from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.engine.recovery import load_view
from clearwater.entrypoints.wiring import ApiServices
from clearwater.entrypoints.worker import list_jobs
from tests.builders import a_staff
from tests.engine.following import shown
from tests.trading import a_trader, open_market, place

ADD_COLUMNS = """
    SELECT format('ALTER TABLE %I ADD COLUMN added_later text NOT NULL DEFAULT ''new''', relname)
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""


async def test_an_exchange_that_runs_goes_on_when_a_migration_has_added_columns(
    client: httpx.AsyncClient,
    services: ApiServices,
    engine: Follower,
    connection: asyncpg.Connection,
    database_url: str,
) -> None:
    await open_market(engine)
    ann, bob = [await a_trader(services, engine, name) for name in ("ann", "bob")]
    assert (await place(client, ann)).status_code == 201
    for (statement,) in await connection.fetch(ADD_COLUMNS):
        await connection.execute(statement)
    services.traders.on_notice(None)

    sold = await place(client, bob, side="sell", quantity="0.05")
    listed = await client.get("/api/v1/order", headers=ann.headers)
    ledger = await client.get(
        f"/api/operator/clients/{ann.id}/ledger", headers=(await a_staff(services)).headers
    )
    for job in list_jobs(services, database_url):
        await job.perform()
    loaded, head = await load_view(connection)

    assert (sold.status_code, sold.json()["order"]["status"]) == (201, "filled")
    assert [order["filled_quantity"] for order in listed.json()["items"]] == ["0.05"]
    assert ledger.status_code == 200
    assert head.seq == engine.seq
    assert shown(loaded) == shown(engine.view)
    assert (await audit_ledger(database_url)).differences == []
