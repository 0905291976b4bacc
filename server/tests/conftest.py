"""A real PostgreSQL for the whole run, and a fresh copy of its schema for each test."""

import asyncio
import gc
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import cast

import asyncpg
import httpx
import pytest
import pytest_asyncio
import structlog
from argon2.low_level import Type, verify_secret
from fastapi import APIRouter, FastAPI
from httpx._config import create_ssl_context
from hypothesis import settings as hypothesis_settings

from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.adapters.postgres_server import as_application, database
from clearwater.engine.follower import Follower
from clearwater.entrypoints.api import App, create_app, following
from clearwater.entrypoints.engine import leading
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from clearwater.kit.db import SessionFactory, open_sessions
from clearwater.kit.migrations import migrate
from clearwater.kit.passwords import HASH_COST, HashCost
from tests.builders import a_web_build
from tests.databases import EMPTY, Databases, LentDatabase, Preparation

NOON = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
# By the identity of their extra routers, which are kept for that.
shared_apps: dict[tuple[int, ...], tuple[App, tuple[APIRouter, ...]]] = {}
MEMORY = Path("/dev/shm")
# Must be free in it; each worker of the tests takes less than a tenth of that.
MEMORY_BYTES = 2 * 1024**3

# How long an example takes says more about the machine than about the code.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")

OpenClient = Callable[..., Awaitable[httpx.AsyncClient]]


@pytest.fixture(scope="session", autouse=True)
def plain_logs() -> None:
    """Unconfigured, structlog draws every traceback with its variables, which takes seconds."""
    structlog.configure(
        processors=[structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer()]
    )


@pytest.fixture(scope="session", autouse=True)
def tuned_gc() -> Iterator[None]:
    """Each engine tunes the collector when it leads, which scans all that was ever imported: here, once."""
    gc.collect()
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clearwater.entrypoints.engine.tune_gc", lambda **_: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def shared_tls_context() -> Iterator[None]:
    """Each client of httpx reads all certificate authorities, also one that never speaks TLS: here, once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("httpx._transports.default.create_ssl_context", cache(create_ssl_context))
        yield


@pytest.fixture(scope="session")
def run_folder() -> Iterator[Path]:
    """A folder that the database's account can enter: pytest's own are closed to it."""
    folder = Path(tempfile.mkdtemp(prefix="clearwater-tests-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def database_folder(run_folder: Path) -> Iterator[Path]:
    """In memory where there is enough: each test copies and removes the 600 files of a database."""
    if not (MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > MEMORY_BYTES):
        yield run_folder
        return
    folder = Path(tempfile.mkdtemp(prefix="clearwater-tests-", dir=MEMORY))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest_asyncio.fixture(scope="session")
async def template_url(database_folder: Path) -> AsyncIterator[str]:
    settings = Settings(data_folder=database_folder / "data", database_url=None)
    async with database(settings) as url:
        await asyncio.to_thread(migrate, url, APPLICATION_ROLE)
        await _forget_durability(url)
        yield url


async def _forget_durability(url: str) -> None:
    """Nothing of these databases outlives the run; those that are killed on purpose are other ones."""
    connection = await asyncpg.connect(url)
    # Nor does anybody clean up meanwhile: what the planner knows of a table depends on the test alone.
    for setting in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
        await connection.execute(f"ALTER SYSTEM SET {setting} = off")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.close()


@pytest_asyncio.fixture(scope="session")
async def databases(template_url: str) -> AsyncIterator[Databases]:
    databases = Databases(template_url)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clearwater.entrypoints.wiring.open_engine", databases.open_engine)
        yield databases
    await databases.close()


@pytest.fixture
def preparation() -> Preparation:
    """What the database of a test has when the test begins."""
    return EMPTY


@pytest_asyncio.fixture
async def lent_database(databases: Databases, preparation: Preparation) -> AsyncIterator[LentDatabase]:
    async with databases.lend(preparation) as lent:
        yield lent


@pytest.fixture
def database_url(lent_database: LentDatabase) -> str:
    """A database that is as if nobody had used it before, with the newest schema; as its owner."""
    return lent_database.url


@pytest_asyncio.fixture
async def owner_sessions(databases: Databases, database_url: str) -> SessionFactory:
    """Sessions of the owner of the tables, for what the application itself may not do."""
    return open_sessions(databases.open_engine(database_url, pool_size=1))


@pytest.fixture(scope="session")
def default_settings() -> Settings:
    """Read once from the environment, which takes longer than many a request."""
    return Settings()


@pytest.fixture
def settings(default_settings: Settings, tmp_path: Path) -> Settings:
    folders = {"web_folder": a_web_build(tmp_path / "web"), "data_folder": tmp_path / "data"}
    return default_settings.model_copy(update=folders)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOON)


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """By design a hash takes as long as a whole test, so here it takes no time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clearwater.kit.passwords.HASH_COST", HashCost(1, 8))
        yield


@pytest.fixture
def full_password_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords cost what they cost outside of tests. Has to be asked for before the services are opened."""
    monkeypatch.setattr("clearwater.kit.passwords.HASH_COST", HASH_COST)


@pytest.fixture
def argon2_checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What each check of a password that follows costs, as argon2 writes it."""
    checks: list[str] = []

    def check(stored: bytes, password: bytes, kind: Type) -> bool:
        checks.append(stored.decode().rpartition("$")[0].rpartition("$")[0])
        return verify_secret(stored, password, kind)

    monkeypatch.setattr("argon2._password_hasher.verify_secret", check)
    return checks


@pytest_asyncio.fixture
async def services(settings: Settings, database_url: str, clock: FixedClock) -> AsyncIterator[ApiServices]:
    async with open_api_services(settings, as_application(database_url), clock=clock) as opened:
        # Tests change the database behind the api's back.
        opened.response_cache.max_age = timedelta(0)
        yield opened


@pytest_asyncio.fixture
async def engine(services: ApiServices, database_url: str) -> AsyncIterator[Follower]:
    """The engine, serving, as the api follows it. Tests that do not trade leave it standing."""
    url = as_application(database_url)
    async with leading(services.settings, url, services.clock, opens_as="real") as leader:
        # A follower that comes earlier is turned away, and pauses.
        await asyncio.wait_for(leader.wait_until_serving(), 30)
        async with following(services):
            await asyncio.wait_for(services.engine.wait_until_serving(), 30)
            yield services.engine


@pytest_asyncio.fixture
async def connection(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    opened = await asyncpg.connect(database_url)
    yield opened
    await opened.close()


def app_with(services: ApiServices, *routers: APIRouter) -> App:
    """The app with extra routes. Building it takes longer than most tests, so it gets new services.

    Who needs two apps at once, or routes that a test defines, builds them with `create_app`.
    """
    key = tuple(map(id, routers))
    if key not in shared_apps:
        shared_apps[key] = create_app(cast("ApiServices", None), *routers), routers
    app = shared_apps[key][0]
    app.services = services
    return app


@pytest_asyncio.fixture
async def open_client(services: ApiServices) -> AsyncIterator[OpenClient]:
    """Opens clients of the real app, with extra routes where a test needs some."""
    async with AsyncExitStack() as stack:

        async def open_one(
            *routers: APIRouter, app: FastAPI | None = None, ip: str = "127.0.0.1"
        ) -> httpx.AsyncClient:
            app = app or app_with(services, *routers)
            transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(ip, 123))
            client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
            return await stack.enter_async_context(client)

        yield open_one


@pytest_asyncio.fixture
async def client(open_client: OpenClient) -> httpx.AsyncClient:
    return await open_client()
