"""Of several hosts, the one that accepts writes is used, whatever the others do."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.engine import make_url

from clearwater.adapters.postgres_programs import dump_database
from clearwater.adapters.postgres_remote import require_usable
from clearwater.kit.database_hosts import NoPrimary, connect, login_of, split_hosts, without_password
from clearwater.kit.db import open_engine
from clearwater.kit.errors import StartupError
from tests.hosts import Host, Role

CLUSTER = "postgresql://anna:s%40fe@a:5432,b,[::1]:5434/name?sslmode=require"


class Hosts:
    def __init__(self, hosts: Sequence[Host], database_url: str) -> None:
        self._hosts = hosts
        place = make_url(database_url)
        self.url = (
            f"postgresql://{place.username}@{','.join(f'127.0.0.1:{host.port}' for host in hosts)}"
            f"/{place.database}"
        )

    def __getitem__(self, index: int) -> Host:
        return self._hosts[index]


@pytest_asyncio.fixture
async def hosts(database_url: str) -> AsyncIterator[Hosts]:
    """One that does not answer, a standby, and the primary."""
    roles: tuple[Role, ...] = ("silent", "standby", "primary")
    async with AsyncExitStack() as stack:
        yield Hosts(
            [await stack.enter_async_context(Host(database_url, role).listening()) for role in roles],
            database_url,
        )


def test_each_host_has_a_url_of_its_own() -> None:
    assert split_hosts(CLUSTER) == [
        "postgresql://anna:s%40fe@a:5432/name?sslmode=require",
        "postgresql://anna:s%40fe@b/name?sslmode=require",
        "postgresql://anna:s%40fe@[::1]:5434/name?sslmode=require",
    ]


@pytest.mark.parametrize("url", ["postgresql:///name", "postgresql://anna@/name?host=/run/x&port=5432"])
def test_a_url_without_hosts_stays_as_it_is(url: str) -> None:
    assert split_hosts(url) == [url]
    assert without_password(url) == url


def test_the_password_is_taken_out_of_a_url() -> None:
    assert login_of(CLUSTER) == ("anna", "s@fe")
    assert without_password(CLUSTER) == "postgresql://anna@a:5432,b,[::1]:5434/name?sslmode=require"


async def test_a_host_that_does_not_answer_does_not_use_up_the_time_of_the_others(hosts: Hosts) -> None:
    connection = await connect(hosts.url, timeout_seconds=3)

    assert await connection.fetchval("SELECT 1") == 1
    assert hosts[1].connections == 1
    await connection.close()


async def test_the_primary_that_is_known_is_asked_first(hosts: Hosts) -> None:
    for _ in range(2):
        connection = await connect(hosts.url, timeout_seconds=3)
        await connection.close()

    assert (hosts[1].connections, hosts[2].connections) == (1, 2)


async def test_a_pool_follows_the_primary(hosts: Hosts) -> None:
    engine = open_engine(hosts.url, pool_size=1)
    async with engine.connect() as connection:
        await connection.execute(text("SELECT 1"))

    hosts[1].role, hosts[2].role = "primary", "standby"
    hosts[2].lose_connections()
    async with engine.connect() as connection:
        await connection.execute(text("SELECT 1"))

    assert hosts[1].connections == 2
    await engine.dispose()


async def test_a_pool_understands_what_the_driver_does(hosts: Hosts) -> None:
    engine = open_engine(f"{hosts.url}?sslmode=prefer&application_name=desk", pool_size=1)

    async with engine.connect() as connection:
        assert await connection.scalar(text("SHOW application_name")) == "desk"
    await engine.dispose()


async def test_without_a_primary_there_is_no_connection(hosts: Hosts) -> None:
    hosts[2].role = "standby"

    with pytest.raises(NoPrimary):
        await connect(hosts.url, timeout_seconds=3)


async def test_a_role_that_may_not_sign_in_is_reported_as_such(hosts: Hosts) -> None:
    with pytest.raises(asyncpg.InvalidAuthorizationSpecificationError):
        await connect(hosts.url.replace("//clearwater@", "//nobody@"), timeout_seconds=3)


async def test_a_start_without_a_primary_names_all_hosts(hosts: Hosts) -> None:
    hosts[0].role = hosts[2].role = "standby"

    with pytest.raises(StartupError) as refused:
        await require_usable(hosts.url)

    places = ", ".join(f"127.0.0.1:{host.port}" for host in (hosts[0], hosts[1], hosts[2]))
    assert str(refused.value).startswith(f"PostgreSQL at {places} cannot be used: no host accepts writes")


async def test_a_backup_is_made_from_the_primary(hosts: Hosts, tmp_path: Path) -> None:
    hosts[0].role = "standby"

    await dump_database(hosts.url, tmp_path / "dump")

    assert (tmp_path / "dump").stat().st_size
    assert hosts[2].connections == 1
