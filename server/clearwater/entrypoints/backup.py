"""`clearwater backup` and `clearwater restore`: database, files and keys of an installation."""

import asyncio
import os
import shutil
from pathlib import Path

from clearwater.adapters.chains.networks import FILE_NAME as NETWORKS_FILE
from clearwater.adapters.data_folder import AUDIT_HEADS_FILE, PUSH_KEY_FILE
from clearwater.adapters.postgres_programs import dump_database, restore_database
from clearwater.adapters.postgres_server import database, urls_of
from clearwater.adapters.signer.account import CAPS, JOURNAL, SEED
from clearwater.adapters.signer.account import FOLDER as SIGNER_FOLDER
from clearwater.kit.config import Settings, find_env_file
from clearwater.kit.database_hosts import connect
from clearwater.kit.errors import StartupError
from clearwater.kit.migrations import migrate
from clearwater.kit.secrets import KEY_FILE, OLD_KEYS_FILE

DATABASE_FILE, FILES = "database.dump", "files"
KEYS = (KEY_FILE, OLD_KEYS_FILE, PUSH_KEY_FILE)
OTHERS = (AUDIT_HEADS_FILE, NETWORKS_FILE)
DRAFT = ".draft"


async def back_up(settings: Settings, target: Path, *, with_keys: bool) -> None:
    """Made under another name and renamed when whole: a folder of this name is a whole backup."""
    staging = _make_staging(target)
    data_folder = settings.data_folder
    async with database(settings) as owner_url:
        # Files first and once more behind the database: each that the snapshot speaks of is there,
        # whether it came or went meanwhile. The head of the log is never newer than the log.
        await asyncio.to_thread(_copy_new, data_folder / FILES, staging / FILES)
        for name in (*OTHERS, *(KEYS if with_keys else ())):
            _copy_if_there(data_folder / name, staging / name)
        await dump_database(owner_url, staging / DATABASE_FILE)
        await asyncio.to_thread(_copy_new, data_folder / FILES, staging / FILES)
    await asyncio.to_thread(os.sync)
    staging.rename(target)


def list_missing(settings: Settings) -> list[str]:
    """What belongs to the installation, cannot be made again and is in no backup of this kind."""
    missing = []
    if settings.secret_key is not None:
        missing.append("CLEARWATER_SECRET_KEY, without which encrypted data cannot be read")
    if settings.networks_file is not None:
        missing.append(f"{settings.networks_file} (CLEARWATER_NETWORKS)")
    if (environment_file := find_env_file()) is not None:
        missing.append(f"{environment_file.absolute()}, the settings of this installation")
    signer = settings.data_folder / SIGNER_FOLDER
    if any((signer / name).exists() for name in (SEED, JOURNAL, CAPS)):
        missing.append(
            f"{signer}: the wallets' seed ('clearwater signer backup FILE' copies it), the signer's journal"
            " and its caps; without its journal caps begin anew"
        )
    for name, path in (
        ("CLEARWATER_SIGNER_KEY_FILE", settings.signer_key_file),
        ("CLEARWATER_SIGNER_PASSPHRASE_FILE", settings.signer_passphrase_file),
    ):
        if path is not None:
            missing.append(f"{path} ({name}), which opens the wallets' seed; store it apart from the seed")
    return missing


async def restore(settings: Settings, source: Path) -> None:
    """Into an empty installation; nothing that is there is replaced. Cut off, it is done again."""
    _require_backup(source)
    data_folder = settings.data_folder
    async with database(settings) as owner_url:
        await _require_empty(owner_url)
        for name in (*KEYS, *OTHERS):
            _require_same_or_none(source / name, data_folder / name)
        for name in (*KEYS, *OTHERS):
            _copy_if_there(source / name, data_folder / name)
        await asyncio.to_thread(_copy_new, source / FILES, data_folder / FILES)
        # The database last: as long as it is empty, all of this can be done again.
        await restore_database(owner_url, source / DATABASE_FILE)
        await asyncio.to_thread(migrate, owner_url, urls_of(settings, owner_url).application_role)


def _make_staging(target: Path) -> Path:
    if target.exists():
        raise StartupError(f"{target} already exists; choose a new folder.")
    staging = target.with_name(f"{target.name}.part")
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(mode=0o700, parents=True)
    return staging


def _require_backup(source: Path) -> None:
    if not (source / DATABASE_FILE).is_file():
        raise StartupError(f"{source} is not a backup: it has no {DATABASE_FILE}.")


async def _require_empty(owner_url: str) -> None:
    connection = await connect(owner_url)
    try:
        tables = await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    finally:
        await connection.close()
    if tables:
        raise StartupError("The database is not empty; restore into a new data folder or an empty database.")


def _require_same_or_none(source: Path, target: Path) -> None:
    if not target.exists() or not target.stat().st_size:
        return
    if not source.exists() or source.read_bytes() != target.read_bytes():
        raise StartupError(f"{target} differs from the backup's; restore into a new data folder.")


def _copy_if_there(source: Path, target: Path) -> None:
    if source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(source, target)


def _copy_new(source: Path, target: Path) -> None:
    """Copy what is not there yet. A file never changes under its name but for its seal."""
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    for parent, _, names in os.walk(source):
        folder = target / Path(parent).relative_to(source)
        folder.mkdir(mode=0o700, exist_ok=True)
        for name in names:
            if not name.endswith(DRAFT) and not (folder / name).exists():
                try:
                    _copy(Path(parent) / name, folder / name)
                except FileNotFoundError:
                    # Removed at this moment, so nothing speaks of it any more.
                    continue


def _copy(source: Path, target: Path) -> None:
    """Whole or not at all, and closed to others."""
    draft = target.with_name(f"{target.name}{DRAFT}")
    shutil.copyfile(source, draft)
    draft.chmod(0o600)
    draft.replace(target)
