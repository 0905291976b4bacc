"""Maintenance commands of `clearwater`: backups and keys."""

import asyncio
import uuid
from pathlib import Path

import click
from sqlalchemy import LargeBinary, Uuid, column, select, table, update

from clearwater.adapters.postgres_server import database, urls_of
from clearwater.domains.files import service as files
from clearwater.domains.security import tasks as security_tasks
from clearwater.domains.staff import service as staff
from clearwater.entrypoints.backup import back_up, list_missing
from clearwater.entrypoints.backup import restore as restore_from
from clearwater.entrypoints.cli_database import start
from clearwater.entrypoints.wiring import Services, open_services
from clearwater.kit.config import Settings
from clearwater.kit.db import transaction
from clearwater.kit.errors import StartupError
from clearwater.kit.migrations import migrate
from clearwater.kit.secrets import SealedColumn, rotate_keys, settings_seal

FOLDER = click.Path(path_type=Path, file_okay=False)
RESEAL_BATCH = 100
# Every sealed value in the database; files are sealed, too, on the disk.
SEALED_COLUMNS = (*security_tasks.SEALED_COLUMNS, *staff.SEALED_COLUMNS)


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--without-keys", is_flag=True, help="Exclude the secret keys; store them elsewhere.")
def backup(folder: Path, *, without_keys: bool) -> None:
    """Copy database, files and keys into a new folder. The exchange may be running."""
    settings = start()
    asyncio.run(back_up(settings, folder, with_keys=not without_keys))
    click.echo(f"The backup is in {folder}.")
    if without_keys:
        click.echo("The keys are not included. Without them, encrypted data cannot be read.")
    elif settings.secret_key is None:
        click.echo("It includes the keys: anyone who has it can read everything. Store it encrypted.")
    for missing in list_missing(settings):
        click.echo(f"Not included: {missing}.")


@click.command()
@click.argument("folder", type=FOLDER)
def restore(folder: Path) -> None:
    """Restore a backup into an empty installation."""
    asyncio.run(restore_from(start(), folder))
    click.echo("Restored. Run 'clearwater audit', then start.")


@click.group()
def keys() -> None:
    """Manage the keys that encrypt 2FA secrets and identity documents."""


@keys.command()
def rotate() -> None:
    """Create a new key and re-encrypt everything with it; the old key is kept for reading."""
    settings = start()
    if settings.secret_key is not None:
        raise StartupError(
            "The key is set by CLEARWATER_SECRET_KEY: set a new one there, move the old one to "
            "CLEARWATER_OLD_SECRET_KEYS, restart, and run 'clearwater keys reseal'."
        )
    settings_seal(settings)
    rotate_keys(settings.data_folder)
    _reseal(settings)


@keys.command()
def reseal() -> None:
    """Re-encrypt everything that still uses an older key, after an interrupted rotation."""
    _reseal(start())


def _reseal(settings: Settings) -> None:
    async def run() -> int:
        async with database(settings) as owner_url:
            urls = urls_of(settings, owner_url)
            await asyncio.to_thread(migrate, urls.owner, urls.application_role)
            return await reseal_everything(settings, urls.application)

    click.echo(f"Re-encrypted {asyncio.run(run())} values and files with the newest key.")


async def reseal_everything(settings: Settings, database_url: str) -> int:
    """How many values and files were under an older key. Safe to cut off and to repeat."""
    async with open_services(settings, database_url) as services:
        columns = [await _reseal_column(services, sealed) for sealed in SEALED_COLUMNS]
        return sum(columns) + await files.reseal(services.sessions, services.storage)


async def _reseal_column(services: Services, sealed: SealedColumn) -> int:
    rows = table(sealed.table, column("id", Uuid), column(sealed.column, LargeBinary))
    value, seal = rows.c[sealed.column], services.seal
    last, done = uuid.UUID(int=0), 0
    while True:
        async with transaction(services.sessions) as session:
            found = await session.execute(
                select(rows.c.id, value)
                .where(rows.c.id > last, value.is_not(None))
                .order_by(rows.c.id)
                .limit(RESEAL_BATCH)
                .with_for_update()
            )
            chunk = found.all()
            for row_id, content in chunk:
                if not seal.is_current(content):
                    opened = seal.open(content, purpose=sealed.purpose)
                    again = seal.seal(opened, purpose=sealed.purpose)
                    await session.execute(
                        update(rows).where(rows.c.id == row_id).values({sealed.column: again})
                    )
                    done += 1
        if not chunk:
            return done
        last = chunk[-1][0]
