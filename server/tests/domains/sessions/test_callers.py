"""A caller is looked up once; whatever changes it ends it in the memory of every process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import asyncpg
import httpx
import pytest
import pytest_asyncio

from clearwater.adapters.postgres_server import as_application
from clearwater.entrypoints.api import create_app
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit import metrics
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from tests.builders import SignedInClient, a_client
from tests.polling import eventually, ticks

VALIDATE, USER, KEYS = "/api/bff/auth/validate", "/api/bff/auth/user", "/api/v1/client/api-keys"
MISSES = metrics.cache_requests.labels("sessions", "miss")


class Api(NamedTuple):
    """An api as a process of its own would be: with a cache and a connection for notices of its own."""

    http: httpx.AsyncClient
    services: ApiServices
    listening: "asyncio.Task[None]"

    async def status(
        self, headers: dict[str, str], method: str = "GET", path: str = VALIDATE, **body: Any
    ) -> int:
        return (await self.http.request(method, path, headers=headers, **body)).status_code

    async def wait_for_status(
        self, status: int, headers: dict[str, str], method: str = "GET", path: str = VALIDATE, **body: Any
    ) -> None:
        """Time stands still for the caches, so nothing ends in them by itself."""
        async for _ in ticks():
            if await self.status(headers, method, path, **body) == status:
                return


@asynccontextmanager
async def running(settings: Settings, database_url: str, clock: FixedClock) -> AsyncIterator[Api]:
    async with open_api_services(settings, as_application(database_url), clock=clock) as services:
        listening = asyncio.create_task(services.notices.run())
        transport = httpx.ASGITransport(create_app(services), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            await eventually(lambda: services.notices.is_current)
            yield Api(client, services, listening)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with something else is not taken for a lost connection."""
    monkeypatch.setattr("clearwater.kit.notices.MAX_SILENCE_SECONDS", 60.0)


@pytest_asyncio.fixture
async def apis(settings: Settings, database_url: str, clock: FixedClock) -> AsyncIterator[tuple[Api, Api]]:
    async with running(settings, database_url, clock) as one, running(settings, database_url, clock) as other:
        yield one, other


@pytest_asyncio.fixture
async def ann(apis: tuple[Api, Api]) -> SignedInClient:
    """Signed in, and known to both."""
    ann = await a_client(apis[0].services)
    for api in apis:
        assert await api.status(ann.headers) == 200
    return ann


async def test_a_caller_is_looked_up_once(apis: tuple[Api, Api], ann: SignedInClient) -> None:
    before = MISSES.value

    for _ in range(3):
        assert await apis[0].status(ann.headers) == 200

    assert MISSES.value == before


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM sessions WHERE client_id = $1",
        "UPDATE sessions SET expires_at = to_timestamp(0) WHERE client_id = $1",
        "UPDATE sessions SET token_hash = 'other' WHERE client_id = $1",
        "DELETE FROM clients WHERE id = $1",
    ],
)
async def test_a_session_that_ended_elsewhere_is_refused_everywhere(
    apis: tuple[Api, Api], ann: SignedInClient, connection: asyncpg.Connection, statement: str
) -> None:
    await connection.execute(statement, ann.id)

    for api in apis:
        await api.wait_for_status(401, ann.headers)


async def test_signing_out_here_ends_the_session_there(apis: tuple[Api, Api], ann: SignedInClient) -> None:
    here, there = apis

    assert (await here.http.delete("/api/v1/token", headers=ann.headers)).status_code == 204

    assert await here.status(ann.headers) == 401
    await there.wait_for_status(401, ann.headers)


async def test_a_change_is_seen_by_the_next_request(apis: tuple[Api, Api], ann: SignedInClient) -> None:
    here = apis[0]
    # Notices come too late, if ever.
    here.listening.cancel()
    changed = await here.http.patch("/api/v1/client/username", json={"username": "ann"}, headers=ann.headers)

    shown = await here.http.get(USER, headers=ann.headers)

    assert changed.status_code == 200
    assert shown.json()["client"]["username"] == "ann"


async def test_a_frozen_client_changes_nothing_more(
    apis: tuple[Api, Api], ann: SignedInClient, connection: asyncpg.Connection
) -> None:
    await connection.execute("UPDATE clients SET frozen_at = now() WHERE id = $1", ann.id)

    for api in apis:
        await api.wait_for_status(403, ann.headers, "PATCH", "/api/v1/client/sex", json={"sex": "other"})


async def test_a_deleted_or_limited_key_is_refused_everywhere(
    apis: tuple[Api, Api], ann: SignedInClient, connection: asyncpg.Connection
) -> None:
    draft = {"name": "bot", "scopes": ["read"], "ip_allow_list": []}
    keys = [
        {"X-Api-Key": (await apis[0].http.post(KEYS, json=draft, headers=ann.headers)).json()["key"]}
        for _ in range(2)
    ]
    for key in keys:
        assert [await api.status(key) for api in apis] == [200, 200]
    ids = [row["id"] for row in await connection.fetch("SELECT id FROM api_keys ORDER BY created_at, id")]

    await connection.execute("UPDATE api_keys SET ip_allow_list = '{10.0.0.1}' WHERE id = $1", ids[0])
    await connection.execute("DELETE FROM api_keys WHERE id = $1", ids[1])

    for api in apis:
        await api.wait_for_status(401, keys[1])
        await api.wait_for_status(403, keys[0])


async def test_nothing_is_remembered_while_notices_may_be_lost(
    apis: tuple[Api, Api], ann: SignedInClient, connection: asyncpg.Connection
) -> None:
    """The connection is there, and brings nothing any more."""
    deaf = apis[1]
    deaf.listening.cancel()
    await asyncio.gather(deaf.listening, return_exceptions=True)

    await connection.execute("DELETE FROM sessions WHERE client_id = $1", ann.id)

    await deaf.wait_for_status(401, ann.headers)


async def test_after_a_cut_connection_callers_are_looked_up_again(
    apis: tuple[Api, Api], ann: SignedInClient, connection: asyncpg.Connection
) -> None:
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    async with connection.transaction():
        await connection.execute("ALTER TABLE sessions DISABLE TRIGGER announce_changed_caller")
        await connection.execute("DELETE FROM sessions WHERE client_id = $1", ann.id)
        await connection.execute("ALTER TABLE sessions ENABLE TRIGGER announce_changed_caller")
    await connection.execute(cut)

    for api in apis:
        await api.wait_for_status(401, ann.headers)


async def test_an_expired_session_is_refused_from_memory_too(
    apis: tuple[Api, Api], ann: SignedInClient, clock: FixedClock
) -> None:
    clock.at += timedelta(days=7)

    assert [await api.status(ann.headers) for api in apis] == [401, 401]


async def last_seen(connection: asyncpg.Connection, client: SignedInClient) -> datetime:
    found: datetime = await connection.fetchval(
        "SELECT last_seen_at FROM sessions WHERE client_id = $1", client.id
    )
    return found


async def test_who_called_last_is_known_before_the_first_request(
    apis: tuple[Api, Api], ann: SignedInClient, connection: asyncpg.Connection, clock: FixedClock
) -> None:
    draft = {"name": "bot", "scopes": ["read"], "ip_allow_list": []}
    made = await apis[0].http.post(KEYS, json=draft, headers=ann.headers)
    key = {"X-Api-Key": made.json()["key"]}
    assert await apis[0].status(key) == 200
    seen_at = await last_seen(connection, ann)
    clock.at += timedelta(hours=1)
    services = apis[1].services
    services.callers.on_notice(None)

    filled = await services.callers.fill()

    assert filled == [ann.id]
    assert await last_seen(connection, ann) == seen_at, "nobody has called"
    before = MISSES.value
    assert await apis[1].status(ann.headers) == 200
    assert await apis[1].status(key) == 200
    assert MISSES.value == before


async def test_a_session_that_is_idle_or_over_is_not_filled_in(
    apis: tuple[Api, Api], ann: SignedInClient, clock: FixedClock
) -> None:
    services = apis[1].services
    services.callers.on_notice(None)
    clock.at += timedelta(hours=25)

    assert await services.callers.fill() == []
    assert await apis[1].status(ann.headers) == 401


async def test_what_was_filled_in_ends_by_notice(apis: tuple[Api, Api], ann: SignedInClient) -> None:
    services = apis[1].services
    services.callers.on_notice(None)
    await services.callers.fill()

    assert (await apis[0].http.delete("/api/v1/token", headers=ann.headers)).status_code == 204

    await apis[1].wait_for_status(401, ann.headers)
