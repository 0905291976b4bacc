"""A real PostgreSQL for the whole run, and a fresh copy of its schema for each test."""

import asyncio
import gc
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import cast

import asyncpg
import httpx
import pytest
import pytest_asyncio
import structlog
from argon2.low_level import Type, verify_secret
from fastapi import APIRouter, FastAPI
from hypothesis import settings as hypothesis_settings
from sqlalchemy.engine import make_url

from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.adapters.postgres_server import as_application, database
from clearwater.engine.follower import Follower
from clearwater.entrypoints.api import App, create_app, following
from clearwater.entrypoints.engine import leading
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from clearwater.kit.db import SessionFactory, open_engine, open_sessions
from clearwater.kit.migrations import migrate
from tests.builders import a_web_build

NOON = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
numbers = count(1)
MEMORY = Path("/dev/shm")
# Must be free in it; each worker of the tests takes less than a tenth of that.
MEMORY_BYTES = 2 * 1024**3

# How long an example takes says more about the machine than about the code.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")

# They run whole exchanges and take minutes. First, so that no worker is left alone with one at the end.
SLOWEST = (
    "test_withdrawal_crashes",
    "test_crashes",
    "test_notice_crashes",
    "test_backup",
    "test_first_start",
    "test_supervisor",
)

OpenClient = Callable[..., Awaitable[httpx.AsyncClient]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {name: place for place, name in enumerate(SLOWEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(places)))


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
        patch.setattr("clearwater.entrypoints.engine.tune_gc", lambda: None)
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
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        await connection.execute(f"ALTER SYSTEM SET {setting} = off")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.close()


@asynccontextmanager
async def fresh_database(template_url: str) -> AsyncIterator[str]:
    """The URL of a database of its own, with the newest schema; as its owner."""
    template = make_url(template_url)
    name = f"test_{next(numbers)}"
    admin = await asyncpg.connect(template.set(database="postgres").render_as_string(hide_password=False))
    await admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template.database}" STRATEGY FILE_COPY')
    yield template.set(database=name).render_as_string(hide_password=False)
    await admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    await admin.close()


@pytest_asyncio.fixture
async def database_url(template_url: str) -> AsyncIterator[str]:
    async with fresh_database(template_url) as url:
        yield url


@pytest_asyncio.fixture
async def owner_sessions(database_url: str) -> AsyncIterator[SessionFactory]:
    """Sessions of the owner of the tables, for what the application itself may not do."""
    engine = open_engine(database_url, pool_size=1)
    yield open_sessions(engine)
    await engine.dispose()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(web_folder=a_web_build(tmp_path / "web"), data_folder=tmp_path / "data")


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOON)


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
        yield opened


@pytest_asyncio.fixture
async def engine(services: ApiServices, database_url: str) -> AsyncIterator[Follower]:
    """The engine, serving, as the api follows it. Tests that do not trade leave it standing."""
    url = as_application(database_url)
    async with leading(services.settings, url, services.clock, opens_as="real"), following(services):
        await asyncio.wait_for(services.engine.wait_until_serving(), 30)
        yield services.engine


@pytest_asyncio.fixture
async def connection(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    opened = await asyncpg.connect(database_url)
    yield opened
    await opened.close()


@cache
def _common_app() -> App:
    """The app without extra routes. Building it takes longer than most tests, so it gets new services."""
    return create_app(cast("ApiServices", None))


def _app_with(services: ApiServices) -> App:
    app = _common_app()
    app.services = services
    return app


@pytest_asyncio.fixture
async def open_client(services: ApiServices) -> AsyncIterator[OpenClient]:
    """Opens clients of the real app, with extra routes where a test needs some."""
    async with AsyncExitStack() as stack:

        async def open_one(
            *routers: APIRouter, app: FastAPI | None = None, ip: str = "127.0.0.1"
        ) -> httpx.AsyncClient:
            app = app or (create_app(services, *routers) if routers else _app_with(services))
            transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(ip, 123))
            client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
            return await stack.enter_async_context(client)

        yield open_one


@pytest_asyncio.fixture
async def client(open_client: OpenClient) -> httpx.AsyncClient:
    return await open_client()
