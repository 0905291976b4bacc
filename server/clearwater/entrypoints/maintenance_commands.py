"""Commands of `clearwater` that keep an installation: backups and keys."""

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
@click.option("--without-keys", is_flag=True, help="Leave the secret keys out; keep them elsewhere.")
def backup(folder: Path, *, without_keys: bool) -> None:
    """Copy database, files and keys into a new folder, while the exchange runs or not."""
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
    """Bring a backup into an empty installation."""
    asyncio.run(restore_from(_start(), folder))
    click.echo("Restored. Run 'clearwater audit', then start.")


@click.group()
def keys() -> None:
    """The keys that seal second factors and identity documents."""


@keys.command()
def rotate() -> None:
    """Make a new key and seal everything anew under it; the old one stays readable."""
    settings = _start()
    if settings.secret_key is not None:
        raise StartupError(
            "The key is set by CLEARWATER_SECRET_KEY: put a new one there and the old one into "
            "CLEARWATER_OLD_SECRET_KEYS, start again, and run 'clearwater keys reseal'."
        )
    settings_seal(settings)
    rotate_keys(settings.data_folder)
    _reseal(settings)


@keys.command()
def reseal() -> None:
    """Seal what is under an older key anew; for after a rotation that was cut off."""
    _reseal(_start())


def _reseal(settings: Settings) -> None:
    async def run() -> int:
        async with database(settings) as owner_url:
            urls = urls_of(settings, owner_url)
            await asyncio.to_thread(migrate, urls.owner, urls.application_role)
            return await reseal_everything(settings, urls.application)

    click.echo(f"Sealed {asyncio.run(run())} values and files anew under the newest key.")
