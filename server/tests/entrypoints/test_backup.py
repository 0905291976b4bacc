"""A backup of a running exchange, brought back elsewhere; and keys that are changed while it runs."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from sqlalchemy import LargeBinary

from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.adapters.postgres_server import as_application, database
from clearwater.adapters.signer.account import CAPS, JOURNAL, SEED
from clearwater.entrypoints.api import create_app
from clearwater.entrypoints.backup import FILES, KEYS, OTHERS, list_missing
from clearwater.entrypoints.maintenance_commands import SEALED_COLUMNS
from clearwater.entrypoints.wiring import open_api_services
from clearwater.kit.config import Settings
from clearwater.kit.db import Base
from clearwater.kit.migrations import migrate
from tests.builders import SignedInClient, a_staff, a_web_build
from tests.pictures import an_uploaded
from tests.processes import Exchange
from tests.trading import a_trader, followed_engine, open_market, place

# In the data folder beside what a backup has; the database is in it as a dump.
MADE_AGAIN = {"postgres", "postgres-start.log", "postgres-socket", "lock", "run", "chains"}


@dataclass(frozen=True)
class Furnished:
    """Who and what is in the exchange before it is backed up."""

    ann: SignedInClient
    picture_url: str
    picture: bytes


@pytest.fixture
def folder(run_folder: Path) -> Iterator[Path]:
    folder = run_folder / "backed-up"
    a_web_build(folder / "web")
    a_web_build(folder / "elsewhere" / "web")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


async def furnish(data_folder: Path, web_folder: Path) -> Furnished:
    """A trader with an order, a fill and an identity document, and somebody of the staff."""
    settings = Settings(data_folder=data_folder, web_folder=web_folder, database_url=None)
    async with database(settings) as url:
        await asyncio.to_thread(migrate, url, APPLICATION_ROLE)
        application = as_application(url)
        async with (
            open_api_services(settings, application) as services,
            followed_engine(services, application) as engine,
        ):
            await open_market(engine)
            ann = await a_trader(services, engine, "ann")
            bob = await a_trader(services, engine, "bob")
            await a_staff(services)
            transport = httpx.ASGITransport(create_app(services))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                await place(client, ann, quantity="0.2", price="50000")
                await place(client, bob, side="sell", quantity="0.1", price="50000")
                url_of_picture = await an_uploaded(client, ann, "kyc_document")
                picture = (await client.get(url_of_picture, headers=ann.headers)).content
    return Furnished(ann, url_of_picture, picture)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        [sys.executable, "-m", "clearwater", *arguments],
        cwd=folder,
        env=environment | {"CLEARWATER_DATA": str(folder / "data")},
        capture_output=True,
        text=True,
        check=False,
    )


def require_everything(exchange: Exchange, furnished: Furnished) -> None:
    """The client signs in with the old password, finds the order, and the document can be opened."""
    status, answer = exchange.post(
        "/api/v1/token", {"login": furnished.ann.email, "password": furnished.ann.password}
    )
    assert status == 201, answer
    with httpx.Client(base_url=f"http://127.0.0.1:{exchange.port}", headers=furnished.ann.headers) as client:
        orders = client.get("/api/v1/order").json()["items"]
        picture = client.get(furnished.picture_url)
    assert [(order["status"], order["filled_quantity"]) for order in orders] == [("partially_filled", "0.1")]
    assert (picture.status_code, picture.content) == (200, furnished.picture)


@pytest.mark.parametrize("name", [SEED, JOURNAL, CAPS])
def test_what_is_in_no_backup_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    settings = Settings(data_folder=tmp_path / "data", database_url=None)
    assert list_missing(settings) == []

    (tmp_path / ".env").write_text("SMTP_URL=smtp://user:secret@localhost\n")
    (tmp_path / ".env").chmod(0o600)
    (tmp_path / "data" / "signer").mkdir(parents=True)
    (tmp_path / "data" / "signer" / name).write_text("of the signer")
    elsewhere = settings.model_copy(
        update={
            "secret_key": "a key of its own",
            "networks_file": tmp_path / "networks.toml",
            "signer_key_file": tmp_path / "signer.key",
        }
    )

    key, networks, environment, signer, opener = list_missing(elsewhere)

    assert key.startswith("CLEARWATER_SECRET_KEY")
    assert networks.startswith(str(tmp_path / "networks.toml"))
    assert environment == f"{tmp_path / '.env'}, the settings of this installation"
    assert signer.startswith(str(tmp_path / "data" / "signer"))
    assert all(word in signer for word in ("seed", "journal", "caps"))
    assert opener.startswith(f"{tmp_path / 'signer.key'} (CLEARWATER_SIGNER_KEY_FILE)")


async def test_a_backup_of_a_running_exchange_brings_everything_back(folder: Path) -> None:
    furnished = await furnish(folder / "data", folder / "web")
    exchange, elsewhere = Exchange(folder), folder / "elsewhere"
    try:
        exchange.wait_until_ready()
        require_everything(exchange, furnished)
        there = {path.name for path in (folder / "data").iterdir()}
        assert there <= {FILES, *KEYS, *OTHERS, *MADE_AGAIN}
        made = run(folder, "backup", str(folder / "backup"))
        assert made.returncode == 0, made.stderr
        assert "It includes the keys" in made.stdout
        again = run(folder, "backup", str(folder / "backup"))
        assert (again.returncode, again.stderr) == (
            78,
            f"{folder / 'backup'} already exists; choose a new folder.\n",
        )
        exchange.process.kill()
        exchange.process.wait()
    finally:
        exchange.end()

    restored = run(elsewhere, "restore", str(folder / "backup"))

    assert restored.returncode == 0, restored.stderr
    audit = run(elsewhere, "audit")
    assert audit.returncode == 0, audit.stdout + audit.stderr
    refused = run(elsewhere, "restore", str(folder / "backup"))
    assert refused.returncode == 78
    assert "The database is not empty" in refused.stderr
    exchange = Exchange(elsewhere)
    try:
        exchange.wait_until_ready()
        require_everything(exchange, furnished)
        await require_rotation(exchange, elsewhere, furnished)
        assert exchange.interrupt() == 0
    finally:
        exchange.end()


async def require_rotation(exchange: Exchange, folder: Path, furnished: Furnished) -> None:
    """A new key, while it runs: everything sealed is re-encrypted, and nobody notices."""
    rotated = run(folder, "keys", "rotate")
    repeated = run(folder, "keys", "reseal")

    assert rotated.stdout == "Re-encrypted 2 values and files with the newest key.\n", rotated.stderr
    assert repeated.stdout == "Re-encrypted 0 values and files with the newest key.\n"
    require_everything(exchange, furnished)
    audit = run(folder, "audit")
    assert audit.returncode == 0, audit.stdout + audit.stderr


def test_every_sealed_column_is_part_of_key_rotation() -> None:
    """Whoever adds a secret to a table adds it to the rotation."""
    secrets = {
        (table.name, column.name)
        for table in Base.metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, LargeBinary) and column.name.endswith("secret")
    }

    assert secrets == {(sealed.table, sealed.column) for sealed in SEALED_COLUMNS}
