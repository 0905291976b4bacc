"""Maintenance commands of `clearwater`: backups and keys."""

import asyncio
from pathlib import Path

import click

from clearwater.adapters.postgres_server import database, urls_of
from clearwater.entrypoints.backup import back_up
from clearwater.entrypoints.backup import restore as restore_from
from clearwater.entrypoints.key_rotation import reseal_everything
from clearwater.kit.config import Settings, load_settings
from clearwater.kit.errors import StartupError
from clearwater.kit.logging import configure_logging
from clearwater.kit.migrations import migrate
from clearwater.kit.secrets import rotate_keys, settings_seal

FOLDER = click.Path(path_type=Path, file_okay=False)


def _start() -> Settings:
    settings = load_settings()
    configure_logging(settings)
    return settings


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--without-keys", is_flag=True, help="Exclude the secret keys; store them elsewhere.")
def backup(folder: Path, *, without_keys: bool) -> None:
    """Copy database, files and keys into a new folder. The exchange may be running."""
    settings = _start()
    asyncio.run(back_up(settings, folder, with_keys=not without_keys))
    click.echo(f"The backup is in {folder}.")
    if settings.secret_key is not None:
        click.echo("CLEARWATER_SECRET_KEY is not included. Without it, encrypted data cannot be read.")
    elif without_keys:
        click.echo("The keys are not included. Without them, encrypted data cannot be read.")
    else:
        click.echo("It includes the keys: anyone who has it can read everything. Store it encrypted.")


@click.command()
@click.argument("folder", type=FOLDER)
def restore(folder: Path) -> None:
    """Restore a backup into an empty installation."""
    asyncio.run(restore_from(_start(), folder))
    click.echo("Restored. Run 'clearwater audit', then start.")


@click.group()
def keys() -> None:
    """Manage the keys that encrypt 2FA secrets and identity documents."""


@keys.command()
def rotate() -> None:
    """Create a new key and re-encrypt everything with it; the old key is kept for reading."""
    settings = _start()
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
    _reseal(_start())


def _reseal(settings: Settings) -> None:
    async def run() -> int:
        async with database(settings) as owner_url:
            urls = urls_of(settings, owner_url)
            await asyncio.to_thread(migrate, urls.owner, urls.application_role)
            return await reseal_everything(settings, urls.application)

    click.echo(f"Re-encrypted {asyncio.run(run())} values and files with the newest key.")
